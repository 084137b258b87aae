// Lets other requests run while a long piece of work is done on the service's only thread.
import { setImmediate } from 'node:timers/promises';

/** Time after which other requests get a turn. */
const MAX_BUSY_MS = 50;

/** @returns call between the steps of the work; it waits for waiting requests if the last call that did so is long ago */
export function createThreadPause(now = () => performance.now()): () => Promise<void> {
	let busySince = now();
	return async () => {
		if (now() - busySince < MAX_BUSY_MS) return;
		await setImmediate();
		busySince = now();
	};
}
