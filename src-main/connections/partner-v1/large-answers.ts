// Reads the answers to shipment requests. A large one is read in a worker thread, because decoding a label of several megabytes
// would block the main thread.
import { AppError } from '../../../src-contract/errors';
import { KILOBYTE } from '../../../src-contract/lib/units';
import type { Endpoint, ShipmentOutcome } from '../service-interface';
import { readShipmentAnswer } from './booking-response';
import { type ReceivedAnswer, toAnswer } from './response-body';

type Credentials = Pick<Endpoint, 'key' | 'secret'>;
/** @param isBooking whether a booking was requested; false for a draft */
export type ReadShipment = (
	received: ReceivedAnswer,
	credentials: Credentials,
	isBooking: boolean,
) => Promise<ShipmentOutcome>;

/** Larger answers are read in a worker thread. Most answers with a label have 20 to 200 kilobytes. */
const MAX_MAIN_THREAD_BYTES = 512 * KILOBYTE;

export const readShipmentInThisThread: ReadShipment = async (received, credentials, isBooking) =>
	readShipmentAnswer(await toAnswer(received, credentials), isBooking);

/** An outcome as plain data, because a message between threads cannot contain an AppError. */
export type PlainOutcome =
	| Exclude<ShipmentOutcome, { kind: 'rejected' }>
	| (Omit<Extract<ShipmentOutcome, { kind: 'rejected' }>, 'error'> & {
			error: Pick<AppError, 'code' | 'message' | 'retryable' | 'disposition' | 'fields' | 'retryAfterMs'>;
	  });

/** The method of the worker thread. */
export async function readShipmentAsPlain(...args: Parameters<ReadShipment>): Promise<PlainOutcome> {
	const outcome = await readShipmentInThisThread(...args);
	if (outcome.kind !== 'rejected') return outcome;
	const { code, message, retryable, disposition, fields, retryAfterMs } = outcome.error;
	return { ...outcome, error: { code, message, retryable, disposition, fields, retryAfterMs } };
}

/** @param readInWorker calls `readShipmentAsPlain` in a worker thread; rejects when the thread fails */
export function createShipmentReader(
	readInWorker: (...args: Parameters<ReadShipment>) => Promise<PlainOutcome>,
): ReadShipment {
	return async (...args) => {
		if (args[0].body.length <= MAX_MAIN_THREAD_BYTES) return readShipmentInThisThread(...args);
		try {
			const outcome = await readInWorker(...args);
			if (outcome.kind !== 'rejected') return outcome;
			const { code, message, disposition, ...options } = outcome.error;
			return { ...outcome, error: new AppError(code, message, { ...options, ...(disposition && { disposition }) }) };
		} catch {
			// The thread failed. The outcome of the booking must not depend on that.
			return readShipmentInThisThread(...args);
		}
	};
}
