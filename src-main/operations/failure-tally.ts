// Tells queued shipments that fail alone from a service that fails for all.
//
// The rule: a failure counts against a shipment only when the service answers the same request for another shipment afterwards,
// and the third failure that counts sets it aside. In an outage nothing is answered, so one outage counts at most once.
import type { AppError } from '../../src-contract/errors';

/** Which request failed. An answer to a booking shows nothing about rates that fail, and the other way round. */
export type FailedStep = 'rates' | 'booking';

const MAX_FAILURES = 3;
/** After the first failure that counts it is retried at once: the order of the queue is kept after an outage. */
const RETRY_PAUSES_MS = [0, 5_000];

interface Failing {
	step: FailedStep;
	error: AppError;
	/** Failures that count. */
	failures: number;
	/** No answer for another shipment has come since its last failure. */
	isOpen: boolean;
	/** Whether the queue passes it over until the others were tried. */
	isSkipped: boolean;
	retryAtMs: number;
}

export function createFailureTally() {
	const failing = new Map<number, Failing>();

	return {
		failed(id: number, step: FailedStep, error: AppError): void {
			const failures = failing.get(id)?.failures ?? 0;
			failing.set(id, { step, error, failures, isOpen: true, isSkipped: true, retryAtMs: 0 });
		},

		/**
		 * The service answered a request for this shipment.
		 * @returns the shipments to set aside, until they are forgotten
		 */
		answered(answeredId: number, step: FailedStep, nowMs: number): { id: number; error: AppError }[] {
			if (failing.get(answeredId)?.step === step) failing.delete(answeredId);
			for (const [id, one] of failing) {
				if (id === answeredId || one.step !== step || !one.isOpen) continue;
				one.failures += 1;
				one.isOpen = false;
				one.isSkipped = false;
				one.retryAtMs = nowMs + (RETRY_PAUSES_MS[one.failures - 1] ?? 0);
			}
			return [...failing]
				.filter(([, { failures }]) => failures >= MAX_FAILURES)
				.map(([id, { error }]) => ({ id, error }));
		},

		forget: (id: number): boolean => failing.delete(id),

		/** Shipments that the queue passes over now. */
		skipped: (nowMs: number): number[] =>
			[...failing].filter(([, one]) => one.isSkipped || one.retryAtMs > nowMs).map(([id]) => id),

		/** All others were tried: those that failed before the last pause go again. @returns whether there are any */
		retrySkipped(): boolean {
			const skipped = [...failing.values()].filter(({ isSkipped }) => isSkipped);
			for (const one of skipped) one.isSkipped = false;
			return skipped.length > 0;
		},

		/** The shipment that is retried first, or undefined when none waits for its time. */
		nextRetry(nowMs: number): { id: number; inMs: number; error: AppError } | undefined {
			const [first] = [...failing]
				.filter(([, { retryAtMs }]) => retryAtMs > nowMs)
				.sort(([, one], [, other]) => one.retryAtMs - other.retryAtMs);
			return first && { id: first[0], inMs: first[1].retryAtMs - nowMs, error: first[1].error };
		},

		/** Whether all failures without an answer since are of rates, which can be asked for without booking. */
		hasOnlyRatesOpen(): boolean {
			const open = [...failing.values()].filter(({ isOpen }) => isOpen);
			return open.length > 0 && open.every(({ step }) => step === 'rates');
		},
	};
}
export type FailureTally = ReturnType<typeof createFailureTally>;
