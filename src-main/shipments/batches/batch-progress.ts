// Progress of batches: counts, remaining time, and throttled progress events to the renderer.
import { MINUTE_MS, SECOND_MS } from '../../../src-contract/lib/units';
import type { BatchProgress, BatchSummary } from '../../../src-contract/model/batch';
import type { Outbox } from '../../operations/outbox';
import type { BatchStore } from './batch-store';

/** Minimum interval between two throttled progress events. */
const MIN_INTERVAL_MS = 250;

export interface BatchProgressDependencies {
	store: Pick<BatchStore, 'summary'>;
	outbox: () => Pick<Outbox, 'status'>;
	/** Progress of rating; null when the batch is not being rated. */
	rating: (batchId: number) => BatchProgress['rating'];
	push: (progress: BatchProgress) => void;
	/** The station status may have changed. */
	onChange: () => void;
	onError: (error: unknown) => void;
}

export function createBatchProgress({ store, outbox, rating, push, onChange, onError }: BatchProgressDependencies) {
	/**
	 * Number of shipments processed since the batch was last started, and the times of the first and last, by batch id. Monotonic
	 * milliseconds.
	 */
	const processedByBatch = new Map<number, { firstMs: number; lastMs: number; count: number }>();
	/** When the last throttled progress event was sent, and how long counting and sending took. */
	let pushedAtMs = Number.NEGATIVE_INFINITY;
	let pushDurationMs = 0;
	/** Batches with a throttled progress event that is due when `timer` fires. */
	const dueIds = new Set<number>();
	let timer: NodeJS.Timeout | undefined;
	let isClosing = false;

	/**
	 * Remaining time, estimated from the average time per shipment and the batch's pace; null when unknown or no shipment is to be
	 * sent.
	 */
	function secondsLeft({ id, state, counts, plan }: BatchSummary): number | null {
		const remaining = counts.queued + counts.sending;
		if (state !== 'running' || remaining === 0) return null;
		const processed = processedByBatch.get(id);
		const averageMs =
			processed && processed.count > 1 ? (processed.lastMs - processed.firstMs) / (processed.count - 1) : undefined;
		const paceMs = plan.perMinute === 0 ? 0 : MINUTE_MS / plan.perMinute;
		if (averageMs === undefined && paceMs === 0) return null;
		return Math.round((remaining * Math.max(averageMs ?? 0, paceMs)) / SECOND_MS);
	}

	function progress(id: number): BatchProgress {
		const summary = store.summary(id);
		// The queue sends the shipments of a running batch: show why the queue waits.
		const { reason } = outbox().status();
		const message = summary.state === 'running' && reason !== '' ? reason : summary.message;
		return { ...summary, message, secondsLeft: secondsLeft(summary), rating: rating(id) };
	}

	/** Sends a progress event of a batch, at most one per interval and batch. */
	function pushSoon(id: number): void {
		dueIds.add(id);
		pushDue();
	}

	/** Sends the due progress events. Never throws: an event may be due after its batch was removed. */
	function pushDue(): void {
		clearTimeout(timer);
		if (isClosing) return;
		// Counting the rows of a large batch is slow: spend at most a tenth of the time on counting.
		const intervalMs = Math.max(MIN_INTERVAL_MS, 10 * pushDurationMs);
		const sincePushMs = performance.now() - pushedAtMs;
		if (sincePushMs < intervalMs) {
			timer = setTimeout(pushDue, intervalMs - sincePushMs);
			timer.unref();
			return;
		}
		pushedAtMs = performance.now();
		for (const id of dueIds) {
			try {
				push(progress(id));
			} catch (error) {
				onError(error);
			}
		}
		dueIds.clear();
		pushDurationMs = performance.now() - pushedAtMs;
	}

	return {
		progress,
		pushSoon,
		/** Sends a progress event immediately, and calls `onChange`. @returns the progress */
		pushNow(id: number): BatchProgress {
			const currentProgress = progress(id);
			push(currentProgress);
			onChange();
			return currentProgress;
		},
		countProcessed(id: number): void {
			const nowMs = performance.now();
			const { firstMs, count } = processedByBatch.get(id) ?? { firstMs: nowMs, count: 0 };
			processedByBatch.set(id, { firstMs, lastMs: nowMs, count: count + 1 });
		},
		forgetProcessed: (id: number): boolean => processedByBatch.delete(id),
		close(): void {
			isClosing = true;
			clearTimeout(timer);
		},
	};
}
