// Opens the address book's database in a worker thread and creates the modules that use it. A damaged database is replaced by
// the newest intact snapshot, or by an empty database.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { t } from '../../src-contract/i18n';
import { type Database, isDamagedError, openDatabase } from '../platform/database';
import type { AddressBookPaths } from './address-book-paths';
import type { CarrierLineLength } from './checks';
import { createDuplicates } from './duplicates';
import { createEntries } from './entries';
import { createRecipientMatcher } from './entry-matching';
import { createEntryStore } from './entry-store';
import { createHistory } from './history';
import type { FileImport } from './import';
import { importLegacyData } from './legacy-import';
import { migrations } from './migrations';
import { createProgress } from './progress';
import { createSearch } from './search';
import { createSharing } from './sharing';
import { isIntactDatabase, restoreFromSnapshot } from './snapshot-file';
import { createSnapshots } from './snapshots';

const open = (file: string): Database => openDatabase(file, migrations, { checkpoints: 'manual' });

/**
 * @param userName returns the name of the current user, which is stored with every batch of changes
 * @param isFirstOpeningSinceStart true when no other thread has opened the database yet; only then is a damaged file
 * replaced, and are the addresses of an earlier release imported
 */
export function openBook(
	paths: AddressBookPaths,
	progressMemory: SharedArrayBuffer,
	userName: () => string,
	now: () => Date,
	isFirstOpeningSinceStart = true,
) {
	const database = isFirstOpeningSinceStart ? openVerified(paths, now) : open(paths.file);
	const search = createSearch(database);
	const store = createEntryStore(database, userName, now, search.addWords);
	const entries = createEntries(store);
	const progress = createProgress(progressMemory);
	if (isFirstOpeningSinceStart && existsSync(paths.deskFile)) importLegacyData(database, entries, paths.deskFile);
	let carrierLineLengths: CarrierLineLength[] | undefined;
	let fileImport: FileImport | undefined;

	return {
		database,
		search,
		entries,
		history: createHistory(store, progress),
		snapshots: createSnapshots(store, progress, paths.file, paths.snapshotsFolder),
		/** Loads the file readers on first use. */
		async fileImport(): Promise<FileImport> {
			const { createFileImport } = await import('./import');
			fileImport ??= createFileImport(store, progress, path.join(paths.resourcesDir, 'programs'));
			return fileImport;
		},
		/** Creates a function that finds the entry of an order's recipient. */
		recipientMatcher: () => createRecipientMatcher(store),
		duplicates: createDuplicates(database, progress),
		sharing: createSharing(store),
		/** Message about a repair of the database that the user has not dismissed yet, or an empty string. */
		notice: () => noticeText(database.get<{ text: string }>('SELECT text FROM notice')?.text ?? ''),
		dismissNotice: () => database.write('DELETE FROM notice'),
		/** Read from the rate sheets on first use. */
		carrierLineLengths(): CarrierLineLength[] {
			carrierLineLengths ??= readCarrierLineLengths(path.join(paths.resourcesDir, 'rate-sheets'));
			return carrierLineLengths;
		},
	};
}
export type OpenedBook = ReturnType<typeof openBook>;

const sheetSchema = z.object({ carrier: z.string(), addressLineLength: z.number() });

const readCarrierLineLengths = (folder: string): CarrierLineLength[] =>
	readdirSync(folder)
		.filter((name) => name.endsWith('.json'))
		.map((name) => sheetSchema.parse(JSON.parse(readFileSync(path.join(folder, name), 'utf8'))))
		.map(({ carrier, addressLineLength }) => ({ carrier, maximum: addressLineLength }));

/** A stored notice. It is data, not text, because it is written before the locale is known. */
const damageSchema = z.object({
	/** Day of the restored snapshot, or null when there was no intact snapshot and the book is empty now. */
	day: z.string().nullable(),
	/** Path of the damaged file. */
	file: z.string(),
});

/** Earlier releases stored the notice as text, not as JSON. */
function noticeText(stored: string): string {
	if (!stored.startsWith('{')) return stored;
	const { day, file } = damageSchema.parse(JSON.parse(stored));
	return day
		? t(
				'The address book was damaged and was restored from the snapshot of {day}. The damaged file was kept as {file}.',
				{
					day,
					file,
				},
			)
		: t(
				'The address book was damaged and there was no snapshot, so it is empty now. The damaged file was kept as {file}.',
				{ file },
			);
}

/** File name suffixes of a SQLite database: of its write-ahead log, its shared memory file and its main file. */
const FILE_SUFFIXES = ['-wal', '-shm', ''];

/** Opens the database. A damaged one is renamed, never deleted, and replaced by the newest intact snapshot or an empty database. */
function openVerified({ file, snapshotsFolder }: AddressBookPaths, now: () => Date): Database {
	// The restored database is first written completely as `partialFile`, then renamed to `restoredFile`. If `restoredFile` already
	// exists, an earlier start was interrupted before it replaced the damaged file.
	const restoredFile = `${file}.revived`;
	if (!existsSync(restoredFile)) {
		const database = openUnlessDamaged(file);
		if (database) return database;
		const partialFile = `${file}.reviving`;
		for (const suffix of FILE_SUFFIXES) rmSync(partialFile + suffix, { force: true });
		const damagedFile = damagedFileName(file);
		const newDatabase = open(partialFile);
		const day = restoreFromSnapshot(
			createEntryStore(
				newDatabase,
				() => '',
				now,
				() => {},
			),
			snapshotsFolder,
		);
		newDatabase.write(
			'INSERT INTO notice (text) VALUES (?)',
			JSON.stringify({ day: day ?? null, file: damagedFile } satisfies z.infer<typeof damageSchema>),
		);
		newDatabase.close();
		renameSync(partialFile, restoredFile);
	}
	if (existsSync(file)) {
		const damagedFile = damagedFileName(file);
		// The main file is renamed last, because the new name depends on it.
		for (const suffix of FILE_SUFFIXES) if (existsSync(file + suffix)) renameSync(file + suffix, damagedFile + suffix);
	}
	renameSync(restoredFile, file);
	return open(file);
}

/** @returns undefined when the database is damaged */
function openUnlessDamaged(file: string): Database | undefined {
	let database: Database | undefined;
	try {
		database = open(file);
		if (isIntactDatabase(database)) return database;
	} catch (error) {
		if (!isDamagedError(error)) throw error;
	}
	// Close the file so that the caller can rename it: Windows does not rename open files.
	database?.close();
	return undefined;
}

/** Named after the file's last change, so that a restore that continues after an interruption uses the name in the notice. */
const damagedFileName = (file: string): string =>
	`${file}.damaged-${statSync(file).mtime.toISOString().slice(0, 19).replaceAll(':', '-')}`;
