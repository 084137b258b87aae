// Batches of orders: rated, started, paused, stopped, and resumed after a crash at the row where they were. The outbox sends
// them, one shipment after the other, among what users queued.
import { AppError } from '../../../src-contract/errors';
import { t } from '../../../src-contract/i18n';
import type { BatchPlan, BatchProgress, BatchRow, BatchSummary } from '../../../src-contract/model/batch';
import type { SavedDraft } from '../../../src-contract/model/shipment-draft';
import type { Journal } from '../../operations/journal';
import type { Outbox } from '../../operations/outbox';
import type { Queued } from '../../operations/queue';
import { yieldToEventLoop } from '../../platform/event-loop';
import { type BatchEnqueuingDependencies, createBatchEnqueuing } from './batch-enqueuing';
import { type BatchProgressDependencies, createBatchProgress } from './batch-progress';
import { type BatchRatingDependencies, createBatchRating } from './batch-rating';
import { ROWS_PER_COMMIT, type SendableRow } from './batch-rows';
import type { BatchStore } from './batch-store';

/** Until interrupted batches are resumed again, while the disk is full or the database is held. */
const RESUME_PAUSE_MS = 5_000;

export interface BatchesDependencies
	extends Pick<BatchRatingDependencies, 'client'>,
		Pick<BatchEnqueuingDependencies, 'database' | 'connectionId' | 'stockOf'>,
		Pick<BatchProgressDependencies, 'push' | 'onChange' | 'onError'> {
	store: BatchStore;
	journal: Journal;
	outbox: () => Pick<Outbox, 'wake' | 'resume' | 'status'>;
}

export function createBatches(dependencies: BatchesDependencies) {
	const { database, store, journal, outbox, connectionId, onError } = dependencies;
	const stopping = new Set<number>();
	const ratings = new Set<Promise<void>>();
	let isClosing = false;
	const rating = createBatchRating({
		...dependencies,
		isClosing: () => isClosing,
		onProgress: (id) => pushSoon(id),
	});
	const { progress, pushSoon, pushNow, countProcessed, forgetProcessed, ...telling } = createBatchProgress({
		...dependencies,
		rating: rating.progress,
	});
	const enqueuing = createBatchEnqueuing({
		...dependencies,
		isClosing: () => isClosing,
		onQueued: () => outbox().wake(),
		onEnd(id) {
			endDone();
			pushSoon(id);
		},
	});

	/** Ends running batches of which nothing waits any more. Never throws. */
	function endDone(): void {
		if (isClosing) return;
		try {
			for (const id of store.running()) {
				if (store.state(id) !== 'running' || store.hasQueued(id) || enqueuing.isRunning(id)) continue;
				store.setState(id, 'done');
				forgetProcessed(id);
				pushNow(id);
			}
		} catch (error) {
			onError(error);
		}
	}

	function requireNot(id: number, ...states: BatchSummary['state'][]): void {
		if (!states.includes(store.state(id))) return;
		throw new AppError('batch.running', t('This batch is being sent. Pause or stop it first; nothing was changed.'));
	}

	function requireRated(id: number): void {
		if (!rating.isRating(id)) return;
		throw new AppError('batch.running', t('The prices of this batch are being asked for. Wait until they are there.'));
	}

	/** @returns whether some are left */
	function withdrawQueued(id: number): boolean {
		return database.transaction(() => {
			const queued = store.queued(id);
			for (const shipmentId of queued.slice(0, ROWS_PER_COMMIT))
				journal.withdraw(shipmentId, t('Its batch was stopped. Nothing was sent.'));
			if (queued.length <= ROWS_PER_COMMIT) store.setState(id, 'stopped');
			return queued.length > ROWS_PER_COMMIT;
		});
	}

	/** Batches that were running when the station stopped. */
	function resumeInterrupted(): void {
		try {
			for (const id of store.running()) enqueuing.start(id);
		} catch (error) {
			onError(error);
			setTimeout(() => !isClosing && resumeInterrupted(), RESUME_PAUSE_MS).unref();
		}
	}

	return {
		progress,
		products: rating.products,

		/** Asks for the price of every row that was not sent, and chooses by the batch's rule. @throws when the service cannot be asked */
		async rate(id: number): Promise<BatchProgress> {
			requireNot(id, 'running');
			if (rating.isRating(id)) return progress(id);
			const work = rating.rate(id);
			ratings.add(work);
			await work.finally(() => ratings.delete(work));
			return pushNow(id);
		},

		savePlan(id: number, plan: BatchPlan): BatchProgress {
			requireNot(id, 'running', 'paused');
			requireRated(id);
			store.savePlan(id, plan);
			return pushNow(id);
		},

		/** Sends the rated rows, the first time or from where it was left off. */
		start(id: number): BatchProgress {
			requireRated(id);
			if (stopping.has(id))
				throw new AppError('batch.running', t('This batch is being stopped. Wait until it is, then start it again.'));
			const isOfService = ({ option }: SendableRow) => option.connectionId === connectionId();
			if (!store.sendable(id).some(isOfService) && store.queued(id).length === 0)
				throw new AppError(
					'input.invalid',
					t('No row of this batch can be sent. Ask for the prices, or mend its rows.'),
				);
			store.setState(id, 'running');
			forgetProcessed(id);
			enqueuing.start(id);
			// A user who starts a batch has seen what stopped the queue.
			outbox().resume();
			return pushNow(id);
		},

		pause(id: number): BatchProgress {
			if (store.state(id) === 'running') store.setState(id, 'paused');
			return pushNow(id);
		},

		/** Withdraws what waits; a request in flight ends as it ends. */
		async stop(id: number): Promise<BatchProgress> {
			if (stopping.has(id)) return pushNow(id);
			stopping.add(id);
			try {
				// A crash on the way leaves it paused: what still waits can be seen and resumed.
				store.setState(id, 'paused');
				await enqueuing.ended(id);
				for (let isLeft = true; isLeft; ) {
					isLeft = withdrawQueued(id);
					await yieldToEventLoop();
				}
			} finally {
				stopping.delete(id);
			}
			return pushNow(id);
		},

		/** Only a batch of which nothing was sent. */
		remove(id: number): void {
			requireRated(id);
			store.remove(id);
		},

		mend(id: number, position: number, composition: SavedDraft): BatchRow {
			const row = store.mend(id, position, composition);
			pushNow(id);
			return row;
		},

		/** Called by the outbox. */
		onProcessed({ id, batchId }: Queued): void {
			if (batchId === null) return;
			// Its request was in flight when its batch was stopped, and it was not sent after all.
			if (store.state(batchId) === 'stopped' && journal.summary(id).state === 'queued')
				journal.withdraw(id, t('Its batch was stopped. Nothing was sent.'));
			countProcessed(batchId);
			endDone();
			pushSoon(batchId);
		},

		/** Called by the outbox when nothing is left that could be sent. */
		endDone,

		perMinute: (id: number): number => store.plan(id).perMinute,
		resumeInterrupted,

		async close(): Promise<void> {
			isClosing = true;
			telling.close();
			await Promise.allSettled([...ratings, enqueuing.allEnded()]);
		},
	};
}
export type Batches = ReturnType<typeof createBatches>;
