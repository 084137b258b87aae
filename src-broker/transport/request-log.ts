// Logs requests. The number of logged unauthenticated errors per second is limited, so that a flood of requests neither fills the log
// nor slows down the desk.
import { SECOND_MS } from '../../src-contract/lib/units';

const MAX_UNAUTHENTICATED_PER_SECOND = 10;

export interface LoggedRequest {
	method: string;
	path: string;
	status: number;
	milliseconds: number;
}

/** @param now clock in milliseconds */
export function createRequestLog(
	log: (event: string, detail: Record<string, unknown>) => void,
	now: () => number = () => performance.now(),
) {
	let currentSecond = Number.NaN;
	/** Unauthenticated errors logged in the current second. */
	let unauthenticatedCount = 0;
	/** Number of requests that were omitted since the last logged request. */
	let omittedCount = 0;

	/**
	 * Logs a request. Of the unauthenticated errors of a second, only the first are logged; the next entry states how many were
	 * omitted.
	 */
	return function logRequest(request: LoggedRequest, isUnauthenticatedError: boolean): void {
		const second = Math.floor(now() / SECOND_MS);
		if (second !== currentSecond) {
			currentSecond = second;
			unauthenticatedCount = 0;
		}
		if (isUnauthenticatedError && unauthenticatedCount >= MAX_UNAUTHENTICATED_PER_SECOND) {
			omittedCount += 1;
			return;
		}
		if (isUnauthenticatedError) unauthenticatedCount += 1;
		log('request', { ...request, ...(omittedCount > 0 && { omittedBefore: omittedCount }) });
		omittedCount = 0;
	};
}
