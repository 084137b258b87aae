// Snapshot files of the address book: a gzipped SQLite database with the entries and their history.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import * as z from 'zod';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { MINUTE_MS } from '../../src-contract/lib/units';
import { writeFileAtomically } from '../platform/atomic-write';
import { type Database, storageError } from '../platform/database';
import { ENTRY_COLUMNS, parseStoredRow } from './entry-row';
import type { EntryStore } from './entry-store';

const DAILY_FILE_NAME = /^addresses-(\d{4}-\d\d-\d\d)-(\d+)\.waybill$/;
/**
 * Version of the tables in a snapshot. Increase the version when the tables change: a release refuses files with a higher version.
 */
export const SNAPSHOT_FORMAT = 2;
/** Maximum size of an unzipped snapshot. A malicious file must not exhaust the memory. */
const MAX_UNZIPPED_BYTES = 1_000_000_000;

/** Lists the daily snapshots of a folder, oldest first. Empty when the folder cannot be read. */
export function listDailyFiles(folder: string): { name: string; day: string; entries: number }[] {
	let names: string[] = [];
	try {
		names = readdirSync(folder).sort();
	} catch {
		return [];
	}
	return names.flatMap((name) => {
		const parts = DAILY_FILE_NAME.exec(name);
		const day = parts?.[1];
		return day === undefined ? [] : [{ name, day, entries: Number(parts?.[2]) }];
	});
}

/**
 * Writes a snapshot of the database.
 * @param file the database
 * @param target the snapshot file
 * @param folder for the temporary file
 * @param at time of the snapshot, ISO 8601
 * @returns number of entries
 */
export function writeSnapshot(file: string, target: string, folder: string, at: string): number {
	mkdirSync(folder, { recursive: true });
	const partialFile = path.join(folder, 'writing.db');
	rmSync(partialFile, { force: true });
	try {
		const entries = copyTables(file, partialFile, at);
		writeFileAtomically(target, gzipSync(readFileSync(partialFile)));
		return entries;
	} finally {
		rmSync(partialFile, { force: true });
	}
}

/**
 * Copies the tables in one transaction. Leaves out the search words and indexes, which can be rebuilt.
 * @returns number of entries
 */
function copyTables(file: string, target: string, at: string): number {
	const copy = new DatabaseSync(target, { timeout: MINUTE_MS });
	try {
		copy.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;');
		copy.prepare('ATTACH DATABASE ? AS book').run(file);
		copy.exec(`BEGIN;
			CREATE TABLE entry AS SELECT ${ENTRY_COLUMNS.join(', ')} FROM book.entry;
			CREATE TABLE batch AS SELECT * FROM book.batch;
			CREATE TABLE change AS SELECT * FROM book.change;
			CREATE TABLE not_same AS SELECT * FROM book.not_same;
			CREATE TABLE import_columns AS SELECT * FROM book.import_columns;
			CREATE TABLE shared_entry AS SELECT * FROM book.shared_entry;
			CREATE TABLE shared_state AS SELECT * FROM book.shared_state;
			CREATE TABLE about (format INTEGER, at TEXT, origin TEXT);`);
		copy.prepare('INSERT INTO about (format, at, origin) SELECT ?, ?, id FROM book.origin').run(SNAPSHOT_FORMAT, at);
		copy.exec('COMMIT');
		return countSchema.parse(copy.prepare('SELECT count(*) AS n FROM entry').get()).n;
	} catch (error) {
		throw storageError(error) ?? error;
	} finally {
		copy.close();
	}
}

/** The tables of a snapshot. The first four are required. */
const SNAPSHOT_TABLES = [
	'about',
	'batch',
	'change',
	'entry',
	'import_columns',
	'not_same',
	'shared_entry',
	'shared_state',
];

const countSchema = z.object({ n: z.number() });
const schemaObjectsSchema = z.array(z.object({ type: z.string(), name: z.string(), sql: z.string().nullable() }));
const columnsSchema = z.array(z.object({ name: z.string(), hidden: z.number() }));

/**
 * Whether the database contains all required tables, no other objects than known tables, and only known columns of entries. Views,
 * triggers and generated columns could run SQL that the author of a malicious file chose.
 */
