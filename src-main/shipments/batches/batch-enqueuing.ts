// Queues the rated rows of a batch in the order in which their labels are printed. Continues after a crash.
import { AppError } from '../../../src-contract/errors';
import { errorMessage } from '../../../src-contract/lib/error-message';
import type { BatchPlan } from '../../../src-contract/model/batch';
import type { Journal } from '../../operations/journal';
import type { Database } from '../../platform/database';
import { yieldToEventLoop } from '../../platform/event-loop';
import { ROWS_PER_COMMIT, type SendableRow } from './batch-rows';
import type { BatchStore } from './batch-store';

/** Pause while the disk is full or the database is locked. */
const STORAGE_PAUSE_MS = 5_000;

/** Properties of a label that determine its printer. */
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
	/** Sort key of the printer and label stock that a label is printed on. */
	stockOf: (label: LabelDestination) => string;
	isClosing: () => boolean;
	/** Rows were queued. */
	onQueued: () => void;
	/** All rows of the batch are queued, or queuing was paused. */
	onEnd: (batchId: number) => void;
	onError: (error: unknown) => void;
}

export function createBatchEnqueuing(dependencies: BatchEnqueuingDependencies) {
	const { database, store, journal, connectionId, stockOf, isClosing, onQueued, onEnd, onError } = dependencies;
	const running = new Map<number, Promise<void>>();

	/** @param cache results of `stockOf` by carrier, country and printer */
	function stockOfRow({ draft, option: { carrier } }: SendableRow, cache: Map<string, string>): string {
		const { labelPrinterId, to } = draft;
		const key = [carrier, to.countryCode, labelPrinterId].join('|');
		const stock = cache.get(key) ?? stockOf({ carrier, destination: to.countryCode, labelPrinterId });
		cache.set(key, stock);
		return stock;
	}

	/** Sorts rows by the plan's print order; rows with the same key stay in file order. */
	function inPrintOrder(rows: readonly SendableRow[], { printOrder }: BatchPlan): SendableRow[] {
		if (printOrder === 'listed') return [...rows];
		const cache = new Map<string, string>();
		const keyOf = (row: SendableRow) => (printOrder === 'carrier' ? row.option.carrier : stockOfRow(row, cache));
		return rows
			.map((row) => ({ row, key: keyOf(row) }))
			.sort((left, right) => left.key.localeCompare(right.key) || left.row.position - right.row.position)
			.map(({ row }) => row);
	}

	async function enqueue(id: number): Promise<void> {
		const plan = store.plan(id);
		const rows = inPrintOrder(store.sendable(id), plan);
		for (let start = 0; start < rows.length; start += ROWS_PER_COMMIT) {
			if (isClosing() || store.state(id) !== 'running') return;
			database.transaction(() => {
				for (const { position } of rows.slice(start, start + ROWS_PER_COMMIT)) {
					// Read again: the row may have been edited or rated by another service in the meantime.
					const [row] = store.sendable(id, position);
					if (!row || row.option.connectionId !== connectionId()) continue;
					const limitEur = row.option.price * (1 + plan.allowancePercent / 100);
					const entry = { connectionId: row.option.connectionId, rule: plan.rule, limitEur, batchId: id };
					store.setShipment(id, position, journal.queue(row.draft, entry, undefined));
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
		/** Starts queuing a batch, unless it is running. The batch is not done before this ends. Never throws. */
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
		/** Resolve when queuing of one batch, or of all batches, has ended. */
		ended: async (id: number): Promise<void> => running.get(id),
		allEnded: async (): Promise<void> => void (await Promise.allSettled(running.values())),
	};
}
