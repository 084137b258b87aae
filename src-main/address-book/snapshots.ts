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
import { ENTRY_COLUMNS, type EntryRow, parseStoredRow, type StoredRow, toAddress, toRow } from './entry-row';
import type { EntryStore } from './entry-store';
import type { Progress } from './progress';
import {
	invalidSnapshotError,
	isIntactDatabase,
	listDailyFiles,
	SNAPSHOT_FORMAT,
	unpackSnapshot,
	writeSnapshot,
} from './snapshot-file';

/** Number of daily snapshots that are kept besides the one of today. */
const MAX_DAILY_SNAPSHOTS = 30;
/**
 * Columns that are compared. Id, position and usage data of an entry are not part of its content; `same_key` is derived from it.
 */
const CONTENT_COLUMNS = ENTRY_COLUMNS.filter(
	(column) => !['id', 'position', 'use_count', 'last_used_at', 'same_key'].includes(column),
);

interface Difference {
	state: SnapshotState;
	/** Id of the entry in the snapshot, or null when the snapshot does not have it. */
	snapshotId: number | null;
	/** Id of the entry in the current book, or null when the book does not have it. */
	currentId: number | null;
}

/** @param file path of the database @param folder folder of the daily snapshots */
export function createSnapshots(store: EntryStore, progress: Progress, file: string, folder: string) {
	const { database, now } = store;
	const unzippedFile = path.join(folder, 'opened.db');
	let openedSnapshot: { name: string; isSameBook: boolean; differences: Difference[] } | undefined;

	function close(): void {
		if (openedSnapshot) database.write('DETACH DATABASE snapshot');
		openedSnapshot = undefined;
		rmSync(unzippedFile, { force: true });
	}

	const list = (): Snapshot[] =>
		listDailyFiles(folder)
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
	function requireOpened() {
		if (!openedSnapshot)
			throw new AppError(
				'address.fileFailed',
				t('The snapshot is no longer open. Nothing was changed. Choose it again.'),
			);
		return openedSnapshot;
	}

	return {
		list,
		close,

		/**
		 * Creates the snapshot of today (UTC) and deletes the oldest ones.
		 * @returns path of the snapshot, or null when today's snapshot exists already or the book is empty
		 * @throws Error when the database is damaged, because its snapshot could replace an intact one
		 */
		createDaily(): string | null {
			const day = now().toISOString().slice(0, 10);
			const files = listDailyFiles(folder);
			if (files.some((file) => file.day === day)) return null;
			if (!isIntactDatabase(database)) throw new Error('the address book is damaged, so no snapshot was created');
			const count = database.get<{ n: number }>('SELECT count(*) AS n FROM entry')?.n ?? 0;
			// An empty book may be the result of data loss, so its snapshot must not replace an older one.
			if (count === 0) return null;
			const target = path.join(folder, `addresses-${day}-${count}.waybill`);
			writeSnapshot(file, target, folder, now().toISOString());
			// Limit the number of snapshots, not their age: a wrong clock must not delete them all.
			for (const { name } of files.slice(0, -MAX_DAILY_SNAPSHOTS)) rmSync(path.join(folder, name), { force: true });
			return target;
		},

		/** Writes a snapshot to any path, for example on another disk. @returns number of entries */
		backup: (target: string): number => writeSnapshot(file, target, folder, now().toISOString()),

		/**
		 * Opens a snapshot and compares it with the current book. The snapshot stays open until `close`, `restore` or the next `open`.
		 * @param name file name of a daily snapshot, or path of another snapshot file
		 * @returns number of differences by state, and whether the file is a snapshot of the current book
		 * @throws `address.fileFailed` when the file is not a valid snapshot; `storage.newer` when a newer release wrote the file
		 */
		open(name: string): SnapshotCounts {
			close();
			mkdirSync(folder, { recursive: true });
			unpackSnapshot(path.resolve(folder, name), unzippedFile);
			database.write('ATTACH DATABASE ? AS snapshot', unzippedFile);
			openedSnapshot = { name, isSameBook: false, differences: [] };
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
				openedSnapshot = { name, isSameBook, differences: findDifferences(database, isSameBook) };
			} catch (error) {
				close();
				throw error instanceof AppError ? error : invalidSnapshotError();
			}
			const count = (state: SnapshotState) =>
				requireOpened().differences.filter((difference) => difference.state === state).length;
			return {
				isSameBook: openedSnapshot.isSameBook,
				toRestore: count('toRestore'),
				toRevert: count('toRevert'),
				toRemove: count('toRemove'),
			};
		},

		/** Returns a page of the differences, with the current and the earlier version of each entry. */
		rows: (offset: number, limit: number): SnapshotRow[] =>
			requireOpened()
				.differences.slice(offset, offset + limit)
				.map((difference, index) => {
					const [current, earlier] = [currentRow(difference), snapshotRow(difference)];
					return {
						key: offset + index,
						state: difference.state,
						current: current ? toAddress(current) : null,
						earlier: earlier ? toSavedAddress(earlier) : null,
					};
				}),

		/**
		 * Restores differences in one transaction: re-adds, changes or removes entries to match the snapshot.
		 * @param keys keys of the rows to restore, from `rows`; null restores all rows
		 * @returns the id of the batch, with which the restore can be undone, and the number of restored rows
		 * @throws `address.fileFailed` when no snapshot is open, or a row of the snapshot is not a valid entry
		 */
		restore(keys: readonly number[] | null): { batchId: number; restored: number } {
			const { name, differences, isSameBook } = requireOpened();
			const requestedDifferences = keys === null ? differences : keys.flatMap((key) => differences[key] ?? []);
			// In each pair, `earlier` is the row of an entry in the snapshot, and `current` is the entry's row in the current book; one
			// of them may be missing.
			const rowPairs = requestedDifferences.map((difference) => {
				const earlier = snapshotRow(difference);
				// Read the current row again: entries may have been added or removed since the snapshot was opened.
				return { earlier, current: isSameBook && earlier ? store.rowOf(earlier.id) : currentRow(difference) };
			});
			return progress.run(rowPairs.length, () => {
				const result = database.transaction(() => {
					const batchId = store.beginBatch('restore', path.basename(name));
					const add = store.createInserter(
						batchId,
						rowPairs.filter(({ earlier, current }) => earlier && !current).length,
					);
					for (const { earlier, current } of rowPairs) {
						progress.step();
						if (current) store.erase(current);
						if (earlier && current) {
							const { id, position, use_count, last_used_at } = current;
							store.insert(toValidatedRow(earlier, { id, position, use_count, last_used_at }));
						} else if (earlier && isSameBook) store.insert(store.withFreePosition(toValidatedRow(earlier, earlier)));
						else if (earlier) add(validatedEntryOf(earlier));
						if (current) store.recordChange(batchId, current.id, current);
						else if (earlier && isSameBook) store.recordChange(batchId, earlier.id, undefined);
					}
					return { batchId, restored: rowPairs.length };
				});
				close();
				return result;
			});
		},
	};
}

