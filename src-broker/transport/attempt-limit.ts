// Limits failed attempts, such as sign-ins with a wrong secret. After some failures, a caller must wait before the next attempt; each
// further failure doubles the wait.
import { backoffMs } from '../../src-contract/lib/backoff';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src-contract/lib/units';
import { HttpError } from './http-error';

/** Number of failures in a row after which a caller must wait. A user who mistypes a secret seldom fails this often. */
const FAILURES_BEFORE_WAIT = 5;
const BACKOFF = { initialMs: 2 * SECOND_MS, maxMs: 15 * MINUTE_MS };
/** Time after which failures are forgotten if no more follow. */
const FORGET_AFTER_MS = HOUR_MS;
/** Maximum number of callers whose failures are remembered. Above it, the caller whose last failure is the oldest is forgotten. */
const MAX_CALLERS = 10_000;

/** Wait after a number of failures. */
function waitMsAfter(failureCount: number): number {
	return failureCount < FAILURES_BEFORE_WAIT ? 0 : backoffMs(failureCount - FAILURES_BEFORE_WAIT + 1, BACKOFF);
}

/** @param now clock in milliseconds */
export function createAttemptLimit(now: () => number = () => performance.now()) {
	/** Failures by caller; the caller whose last failure is the oldest comes first. */
	const failures = new Map<string, { count: number; lastAtMs: number }>();

	return {
		/**
		 * Counts an attempt of the caller as failed until `succeeded` is called, so that simultaneous attempts count too. An attempt during
		 * the wait is rejected and does not make the wait longer.
		 * @throws HttpError 429 with the seconds to wait in Retry-After
		 */
		begin(caller: string): void {
			const nowMs = now();
			const storedFailures = failures.get(caller);
			const recentFailures =
				storedFailures && nowMs - storedFailures.lastAtMs < FORGET_AFTER_MS
					? storedFailures
					: { count: 0, lastAtMs: nowMs };
			const remainingWaitMs = recentFailures.lastAtMs + waitMsAfter(recentFailures.count) - nowMs;
			if (remainingWaitMs > 0) {
				const seconds = Math.ceil(remainingWaitMs / SECOND_MS);
				throw new HttpError(429, `Too many failed attempts. Wait ${seconds} s, then try again.`, [], {
					'Retry-After': String(seconds),
				});
			}
			failures.delete(caller);
			failures.set(caller, { count: recentFailures.count + 1, lastAtMs: nowMs });
			if (failures.size <= MAX_CALLERS) return;
			const [oldest] = failures.keys();
			if (oldest !== undefined) failures.delete(oldest);
		},

		/** Forgets the failures of the caller. */
		succeeded(caller: string): void {
			failures.delete(caller);
		},
	};
}
export type AttemptLimit = ReturnType<typeof createAttemptLimit>;
