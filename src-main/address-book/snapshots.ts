// The book as it was: a file a day, kept for 30 days, or a backup from this desk or another; looked into, and brought back
// whole or entry by entry. A restore is a change like any other: it stands in the history and can be undone.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import {
	type BookEntry,
	keptEntrySchema,
	type Snapshot,
	type SnapshotCounts,
	type SnapshotRow,
	type SnapshotState,
} from '../../src-contract/address';
import { AppError } from '../../src-contract/errors';
import { type Database, storageFault } from '../storage/database';
import { COLUMNS, type Row, type StoredRow, toAddress, toRow } from './entry-row';
import type { EntryStore } from './entry-store';
import type { Progress } from './progress';
import { writeWhole } from './whole-file';

/** Beside the one of today: one a day, for the days of which a desk opened. */
const KEPT = 30;
const DAILY = /^addresses-(\d{4}-\d\d-\d\d)-(\d+)\.waybill$/;
/** Raised when what is in the file changes its shape. */
const FORMAT = 1;
/** What an unzipped file may take: a hostile one must not fill the memory. */
const MOST_BYTES = 2_000_000_000;
/** Where an entry stands in the list, and how often it was used, is no part of what it says. */
const CONTENTS = COLUMNS.filter(
	(column) => !['id', 'position', 'use_count', 'last_used_at', 'same_key'].includes(column),
);

interface Difference {
	state: SnapshotState;
	/** The entry in the snapshot; null: it is not there. */
	thenId: number | null;
	nowId: number | null;
}

/** @param file of the database that a snapshot is taken of */
export function createSnapshots(store: EntryStore, progress: Progress, file: string, folder: string) {
	const { database, now } = store;
	const unzipped = path.join(folder, 'opened.db');
	let opened: { name: string; isSameBook: boolean; differences: Difference[] } | undefined;

	function close(): void {
		if (opened) database.write('DETACH DATABASE snapshot');
		opened = undefined;
		rmSync(unzipped, { force: true });
	}

	function write(target: string): number {
		mkdirSync(folder, { recursive: true });
		const partial = path.join(folder, 'writing.db');
		rmSync(partial, { force: true });
		try {
			const entries = copyOf(file, partial, now().toISOString());
			writeWhole(target, gzipSync(readFileSync(partial)));
			return entries;
		} finally {
			rmSync(partial, { force: true });
		}
	}

	const list = (): Snapshot[] =>
		dailyFiles(folder)
			.map(({ name, day, entries }) => ({ name, at: day, entries }))
			.reverse();

	function nowOf({ nowId }: Difference): Row | undefined {
		return nowId === null ? undefined : store.rowOf(nowId);
	}
	function thenOf({ thenId }: Difference): StoredRow | undefined {
		const row =
			thenId === null ? undefined : database.get<StoredRow>('SELECT * FROM snapshot.entry WHERE id = ?', thenId);
		return row && { ...row, default_parcel: row.default_parcel ?? '', label_printer_id: row.label_printer_id ?? '' };
	}

	function current() {
		if (!opened)
			throw new AppError('address.noFile', 'This snapshot is no longer open. Choose it again: nothing was changed.');
		return opened;
	}

	return {
		list,
		close,

		/** Once a day. A book that is damaged is not kept in the place of a sound one. @returns the new file; null: there is one of today */
		daily(): string | null {
			const day = now().toISOString().slice(0, 10);
			const kept = dailyFiles(folder);
			if (kept.some((one) => one.day === day)) return null;
			if (!isSound(database)) throw new Error('the address book is damaged: no snapshot was taken of it');
			const count = database.get<{ n: number }>('SELECT count(*) AS n FROM entry')?.n ?? 0;
			// An empty book has nothing to lose, and may be what is left of a lost one.
			if (count === 0) return null;
			const target = path.join(folder, `addresses-${day}-${count}.waybill`);
			write(target);
			// By their number, not by the clock: one that is years ahead for a day must not take them all.
			for (const one of kept.slice(0, -KEPT)) rmSync(path.join(folder, one.name), { force: true });
			return target;
		},

		/** A file that one can carry to another desk. @returns how many entries it holds */
		backup: (target: string): number => write(target),

		/** Compares it with the book as it is. @param name of a daily one, or the path of a file */
		open(name: string): SnapshotCounts {
			close();
			mkdirSync(folder, { recursive: true });
			unzip(path.resolve(folder, name), unzipped);
			database.write('ATTACH DATABASE ? AS snapshot', unzipped);
			opened = { name, isSameBook: false, differences: [] };
			try {
				const { format, origin } = database.get<{ format: number; origin: string }>(
					'SELECT format, origin FROM snapshot.about',
				) ?? { format: FORMAT + 1, origin: '' };
				if (format > FORMAT)
					throw new AppError('storage.newer', 'This file was written by a newer station. Nothing was changed.');
				const isSameBook =
					database.get('SELECT 1 FROM origin WHERE id = ?', origin) !== undefined && isOfOurHistory(database);
				opened = { name, isSameBook, differences: differences(database, isSameBook) };
			} catch (error) {
				close();
				throw error instanceof AppError ? error : notASnapshot();
			}
			const count = (state: SnapshotState) => current().differences.filter((one) => one.state === state).length;
			return { isSameBook: opened.isSameBook, back: count('back'), changed: count('changed'), gone: count('gone') };
		},

		rows: (offset: number, limit: number): SnapshotRow[] =>
			current()
				.differences.slice(offset, offset + limit)
				.map((one, at) => {
					const [stands, stood] = [nowOf(one), thenOf(one)];
					return {
						key: offset + at,
						state: one.state,
						current: stands ? toAddress(stands) : null,
						earlier: stood ? toAddress(stood) : null,
					};
				}),

		/** @param keys of the rows to be restored; null: all. @returns the batch, by which it can be undone */
		restore(keys: readonly number[] | null): { batchId: number; restored: number } {
			const { name, differences: all, isSameBook } = current();
			const chosen = (keys === null ? all : keys.flatMap((key) => all[key] ?? [])).map((one) => {
				const stood = thenOf(one);
				// What came or went since it was opened is looked up again.
				return { stood, stands: isSameBook && stood ? store.rowOf(stood.id) : nowOf(one) };
			});
			return progress.within(chosen.length, () => {
				const done = database.transaction(() => {
					const batchId = store.begin('restore', path.basename(name));
					const add = store.adder(batchId, chosen.filter(({ stood, stands }) => stood && !stands).length);
					for (const { stood, stands } of chosen) {
						progress.step();
						if (stands) store.erase(stands);
						if (stood && stands) {
							const { id, position, use_count, last_used_at } = stands;
							store.insert(checked(stood, { id, position, use_count, last_used_at }));
						} else if (stood && isSameBook) store.insert(store.freePosition(checked(stood, stood)));
						else if (stood) add(entryOf(stood));
						if (stands) store.note(batchId, stands.id, stands);
						else if (stood && isSameBook) store.note(batchId, stood.id, undefined);
					}
					return { batchId, restored: chosen.length };
				});
				close();
				return done;
			});
		},
	};
}
export type Snapshots = ReturnType<typeof createSnapshots>;

