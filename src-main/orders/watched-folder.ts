// Imports order files that another program writes into a folder. The folder is polled, because network folders send no
// change events.
import { mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { errorMessage } from '../../src-contract/lib/error-message';

const POLL_INTERVAL_MS = 3_000;
/** Time after which a rejected file is tried again even if it has not changed. */
const RETRY_AFTER_MS = 30_000;
/** Subfolder for imported files. */
const TAKEN_FOLDER = 'taken';
/** Recognizes order files by extension. Ignores names that start with a dot or `~$`: other programs name temporary files so. */
const isOrderFile = (name: string): boolean => /^(?!\.|~\$).*\.(csv|tsv|txt|xlsx)$/i.test(name);

/** A file in the folder that was not imported, or was imported but not moved. */
export interface WaitingFile {
	name: string;
	/** Why the file was not imported or not moved. */
	reason: string;
}

/** The batch of the file, new or from an earlier import; or why the file was not imported, as a message for the user. */
export type AutomaticImportResult = { batchId: number } | { reason: string };

export interface WatchedFolderDependencies {
	/** Path of the folder; empty when none is set. */
	folder: () => string;
	createBatch: (filePath: string) => Promise<AutomaticImportResult>;
	/** Called when a file was imported or rejected, or the folder's error changed. */
	onChange: () => void;
	onError: (error: unknown) => void;
}

export function createWatchedFolder({ folder, createBatch, onChange, onError }: WatchedFolderDependencies) {
	/** Stamp (size and modification time) of each file at the last poll, to detect files that are still being written. */
	let lastStamps = new Map<string, string>();
	/** Files that could not be imported or moved, by name, each with the stamp that the file had at that time. */
	const rejections = new Map<string, { stamp: string; reason: string; rejectedAtMs: number }>();
	let timer: NodeJS.Timeout | undefined;
	let currentPoll: Promise<void> | undefined;
	/** Why the folder cannot be read; empty when it can. */
	let folderError = '';

	/** Size and modification time of a file; undefined when the file no longer exists. */
	function stampOf(file: string): string | undefined {
		const stats = statSync(file, { throwIfNoEntry: false });
		return stats && `${stats.size} ${stats.mtimeMs}`;
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
		mkdirSync(path.join(directory, TAKEN_FOLDER), { recursive: true });
		const { name: stem, ext } = path.parse(name);
		const takenNames = readdirSync(path.join(directory, TAKEN_FOLDER));
		let newName = name;
		for (let number = 2; takenNames.includes(newName); number += 1) newName = `${stem}-${number}${ext}`;
		renameSync(path.join(directory, name), path.join(directory, TAKEN_FOLDER, newName));
	}

	/**
	 * Forgets the rejections of files that have changed or were removed since they were rejected. After `RETRY_AFTER_MS`, also
	 * forgets those of unchanged files, because the cause may be gone. The files are then tried again.
	 */
	function forgetOldRejections(stamps: ReadonlyMap<string, string>): void {
		for (const [name, { stamp, rejectedAtMs }] of rejections)
			if (stamp !== stamps.get(name) || performance.now() - rejectedAtMs > RETRY_AFTER_MS) rejections.delete(name);
	}

	async function importFile(directory: string, name: string, stamp: string): Promise<void> {
		const reject = (reason: string) => rejections.set(name, { stamp, reason, rejectedAtMs: performance.now() });
		try {
			const result = await createBatch(path.join(directory, name));
			if ('reason' in result) reject(result.reason);
			else {
				try {
					moveToTaken(directory, name);
				} catch (error) {
					reject(
						t('The file was imported but could not be moved to "{folder}" ({reason}).', {
							folder: TAKEN_FOLDER,
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
		forgetOldRejections(stamps);
		for (const [name, stamp] of stamps) {
			// Another program may still be writing a file that changed since the last poll: import it at a later poll.
			const isStable = lastStamps.get(name) === stamp;
			if (!isStable || rejections.has(name) || stampOf(path.join(directory, name)) !== stamp) continue;
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
		currentPoll ??= poll()
			.catch((error) => {
				const message = errorMessage(error);
				if (message !== folderError) onError(error);
				setFolderError(message);
			})
			.finally(() => {
				currentPoll = undefined;
			});
		return currentPoll;
	}

	return {
		pollNow,
		start(): void {
			timer ??= setInterval(pollNow, POLL_INTERVAL_MS);
			timer.unref();
		},
		/** The rejected files, and why the folder cannot be read (`error`, empty when it can). */
		waiting: (): { files: WaitingFile[]; error: string } => ({
			files: [...rejections].map(([name, { reason }]) => ({ name, reason })),
			error: folderError,
		}),
		/**
		 * Path that a file with this name has in the folder. The file need not exist.
		 * @throws `order.importRefused` when no folder is set, or the name contains a folder or has the extension of another kind of file
		 */
		pathOf(name: string): string {
			const directory = folder();
			if (directory !== '' && isOrderFile(name) && path.basename(name) === name) return path.join(directory, name);
			throw new AppError('order.importRefused', t('This file is not in the watched folder. Nothing was imported.'));
		},
		/** Tries the rejected files again now, for example after the user saved a column mapping. */
		retryRejected(): void {
			rejections.clear();
			void pollNow();
		},
		async close(): Promise<void> {
			clearInterval(timer);
			await currentPoll;
		},
	};
}
export type WatchedFolder = ReturnType<typeof createWatchedFolder>;
