// The address book of a thread: its database opened, and set right when it was damaged; its parts put together.
import { existsSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Database, openDatabase } from '../storage/database';
import type { BookPlaces } from './book-places';
import type { CarrierLines } from './checks';
import { createDuplicates } from './duplicates';
import { createEntries } from './entries';
import { createEntryStore } from './entry-store';
import { createHistory } from './history';
import { createImporting } from './importing';
import { migrations } from './migrations';
import { createProgress } from './progress';
import { createSearch } from './search';
import { createSnapshots, isSound, revive } from './snapshots';
import { takeOver } from './take-over';

export function openBook(places: BookPlaces, progressMemory: SharedArrayBuffer, who: () => string, now: () => Date) {
	const { database, asideAs } = openSound(places.file);
	const search = createSearch(database);
	const store = createEntryStore(database, who, now, search.noteWords);
	const entries = createEntries(store);
	const history = createHistory(store);
	const progress = createProgress(progressMemory);
	const snapshots = createSnapshots(store, progress, places.file, places.snapshotsFolder);
	let notice = '';
	if (asideAs) {
		const day = revive(store, places.snapshotsFolder);
		notice = day
			? `The address book was damaged, and stands as it was on ${day}. What was left of it is kept as ${asideAs}.`
			: `The address book was damaged, and there was no snapshot of it: it is empty. What was left of it is kept as ${asideAs}.`;
	}
	if (existsSync(places.deskFile)) takeOver(database, entries, places.deskFile);
	let carriers: CarrierLines[] | undefined;

	return {
		database,
		search,
		entries,
		history,
		snapshots,
		importing: createImporting(store, progress),
		duplicates: createDuplicates(database, progress),
		/** What a person should know of how the book was found. */
		notice,
		carrierLines(): CarrierLines[] {
			carriers ??= readCarrierLines(places.rateSheetsFolder);
			return carriers;
		},
	};
}
export type OpenedBook = ReturnType<typeof openBook>;

function readCarrierLines(folder: string): CarrierLines[] {
	return readdirSync(folder)
		.filter((name) => name.endsWith('.json'))
		.map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')))
		.map(({ carrier, addressLineLength }) => ({ carrier, maximum: addressLineLength }));
}

/** What was not closed, by a kill or because it is a copy, is looked over; what is damaged is set aside, never deleted. */
function openSound(file: string): { database: Database; asideAs: string | undefined } {
	const wasOpen = existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0;
	try {
		const database = openDatabase(file, migrations, { checkpoints: 'byHand' });
		if (!wasOpen || isSound(database)) return { database, asideAs: undefined };
		database.close();
	} catch (error) {
		if (!/malformed|not a database/i.test((error as Error).message)) throw error;
	}
	const asideAs = `${file}.damaged-${new Date().toISOString().replace(/[:.]/g, '-')}`;
	for (const end of ['', '-wal', '-shm']) if (existsSync(file + end)) renameSync(file + end, asideAs + end);
	return { database: openDatabase(file, migrations, { checkpoints: 'byHand' }), asideAs };
}
