// Counts failed requests per queued shipment, to tell a service that fails for one shipment from a service that fails for
// all.
//
// A failure counts against a shipment only if the service later answers the same kind of request for another shipment.
// The third counted failure puts the shipment on hold. During an outage the service answers no request, so an outage counts
// at most once against each shipment.
import type { AppError } from '../../src-contract/errors';

/** Failures are counted by kind of request: an answered booking proves nothing about rate requests, and vice versa. */
export type RequestKind = 'rates' | 'booking';

const MAX_FAILURES = 3;
/** Pause after each counted failure. The first retry is immediate, which preserves the queue order after an outage. */
const RETRY_PAUSES_MS = [0, 5_000];

interface FailingShipment {
	/** Kind and error of the request that failed last. */
	request: RequestKind;
	error: AppError;
	/** Number of counted failures. */
	failures: number;
	/** Whether the last failure is not counted yet: no other shipment has got an answer since. */
	isUncounted: boolean;
	/** Whether the queue skips the shipment until all other shipments were tried or the failure is counted. */
	isSkipped: boolean;
	/** End of the pause after the last failure, in milliseconds of the monotonic clock; 0 while that failure is not counted. */
	retryAtMs: number;
}

export function createFailureTally() {
	const failingShipments = new Map<number, FailingShipment>();

	return {
		recordFailure(id: number, request: RequestKind, error: AppError): void {
			const failures = failingShipments.get(id)?.failures ?? 0;
			failingShipments.set(id, { request, error, failures, isUncounted: true, isSkipped: true, retryAtMs: 0 });
		},

		/**
		 * Records that the service answered a request for this shipment.
		 * @returns the shipments to put on hold. Each is returned by every further call until `forget` is called for it
		 */
		recordAnswer(answeredId: number, request: RequestKind, nowMs: number): { id: number; error: AppError }[] {
			if (failingShipments.get(answeredId)?.request === request) failingShipments.delete(answeredId);
			for (const [id, shipment] of failingShipments) {
				if (id === answeredId || shipment.request !== request || !shipment.isUncounted) continue;
				shipment.failures += 1;
				shipment.isUncounted = false;
				shipment.isSkipped = false;
				shipment.retryAtMs = nowMs + (RETRY_PAUSES_MS[shipment.failures - 1] ?? 0);
			}
			return [...failingShipments]
				.filter(([, { failures }]) => failures >= MAX_FAILURES)
				.map(([id, { error }]) => ({ id, error }));
		},

		forget: (id: number): boolean => failingShipments.delete(id),

		/** Ids of the shipments that the queue skips now. */
		skippedIds: (nowMs: number): number[] =>
			[...failingShipments].filter(([, { isSkipped, retryAtMs }]) => isSkipped || retryAtMs > nowMs).map(([id]) => id),

		/** Called when all other shipments were tried. Stops skipping the failing shipments. @returns whether any was skipped */
		retrySkipped(): boolean {
			const skipped = [...failingShipments.values()].filter(({ isSkipped }) => isSkipped);
			for (const shipment of skipped) shipment.isSkipped = false;
			return skipped.length > 0;
		},

		/** The shipment with the earliest scheduled retry, or undefined when none is scheduled. */
		nextRetry(nowMs: number): { id: number; inMs: number; error: AppError } | undefined {
			const [earliest] = [...failingShipments]
				.filter(([, { retryAtMs }]) => retryAtMs > nowMs)
				.sort(([, left], [, right]) => left.retryAtMs - right.retryAtMs);
			if (!earliest) return undefined;
			const [id, { retryAtMs, error }] = earliest;
			return { id, inMs: retryAtMs - nowMs, error };
		},

		/**
		 * Whether there are uncounted failures and all of these are failures of rate requests. The service can then be probed without
		 * booking.
		 */
		hasOnlyRateFailures(): boolean {
			const uncounted = [...failingShipments.values()].filter(({ isUncounted }) => isUncounted);
			return uncounted.length > 0 && uncounted.every(({ request }) => request === 'rates');
		},
	};
}
export type FailureTally = ReturnType<typeof createFailureTally>;
