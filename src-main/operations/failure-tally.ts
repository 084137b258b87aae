// Distinguishes a queued shipment that fails on its own from a service that fails for all shipments.
//
// A failure counts against a shipment only if the service later answers the same request for another shipment. The
// third counted failure puts the shipment on hold. During an outage nothing is answered, so an outage counts at most
// once.
import type { AppError } from '../../src-contract/errors';

/** The request that failed. An answer to a booking proves nothing about failing rate requests, and vice versa. */
export type RequestKind = 'rates' | 'booking';

const MAX_FAILURES = 3;
/** Pause after each counted failure. The first retry is immediate, which preserves the queue order after an outage. */
const RETRY_PAUSES_MS = [0, 5_000];

interface FailingShipment {
	step: RequestKind;
	error: AppError;
	/** Number of counted failures. */
	failures: number;
	/** Whether the last failure is not counted yet: no other shipment got an answer since. */
	isUncounted: boolean;
	/** Whether the queue skips it until the others were tried. */
	isSkipped: boolean;
	retryAtMs: number;
}

export function createFailureTally() {
	const failing = new Map<number, FailingShipment>();

	return {
		recordFailure(id: number, step: RequestKind, error: AppError): void {
			const failures = failing.get(id)?.failures ?? 0;
			failing.set(id, { step, error, failures, isUncounted: true, isSkipped: true, retryAtMs: 0 });
		},

		/**
		 * The service answered a request for this shipment.
		 * @returns the shipments to put on hold, repeated until `forget` is called for them
		 */
		recordAnswer(answeredId: number, step: RequestKind, nowMs: number): { id: number; error: AppError }[] {
			if (failing.get(answeredId)?.step === step) failing.delete(answeredId);
			for (const [id, shipment] of failing) {
				if (id === answeredId || shipment.step !== step || !shipment.isUncounted) continue;
				shipment.failures += 1;
				shipment.isUncounted = false;
				shipment.isSkipped = false;
				shipment.retryAtMs = nowMs + (RETRY_PAUSES_MS[shipment.failures - 1] ?? 0);
			}
			return [...failing]
				.filter(([, { failures }]) => failures >= MAX_FAILURES)
				.map(([id, { error }]) => ({ id, error }));
		},

		forget: (id: number): boolean => failing.delete(id),

		/** Ids of the shipments that the queue skips now. */
		skippedIds: (nowMs: number): number[] =>
			[...failing].filter(([, { isSkipped, retryAtMs }]) => isSkipped || retryAtMs > nowMs).map(([id]) => id),

		/** Called when all other shipments were tried: stops skipping the failed ones. @returns whether there are any */
		retrySkipped(): boolean {
			const skipped = [...failing.values()].filter(({ isSkipped }) => isSkipped);
			for (const shipment of skipped) shipment.isSkipped = false;
			return skipped.length > 0;
		},

		/** The shipment with the earliest scheduled retry, or undefined when none is scheduled. */
		nextRetry(nowMs: number): { id: number; inMs: number; error: AppError } | undefined {
			const [first] = [...failing]
				.filter(([, { retryAtMs }]) => retryAtMs > nowMs)
				.sort(([, left], [, right]) => left.retryAtMs - right.retryAtMs);
			return first && { id: first[0], inMs: first[1].retryAtMs - nowMs, error: first[1].error };
		},

		/** Whether all uncounted failures are of rate requests: these can be probed without booking. */
		hasOnlyRateFailures(): boolean {
			const uncounted = [...failing.values()].filter(({ isUncounted }) => isUncounted);
			return uncounted.length > 0 && uncounted.every(({ step }) => step === 'rates');
		},
	};
}
export type FailureTally = ReturnType<typeof createFailureTally>;
