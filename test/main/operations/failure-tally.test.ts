import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src-contract/errors';
import { createFailureTally } from '../../../src-main/operations/failure-tally';

const error = new AppError('partner.failed', 'The service failed (500).', { disposition: 'unknown' });

describe('the tally of failures', () => {
	it('sets a shipment aside after three failures, each followed by an answer for another one', () => {
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

	it('counts one outage once, however often a shipment failed in it', () => {
		const tally = createFailureTally();
		for (let round = 0; round < 9; round += 1) tally.recordFailure(1, 'rates', error);
		expect(tally.recordAnswer(2, 'rates', 0)).toEqual([]);
		expect(tally.recordAnswer(3, 'rates', 0)).toEqual([]);
		expect(tally.recordAnswer(4, 'rates', 0)).toEqual([]);
	});

	it('counts by answers to the same request only', () => {
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

	it('starts again for a shipment that was answered, except for another request of it', () => {
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

	it('passes a failed shipment over until the others were tried, or one of them was answered', () => {
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

	it('retries at once after the first failure that counts, and 5 s after the second', () => {
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

	it('names the shipment that is retried first', () => {
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

	it('says whether only rates failed without an answer since', () => {
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
