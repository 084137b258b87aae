// Puts the rated rows of a batch into the queue, in the order in which their labels are printed. A crash in between is resumed.
import { AppError } from '../../../src-contract/errors';
import { errorMessage } from '../../../src-contract/lib/error-message';
import type { BatchPlan } from '../../../src-contract/model/batch';
import type { Journal } from '../../operations/journal';
import type { Database } from '../../platform/database';
import { yieldToEventLoop } from '../../platform/event-loop';
import { ROWS_PER_COMMIT, type SendableRow } from './batch-rows';
import type { BatchStore } from './batch-store';

/** While the disk is full or the database is held. */
const STORAGE_PAUSE_MS = 5_000;

/** What decides on which printer a label is printed. */
interface LabelDestination {
	carrier: string;
	destination: string;
	labelPrinterId: string;
}

export interface BatchEnqueuingDependencies {
	database: Pick<Database, 'transaction'>;
	store: BatchStore;
	journal: Pick<Journal, 'queue'>;
	connectionId: () => string;
	/** The stock and printer that a label is printed on, as a key to sort by. */
	stockOf: (label: LabelDestination) => string;
	isClosing: () => boolean;
	/** Rows were queued. */
	onQueued: () => void;
	/** All rows of the batch are queued, or its queuing was paused. */
	onEnd: (batchId: number) => void;
	onError: (error: unknown) => void;
}

export function createBatchEnqueuing(dependencies: BatchEnqueuingDependencies) {
	const { database, store, journal, connectionId, stockOf, isClosing, onQueued, onEnd, onError } = dependencies;
	const running = new Map<number, Promise<void>>();

	/** @param known by what decides the stock */
	function stockOfRow({ composition, option: { carrier } }: SendableRow, known: Map<string, string>): string {
		const { labelPrinterId, to } = composition;
		const key = [carrier, to.countryCode, labelPrinterId].join('|');
		const stock = known.get(key) ?? stockOf({ carrier, destination: to.countryCode, labelPrinterId });
		known.set(key, stock);
		return stock;
	}

	function inOrder(rows: readonly SendableRow[], { printOrder }: BatchPlan): SendableRow[] {
		if (printOrder === 'listed') return [...rows];
		const known = new Map<string, string>();
		const keyOf = (row: SendableRow) => (printOrder === 'carrier' ? row.option.carrier : stockOfRow(row, known));
		return rows
			.map((row) => ({ row, key: keyOf(row) }))
			.sort((one, other) => one.key.localeCompare(other.key) || one.row.position - other.row.position)
			.map(({ row }) => row);
	}

	async function enqueue(id: number): Promise<void> {
		const plan = store.plan(id);
		const rows = inOrder(store.sendable(id), plan);
		for (let at = 0; at < rows.length; at += ROWS_PER_COMMIT) {
			if (isClosing() || store.state(id) !== 'running') return;
			database.transaction(() => {
				for (const { position } of rows.slice(at, at + ROWS_PER_COMMIT)) {
					// As it stands now: it may have been edited, or priced by another service.
					const [row] = store.sendable(id, position);
					if (!row || row.option.connectionId !== connectionId()) continue;
					const limitEur = row.option.price * (1 + plan.allowancePercent / 100);
					const entry = { connectionId: row.option.connectionId, rule: plan.rule, limitEur, batchId: id };
					store.setShipment(id, position, journal.queue(row.composition, entry, undefined));
				}
			});
			onQueued();
			await yieldToEventLoop();
		}
	}

	async function pause(forMs: number): Promise<void> {
		const end = performance.now() + forMs;
		while (!isClosing() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 100).unref());
	}

	/** Retries while the disk is full; any other error pauses the batch and is shown to the user. */
	async function enqueueAll(id: number): Promise<void> {
		while (!isClosing()) {
			try {
				await enqueue(id);
				return;
			} catch (error) {
				onError(error);
				if (!(error instanceof AppError && error.code.startsWith('storage.'))) {
					store.setState(id, 'paused', errorMessage(error));
					return;
				}
				await pause(STORAGE_PAUSE_MS);
			}
		}
	}

	return {
		/** One run at a time for each batch; a batch does not end before it. Never throws. */
		start(id: number): void {
			if (running.has(id)) return;
			const work = enqueueAll(id)
				.catch(onError)
				.finally(() => {
					running.delete(id);
					onEnd(id);
				});
			running.set(id, work);
		},
		isRunning: (id: number): boolean => running.has(id),
		/** Resolves when the run of a batch, or all of them, ended. */
		ended: async (id: number): Promise<void> => running.get(id),
		allEnded: async (): Promise<void> => void (await Promise.allSettled(running.values())),
	};
}
