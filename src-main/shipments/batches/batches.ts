// The user's actions on a batch of orders: rate, start, pause and stop. Also resumes running batches at startup. The outbox
// sends the shipments of batches together with other queued shipments, one at a time.
import { AppError } from '../../../src-contract/errors';
import { t } from '../../../src-contract/i18n';
import type {
	BatchPlan,
	BatchProgress,
	BatchRow,
	RepeatedOrders,
	RowFill,
	RowState,
} from '../../../src-contract/model/batch';
import type { EnteredDraft } from '../../../src-contract/model/shipment-draft';
import { isolateBidi } from '../../../src-contract/rules/bidi';
import type { Journal } from '../../operations/journal';
import type { Outbox } from '../../operations/outbox';
import type { QueuedShipment } from '../../operations/queue';
import { yieldToEventLoop } from '../../platform/event-loop';
import { type BatchEnqueuingDependencies, createBatchEnqueuing } from './batch-enqueuing';
import { type BatchProgressDependencies, createBatchProgress } from './batch-progress';
import { type BatchRatingDependencies, createBatchRating } from './batch-rating';
import { ROWS_PER_COMMIT, type RowToQueue } from './batch-rows';
import type { BatchStore } from './batch-store';

/** References of orders that an error names. */
const MAX_NAMED_ORDERS = 5;
/** Interval between attempts to resume interrupted batches while the disk is full or the database is locked. */
const RESUME_RETRY_MS = 5_000;

export interface BatchesDependencies
	extends Pick<BatchRatingDependencies, 'client'>,
		Pick<BatchEnqueuingDependencies, 'database' | 'connectionId' | 'printStockKeyOf'>,
		Pick<BatchProgressDependencies, 'push' | 'onChange' | 'onError'> {
	store: BatchStore;
	journal: Journal;
	outbox: () => Pick<Outbox, 'wake' | 'resume' | 'status'>;
}

