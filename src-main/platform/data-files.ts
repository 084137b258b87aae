// Damaged files of the data folder: a damaged file is set aside, never deleted, and replaced by its newest copy.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Database, isDamagedError } from './database';
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

/** Renames a file and, for a database, its log files. @returns the new path */
function setAside(file: string, now: Date): string {
	const { dir, name, ext } = path.parse(file);
	const stamp = now.toISOString().replaceAll(':', '-').slice(0, 19);
	const target = path.join(dir, `${name}-damaged-${stamp}${ext}`);
	renameSync(file, target);
	for (const suffix of ['-wal', '-shm'])
		if (existsSync(`${file}${suffix}`)) renameSync(`${file}${suffix}`, `${target}${suffix}`);
	return target;
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
 * @param open opens or creates the database. @throws the errors of `open` for a file that is not damaged
 */
export function openOrRestore(
	file: string,
	copiesFolder: string,
	open: (file: string) => Database,
	now: Date,
): { database: Database; damaged: DamagedFile | null } {
	const copies = listCopies(copiesFolder);
	const isMissing = !existsSync(file) && copies.length > 0;
	if (!isMissing && !isEmpty(file)) {
		try {
			return { database: open(file), damaged: null };
		} catch (error) {
			if (!isDamagedError(error)) throw error;
		}
	}
	const damaged: DamagedFile = { file, setAside: isMissing ? null : setAside(file, now), restoredFrom: null };
	for (const copy of copies) {
		const copyFile = path.join(copiesFolder, copy);
		copyFileSync(copyFile, file);
		try {
			return { database: open(file), damaged: { ...damaged, restoredFrom: statSync(copyFile).mtime } };
		} catch {
			// This copy is damaged too: try the one before.
			rmSync(file, { force: true });
		}
	}
	return { database: open(file), damaged };
}

/** Writes the copy of a day, unless it exists, and deletes old copies. Does not block the thread while pages are copied. */
export async function copyDaily(database: Database, copiesFolder: string, now: Date): Promise<void> {
	const copy = path.join(copiesFolder, `waybill-${now.toISOString().slice(0, 10)}.db`);
	if (existsSync(copy)) return;
	mkdirSync(copiesFolder, { recursive: true, mode: 0o700 });
	const partialFile = `${copy}.part`;
	try {
		await database.copyTo(partialFile);
		restrictToOwner(partialFile);
		renameSync(partialFile, copy);
	} finally {
		rmSync(partialFile, { force: true });
	}
	for (const name of listCopies(copiesFolder).slice(MAX_COPIES)) rmSync(path.join(copiesFolder, name), { force: true });
}

/**
 * Checks a JSON file before it is opened. A damaged one is set aside and replaced by its copy, which is written here whenever the
 * file is sound.
 * @param keepsCopy false for a file with secrets, of which no second copy is kept
 * @returns null when the file is sound or missing
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
	if (!existsSync(file)) return null;
	if (isReadable(file)) {
		if (keepsCopy) {
			copyFileSync(file, copy);
			restrictToOwner(copy);
		}
		return null;
	}
	const damaged: DamagedFile = { file, setAside: setAside(file, now), restoredFrom: null };
	if (!keepsCopy || !isReadable(copy)) return damaged;
	copyFileSync(copy, file);
	restrictToOwner(file);
	return { ...damaged, restoredFrom: statSync(copy).mtime };
}
