// Daily snapshots and backups of the address book: creates them, compares one with the current book, and restores all or some
// entries. A restore is recorded in the history and can be undone.
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import {
	type BookEntry,
	type SavedAddress,
	type Snapshot,
	type SnapshotCounts,
	type SnapshotRow,
	type SnapshotState,
	savedEntrySchema,
} from '../../src-contract/model/address';
import type { Database } from '../platform/database';
import { COLUMNS, type EntryRow, parseStoredRow, type StoredRow, toAddress, toRow } from './entry-row';
import type { EntryStore } from './entry-store';
import type { Progress } from './progress';
import {
	dailyFiles,
	invalidSnapshotError,
	isIntactDatabase,
	SNAPSHOT_FORMAT,
	unpackSnapshot,
	writeSnapshot,
} from './snapshot-file';

/** Number of earlier daily snapshots that are kept. */
const MAX_DAILY_SNAPSHOTS = 30;
/** Columns that are compared. Position and use of an entry are not part of its content. */
const CONTENT_COLUMNS = COLUMNS.filter(
	(column) => !['id', 'position', 'use_count', 'last_used_at', 'same_key'].includes(column),
);

interface Difference {
	state: SnapshotState;
	/** Id of the entry in the snapshot, or null when the snapshot does not have it. */
	snapshotId: number | null;
	/** Id of the entry in the current book, or null when the book does not have it. */
	currentId: number | null;
}

/** @param file the database @param folder of the daily snapshots */
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

	function currentRow({ currentId }: Difference): EntryRow | undefined {
		return currentId === null ? undefined : store.rowOf(currentId);
	}
	/** @throws `address.fileFailed` when the row is not a valid entry */
	function snapshotRow({ snapshotId }: Difference): StoredRow | undefined {
		const row = snapshotId === null ? undefined : database.get('SELECT * FROM snapshot.entry WHERE id = ?', snapshotId);
		if (row === undefined) return undefined;
		try {
			return parseStoredRow(row);
		} catch {
			throw invalidSnapshotError();
		}
	}

	/** @throws `address.fileFailed` when no snapshot is open */
	function current() {
		if (!opened)
			throw new AppError(
				'address.fileFailed',
				t('The snapshot is no longer open. Nothing was changed. Choose it again.'),
			);
		return opened;
	}

	return {
		list,
		close,

		/**
		 * Creates the snapshot of today (UTC) and deletes the oldest ones.
		 * @returns the new file, or null when today's exists already or the book is empty
		 * @throws Error when the database is damaged, so that it does not replace an intact snapshot
		 */
		daily(): string | null {
			const day = now().toISOString().slice(0, 10);
			const files = dailyFiles(folder);
			if (files.some((file) => file.day === day)) return null;
			if (!isIntactDatabase(database)) throw new Error('the address book is damaged, so no snapshot was created');
			const count = database.get<{ n: number }>('SELECT count(*) AS n FROM entry')?.n ?? 0;
			// An empty book may be the result of data loss, and must not push out older snapshots.
			if (count === 0) return null;
			const target = path.join(folder, `addresses-${day}-${count}.waybill`);
			writeSnapshot(file, target, folder, now().toISOString());
			// Delete by count, not by age: a wrong clock must not delete them all.
			for (const { name } of files.slice(0, -MAX_DAILY_SNAPSHOTS)) rmSync(path.join(folder, name), { force: true });
			return target;
		},

		/** Writes a snapshot to any path, for another desk or another disk. @returns number of entries */
		backup: (target: string): number => writeSnapshot(file, target, folder, now().toISOString()),

		/**
		 * Opens a snapshot and compares it with the current book. It stays open until `close` or `restore`.
		 * @param name of a daily snapshot, or the path of a file
		 * @returns number of differences by state
		 * @throws `address.fileFailed` when it is not a valid snapshot; `storage.newer` when a newer release wrote it
		 */
		open(name: string): SnapshotCounts {
			close();
			mkdirSync(folder, { recursive: true });
			unpackSnapshot(path.resolve(folder, name), unzipped);
			database.write('ATTACH DATABASE ? AS snapshot', unzipped);
			opened = { name, isSameBook: false, differences: [] };
			try {
				const { format, origin } = database.get<{ format: number; origin: string }>(
					'SELECT format, origin FROM snapshot.about',
				) ?? { format: SNAPSHOT_FORMAT + 1, origin: '' };
				if (format > SNAPSHOT_FORMAT)
					throw new AppError(
						'storage.newer',
						t('This file was written by a newer version of Waybill. Nothing was changed. Update Waybill to open it.'),
					);
				const isSameBook =
					database.get('SELECT 1 FROM origin WHERE id = ?', origin) !== undefined && sharesHistory(database);
				opened = { name, isSameBook, differences: differences(database, isSameBook) };
			} catch (error) {
				close();
				throw error instanceof AppError ? error : invalidSnapshotError();
			}
			const count = (state: SnapshotState) =>
				current().differences.filter((difference) => difference.state === state).length;
			return {
				isSameBook: opened.isSameBook,
				toRestore: count('toRestore'),
				toRevert: count('toRevert'),
				toRemove: count('toRemove'),
			};
		},

		/** Returns a page of the differences with both versions of each entry. */
		rows: (offset: number, limit: number): SnapshotRow[] =>
			current()
				.differences.slice(offset, offset + limit)
				.map((difference, index) => {
					const [existing, earlier] = [currentRow(difference), snapshotRow(difference)];
					return {
						key: offset + index,
						state: difference.state,
						current: existing ? toAddress(existing) : null,
						earlier: earlier ? toSavedAddress(earlier) : null,
					};
				}),

		/**
		 * Restores differences in one transaction: re-adds, changes or removes entries to match the snapshot.
		 * @param keys of the rows to restore; null restores all
		 * @returns the id of the batch, with which the restore can be undone, and the number of entries
		 */
		restore(keys: readonly number[] | null): { batchId: number; restored: number } {
			const { name, differences: all, isSameBook } = current();
			const chosen = (keys === null ? all : keys.flatMap((key) => all[key] ?? [])).map((difference) => {
				const earlier = snapshotRow(difference);
				// Read the current row again: entries may have been added or removed since the snapshot was opened.
				return { earlier, existing: isSameBook && earlier ? store.rowOf(earlier.id) : currentRow(difference) };
			});
			return progress.within(chosen.length, () => {
				const result = database.transaction(() => {
					const batchId = store.begin('restore', path.basename(name));
					const add = store.createInserter(
						batchId,
						chosen.filter(({ earlier, existing }) => earlier && !existing).length,
					);
					for (const { earlier, existing } of chosen) {
						progress.step();
						if (existing) store.erase(existing);
						if (earlier && existing) {
							const { id, position, use_count, last_used_at } = existing;
							store.insert(validated(earlier, { id, position, use_count, last_used_at }));
						} else if (earlier && isSameBook) store.insert(store.withFreePosition(validated(earlier, earlier)));
						else if (earlier) add(entryOf(earlier));
						if (existing) store.recordChange(batchId, existing.id, existing);
						else if (earlier && isSameBook) store.recordChange(batchId, earlier.id, undefined);
					}
					return { batchId, restored: chosen.length };
				});
				close();
				return result;
			});
		},
	};
}

