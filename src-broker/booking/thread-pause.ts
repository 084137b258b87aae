// Lets other requests run while a long piece of work is done on the service's only thread.
import { setImmediate } from 'node:timers/promises';

/** Time after which other requests get a turn. */
const MAX_BUSY_MS = 50;

/** @returns function to call between the steps of the work. If `MAX_BUSY_MS` have passed, it first lets waiting requests run. */
export function createThreadPause(now = () => performance.now()): () => Promise<void> {
	let busySince = now();
	return async () => {
		if (now() - busySince < MAX_BUSY_MS) return;
		await setImmediate();
		busySince = now();
	};
}
