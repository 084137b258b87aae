// The worker threads that have not exited. A thread that has done its work may never exit, because Node can wait for a compilation
// in the thread that waits for Node (github.com/nodejs/node/issues/54918). Neither closing nor quitting waits for such a thread.
import type { Worker } from 'node:worker_threads';
import { SECOND_MS } from '../../src-contract/lib/units';

/** Maximum time that a thread without work takes to exit, on a busy machine too. */
const EXIT_LIMIT_MS = 10 * SECOND_MS;

const threads = new Set<Worker>();

/** Remembers the thread until it has exited. */
export function trackThread(thread: Worker): void {
	threads.add(thread);
	thread.once('exit', () => threads.delete(thread));
}

export const areThreadsRunning = (): boolean => threads.size > 0;

/** Waits until a thread without work has exited, but not for ever. @param limitMs maximum time of the wait */
export function threadExited(thread: Worker, limitMs = EXIT_LIMIT_MS): Promise<void> {
	return new Promise((resolve) => {
		if (!threads.has(thread)) return resolve();
		const timer = setTimeout(resolve, limitMs);
		thread.once('exit', () => {
			clearTimeout(timer);
			resolve();
		});
	});
}
