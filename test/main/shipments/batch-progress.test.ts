import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BatchSummary } from '../../../src-contract/model/batch';
import { createBatchProgress } from '../../../src-main/shipments/batches/batch-progress';
import { DEFAULT_BATCH_PLAN, NO_COUNTS } from '../../../src-main/shipments/batches/batch-store';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('reports every batch that changed, at most four times a second', () => {
	const pushedIds: number[] = [];
	const summary = (id: number): BatchSummary => ({
		id,
		name: 'orders.csv',
		state: 'checked',
		message: '',
		plan: DEFAULT_BATCH_PLAN,
		createdAt: '2026-11-23T09:00:00Z',
		leftOut: [],
		leftOutCount: 0,
		counts: NO_COUNTS,
		rowCount: 0,
		ratedEur: 0,
		bookedEur: 0,
	});
	const { pushSoon, close } = createBatchProgress({
		store: { summary },
		outbox: () => ({
			status: () => ({ queued: 0, held: 0, refused: 0, reason: '', retryAt: null, isStopped: false }),
		}),
		rating: () => null,
		push: ({ id }) => pushedIds.push(id),
		onChange: () => {},
		onError: (error) => {
			throw error;
		},
	});
	pushSoon(1);
	expect(pushedIds).toEqual([1]);
	pushSoon(1);
	pushSoon(2);
	pushSoon(1);
	expect(pushedIds).toEqual([1]);
	vi.advanceTimersByTime(250);
	expect(pushedIds).toEqual([1, 1, 2]);
	vi.advanceTimersByTime(10_000);
	expect(pushedIds).toEqual([1, 1, 2]);
	close();
});
