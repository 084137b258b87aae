// Pauses between failed attempts. Requests to a service use cockatiel's policies instead (src-main/connections/retry.ts).

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

/** 75 to 125 percent of a pause, so that desks that lost the same connection do not all reconnect at once. */
export const withJitter = (pauseMs: number): number => pauseMs * (0.75 + Math.random() / 2);
