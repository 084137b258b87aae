// Imports order files that another program writes into a folder. The folder is polled, because network folders send no change
// events.
import { mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { errorMessage } from '../../src-contract/lib/error-message';

const POLL_INTERVAL_MS = 3_000;
/** Time after which a rejected file is tried again even if it has not changed. */
const RETRY_AFTER_MS = 30_000;
/** Subfolder for imported files. */
const TAKEN = 'taken';
const isOrderFile = (name: string): boolean => /^(?!\.|~\$).*\.(csv|tsv|txt|xlsx)$/i.test(name);

export interface WaitingFile {
	name: string;
	/** Why it was not imported. */
	reason: string;
}

export interface WatchedFolderDependencies {
	/** Path of the folder; empty when none is set. */
	folder: () => string;
	/** @returns id of the batch, or a message when the user must act */
	createBatch: (file: string) => Promise<number | string>;
	/** Called when a file was imported or rejected, or the folder's error changed. */
	onChange: () => void;
	onError: (error: unknown) => void;
}

export function createWatchedFolder({ folder, createBatch, onChange, onError }: WatchedFolderDependencies) {
	/** Stamp of each file at the last poll, to detect files that are still being written. */
	let lastStamps = new Map<string, string>();
	/** Rejected files with their stamp at that time. */
	const rejected = new Map<string, { stamp: string; reason: string; atMs: number }>();
	let timer: NodeJS.Timeout | undefined;
	let polling: Promise<void> | undefined;
	let folderError = '';

	/** Size and modification time of a file; undefined when it no longer exists. */
	function stampOf(file: string): string | undefined {
		const found = statSync(file, { throwIfNoEntry: false });
		return found && `${found.size} ${found.mtimeMs}`;
	}

	function readStamps(directory: string): Map<string, string> {
		const stamps = new Map<string, string>();
		for (const name of readdirSync(directory)) {
			if (!isOrderFile(name)) continue;
			const stamp = stampOf(path.join(directory, name));
			if (stamp) stamps.set(name, stamp);
		}
		return stamps;
	}

	/** Moves an imported file to the subfolder. Never overwrites a file of the same name. */
	function moveToTaken(directory: string, name: string): void {
		mkdirSync(path.join(directory, TAKEN), { recursive: true });
		const { name: stem, ext } = path.parse(name);
		const names = readdirSync(path.join(directory, TAKEN));
		let target = name;
		for (let number = 2; names.includes(target); number += 1) target = `${stem}-${number}${ext}`;
		renameSync(path.join(directory, name), path.join(directory, TAKEN, target));
	}

	/** Retries a rejected file when it has changed, or after RETRY_AFTER_MS because the cause may be gone. */
	function dropOldRejections(stamps: ReadonlyMap<string, string>): void {
		for (const [name, { stamp, atMs }] of rejected)
			if (stamp !== stamps.get(name) || performance.now() - atMs > RETRY_AFTER_MS) rejected.delete(name);
	}

	async function importFile(directory: string, name: string, stamp: string): Promise<void> {
		const reject = (reason: string) => rejected.set(name, { stamp, reason, atMs: performance.now() });
		try {
			const result = await createBatch(path.join(directory, name));
			if (typeof result === 'string') reject(result);
			else {
				try {
					moveToTaken(directory, name);
				} catch (error) {
					reject(
						t('The file was imported but could not be moved to "{folder}" ({reason}).', {
							folder: TAKEN,
							reason: errorMessage(error),
						}),
					);
				}
			}
		} catch (error) {
			onError(error);
			reject(t('The file could not be imported: {reason}', { reason: errorMessage(error) }));
		}
		onChange();
	}

	async function poll(): Promise<void> {
		const directory = folder();
		const stamps = directory === '' ? new Map<string, string>() : readStamps(directory);
		dropOldRejections(stamps);
		for (const [name, stamp] of stamps) {
			// Import a file only once its stamp is the same as at the last poll: it may still be written to.
			const isStable = lastStamps.get(name) === stamp;
			if (!isStable || rejected.has(name) || stampOf(path.join(directory, name)) !== stamp) continue;
			await importFile(directory, name, stamp);
		}
		lastStamps = stamps;
		setFolderError('');
	}

	function setFolderError(message: string): void {
		if (message === folderError) return;
		folderError = message;
		onChange();
	}

	function pollNow(): Promise<void> {
		polling ??= poll()
			.catch((error) => {
				const message = errorMessage(error);
				if (message !== folderError) onError(error);
				setFolderError(message);
			})
			.finally(() => {
				polling = undefined;
			});
		return polling;
	}

	return {
		pollNow,
		start(): void {
			timer ??= setInterval(pollNow, POLL_INTERVAL_MS);
			timer.unref();
		},
		/** The rejected files, and the error that keeps the folder from being read (empty: none). */
		waiting: (): { files: WaitingFile[]; error: string } => ({
			files: [...rejected].map(([name, { reason }]) => ({ name, reason })),
			error: folderError,
		}),
		/** Path of a waiting file. @throws `order.noFile` unless the name is that of an order file in the folder itself */
		pathOf(name: string): string {
			const directory = folder();
			if (directory !== '' && isOrderFile(name) && path.basename(name) === name) return path.join(directory, name);
			throw new AppError('order.noFile', t('This file is not in the watched folder. Nothing was imported.'));
		},
		/** Tries the rejected files again at once, for example after the user saved a column mapping. */
		retryRejected(): void {
			rejected.clear();
			void pollNow();
		},
		async close(): Promise<void> {
			clearInterval(timer);
			await polling;
		},
	};
}
export type WatchedFolder = ReturnType<typeof createWatchedFolder>;
