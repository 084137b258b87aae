// How far batches are: counts, the time left, and when the screen is told of it.
import { MINUTE_MS, SECOND_MS } from '../../../src-contract/lib/units';
import type { BatchProgress, BatchSummary } from '../../../src-contract/model/batch';
import type { Outbox } from '../../operations/outbox';
import type { BatchStore } from './batch-store';

const MIN_INTERVAL_MS = 250;

export interface BatchProgressDependencies {
	store: Pick<BatchStore, 'summary'>;
	outbox: () => Pick<Outbox, 'status'>;
	rating: (batchId: number) => BatchProgress['rating'];
	push: (progress: BatchProgress) => void;
	onChange: () => void;
	onError: (error: unknown) => void;
}

export function createBatchProgress({ store, outbox, rating, push, onChange, onError }: BatchProgressDependencies) {
	/** By batch: shipments processed in this run, from which the time left is estimated. */
	const processed = new Map<number, { first: number; last: number; count: number }>();
	let pushedAtMs = Number.NEGATIVE_INFINITY;
	let pushTookMs = 0;
	let timer: NodeJS.Timeout | undefined;
	let isClosing = false;

	function secondsLeft({ id, state, counts, plan }: BatchSummary): number | null {
		const left = counts.queued + counts.sending;
		if (state !== 'running' || left === 0) return null;
		const seen = processed.get(id);
		const eachMs = seen && seen.count > 1 ? (seen.last - seen.first) / (seen.count - 1) : undefined;
		const paceMs = plan.perMinute === 0 ? 0 : MINUTE_MS / plan.perMinute;
		if (eachMs === undefined && paceMs === 0) return null;
		return Math.round((left * Math.max(eachMs ?? 0, paceMs)) / SECOND_MS);
	}

	function progress(id: number): BatchProgress {
		const summary = store.summary(id);
		// What the queue waits for is what its batch waits for.
		const { reason } = outbox().status();
		const message = summary.state === 'running' && reason !== '' ? reason : summary.message;
		return { ...summary, message, secondsLeft: secondsLeft(summary), rating: rating(id) };
	}

	/** Never throws: it may be called by a timer, and for a batch that was removed. */
	function pushSoon(id: number): void {
		clearTimeout(timer);
		if (isClosing) return;
		// Counting a large batch takes a while: it is done less often.
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
		/** @returns what it pushed */
		pushNow(id: number): BatchProgress {
			const now = progress(id);
			push(now);
			onChange();
			return now;
		},
		countProcessed(id: number): void {
			const at = performance.now();
			const seen = processed.get(id) ?? { first: at, last: at, count: 0 };
			processed.set(id, { first: seen.first, last: at, count: seen.count + 1 });
		},
		forgetProcessed: (id: number): boolean => processed.delete(id),
		close(): void {
			isClosing = true;
			clearTimeout(timer);
		},
	};
}
