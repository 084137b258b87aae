/** Runs asynchronous functions one at a time, in the order of the calls. */
export interface Mutex {
	/** @returns the result of `work`, or rejects with the error of `work`; later calls run in both cases */
	runExclusive<Result>(work: () => Promise<Result>): Promise<Result>;
}

export function createMutex(): Mutex {
	let last: Promise<unknown> = Promise.resolve();
	return {
		runExclusive(work) {
			const result = last.then(work);
			last = result.catch(() => undefined);
			return result;
		},
	};
}