/** Validates an entry of a snapshot like one that the user types. @throws `address.fileFailed` */
function entryOf(row: StoredRow): BookEntry {
	try {
		return savedEntrySchema.parse(toAddress(row));
	} catch {
		throw invalidSnapshotError();
	}
}
/** @throws `address.fileFailed` when its fields cannot be read */
function toSavedAddress(row: StoredRow): SavedAddress {
	try {
		return toAddress(row);
	} catch {
		throw invalidSnapshotError();
	}
}
/** @throws `address.fileFailed` */
const validated = (row: StoredRow, metadata: Parameters<typeof toRow>[1]): StoredRow => toRow(entryOf(row), metadata);

/** Whether the last batch of the snapshot is in this book too, so that its ids refer to the same entries. */
function sharesHistory(database: Database): boolean {
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
	const isDifferent = CONTENT_COLUMNS.map((column) => `earlier.${column} IS NOT entry.${column}`).join(' OR ');
	const onSameEntry = isSameBook ? 'entry.id = earlier.id' : 'entry.same_key = earlier.same_key';
	const missing = database.all<{ snapshotId: number }>(
		`SELECT earlier.id AS snapshotId FROM snapshot.entry AS earlier
		WHERE NOT EXISTS (SELECT 1 FROM main.entry AS entry WHERE ${onSameEntry}) ORDER BY earlier.position`,
	);
	const changed = database.all<{ snapshotId: number; currentId: number }>(
		`SELECT min(earlier.id) AS snapshotId, entry.id AS currentId FROM main.entry AS entry JOIN snapshot.entry AS earlier ON ${onSameEntry}
		WHERE ${isDifferent} GROUP BY entry.id ORDER BY entry.position`,
	);
	const added = isSameBook
		? database.all<{ currentId: number }>(
				`SELECT entry.id AS currentId FROM main.entry AS entry
				WHERE NOT EXISTS (SELECT 1 FROM snapshot.entry AS earlier WHERE ${onSameEntry}) ORDER BY entry.position`,
			)
		: [];
	return [
		...missing.map(({ snapshotId }): Difference => ({ state: 'toRestore', snapshotId, currentId: null })),
		...changed.map(({ snapshotId, currentId }): Difference => ({ state: 'toRevert', snapshotId, currentId })),
		...added.map(({ currentId }): Difference => ({ state: 'toRemove', snapshotId: null, currentId })),
	];
}
