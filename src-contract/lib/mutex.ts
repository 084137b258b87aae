/** Runs pieces of work one after the other, in the order of the calls. */
export interface Mutex {
	/** @returns what the work returns or throws; a failure does not stop the next one */
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
