// The address book of a thread: its database opened, and set right when it was damaged; its parts put together.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { t } from '../../src-contract/i18n';
import { errorMessage } from '../../src-contract/lib/error-message';
import { type Database, openDatabase } from '../platform/database';
import type { AddressBookPaths } from './address-book-paths';
import type { CarrierLines } from './checks';
import { createDuplicates } from './duplicates';
import { createEntries } from './entries';
import { createRecipientMatcher } from './entry-matching';
import { createEntryStore } from './entry-store';
import { createHistory } from './history';
import type { Importing } from './import';
import { importLegacyData } from './legacy-import';
import { migrations } from './migrations';
import { createProgress } from './progress';
import { createSearch } from './search';
import { createSharing } from './sharing';
import { isIntactDatabase, restoreFromSnapshot } from './snapshot-file';
import { createSnapshots } from './snapshots';

const open = (file: string): Database => openDatabase(file, migrations, { checkpoints: 'manual' });

/** @param isFirst the first thread that opens it: it alone may set a damaged book aside, which others would hold open */
export function openBook(
	places: AddressBookPaths,
	progressMemory: SharedArrayBuffer,
	who: () => string,
	now: () => Date,
	isFirst = true,
) {
	const database = isFirst ? openSound(places, now) : open(places.file);
	const search = createSearch(database);
	const store = createEntryStore(database, who, now, search.noteWords);
	const entries = createEntries(store);
	const progress = createProgress(progressMemory);
	if (isFirst && existsSync(places.deskFile)) importLegacyData(database, entries, places.deskFile);
	let carriers: CarrierLines[] | undefined;
	let importing: Importing | undefined;

	return {
		database,
		search,
		entries,
		history: createHistory(store, progress),
		snapshots: createSnapshots(store, progress, places.file, places.snapshotsFolder),
		/** What reads the files of other programs is loaded when there is one. */
		async importing(): Promise<Importing> {
			const { createImporting } = await import('./import');
			importing ??= createImporting(store, progress);
			return importing;
		},
		/** The entry that the recipient of an order is. */
		recipientMatcher: () => createRecipientMatcher(store),
		duplicates: createDuplicates(database, progress),
		sharing: createSharing(store),
		/** What a person should know of how the book was found; empty: nothing. */
		notice: () => shownNotice(database.get<{ text: string }>('SELECT text FROM notice')?.text ?? ''),
		noticeRead: () => database.write('DELETE FROM notice'),
		carrierLines(): CarrierLines[] {
			carriers ??= readCarrierLines(places.rateSheetsFolder);
			return carriers;
		},
	};
}
export type OpenedBook = ReturnType<typeof openBook>;

const sheetSchema = z.object({ carrier: z.string(), addressLineLength: z.number() });

const readCarrierLines = (folder: string): CarrierLines[] =>
	readdirSync(folder)
		.filter((name) => name.endsWith('.json'))
		.map((name) => sheetSchema.parse(JSON.parse(readFileSync(path.join(folder, name), 'utf8'))))
		.map(({ carrier, addressLineLength }) => ({ carrier, maximum: addressLineLength }));

/** Noted before the station has a language. */
const damageSchema = z.object({
	/** Of the snapshot that stands in the place of the book; null: there was none. */
	day: z.string().nullable(),
	/** What is left of the book. */
	file: z.string(),
});

/** One that an earlier release noted is a text already. */
function shownNotice(noted: string): string {
	if (!noted.startsWith('{')) return noted;
	const { day, file } = damageSchema.parse(JSON.parse(noted));
	return day
		? t('The address book was damaged, and stands as it was on {day}. What was left of it is kept as {file}.', {
				day,
				file,
			})
		: t(
				'The address book was damaged, and there was no snapshot of it: it is empty. What was left of it is kept as {file}.',
				{ file },
			);
}

const ENDS = ['', '-wal', '-shm'];

/** What is damaged is set aside, never deleted, and the newest sound snapshot stands in its place. */
function openSound({ file, snapshotsFolder }: AddressBookPaths, now: () => Date): Database {
	const revived = `${file}.revived`;
	// Made whole by an earlier start, which ended before it could put it in its place.
	if (!existsSync(revived)) {
		const database = openUnlessDamaged(file);
		if (database) return database;
		const reviving = `${file}.reviving`;
		for (const end of ENDS) rmSync(reviving + end, { force: true });
		const asideAs = asideName(file, now);
		const fresh = open(reviving);
		const day = restoreFromSnapshot(
			createEntryStore(
				fresh,
				() => '',
				now,
				() => {},
			),
			snapshotsFolder,
		);
		fresh.write(
			'INSERT INTO notice (text) VALUES (?)',
			JSON.stringify({ day: day ?? null, file: asideAs } satisfies z.infer<typeof damageSchema>),
		);
		fresh.close();
		renameSync(reviving, revived);
	}
	const asideAs = asideName(file, now);
	for (const end of ENDS) if (existsSync(file + end)) renameSync(file + end, asideAs + end);
	renameSync(revived, file);
	return open(file);
}

function openUnlessDamaged(file: string): Database | undefined {
	let database: Database | undefined;
	try {
		database = open(file);
		if (isIntactDatabase(database)) return database;
	} catch (error) {
		if (!/malformed|not a database/i.test(errorMessage(error))) throw error;
	}
	// An open file cannot be set aside everywhere.
	database?.close();
	return undefined;
}

const asideName = (file: string, now: () => Date): string =>
	`${file}.damaged-${now().toISOString().slice(0, 16).replace(':', '-')}`;
