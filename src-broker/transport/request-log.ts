// Logs requests, with a limit per second for unauthenticated errors: a flood must not fill the log or slow down the desk.
import { SECOND_MS } from '../../src-contract/lib/units';

const MAX_LINES_PER_SECOND = 10;

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
	let second = Number.NaN;
	let lines = 0;
	let omitted = 0;

	/** Logs a request. Of unauthenticated errors, only the first of each second are logged and the rest are counted. */
	return function logRequest(request: LoggedRequest, isUnauthenticatedError: boolean): void {
		const present = Math.floor(now() / SECOND_MS);
		if (present !== second) {
			second = present;
			lines = 0;
		}
		if (isUnauthenticatedError && lines >= MAX_LINES_PER_SECOND) {
			omitted += 1;
			return;
		}
		if (isUnauthenticatedError) lines += 1;
		log('request', { ...request, ...(omitted > 0 && { omittedBefore: omitted }) });
		omitted = 0;
	};
}