/** What a file says of an entry passes the same door as what is typed. @throws `address.noFile` */
function entryOf(row: StoredRow): BookEntry {
	try {
		return keptEntrySchema.parse(toAddress(row));
	} catch {
		throw notASnapshot();
	}
}
const checked = (row: StoredRow, kept: Parameters<typeof toRow>[1]): StoredRow => toRow(entryOf(row), kept);

/** The last that was done to the book of the snapshot was done to this one too: its ids mean the same entries. */
function isOfOurHistory(database: Database): boolean {
	const last = database.get<{ id: number; at: string; who: string }>(
		'SELECT id, at, who FROM snapshot.batch ORDER BY id DESC LIMIT 1',
	);
	return (
		last !== undefined &&
		database.get('SELECT 1 FROM main.batch WHERE id = ? AND at = ? AND who = ?', last.id, last.at, last.who) !==
			undefined
	);
}

/** What a snapshot holds, and nothing that does anything by itself: no view, no trigger, no column that is computed. */
const TABLES = ['about', 'batch', 'change', 'entry', 'import_columns', 'not_same'];

function isPlain(copy: DatabaseSyncInstance): boolean {
	const parts = copy.prepare('SELECT type, name, sql FROM sqlite_schema').all() as {
		type: string;
		name: string;
		sql: string;
	}[];
	const isTable = ({ type, name, sql }: (typeof parts)[number]) =>
		type === 'table' && TABLES.includes(name) && !/\bvirtual\b/i.test(sql);
	const columnsOf = (name: string) =>
		copy.prepare(`PRAGMA table_xinfo(${name})`).all() as { name: string; hidden: number }[];
	return (
		parts.every(isTable) &&
		TABLES.slice(0, 4).every((name) => parts.some((part) => part.name === name)) &&
		parts.every(({ name }) => columnsOf(name).every(({ hidden }) => hidden === 0)) &&
		columnsOf('entry').every(({ name }) => (COLUMNS as readonly string[]).includes(name))
	);
}

const notASnapshot = () => new AppError('address.noFile', 'This is no backup of an address book. Nothing was changed.');

function unzip(from: string, to: string): void {
	let bytes: Buffer;
	try {
		bytes = gunzipSync(readFileSync(from), { maxOutputLength: MOST_BYTES });
	} catch {
		throw notASnapshot();
	}
	if (bytes.subarray(0, 15).toString('latin1') !== 'SQLite format 3') throw notASnapshot();
	try {
		writeFileSync(to, bytes);
	} catch (error) {
		rmSync(to, { force: true });
		throw storageFault(error) ?? error;
	}
	const copy = new DatabaseSync(to);
	try {
		copy.exec('PRAGMA trusted_schema = OFF; PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF;');
		if (!isPlain(copy)) throw notASnapshot();
		copy.exec('CREATE UNIQUE INDEX entry_id ON entry (id); CREATE INDEX entry_same ON entry (same_key);');
	} catch (error) {
		throw storageFault(error) ?? notASnapshot();
	} finally {
		copy.close();
	}
}

