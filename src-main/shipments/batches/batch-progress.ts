// Progress of batches: counts, remaining time, and throttled progress events to the renderer.
import { MINUTE_MS, SECOND_MS } from '../../../src-contract/lib/units';
import type { BatchProgress, BatchSummary } from '../../../src-contract/model/batch';
import type { Outbox } from '../../operations/outbox';
import type { BatchStore } from './batch-store';

/** Minimum interval between two progress events. */
const MIN_INTERVAL_MS = 250;

export interface BatchProgressDependencies {
	store: Pick<BatchStore, 'summary'>;
	outbox: () => Pick<Outbox, 'status'>;
	/** Progress of rating; null when the batch is not being rated. */
	rating: (batchId: number) => BatchProgress['rating'];
	push: (progress: BatchProgress) => void;
	onChange: () => void;
	onError: (error: unknown) => void;
}

export function createBatchProgress({ store, outbox, rating, push, onChange, onError }: BatchProgressDependencies) {
	/** Number and times of the shipments processed since the batch was started, by batch id. Monotonic milliseconds. */
	const processed = new Map<number, { firstMs: number; lastMs: number; count: number }>();
	/** When the last progress event was sent, and how long that took. */
	let pushedAtMs = Number.NEGATIVE_INFINITY;
	let pushTookMs = 0;
	let timer: NodeJS.Timeout | undefined;
	let isClosing = false;

	/** Remaining time, estimated from the average time per shipment and the batch's pace; null when unknown. */
	function secondsLeft({ id, state, counts, plan }: BatchSummary): number | null {
		const remaining = counts.queued + counts.sending;
		if (state !== 'running' || remaining === 0) return null;
		const run = processed.get(id);
		const averageMs = run && run.count > 1 ? (run.lastMs - run.firstMs) / (run.count - 1) : undefined;
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

	/** Sends a progress event, at most one per interval. Never throws, because it may run after the batch was removed. */
	function pushSoon(id: number): void {
		clearTimeout(timer);
		if (isClosing) return;
		// Counting the rows of a large batch is slow: use at most a tenth of the time for it.
		const intervalMs = Math.max(MIN_INTERVAL_MS, 10 * pushTookMs);
		const sinceMs = performance.now() - pushedAtMs;
		if (sinceMs < intervalMs) {
			timer = setTimeout(() => pushSoon(id), intervalMs - sinceMs);
			timer.unref();
			return;
		}
		pushedAtMs = performance.now();
		try {
			push(progress(id));
		} catch (error) {
			onError(error);
		}
		pushTookMs = performance.now() - pushedAtMs;
	}

	return {
		progress,
		pushSoon,
		/** Sends a progress event immediately. @returns the progress */
		pushNow(id: number): BatchProgress {
			const current = progress(id);
			push(current);
			onChange();
			return current;
		},
		countProcessed(id: number): void {
			const nowMs = performance.now();
			const run = processed.get(id) ?? { firstMs: nowMs, lastMs: nowMs, count: 0 };
			processed.set(id, { firstMs: run.firstMs, lastMs: nowMs, count: run.count + 1 });
		},
		forgetProcessed: (id: number): boolean => processed.delete(id),
		close(): void {
			isClosing = true;
			clearTimeout(timer);
		},
	};
}
