// Pauses between attempts that fail. Requests to a service use cockatiel's policies instead (src-main/connections/retry.ts).

export interface BackoffLimits {
	initialMs: number;
	maxMs: number;
}

/** @param failures in a row before this pause, from 1 @returns the pause before the next attempt: twice as long after each failure */
export const backoffMs = (failures: number, { initialMs, maxMs }: BackoffLimits): number =>
	Math.min(maxMs, initialMs * 2 ** Math.max(0, failures - 1));

/** 75 to 125 percent of a pause, so that desks that lost one connection do not return at the same moment. */
export const withJitter = (pauseMs: number): number => pauseMs * (0.75 + Math.random() / 2);
