// A time limit for work that ends only when another program answers.

/**
 * Runs work with a time limit. The timer is held until the work ends: the timer of `AbortSignal.timeout` may be collected as
 * garbage before it fires.
 * @param run must stop when the signal is aborted; if it does not, it is no longer waited for
 * @throws DOMException `TimeoutError` at the limit, or the error of `run`
 */
export async function withTimeLimit<Result>(
	limitMs: number,
	run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
	const controller = new AbortController();
	let timer: NodeJS.Timeout | undefined;
	const limit = new Promise<never>((_resolve, reject) => {
		timer = setTimeout(() => {
			const error = new DOMException(`not done within ${limitMs} ms`, 'TimeoutError');
			reject(error);
			controller.abort(error);
		}, limitMs);
	});
	try {
		return await Promise.race([run(controller.signal), limit]);
	} finally {
		clearTimeout(timer);
	}
}
