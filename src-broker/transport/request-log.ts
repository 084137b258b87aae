// Logs requests. A flood must not fill the log, nor keep the desk busy that writes it.
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

	/** Work for an account is always logged; of other requests only the first of each second, the rest is counted. */
	return function logRequest(request: LoggedRequest, isForAccount: boolean): void {
		const present = Math.floor(now() / 1000);
		if (present !== second) {
			second = present;
			lines = 0;
		}
		if (!isForAccount && lines >= MAX_LINES_PER_SECOND) {
			leftOut += 1;
			return;
		}
		if (!isForAccount) lines += 1;
		log('request', { ...request, ...(leftOut > 0 && { leftOutBefore: leftOut }) });
		leftOut = 0;
	};
}