/** @returns the oldest first */
function dailyFiles(folder: string): { name: string; day: string; entries: number }[] {
	let names: string[] = [];
	try {
		names = readdirSync(folder).sort();
	} catch {
		return [];
	}
	return names.flatMap((name) => {
		const parts = DAILY.exec(name);
		return parts ? [{ name, day: parts[1] as string, entries: Number(parts[2]) }] : [];
	});
}

/** The entries and what happened to them, as they were at one moment, without what can be made anew. */
function copyOf(file: string, target: string, at: string): number {
	const copy = new DatabaseSync(target, { timeout: 60_000 });
	try {
		copy.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;');
		copy.prepare('ATTACH DATABASE ? AS book').run(file);
		copy.exec(`BEGIN;
			CREATE TABLE entry AS SELECT ${COLUMNS.join(', ')} FROM book.entry;
			CREATE TABLE batch AS SELECT * FROM book.batch;
			CREATE TABLE change AS SELECT * FROM book.change;
			CREATE TABLE not_same AS SELECT * FROM book.not_same;
			CREATE TABLE import_columns AS SELECT * FROM book.import_columns;
			CREATE TABLE about (format INTEGER, at TEXT, origin TEXT);`);
		copy.prepare('INSERT INTO about (format, at, origin) SELECT ?, ?, id FROM book.origin').run(FORMAT, at);
		copy.exec('COMMIT');
		return (copy.prepare('SELECT count(*) AS n FROM entry').get() as { n: number }).n;
	} catch (error) {
		throw storageFault(error) ?? error;
	} finally {
		copy.close();
	}
}

function differences(database: Database, isSameBook: boolean): Difference[] {
	const isOther = CONTENTS.map((column) => `stood.${column} IS NOT entry.${column}`).join(' OR ');
	const same = isSameBook ? 'entry.id = stood.id' : 'entry.same_key = stood.same_key';
	const back = database.all<{ thenId: number }>(
		`SELECT stood.id AS thenId FROM snapshot.entry AS stood
		WHERE NOT EXISTS (SELECT 1 FROM main.entry AS entry WHERE ${same}) ORDER BY stood.position`,
	);
	const changed = database.all<{ thenId: number; nowId: number }>(
		`SELECT min(stood.id) AS thenId, entry.id AS nowId FROM main.entry AS entry JOIN snapshot.entry AS stood ON ${same}
		WHERE ${isOther} GROUP BY entry.id ORDER BY entry.position`,
	);
	const gone = isSameBook
		? database.all<{ nowId: number }>(
				`SELECT entry.id AS nowId FROM main.entry AS entry
				WHERE NOT EXISTS (SELECT 1 FROM snapshot.entry AS stood WHERE ${same}) ORDER BY entry.position`,
			)
		: [];
	return [
		...back.map(({ thenId }): Difference => ({ state: 'back', thenId, nowId: null })),
		...changed.map(({ thenId, nowId }): Difference => ({ state: 'changed', thenId, nowId })),
		...gone.map(({ nowId }): Difference => ({ state: 'gone', thenId: null, nowId })),
	];
}

export function isSound(database: Database): boolean {
	return database.get<{ quick_check: string }>('PRAGMA quick_check(1)')?.quick_check === 'ok';
}

/**
 * What the newest sound snapshot holds, into a database that is empty: entries, their ids and their history.
 * @returns its day; undefined: there is none
 */
export function revive(store: EntryStore, folder: string): string | undefined {
	const { database } = store;
	const unzipped = path.join(folder, 'reviving.db');
	for (const { name, day } of dailyFiles(folder).reverse()) {
		try {
			unzip(path.join(folder, name), unzipped);
			database.write('ATTACH DATABASE ? AS snapshot', unzipped);
			try {
				takeAll(store);
			} finally {
				database.write('DETACH DATABASE snapshot');
			}
			return day;
		} catch (error) {
			// One that is damaged too: the one before it is the next best.
			if (error instanceof AppError && error.code === 'storage.full') throw error;
		} finally {
			rmSync(unzipped, { force: true });
		}
	}
	return undefined;
}

function takeAll(store: EntryStore): void {
	const { database } = store;
	database.transaction(() => {
		for (const table of ['batch', 'change', 'not_same', 'import_columns']) {
			const columns = database
				.all<{ name: string }>(`PRAGMA snapshot.table_info(${table})`)
				.map(({ name }) => name)
				.filter((name) => /^\w+$/.test(name));
			if (columns.length === 0) continue;
			const list = columns.join(', ');
			database.write(`INSERT INTO main.${table} (${list}) SELECT ${list} FROM snapshot.${table}`);
		}
		const rows = database.all<StoredRow>('SELECT * FROM snapshot.entry ORDER BY position');
		for (const row of rows) store.insert(store.storedRow(JSON.stringify(row)));
		database.write('UPDATE origin SET id = (SELECT origin FROM snapshot.about)');
	});
}
