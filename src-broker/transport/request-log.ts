// Logs requests. A flood must not fill the log, nor keep the desk busy that writes it.
import { SECOND_MS } from '../../src-contract/lib/units';

const MAX_LINES_PER_SECOND = 10;

export interface LoggedRequest {
	method: string;
	path: string;
	status: number;
	milliseconds: number;
}

/** @param now milliseconds */
export function createRequestLog(
	log: (event: string, detail: Record<string, unknown>) => void,
	now: () => number = () => performance.now(),
) {
	let second = Number.NaN;
	let lines = 0;
	let leftOut = 0;

	/** Of requests that were refused before an account was known only the first of each second are logged, the rest is counted. */
	return function logRequest(request: LoggedRequest, isRefusedStranger: boolean): void {
		const present = Math.floor(now() / SECOND_MS);
		if (present !== second) {
			second = present;
			lines = 0;
		}
		if (isRefusedStranger && lines >= MAX_LINES_PER_SECOND) {
			leftOut += 1;
			return;
		}
		if (isRefusedStranger) lines += 1;
		log('request', { ...request, ...(leftOut > 0 && { leftOutBefore: leftOut }) });
		leftOut = 0;
	};
}
