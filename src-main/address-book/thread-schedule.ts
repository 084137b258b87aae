// Schedules the calls to the two threads of the address book. Writes run one at a time in either thread, and so do the calls of
// the background thread. Searches wait for neither.
import { createMutex } from '../../src-contract/lib/mutex';
import { MINUTE_MS } from '../../src-contract/lib/units';
import type { WorkerCalls } from '../platform/worker-rpc';
import type { DeskMethods, LongMethods } from './worker-methods';

/** The two threads of the address book: `desk` answers interactive calls, `long` runs slow ones. */
export interface AddressThreads {
	desk: WorkerCalls<DeskMethods>;
	long: WorkerCalls<LongMethods>;
	/** Shared memory for the progress of the background thread; see progress.ts. */
	progressMemory: SharedArrayBuffer;
}

/**
 * Time without a write after which the write-ahead log is copied into the database. A file copy taken during a checkpoint is
 * incomplete, so checkpoints must be rare.
 */
const IDLE_BEFORE_CHECKPOINT_MS = 10_000;
/** Maximum time between a write and its checkpoint. */
const MAX_CHECKPOINT_DELAY_MS = 10 * MINUTE_MS;

/** @param onWritten called after each write of this desk, but not after writes that came from the site */
export function createThreadSchedule({ desk, long }: Pick<AddressThreads, 'desk' | 'long'>, onWritten: () => void) {
	const { runExclusive: runWrite } = createMutex();
	const { runExclusive: runLong } = createMutex();
	let isClosing = false;
	/** The desk thread must open the database first, because only the first thread may repair it. */
	let opened: Promise<void> | undefined;
	/** The background thread was used for more than the daily snapshot, so it may have a file open. */
	let isLongUsed = false;
	let checkpointTimer: NodeJS.Timeout | undefined;
	/** Time of the first write since the last checkpoint, in ms since 1970. */
	let uncheckpointedSince: number | undefined;

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
		uncheckpointedSince ??= Date.now();
		const checkpoint = () => {
			uncheckpointedSince = undefined;
			void runWrite(desk.client.checkpoint).catch(() => {});
		};
		const delayMs = Math.min(IDLE_BEFORE_CHECKPOINT_MS, uncheckpointedSince + MAX_CHECKPOINT_DELAY_MS - Date.now());
		checkpointTimer = setTimeout(checkpoint, Math.max(0, delayMs));
		checkpointTimer.unref();
	}

	/** Runs a write that came from the site. */
	const writeForSite = <Result>(work: () => Promise<Result>): Promise<Result> =>
		runWrite(work).finally(checkpointLater);

	function inLongThread<Result>(work: () => Promise<Result>): Promise<Result> {
		return runLong(() => {
			isLongUsed = true;
			return callLong(work);
		});
	}

	return {
		/** Runs a call after all earlier writes, of either thread. */
		afterWrites: runWrite,
		writeForSite,
		write: <Result>(work: () => Promise<Result>): Promise<Result> => writeForSite(work).finally(onWritten),
		/** Runs a call in the background thread. */
		inLongThread,
		/** Runs a write in the background thread. It blocks other writes only once the thread is free, to keep saves fast. */
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

		/** Creates today's snapshot. The background thread ends afterwards unless something else has used it. */
		async snapshotDaily(): Promise<string | null> {
			const made = await runLong(() => callLong(long.client.snapshotDaily));
			await runLong(async () => {
				if (!isLongUsed && long.isStarted()) await long.client.close();
			});
			return made;
		},

		/** Finishes queued writes, then closes the database. The caller has stopped the background operation. */
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
