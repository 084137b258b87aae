// Damaged files of the data folder: a damaged file is set aside, never deleted, and replaced by its newest copy.
import {
	closeSync,
	copyFileSync,
	existsSync,
	fsyncSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
} from 'node:fs';
import path from 'node:path';
import { checkFile, type Database, isDamagedError, markForCheck } from './database';
import { restrictToOwner } from './private-files';

/** A file that was damaged when the station started. */
export interface DamagedFile {
	file: string;
	/** The new path of the damaged file; null when the file was missing. */
	setAside: string | null;
	/** When the copy was made that replaces the file; null when there is no copy. */
	restoredFrom: Date | null;
}

/** Number of daily copies that are kept. */
const MAX_COPIES = 2;
const COPY_NAME = /^waybill-\d{4}-\d\d-\d\d\.db$/;

/** The log files of a database. SQLite would apply them to whatever database file stands beside them. */
const LOG_SUFFIXES = ['-wal', '-shm'];

/** Renames a file and, for a database, its log files, which may stand without it. @returns the new path of the file */
function setAside(file: string, now: Date): string {
	const { dir, name, ext } = path.parse(file);
	const stamp = now.toISOString().replaceAll(':', '-').slice(0, 19);
	const target = path.join(dir, `${name}-damaged-${stamp}${ext}`);
	// The log files first: if one is locked, the database is still in its place at the next start.
	for (const suffix of [...LOG_SUFFIXES, ''])
		if (existsSync(`${file}${suffix}`)) renameSync(`${file}${suffix}`, `${target}${suffix}`);
	return target;
}

/** Copies a file so that the target is complete or absent, also after a power failure. A database may have several gigabytes. */
function copySafely(source: string, target: string): void {
	const partialFile = `${target}.part`;
	try {
		copyFileSync(source, partialFile);
		const handle = openSync(partialFile, 'r+');
		try {
			fsyncSync(handle);
		} finally {
			closeSync(handle);
		}
		restrictToOwner(partialFile);
		renameSync(partialFile, target);
	} finally {
		rmSync(partialFile, { force: true });
	}
}

/** The daily copies in a folder, newest first. */
function listCopies(folder: string): string[] {
	try {
		const names = readdirSync(folder).filter((name) => COPY_NAME.test(name));
		return names.sort().reverse();
	} catch {
		return [];
	}
}

const isEmpty = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.size === 0;

/**
 * Opens the desk's database. If it is damaged, empty although the desk was used before, or missing although copies of it exist, the
 * newest copy replaces it.
 * @param copiesFolder of the daily copies
 * @param wasUsed whether the desk was set up before
 * @param open opens or creates the database. @throws the errors of `open` for a file that is not damaged
 * @param onRestore called before a copy takes the place of the file
 */
export function openOrRestore(
	file: string,
	copiesFolder: string,
	open: (file: string) => Database,
	wasUsed: boolean,
	now: Date,
	onRestore: () => void,
): { database: Database; damaged: DamagedFile | null } {
	const copies = listCopies(copiesFolder);
	const isMissing = !existsSync(file) && copies.length > 0;
	// An empty file without copies is that of a first start that was interrupted.
	const isEmptied = isEmpty(file) && (wasUsed || copies.length > 0);
	if (!isMissing && !isEmptied) {
		try {
			return { database: open(file), damaged: null };
		} catch (error) {
			if (!isDamagedError(error)) throw error;
		}
	}
	const asidePath = setAside(file, now);
	const damaged: DamagedFile = { file, setAside: isMissing ? null : asidePath, restoredFrom: null };
	for (const copy of copies) {
		const copyFile = path.join(copiesFolder, copy);
		onRestore();
		copySafely(copyFile, file);
		markForCheck(file);
		try {
			return { database: open(file), damaged: { ...damaged, restoredFrom: statSync(copyFile).mtime } };
		} catch (error) {
			for (const suffix of ['', ...LOG_SUFFIXES]) rmSync(`${file}${suffix}`, { force: true });
			// This copy is damaged too: try the one before. After another error, the next start tries again.
			if (!isDamagedError(error)) throw error;
		}
	}
	return { database: open(file), damaged };
}

/**
 * Writes the copy of a day, unless it exists, and deletes old copies. Copying does not block the thread; the check of the copy does.
 */
export async function copyDaily(database: Database, copiesFolder: string, now: Date): Promise<void> {
	const copy = path.join(copiesFolder, `waybill-${now.toISOString().slice(0, 10)}.db`);
	if (existsSync(copy)) return;
	mkdirSync(copiesFolder, { recursive: true, mode: 0o700 });
	const partialFile = path.join(copiesFolder, 'waybill.part');
	try {
		rmSync(partialFile, { force: true });
		await database.copyTo(partialFile);
		// A copy of a damaged database must not replace a sound one.
		checkFile(partialFile);
		restrictToOwner(partialFile);
		renameSync(partialFile, copy);
	} finally {
		// Checking the copy creates log files beside it.
		for (const suffix of ['', ...LOG_SUFFIXES]) rmSync(`${partialFile}${suffix}`, { force: true });
	}
	for (const name of listCopies(copiesFolder).slice(MAX_COPIES)) rmSync(path.join(copiesFolder, name), { force: true });
}

/**
 * Checks a JSON file before it is opened. A damaged one is set aside and replaced by its copy, which is written here whenever the
 * file is sound.
 * @param keepsCopy false for a file with secrets, of which no second copy is kept
 * @returns null when the file is sound, or missing without a copy
 */
export function restoreJson(file: string, keepsCopy: boolean, now: Date): DamagedFile | null {
	const copy = `${file}.bak`;
	const isReadable = (candidate: string): boolean => {
		try {
			const value: unknown = JSON.parse(readFileSync(candidate, 'utf8'));
			return typeof value === 'object' && value !== null;
		} catch {
			return false;
		}
	};
	const isMissing = !existsSync(file);
	if (isMissing && !(keepsCopy && isReadable(copy))) return null;
	if (isReadable(file)) {
		try {
			if (keepsCopy) copySafely(file, copy);
		} catch {
			// The station must start on a full disk, too: the copy is written at a later start.
		}
		return null;
	}
	const damaged: DamagedFile = { file, setAside: isMissing ? null : setAside(file, now), restoredFrom: null };
	if (!keepsCopy || !isReadable(copy)) return damaged;
	copySafely(copy, file);
	return { ...damaged, restoredFrom: statSync(copy).mtime };
}
