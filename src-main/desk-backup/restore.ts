// Puts the unpacked files of a backup in the place of the desk's files, while no service uses them. The desk's former files are set
// aside, never deleted. A station that is killed in between continues at its next start.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { writeFileAtomically } from '../platform/atomic-write';
import { MOVED_FILE } from './moved-desk';

/** Receives the files of a backup. Until it is renamed to `READY_FOLDER`, nothing was restored. */
export const UNPACKED_FOLDER = 'restore.part';
const READY_FOLDER = 'restore';
/** In the ready folder: the name of the folder of the former files, and whether they are all in it. */
const PROGRESS_FILE = 'progress.json';

const withLogs = (name: string): string[] => [name, `${name}-wal`, `${name}-shm`, `${name}.check`];
const withCopy = (name: string): string[] => [name, `${name}.bak`];
/** What belongs to a desk. Credentials too: they are not in a backup, and belong to the account of the former desk. */
const DESK_ENTRIES = [
	...withLogs('waybill.db'),
	...withLogs('addresses.db'),
	...withCopy('settings.json'),
	...withCopy('document-key.json'),
	'credentials.json',
	'service',
	'copies',
	'address-snapshots',
	MOVED_FILE,
];

/** From here on, the backup is restored, at the latest when the station starts next. */
export const commitRestore = (dataDir: string): void =>
	renameSync(path.join(dataDir, UNPACKED_FOLDER), path.join(dataDir, READY_FOLDER));

/** Removes an unpacked backup that is not restored. */
export const discardUnpacked = (dataDir: string): void =>
	rmSync(path.join(dataDir, UNPACKED_FOLDER), { recursive: true, force: true });

interface Progress {
	formerFilesFolder: string;
	areSetAside: boolean;
}

function readProgress(file: string, now: Date): Progress {
	if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Progress;
	const stamp = now.toISOString().replaceAll(':', '-').slice(0, 19);
	return { formerFilesFolder: `before-restore-${stamp}`, areSetAside: false };
}

/**
 * Finishes a committed restore.
 * @param move renames a file or folder; a test replaces it to stop at any step
 * @returns the folder of the desk's former files; null when there was nothing to restore
 */
export function finishRestore(dataDir: string, now: Date, move = renameSync): string | null {
	// A station that was killed before it restored a backup left its unpacked files.
	discardUnpacked(dataDir);
	const readyFolder = path.join(dataDir, READY_FOLDER);
	if (!existsSync(readyFolder)) return null;
	const progressFile = path.join(readyFolder, PROGRESS_FILE);
	const progress = readProgress(progressFile, now);
	const formerFilesFolder = path.join(dataDir, progress.formerFilesFolder);
	if (!progress.areSetAside) {
		writeFileAtomically(progressFile, JSON.stringify(progress));
		mkdirSync(formerFilesFolder, { recursive: true, mode: 0o700 });
		for (const name of DESK_ENTRIES) {
			const file = path.join(dataDir, name);
			if (existsSync(file)) move(file, path.join(formerFilesFolder, name));
		}
		writeFileAtomically(progressFile, JSON.stringify({ ...progress, areSetAside: true } satisfies Progress));
	}
	for (const name of readdirSync(readyFolder)) {
		if (name !== PROGRESS_FILE) move(path.join(readyFolder, name), path.join(dataDir, name));
	}
	rmSync(readyFolder, { recursive: true });
	return formerFilesFolder;
}