export function createBatches(dependencies: BatchesDependencies) {
	const { database, store, journal, outbox, connectionId, onError } = dependencies;
	/** Ids of batches that are being stopped. */
	const stoppingIds = new Set<number>();
	/** Rating runs in progress. */
	const ratingRuns = new Set<Promise<void>>();
	let isClosing = false;
	const rating = createBatchRating({
		...dependencies,
		isClosing: () => isClosing,
		onProgress: (id) => pushSoon(id),
	});
	const batchProgress = createBatchProgress({
		...dependencies,
		rating: rating.progress,
	});
	const { progress, pushSoon, pushNow, countProcessed, forgetProcessed } = batchProgress;
	const enqueuing = createBatchEnqueuing({
		...dependencies,
		isClosing: () => isClosing,
		onQueued: () => outbox().wake(),
		onEnd(id) {
			endCompletedBatches();
			pushSoon(id);
		},
	});

	/**
	 * Marks each running batch as done if its rows are no longer being added to the queue and none of its shipments is queued or being
	 * sent. Never throws.
	 */
	function endCompletedBatches(): void {
		if (isClosing) return;
		try {
			for (const id of store.runningIds()) {
				if (store.state(id) !== 'running' || store.hasQueuedOrSending(id) || enqueuing.isRunning(id)) continue;
				store.setState(id, 'done');
				forgetProcessed(id);
				pushNow(id);
			}
		} catch (error) {
			onError(error);
		}
	}

	/** @throws `batch.running` while the batch is being sent */
	function requireNotRunning(id: number): void {
		if (store.state(id) !== 'running') return;
		throw new AppError('batch.running', t('This batch is being sent. Nothing was changed. Pause or stop it first.'));
	}

	/** @throws `batch.running` while the batch is being sent or is paused */
	function requireNotStarted(id: number): void {
		requireNotRunning(id);
		if (store.state(id) === 'paused')
			throw new AppError('batch.running', t('This batch is paused. Nothing was changed. Stop it first.'));
	}

	/** @throws `batch.running` while rates are requested for the batch */
	function requireNotRating(id: number): void {
		if (!rating.isRating(id)) return;
		throw new AppError('batch.running', t('The rates for this batch are being requested. Wait until this is done.'));
	}

	/**
	 * Withdraws up to `ROWS_PER_COMMIT` queued and held shipments of the batch. When none is left, the batch is stopped.
	 * @returns whether more shipments are left
	 */
	function withdrawQueued(id: number): boolean {
		return database.transaction(() => {
			const shipmentIds = store.queuedOrHeldShipmentIds(id);
			for (const shipmentId of shipmentIds.slice(0, ROWS_PER_COMMIT))
				journal.withdraw(shipmentId, t('The batch was stopped. Nothing was sent.'));
			if (shipmentIds.length <= ROWS_PER_COMMIT) store.setState(id, 'stopped');
			return shipmentIds.length > ROWS_PER_COMMIT;
		});
	}

	/** Resumes batches that were running when the station stopped. Never throws. */
	function resumeInterrupted(): void {
		try {
			for (const id of store.runningIds()) enqueuing.start(id);
		} catch (error) {
			onError(error);
			setTimeout(() => !isClosing && resumeInterrupted(), RESUME_RETRY_MS).unref();
		}
	}

	/**
	 * Orders that already have a shipment that is neither rejected nor cancelled: sent again, they would be paid twice.
	 * @throws `batch.repeatsOrders` with `ask`
	 */
	function handleRepeatedOrders(id: number, repeated: RepeatedOrders): void {
		if (repeated === 'send') return;
		const rows = store.ratedRowsToQueue(id).filter(({ draft: { reference } }) => {
			const shipment = reference === '' ? undefined : journal.findActiveByReference(reference);
			// Several parcels of one order may be rows of one file.
			return shipment && !store.hasShipment(id, shipment.id);
		});
		if (rows.length === 0) return;
		if (repeated === 'leaveOut') {
			const positions = rows.map(({ position }) => position);
			store.leaveOut(id, positions, t('Left out: this order already has a shipment.'));
			return;
		}
		const references = rows.slice(0, MAX_NAMED_ORDERS).map(({ draft }) => isolateBidi(draft.reference));
		throw new AppError(
			'batch.repeatsOrders',
			t(
				'{count, plural, one {# order already has a shipment} other {# orders already have a shipment}}: {references}{more, select, yes {, …} other {}}. Nothing was sent.',
				{
					count: rows.length,
					references: references.join(', '),
					more: rows.length > references.length ? 'yes' : 'no',
				},
			),
		);
	}

	return {
		progress,
		/** Shipping products that the service offers for the batch, from which the user chooses a rule. */
		offeredProducts: rating.offeredProducts,

		/**
		 * Requests rates for rows without a shipment, and selects an option for each row by its own rule or that of the batch. Rows
		 * that have an option already keep it; if all have one, all are rated again. Does nothing while the batch is being rated.
		 * @throws `batch.running` while the batch is being sent, or an error of the service that affects all rows
		 */
		async rate(id: number): Promise<BatchProgress> {
			requireNotRunning(id);
			if (rating.isRating(id)) return progress(id);
			const run = rating.rate(id);
			ratingRuns.add(run);
			await run.finally(() => ratingRuns.delete(run));
			return pushNow(id);
		},

		/**
		 * Changes rule, print order, pace and price allowance. A new rule removes the options that were selected for the rows.
		 * @throws `batch.running` while the batch is being sent, paused, or being rated
		 */
		savePlan(id: number, plan: BatchPlan): BatchProgress {
			requireNotStarted(id);
			requireNotRating(id);
			store.savePlan(id, plan);
			return pushNow(id);
		},

		/**
		 * Starts or resumes sending the rated rows.
		 * @throws `batch.running` while the batch is being rated or stopped; `input.invalid` when no row was rated with the
		 * service in use and no shipment of the batch is queued or held
		 */
		start(id: number, repeated: RepeatedOrders = 'ask'): BatchProgress {
			requireNotRating(id);
			if (stoppingIds.has(id))
				throw new AppError(
					'batch.running',
					t('This batch is being stopped. Wait until it has stopped, then start it again.'),
				);
			const isForCurrentService = ({ option }: RowToQueue) => option.connectionId === connectionId();
			const canSend = () =>
				store.ratedRowsToQueue(id).some(isForCurrentService) || store.queuedOrHeldShipmentIds(id).length > 0;
			if (!canSend())
				throw new AppError('input.invalid', t('No row of this batch can be sent. Get rates or fix the rows first.'));
			handleRepeatedOrders(id, repeated);
			if (!canSend()) return pushNow(id);
			store.setState(id, 'running');
			forgetProcessed(id);
			enqueuing.start(id);
			// Also resumes a stopped queue: a user who starts a batch has seen why the queue stopped.
			outbox().resume();
			return pushNow(id);
		},

		/** Stops sending further shipments until the batch is started again. */
		pause(id: number): BatchProgress {
			if (store.state(id) === 'running') store.setState(id, 'paused');
			return pushNow(id);
		},

		/** Withdraws all queued and held shipments of the batch. A request in flight is not aborted. */
		async stop(id: number): Promise<BatchProgress> {
			if (stoppingIds.has(id)) return pushNow(id);
			stoppingIds.add(id);
			try {
				// Paused until all shipments are withdrawn. After a crash in between, the user can start or stop the batch again.
				store.setState(id, 'paused');
				await enqueuing.waitForEnd(id);
				for (let hasMore = true; hasMore; ) {
					hasMore = withdrawQueued(id);
					await yieldToEventLoop();
				}
			} finally {
				stoppingIds.delete(id);
			}
			return pushNow(id);
		},

		/** Deletes a batch. @throws `batch.running` when one of its shipments was queued or sent, or while it is being rated */
		remove(id: number): void {
			requireNotRating(id);
			store.remove(id);
		},

		/**
		 * Replaces the draft of a row that has no shipment, or whose shipment was rejected, was cancelled or is a local draft.
		 * @throws `shipment.stateChanged` for any other row
		 */
		editRow(id: number, position: number, draft: EnteredDraft): BatchRow {
			const row = store.editRow(id, position, draft);
			pushNow(id);
			return row;
		},

		/**
		 * Sets values for all rows in these states.
		 * @param chosenPositions only rows at these positions; null: all
		 * @throws `batch.running` while the batch is being sent or rated
		 */
		async fillRows(
			id: number,
			states: readonly RowState[],
			chosenPositions: readonly number[] | null,
			fill: RowFill,
		): Promise<{ rowCount: number }> {
			requireNotRunning(id);
			requireNotRating(id);
			const chosen = chosenPositions && new Set(chosenPositions);
			const positions = store.positionsIn(id, states).filter((position) => chosen?.has(position) ?? true);
			let rowCount = 0;
			for (let start = 0; start < positions.length; start += ROWS_PER_COMMIT) {
				rowCount += store.fillRows(id, positions.slice(start, start + ROWS_PER_COMMIT), fill);
				// Keep the main process responsive during a large batch.
				await yieldToEventLoop();
			}
			pushNow(id);
			return { rowCount };
		},

		/** Called by the outbox after each processed shipment. */
		onProcessed({ id, batchId }: QueuedShipment): void {
			if (batchId === null) return;
			// The batch was stopped while the request was in flight. The service carried out nothing, so the shipment was
			// queued again.
			if (store.state(batchId) === 'stopped' && journal.summary(id).state === 'queued')
				journal.withdraw(id, t('The batch was stopped. Nothing was sent.'));
			countProcessed(batchId);
			endCompletedBatches();
			pushSoon(batchId);
		},

		/** Called by the outbox when no queued shipment is left that can be sent now. */
		endCompletedBatches,

		perMinute: (id: number): number => store.plan(id).perMinute,
		resumeInterrupted,

		async close(): Promise<void> {
			isClosing = true;
			batchProgress.close();
			await Promise.allSettled([...ratingRuns, enqueuing.waitForAll()]);
		},
	};
}
export type Batches = ReturnType<typeof createBatches>;