function hasOnlyKnownTables(copy: DatabaseSyncInstance): boolean {
	const schemaObjects = schemaObjectsSchema.parse(copy.prepare('SELECT type, name, sql FROM sqlite_schema').all());
	const isKnownTable = ({ type, name, sql }: (typeof schemaObjects)[number]) =>
		type === 'table' && SNAPSHOT_TABLES.includes(name) && !/\bvirtual\b/i.test(sql ?? '');
	const columnsOf = (name: string) => columnsSchema.parse(copy.prepare(`PRAGMA table_xinfo(${name})`).all());
	const entryColumns: readonly string[] = ENTRY_COLUMNS;
	return (
		schemaObjects.every(isKnownTable) &&
		SNAPSHOT_TABLES.slice(0, 4).every((name) => schemaObjects.some((table) => table.name === name)) &&
		schemaObjects.every(({ name }) => columnsOf(name).every(({ hidden }) => hidden === 0)) &&
		columnsOf('entry').every(({ name }) => entryColumns.includes(name))
	);
}

export const invalidSnapshotError = () =>
	new AppError('address.fileFailed', t('This file is not an address book backup. Nothing was changed.'));

/**
 * Unpacks a snapshot into a database file and adds indexes.
 * @throws `address.fileFailed` when the file cannot be read or is not a valid snapshot, or `storage.full`
 */
export function unpackSnapshot(snapshotFile: string, databaseFile: string): void {
	let bytes: Buffer;
	try {
		bytes = gunzipSync(readFileSync(snapshotFile), { maxOutputLength: MAX_UNZIPPED_BYTES });
	} catch {
		throw invalidSnapshotError();
	}
	if (bytes.subarray(0, 15).toString('latin1') !== 'SQLite format 3') throw invalidSnapshotError();
	try {
		writeFileSync(databaseFile, bytes);
	} catch (error) {
		rmSync(databaseFile, { force: true });
		throw storageError(error) ?? error;
	}
	const copy = new DatabaseSync(databaseFile);
	try {
		copy.exec('PRAGMA trusted_schema = OFF; PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF;');
		if (!hasOnlyKnownTables(copy)) throw invalidSnapshotError();
		copy.exec('CREATE UNIQUE INDEX entry_id ON entry (id); CREATE INDEX entry_same ON entry (same_key);');
	} catch (error) {
		throw storageError(error) ?? invalidSnapshotError();
	} finally {
		copy.close();
	}
}

export function isIntactDatabase(database: Database): boolean {
	return database.get<{ quick_check: string }>('PRAGMA quick_check(1)')?.quick_check === 'ok';
}

/**
 * Restores the newest intact snapshot into an empty database, including the ids and the history.
 * @returns the day of the snapshot (YYYY-MM-DD), or undefined when there is no intact snapshot
 * @throws `storage.full`
 */
export function restoreFromSnapshot(store: EntryStore, folder: string): string | undefined {
	const { database } = store;
	const unzippedFile = path.join(folder, 'reviving.db');
	for (const { name, day } of listDailyFiles(folder).reverse()) {
		try {
			unpackSnapshot(path.join(folder, name), unzippedFile);
			database.write('ATTACH DATABASE ? AS snapshot', unzippedFile);
			try {
				copySnapshot(store);
			} finally {
				database.write('DETACH DATABASE snapshot');
			}
			return day;
		} catch (error) {
			// On any error except a full disk, this snapshot is damaged too: try the next older one.
			if (error instanceof AppError && error.code === 'storage.full') throw error;
		} finally {
			rmSync(unzippedFile, { force: true });
		}
	}
	return undefined;
}

/** Copies the attached snapshot into the empty database, and adds its entries to the search index. */
function copySnapshot(store: EntryStore): void {
	const { database, insert } = store;
	database.transaction(() => {
		// Includes the synchronization state, so the desk continues as if it had been offline since the day of the snapshot.
		for (const table of ['batch', 'change', 'not_same', 'import_columns', 'shared_entry', 'shared_state']) {
			const columns = database
				.all<{ name: string }>(`PRAGMA snapshot.table_info(${table})`)
				.map(({ name }) => name)
				.filter((name) => /^\w+$/.test(name));
			if (columns.length === 0) continue;
			const columnList = columns.join(', ');
			database.write(`INSERT INTO main.${table} (${columnList}) SELECT ${columnList} FROM snapshot.${table}`);
		}
		for (const row of database.all<unknown>('SELECT * FROM snapshot.entry ORDER BY position'))
			insert(parseStoredRow(row));
		database.write('UPDATE origin SET id = (SELECT origin FROM snapshot.about)');
	});
}
