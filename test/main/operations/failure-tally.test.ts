// The tally distinguishes a shipment whose requests alone fail from a service that fails for all shipments.
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src-contract/errors';
import { createFailureTally } from '../../../src-main/operations/failure-tally';

const error = new AppError('partner.failed', 'The service failed (500).', { disposition: 'unknown' });

describe('the tally of failures', () => {
	it('reports a shipment after three failures, each followed by an answer for another shipment', () => {
		const tally = createFailureTally();
		tally.recordFailure(1, 'rates', error);
		expect(tally.recordAnswer(2, 'rates', 0)).toEqual([]);
		tally.recordFailure(1, 'rates', error);
		expect(tally.recordAnswer(3, 'rates', 0)).toEqual([]);
		tally.recordFailure(1, 'rates', error);
		expect(tally.recordAnswer(2, 'rates', 0)).toEqual([{ id: 1, error }]);
		expect(tally.recordAnswer(2, 'rates', 0)).toEqual([{ id: 1, error }]);
		expect(tally.forget(1)).toBe(true);
		expect(tally.recordAnswer(2, 'rates', 0)).toEqual([]);
	});

	it('counts an outage once, however often a shipment fails in it', () => {
		const tally = createFailureTally();
		for (let round = 0; round < 9; round += 1) tally.recordFailure(1, 'rates', error);
		expect(tally.recordAnswer(2, 'rates', 0)).toEqual([]);
		expect(tally.recordAnswer(3, 'rates', 0)).toEqual([]);
		expect(tally.recordAnswer(4, 'rates', 0)).toEqual([]);
	});

	it('counts only answers to the same kind of request', () => {
		const tally = createFailureTally();
		for (let round = 0; round < 3; round += 1) {
			tally.recordFailure(1, 'booking', error);
			tally.recordAnswer(2, 'rates', 0);
		}
		expect(tally.skippedIds(0)).toEqual([1]);
		for (let round = 0; round < 2; round += 1) {
			tally.recordFailure(1, 'booking', error);
			expect(tally.recordAnswer(2, 'booking', 0)).toEqual([]);
		}
		tally.recordFailure(1, 'booking', error);
		expect(tally.recordAnswer(2, 'booking', 0)).toEqual([{ id: 1, error }]);
	});

	it('resets the count when the shipment gets an answer to the same kind of request', () => {
		const tally = createFailureTally();
		tally.recordFailure(1, 'rates', error);
		expect(tally.recordAnswer(1, 'booking', 0)).toEqual([]);
		expect(tally.skippedIds(0)).toEqual([1]);
		tally.recordAnswer(1, 'rates', 0);
		expect(tally.skippedIds(0)).toEqual([]);
		for (let round = 0; round < 2; round += 1) {
			tally.recordFailure(1, 'rates', error);
			expect(tally.recordAnswer(2, 'rates', 0)).toEqual([]);
		}
	});

	it('skips a failed shipment until the others were tried or one of them got an answer', () => {
		const tally = createFailureTally();
		expect(tally.retrySkipped()).toBe(false);
		tally.recordFailure(1, 'rates', error);
		tally.recordFailure(2, 'rates', error);
		expect(tally.skippedIds(0)).toEqual([1, 2]);
		expect(tally.retrySkipped()).toBe(true);
		expect(tally.skippedIds(0)).toEqual([]);
		expect(tally.retrySkipped()).toBe(false);
		tally.recordFailure(1, 'rates', error);
		tally.recordAnswer(3, 'rates', 0);
		expect(tally.skippedIds(0)).toEqual([]);
	});

	it('retries immediately after the first counted failure, and 5 s after the second', () => {
		const tally = createFailureTally();
		tally.recordFailure(1, 'rates', error);
		tally.recordAnswer(2, 'rates', 1000);
		expect(tally.nextRetry(1000)).toBeUndefined();
		expect(tally.skippedIds(1000)).toEqual([]);
		tally.recordFailure(1, 'rates', error);
		tally.recordAnswer(2, 'rates', 2000);
		expect(tally.skippedIds(6999)).toEqual([1]);
		expect(tally.skippedIds(7000)).toEqual([]);
		expect(tally.nextRetry(6999)).toEqual({ id: 1, inMs: 1, error });
		expect(tally.nextRetry(7000)).toBeUndefined();
	});

	it('reports the shipment with the earliest retry', () => {
		const tally = createFailureTally();
		for (const [id, nowMs] of [
			[1, 2000],
			[2, 1000],
		] as const) {
			for (let round = 0; round < 2; round += 1) {
				tally.recordFailure(id, 'rates', error);
				tally.recordAnswer(9, 'rates', nowMs);
			}
		}
		expect(tally.nextRetry(3000)).toEqual({ id: 2, inMs: 3000, error });
	});

	it('reports whether only rates requests have failed without an answer since', () => {
		const tally = createFailureTally();
		expect(tally.hasOnlyRateFailures()).toBe(false);
		tally.recordFailure(1, 'rates', error);
		expect(tally.hasOnlyRateFailures()).toBe(true);
		tally.recordFailure(2, 'booking', error);
		expect(tally.hasOnlyRateFailures()).toBe(false);
		tally.recordAnswer(3, 'booking', 0);
		expect(tally.hasOnlyRateFailures()).toBe(true);
		tally.recordAnswer(3, 'rates', 0);
		expect(tally.hasOnlyRateFailures()).toBe(false);
	});
});
