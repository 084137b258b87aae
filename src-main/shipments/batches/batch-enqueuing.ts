// Queues the rated rows of a batch, in the order in which their labels are printed. After a crash, queuing continues with
// the rows that have no shipment yet.
import { AppError } from '../../../src-contract/errors';
import { errorMessage } from '../../../src-contract/lib/error-message';
import type { BatchPlan } from '../../../src-contract/model/batch';
import type { Journal } from '../../operations/journal';
import type { Database } from '../../platform/database';
import { yieldToEventLoop } from '../../platform/event-loop';
import { ROWS_PER_COMMIT, type RowToQueue } from './batch-rows';
import type { BatchStore } from './batch-store';

/** Pause while the disk is full or the database is locked. */
const STORAGE_PAUSE_MS = 5_000;

/** Properties of a label that determine its printer. */
interface LabelToPrint {
	carrier: string;
	/** Country code of the recipient. */
	destination: string;
	/** Printer that the draft names; empty when the draft names none. */
	labelPrinterId: string;
}

export interface BatchEnqueuingDependencies {
	database: Pick<Database, 'transaction'>;
	store: BatchStore;
	journal: Pick<Journal, 'queue'>;
	connectionId: () => string;
	/** Sort key of a label: equal for labels that are printed on the same printer and label stock. */
	printStockKeyOf: (label: LabelToPrint) => string;
	isClosing: () => boolean;
	/** Rows were queued. */
	onQueued: () => void;
	/** Queuing has ended: all rows are queued, the batch was paused or stopped, or the station closes. */
	onEnd: (batchId: number) => void;
	onError: (error: unknown) => void;
}

export function createBatchEnqueuing(dependencies: BatchEnqueuingDependencies) {
	const { database, store, journal, connectionId, printStockKeyOf, isClosing, onQueued, onEnd, onError } = dependencies;
	/** Queuing runs in progress, by batch id. */
	const runs = new Map<number, Promise<void>>();

	/** @param cache results of `printStockKeyOf` by carrier, country and printer */
	function stockKeyOfRow({ draft, option: { carrier } }: RowToQueue, cache: Map<string, string>): string {
		const { labelPrinterId, to } = draft;
		const cacheKey = [carrier, to.countryCode, labelPrinterId].join('|');
		const stockKey = cache.get(cacheKey) ?? printStockKeyOf({ carrier, destination: to.countryCode, labelPrinterId });
		cache.set(cacheKey, stockKey);
		return stockKey;
	}

	/** Sorts rows by the plan's print order. Rows with the same sort key stay in file order. */
	function inPrintOrder(rows: readonly RowToQueue[], { printOrder }: BatchPlan): RowToQueue[] {
		if (printOrder === 'listed') return [...rows];
		const cache = new Map<string, string>();
		const sortKeyOf = (row: RowToQueue) => (printOrder === 'carrier' ? row.option.carrier : stockKeyOfRow(row, cache));
		return rows
			.map((row) => ({ row, sortKey: sortKeyOf(row) }))
			.sort((left, right) => left.sortKey.localeCompare(right.sortKey) || left.row.position - right.row.position)
			.map(({ row }) => row);
	}

	/**
	 * Queues the rows that were rated with the service in use and have no shipment yet. Returns early when the batch is paused
	 * or stopped, or the station closes.
	 */
	async function enqueue(id: number): Promise<void> {
		const plan = store.plan(id);
		const rows = inPrintOrder(store.ratedRowsToQueue(id), plan);
		for (let start = 0; start < rows.length; start += ROWS_PER_COMMIT) {
			if (isClosing() || store.state(id) !== 'running') return;
			database.transaction(() => {
				for (const { position } of rows.slice(start, start + ROWS_PER_COMMIT)) {
					// Read again: in the meantime the row may have been edited, or rated again with another service.
					const [row] = store.ratedRowsToQueue(id, position);
					if (!row || row.option.connectionId !== connectionId()) continue;
					const limitEur = row.option.price * (1 + plan.allowancePercent / 100);
					const rule = row.rowRule ?? plan.rule;
					const entry = { connectionId: row.option.connectionId, rule, limitEur, batchId: id };
					store.linkQueuedShipment(id, position, journal.queue(row.draft, entry, undefined));
				}
			});
			onQueued();
			await yieldToEventLoop();
		}
	}

	async function pause(durationMs: number): Promise<void> {
		const end = performance.now() + durationMs;
		while (!isClosing() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 100).unref());
	}

	/** Retries while the disk is full or the database is locked. Any other error pauses the batch and becomes its message. */
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
		/**
		 * Starts queuing a batch in the background, unless it is being queued already. The batch must not be marked as done
		 * before queuing has ended (`onEnd`). Never throws.
		 */
		start(id: number): void {
			if (runs.has(id)) return;
			const run = enqueueAll(id)
				.catch(onError)
				.finally(() => {
					runs.delete(id);
					onEnd(id);
				});
			runs.set(id, run);
		},
		isRunning: (id: number): boolean => runs.has(id),
		/** Resolves when queuing of the batch has ended. */
		waitForEnd: async (id: number): Promise<void> => runs.get(id),
		/** Resolves when queuing of all batches has ended. */
		waitForAll: async (): Promise<void> => void (await Promise.allSettled(runs.values())),
	};
}
