// Logs requests. Of the errors answered to callers without a valid account or session (anonymous errors), only a limited number per
// second is logged, so that a flood of requests neither fills the log nor delays the answers to the desks.
import { SECOND_MS } from '../../src-contract/lib/units';

const MAX_ANONYMOUS_ERRORS_PER_SECOND = 10;

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
	/** Anonymous errors logged in the current second. */
	let anonymousErrorCount = 0;
	/** Number of requests that were omitted since the last logged request. */
	let omittedCount = 0;

	/**
	 * Logs a request. Of the anonymous errors of a second, only the first are logged; the next entry states how many were
	 * omitted.
	 */
	return function logRequest(request: LoggedRequest, isAnonymousError: boolean): void {
		const second = Math.floor(now() / SECOND_MS);
		if (second !== currentSecond) {
			currentSecond = second;
			anonymousErrorCount = 0;
		}
		if (isAnonymousError && anonymousErrorCount >= MAX_ANONYMOUS_ERRORS_PER_SECOND) {
			omittedCount += 1;
			return;
		}
		if (isAnonymousError) anonymousErrorCount += 1;
		log('request', { ...request, ...(omittedCount > 0 && { omittedBefore: omittedCount }) });
		omittedCount = 0;
	};
}
