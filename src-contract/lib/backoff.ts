// Pauses between failed attempts. Not for rate and estimate requests: src-main/connections/retry.ts has a retry policy for these.

export interface BackoffLimits {
	initialMs: number;
	maxMs: number;
}

/**
 * Exponential backoff: the pause doubles with each failure, up to `maxMs`.
 * @param failures Consecutive failures so far, from 1.
 * @returns the pause before the next attempt, in milliseconds
 */
export const backoffMs = (failures: number, { initialMs, maxMs }: BackoffLimits): number =>
	Math.min(maxMs, initialMs * 2 ** Math.max(0, failures - 1));

/** A random pause of 75 to 125 percent. Without it, all desks that lost a connection at once would reconnect at once. */
export const withJitter = (pauseMs: number): number => pauseMs * (0.75 + Math.random() / 2);