/**
 * Validates an entry of a snapshot by the same schema as an imported entry.
 * @throws `address.fileFailed` when it is not valid
 */
function validatedEntryOf(row: StoredRow): BookEntry {
	try {
		return savedEntrySchema.parse(toAddress(row));
	} catch {
		throw invalidSnapshotError();
	}
}
/** @throws `address.fileFailed` when a field of the row cannot be read */
function toSavedAddress(row: StoredRow): SavedAddress {
	try {
		return toAddress(row);
	} catch {
		throw invalidSnapshotError();
	}
}
/** @throws `address.fileFailed` when the row is not a valid entry */
const toValidatedRow = (row: StoredRow, metadata: Parameters<typeof toRow>[1]): StoredRow =>
	toRow(validatedEntryOf(row), metadata);

/** Whether the snapshot's last batch is also in the current book: only then do equal ids refer to the same entry. */
function sharesHistory(database: Database): boolean {
	const lastBatch = database.get<{ id: number; at: string; who: string }>(
		'SELECT id, at, who FROM snapshot.batch ORDER BY id DESC LIMIT 1',
	);
	return (
		lastBatch !== undefined &&
		database.get(
			'SELECT 1 FROM main.batch WHERE id = ? AND at = ? AND who = ?',
			lastBatch.id,
			lastBatch.at,
			lastBatch.who,
		) !== undefined
	);
}

/**
 * Compares the attached snapshot with the current book. Entries are matched by id. If the snapshot is of another book, they are
 * matched by name and address, and entries that only the current book has are not reported.
 */
function findDifferences(database: Database, isSameBook: boolean): Difference[] {
	const isDifferent = CONTENT_COLUMNS.map((column) => `earlier.${column} IS NOT entry.${column}`).join(' OR ');
	const onSameEntry = isSameBook ? 'entry.id = earlier.id' : 'entry.same_key = earlier.same_key';
	const missingEntries = database.all<{ snapshotId: number }>(
		`SELECT earlier.id AS snapshotId FROM snapshot.entry AS earlier
		WHERE NOT EXISTS (SELECT 1 FROM main.entry AS entry WHERE ${onSameEntry}) ORDER BY earlier.position`,
	);
	const changedEntries = database.all<{ snapshotId: number; currentId: number }>(
		`SELECT min(earlier.id) AS snapshotId, entry.id AS currentId FROM main.entry AS entry JOIN snapshot.entry AS earlier ON ${onSameEntry}
		WHERE ${isDifferent} GROUP BY entry.id ORDER BY entry.position`,
	);
	const addedEntries = isSameBook
		? database.all<{ currentId: number }>(
				`SELECT entry.id AS currentId FROM main.entry AS entry
				WHERE NOT EXISTS (SELECT 1 FROM snapshot.entry AS earlier WHERE ${onSameEntry}) ORDER BY entry.position`,
			)
		: [];
	return [
		...missingEntries.map(({ snapshotId }): Difference => ({ state: 'toRestore', snapshotId, currentId: null })),
		...changedEntries.map(({ snapshotId, currentId }): Difference => ({ state: 'toRevert', snapshotId, currentId })),
		...addedEntries.map(({ currentId }): Difference => ({ state: 'toRemove', snapshotId: null, currentId })),
	];
}
