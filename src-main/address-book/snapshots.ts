// The book as it was: a file a day, kept for 30 days, or a backup from this desk or another; looked into, and brought back
// whole or entry by entry. A restore is a change like any other: it stands in the history and can be undone.
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import {
	type BookEntry,
	type Snapshot,
	type SnapshotCounts,
	type SnapshotRow,
	type SnapshotState,
	savedEntrySchema,
} from '../../src-contract/model/address';
import type { Database } from '../platform/database';
import { COLUMNS, type Row, type StoredRow, storedRow, toAddress, toRow } from './entry-row';
import type { EntryStore } from './entry-store';
import type { Progress } from './progress';
import { dailyFiles, FORMAT, isIntactDatabase, notASnapshot, unpackSnapshot, writeSnapshot } from './snapshot-file';

/** Beside the one of today: one a day, for the days of which a desk opened. */
const KEPT = 30;
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

	const list = (): Snapshot[] =>
		dailyFiles(folder)
			.map(({ name, day, entries }) => ({ name, at: day, entries }))
			.reverse();

	function nowOf({ nowId }: Difference): Row | undefined {
		return nowId === null ? undefined : store.rowOf(nowId);
	}
	/** @throws `address.noFile` when it is no entry: the file may come from anywhere */
	function thenOf({ thenId }: Difference): StoredRow | undefined {
		const row = thenId === null ? undefined : database.get('SELECT * FROM snapshot.entry WHERE id = ?', thenId);
		if (row === undefined) return undefined;
		try {
			return storedRow(row);
		} catch {
			throw notASnapshot();
		}
	}

	function current() {
		if (!opened)
			throw new AppError('address.noFile', t('This snapshot is no longer open. Choose it again: nothing was changed.'));
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
			if (!isIntactDatabase(database)) throw new Error('the address book is damaged: no snapshot was taken of it');
			const count = database.get<{ n: number }>('SELECT count(*) AS n FROM entry')?.n ?? 0;
			// An empty book has nothing to lose, and may be what is left of a lost one.
			if (count === 0) return null;
			const target = path.join(folder, `addresses-${day}-${count}.waybill`);
			writeSnapshot(file, target, folder, now().toISOString());
			// By their number, not by the clock: one that is years ahead for a day must not take them all.
			for (const one of kept.slice(0, -KEPT)) rmSync(path.join(folder, one.name), { force: true });
			return target;
		},

		/** A file that one can carry to another desk. @returns how many entries it holds */
		backup: (target: string): number => writeSnapshot(file, target, folder, now().toISOString()),

		/** Compares it with the book as it is. @param name of a daily one, or the path of a file */
		open(name: string): SnapshotCounts {
			close();
			mkdirSync(folder, { recursive: true });
			unpackSnapshot(path.resolve(folder, name), unzipped);
			database.write('ATTACH DATABASE ? AS snapshot', unzipped);
			opened = { name, isSameBook: false, differences: [] };
			try {
				const { format, origin } = database.get<{ format: number; origin: string }>(
					'SELECT format, origin FROM snapshot.about',
				) ?? { format: FORMAT + 1, origin: '' };
				if (format > FORMAT)
					throw new AppError('storage.newer', t('This file was written by a newer station. Nothing was changed.'));
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
						earlier: stood ? shownOf(stood) : null,
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

/** What a file says of an entry passes the same door as what is typed. @throws `address.noFile` */
function entryOf(row: StoredRow): BookEntry {
	try {
		return savedEntrySchema.parse(toAddress(row));
	} catch {
		throw notASnapshot();
	}
}
/** @throws `address.noFile` when its fields cannot be read */
function shownOf(row: StoredRow): ReturnType<typeof toAddress> {
	try {
		return toAddress(row);
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
