// Schedules the calls to the two threads of the address book. Only one write runs at a time, in either thread, and only one call
// at a time in the background thread. Searches wait for neither.
import { createMutex } from '../../src-contract/lib/mutex';
import { MINUTE_MS } from '../../src-contract/lib/units';
import type { WorkerCalls } from '../platform/worker-rpc';
import type { BackgroundMethods, InteractiveMethods } from './worker-methods';

/** The two threads of the address book: `interactive` answers calls that the user waits for, `background` runs slow ones. */
export interface AddressThreads {
	interactive: WorkerCalls<InteractiveMethods>;
	background: WorkerCalls<BackgroundMethods>;
	/** Shared memory for the progress of the background thread; see progress.ts. */
	progressMemory: SharedArrayBuffer;
}

/**
 * Time without a write after which the write-ahead log is copied into the database. If another program copies
 * the files during a checkpoint, the copy is incomplete, so checkpoints must be rare.
 */
const IDLE_BEFORE_CHECKPOINT_MS = 10_000;
/** Maximum time between a write and its checkpoint. */
const MAX_CHECKPOINT_DELAY_MS = 10 * MINUTE_MS;

/** @param onWritten called after each write of this desk, even a failed one, but not after writes that came from the site */
export function createThreadSchedule(
	{ interactive, background }: Pick<AddressThreads, 'interactive' | 'background'>,
	onWritten: () => void,
) {
	const { runExclusive: runWrite } = createMutex();
	const { runExclusive: runExclusiveInBackground } = createMutex();
	let isClosing = false;
	/**
	 * Resolves when the interactive thread has opened the database. The background thread waits for this, because the thread that
	 * opens the database first may have to repair it.
	 */
	let interactiveOpened: Promise<void> | undefined;
	/** Whether the background thread was used for more than the daily snapshot. If so, the thread may have a file open. */
	let isBackgroundUsed = false;
	let checkpointTimer: NodeJS.Timeout | undefined;
	/** Time of the first write since the last checkpoint, in ms since 1970. */
	let uncheckpointedSince: number | undefined;

	/** Makes a call to the background thread after the interactive thread has opened the database. */
	async function callWhenOpened<Result>(work: () => Promise<Result>): Promise<Result> {
		if (isClosing) throw new Error('the station is closing');
		// Any call opens the database; `forgetWords` is used because it does little else.
		interactiveOpened ??= interactive.client.forgetWords();
		await interactiveOpened.catch((error) => {
			// Let the next call try again: the cause may be gone by then.
			interactiveOpened = undefined;
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
			void runWrite(interactive.client.checkpoint).catch(() => {});
		};
		const delayMs = Math.min(IDLE_BEFORE_CHECKPOINT_MS, uncheckpointedSince + MAX_CHECKPOINT_DELAY_MS - Date.now());
		checkpointTimer = setTimeout(checkpoint, Math.max(0, delayMs));
		checkpointTimer.unref();
	}

	/** Runs a write of data that came from the site. Does not call `onWritten`, because nothing needs to be sent to the site. */
	const writeFromSite = <Result>(work: () => Promise<Result>): Promise<Result> =>
		runWrite(work).finally(checkpointLater);

	function inBackground<Result>(work: () => Promise<Result>): Promise<Result> {
		return runExclusiveInBackground(() => {
			isBackgroundUsed = true;
			return callWhenOpened(work);
		});
	}

	return {
		/** Runs a call after all earlier writes, and before all later writes, of either thread. */
		afterWrites: runWrite,
		writeFromSite,
		/** Runs a write of this desk. */
		write: <Result>(work: () => Promise<Result>): Promise<Result> => writeFromSite(work).finally(onWritten),
		/** Runs a call in the background thread. */
		inBackground,
		/**
		 * Runs a write in the background thread. Waits until that thread is free, and only then blocks other writes, so that saves stay
		 * fast.
		 */
		writeInBackground: <Result>(work: () => Promise<Result>): Promise<Result> =>
			runExclusiveInBackground(() => {
				isBackgroundUsed = true;
				return runWrite(async () => {
					try {
						return await callWhenOpened(work);
					} finally {
						// The interactive thread reads the words again, because the background thread may have added entries.
						await interactive.client.forgetWords().catch(() => {});
					}
				});
			})
				.finally(checkpointLater)
				.finally(onWritten),

		/**
		 * Creates today's snapshot. Afterwards the background thread ends, unless it was used for something else.
		 * @returns the path of the snapshot, or null when none was created
		 */
		async snapshotDaily(): Promise<string | null> {
			const file = await runExclusiveInBackground(() => callWhenOpened(background.client.snapshotDaily));
			await runExclusiveInBackground(async () => {
				if (isBackgroundUsed || !background.isStarted()) return;
				await background.client.close();
				await background.end();
			});
			return file;
		},

		/** Finishes queued writes, then closes the database. The caller must also stop a running background operation. */
		async close(): Promise<void> {
			isClosing = true;
			clearTimeout(checkpointTimer);
			await runWrite(async () => {
				for (const { isStarted, client } of [background, interactive])
					if (isStarted()) await client.close().catch(() => {});
			});
			await Promise.all([background.finish(), interactive.finish()]);
		},
	};
}
