// When the two threads of the address book are called: writes one after the other, whichever thread they run in, and what takes
// long one after the other too. Searches wait for neither.
import { createMutex } from '../../src-contract/lib/mutex';
import { MINUTE_MS } from '../../src-contract/lib/units';
import type { WorkerCalls } from '../platform/worker-rpc';
import type { DeskMethods, LongMethods } from './worker-methods';

/** The two threads of one address book. */
export interface AddressThreads {
	desk: WorkerCalls<DeskMethods>;
	long: WorkerCalls<LongMethods>;
	/** In which the thread at work counts how far it is; see progress.ts. */
	progressMemory: SharedArrayBuffer;
}

/**
 * Time without a write after which the log is written back: a copy of the files that is taken meanwhile would hold half of it,
 * so it must be rare.
 */
const QUIET_MS = 10_000;
/** At the latest, where writes never pause. */
const MAX_UNWRITTEN_MS = 10 * MINUTE_MS;

/** @param onWritten an entry of the book was changed here */
export function createThreadSchedule({ desk, long }: Pick<AddressThreads, 'desk' | 'long'>, onWritten: () => void) {
	const { runExclusive: runWrite } = createMutex();
	const { runExclusive: runLong } = createMutex();
	let isClosing = false;
	/** The desk's thread opens the book first, and repairs it when it must. */
	let opened: Promise<void> | undefined;
	/** For more than the snapshot of the day: a file may be open in it. */
	let isLongUsed = false;
	let checkpointTimer: NodeJS.Timeout | undefined;
	/** Since when a write is in the log alone. */
	let writtenSince: number | undefined;

	async function callLong<Result>(work: () => Promise<Result>): Promise<Result> {
		if (isClosing) throw new Error('the station is closing');
		opened ??= desk.client.forgetWords();
		await opened.catch((error) => {
			// Retry at the next call: the reason may be gone by then.
			opened = undefined;
			throw error;
		});
		return work();
	}

	function checkpointLater(): void {
		clearTimeout(checkpointTimer);
		if (isClosing) return;
		writtenSince ??= Date.now();
		const writeBack = () => {
			writtenSince = undefined;
			void runWrite(desk.client.checkpoint).catch(() => {});
		};
		const delayMs = Math.min(QUIET_MS, writtenSince + MAX_UNWRITTEN_MS - Date.now());
		checkpointTimer = setTimeout(writeBack, Math.max(0, delayMs));
		checkpointTimer.unref();
	}

	/** A write that came from the site. */
	const writeForSite = <Result>(work: () => Promise<Result>): Promise<Result> =>
		runWrite(work).finally(checkpointLater);

	function inLongThread<Result>(work: () => Promise<Result>): Promise<Result> {
		return runLong(() => {
			isLongUsed = true;
			return callLong(work);
		});
	}

	return {
		/** Waits for the writes before it, of either thread. */
		afterWrites: runWrite,
		writeForSite,
		write: <Result>(work: () => Promise<Result>): Promise<Result> => writeForSite(work).finally(onWritten),
		/** Calls of the long thread, of the address book and of whatever else it reads. */
		inLongThread,
		/** Joins the writes only when its thread is free for it, so that a user who saves waits no longer than necessary. */
		writeLong: <Result>(work: () => Promise<Result>): Promise<Result> =>
			runLong(() => {
				isLongUsed = true;
				return runWrite(async () => {
					try {
						return await callLong(work);
					} finally {
						await desk.client.forgetWords().catch(() => {});
					}
				});
			})
				.finally(checkpointLater)
				.finally(onWritten),

		/** The thread ends afterwards when nothing else needed it. */
		async snapshotDaily(): Promise<string | null> {
			const made = await runLong(() => callLong(long.client.snapshotDaily));
			await runLong(async () => {
				if (!isLongUsed && long.isStarted()) await long.client.close();
			});
			return made;
		},

		/** What was saved is still written; what takes long was stopped, and is undone. Then the files are closed. */
		async close(): Promise<void> {
			isClosing = true;
			clearTimeout(checkpointTimer);
			await runWrite(async () => {
				for (const { isStarted, client } of [long, desk]) if (isStarted()) await client.close().catch(() => {});
			});
			long.close();
			desk.close();
		},
	};
}
