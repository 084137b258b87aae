import { expect, it } from 'vitest';
import { createAttemptLimit } from '../../../src-broker/transport/attempt-limit';
import { HttpError } from '../../../src-broker/transport/http-error';

function createLimit() {
	const clock = { nowMs: 0 };
	const limit = createAttemptLimit(() => clock.nowMs);
	/** Seconds that the caller must wait; 0 when the attempt is accepted. */
	const waitSeconds = (caller = 'a'): number => {
		try {
			limit.begin(caller);
			return 0;
		} catch (error) {
			if (!(error instanceof HttpError)) throw error;
			expect(error.status).toBe(429);
			return Number(error.headers['Retry-After']);
		}
	};
	return { clock, limit, waitSeconds };
}

it('lets a caller wait after five failures, twice as long after each further one, and 15 minutes at most', () => {
	const { clock, waitSeconds } = createLimit();
	expect(Array.from({ length: 5 }, () => waitSeconds())).toEqual([0, 0, 0, 0, 0]);
	const waits: number[] = [];
	for (let failure = 0; failure < 11; failure += 1) {
		const seconds = waitSeconds();
		waits.push(seconds);
		clock.nowMs += seconds * 1000 - 1;
		// Refused attempts do not make the wait longer.
		expect(waitSeconds()).toBe(1);
		clock.nowMs += 1;
		expect(waitSeconds()).toBe(0);
	}
	expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
	expect(waitSeconds('another caller')).toBe(0);
});

it('forgets failures after a success and after an hour', () => {
	const { clock, limit, waitSeconds } = createLimit();
	for (let failure = 0; failure < 6; failure += 1) waitSeconds();
	expect(waitSeconds()).toBe(2);
	limit.succeeded('a');
	expect(Array.from({ length: 6 }, () => waitSeconds())).toEqual([0, 0, 0, 0, 0, 2]);
	clock.nowMs += 3_600_000;
	expect(Array.from({ length: 6 }, () => waitSeconds())).toEqual([0, 0, 0, 0, 0, 2]);
});

it('remembers 10,000 callers, and forgets the one with the oldest failure', () => {
	const { waitSeconds } = createLimit();
	for (let failure = 0; failure < 5; failure += 1) for (const caller of ['old', 'new']) waitSeconds(caller);
	for (let index = 0; index < 9_999; index += 1) waitSeconds(`caller ${index}`);
	expect(waitSeconds('new')).toBe(2);
	expect(waitSeconds('old')).toBe(0);
});
