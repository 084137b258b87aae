// Lists the recorded changes of the address book, undoes them, and deletes old records.
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { DAY_MS } from '../../src-contract/lib/units';
import type { AddressBatch, AddressBatchKind, EntryChange, UndoResult } from '../../src-contract/model/address';
import { ENTRY_AS_JSON, parseStoredJson, toAddress } from './entry-row';
import type { EntryStore } from './entry-store';
import { LEGACY_BATCH_NOTE } from './legacy-import';
import type { Progress } from './progress';

/** Number of days for which changes are stored. */
const RETENTION_DAYS = 3 * 365;
/** Number of days for which a change can be undone. */
const UNDO_DAYS = 30;

/** Translates the note of the legacy import, which is stored before the locale is known. */
const noteText = (note: string): string =>
	note === LEGACY_BATCH_NOTE ? t('The address book of an earlier release') : note;

/** SQL condition: changes of batch ?1 that are not undone; only those of entry ?2, unless ?2 is null. */
const NOT_UNDONE = 'batch_id = ?1 AND undone_by IS NULL AND (?2 IS NULL OR entry_id = ?2)';
/** SQL condition: as NOT_UNDONE, and all later changes of the entry have been undone. Changes made by an undo are not counted. */
const UNDOABLE = `${NOT_UNDONE} AND NOT EXISTS (
	SELECT 1 FROM change AS later JOIN batch ON batch.id = later.batch_id
	WHERE later.entry_id = change.entry_id AND later.batch_id > ?1 AND later.undone_by IS NULL
		AND batch.kind <> 'undo' AND batch.undone_by IS NULL)`;
/**
 * SQL: ids of the entries that a batch added, from the temporary table that `fillAddedTable` fills. A few statements remove all of
 * these entries, because an import may add 100,000.
 */
const ADDED_IDS = 'SELECT entry_id FROM added';

export function createHistory(store: EntryStore, progress: Progress) {
	const { database, now, rowOf, beginBatch, recordChange, insert, erase, withFreePosition } = store;

	/**
	 * Restores the previous version of an entry. If the entry still exists, its position and usage data (use_count, last_used_at) keep
	 * their current values, except when a merge is undone: a merge adds up the usage data.
	 */
	function undoChange(
		undoId: number,
		kind: AddressBatchKind,
		{ entry_id, before }: { entry_id: number; before: string },
	): void {
		const current = rowOf(entry_id);
		const row = parseStoredJson(before);
		recordChange(undoId, entry_id, current);
		if (current) erase(current);
		if (current && kind !== 'merge') {
			const { position, use_count, last_used_at } = current;
			insert({ ...row, position, use_count, last_used_at });
		} else insert(withFreePosition(row));
	}

	/**
	 * @returns the kind of the batch
	 * @throws `address.notFound` when the batch does not exist, is older than UNDO_DAYS, was undone, or is itself an undo
	 */
	function requireUndoableBatch(batchId: number): AddressBatchKind {
		const batch = database.get<{ kind: AddressBatchKind }>(
			"SELECT kind FROM batch WHERE id = ? AND undone_by IS NULL AND kind <> 'undo' AND at >= ?",
			batchId,
			new Date(now().getTime() - UNDO_DAYS * DAY_MS).toISOString(),
		);
		if (batch) return batch.kind;
		throw new AppError(
			'address.notFound',
			t('This change was already undone, or it is older than 30 days. Nothing was changed.'),
		);
	}

	/** Fills the temporary table `added` with the entries that the batch added. @returns their number */
	function fillAddedTable(batchId: number, entryId: number | null): number {
		database.write('CREATE TEMP TABLE IF NOT EXISTS added (entry_id INTEGER PRIMARY KEY)');
		database.write('DELETE FROM added');
		database.write(
			`INSERT INTO added SELECT entry_id FROM change WHERE before IS NULL AND ${UNDOABLE}`,
			batchId,
			entryId,
		);
		return database.get<{ n: number }>('SELECT count(*) AS n FROM added')?.n ?? 0;
	}

	/** Removes the entries in the table `added`, and records their removal. */
	function removeAddedEntries(undoId: number): void {
		database.write(
			`INSERT INTO change (batch_id, entry_id, before) SELECT ?, id, ${ENTRY_AS_JSON} FROM entry WHERE id IN (${ADDED_IDS})`,
			undoId,
		);
		for (const index of ['entry_index', 'entry_name_index'])
			database.write(`DELETE FROM ${index} WHERE rowid IN (SELECT position FROM entry WHERE id IN (${ADDED_IDS}))`);
		database.write(`DELETE FROM entry WHERE id IN (${ADDED_IDS})`);
	}

	/** Marks changes of the batch as undone: those that added the entries in the table `added`, and the given ones. */
	function markChangesUndone(undoId: number, batchId: number, changes: readonly { id: number }[]): void {
		database.write(
			`UPDATE change SET undone_by = ? WHERE batch_id = ? AND before IS NULL AND entry_id IN (${ADDED_IDS})`,
			undoId,
			batchId,
		);
		for (const { id } of changes) database.write('UPDATE change SET undone_by = ? WHERE id = ?', undoId, id);
	}

	const hasRemainingChanges = (batchId: number): boolean =>
		database.get('SELECT 1 FROM change WHERE batch_id = ? AND undone_by IS NULL LIMIT 1', batchId) !== undefined;

	return {
		/**
		 * Undoes a batch. An entry that was changed after the batch is skipped; the batch's change of this entry can be undone once the
		 * later change has been undone.
		 * @param entryId limits the undo to one entry; null undoes the whole batch
		 * @returns `restored`: number of entries whose change was undone; `skipped`: number of skipped entries
		 * @throws `address.notFound` as `requireUndoableBatch`
		 */
		undo(batchId: number, entryId: number | null = null): UndoResult {
			return database.transaction(() => {
				const kind = requireUndoableBatch(batchId);
				const changeCount =
					database.get<{ n: number }>(`SELECT count(*) AS n FROM change WHERE ${NOT_UNDONE}`, batchId, entryId)?.n ?? 0;
				const addedCount = fillAddedTable(batchId, entryId);
				const changesToUndo = database.all<{ id: number; entry_id: number; before: string }>(
					`SELECT id, entry_id, before FROM change WHERE before IS NOT NULL AND ${UNDOABLE} ORDER BY id DESC`,
					batchId,
					entryId,
				);
				const restored = addedCount + changesToUndo.length;
				if (restored === 0 && changeCount > 0) return { restored: 0, skipped: changeCount };

				const undoId = beginBatch('undo', '');
				removeAddedEntries(undoId);
				progress.run(changesToUndo.length, () => {
					for (const change of changesToUndo) {
						progress.step();
						undoChange(undoId, kind, change);
					}
				});
				const isWholeBatch = restored >= changeCount && entryId === null;
				if (!isWholeBatch) markChangesUndone(undoId, batchId, changesToUndo);
				if (isWholeBatch || !hasRemainingChanges(batchId))
					database.write('UPDATE batch SET undone_by = ? WHERE id = ?', undoId, batchId);
				return { restored, skipped: changeCount - restored };
			});
		},

		/** Lists the changes of an entry, newest first, with the versions of the entry before and after each change. */
		history(id: number): EntryChange[] {
			const rows = database.all<{
				batch_id: number;
				kind: AddressBatchKind;
				note: string;
				who: string;
				at: string;
				undone_by: number | null;
				before: string | null;
			}>(
				`SELECT change.batch_id, batch.kind, batch.note, batch.who, batch.at, coalesce(batch.undone_by, change.undone_by) AS undone_by, change.before
				FROM change JOIN batch ON batch.id = change.batch_id WHERE change.entry_id = ? ORDER BY change.id DESC`,
				id,
			);
			const current = rowOf(id);
			let after = current ? toAddress(current) : null;
			return rows.map(({ batch_id, undone_by, before: beforeJson, ...rest }) => {
				const before = beforeJson === null ? null : toAddress(parseStoredJson(beforeJson));
				const note = noteText(rest.note);
				const change = { ...rest, note, batchId: batch_id, undone: undone_by !== null, before, after };
				after = before;
				return change;
			});
		},

		/** Lists imports, merges, removals and restores, newest first. */
		batches: (limit: number): AddressBatch[] =>
			database
				.all<Omit<AddressBatch, 'undone'> & { undone_by: number | null }>(
					`SELECT batch.id, kind, batch.note, who, at, undone_by,
						(SELECT count(*) FROM change WHERE change.batch_id = batch.id) AS entries
					FROM batch WHERE kind IN ('import', 'merge', 'remove', 'restore') ORDER BY batch.id DESC LIMIT ?`,
					limit,
				)
				.map(({ undone_by, ...batch }) => ({ ...batch, note: noteText(batch.note), undone: undone_by !== null })),

		/** Deletes the batches older than RETENTION_DAYS, with their changes. */
		deleteOld(): void {
			database.transaction(() => {
				// Count the age from the newest change if the clock is later: a wrong clock must not delete the whole history.
				const newest = database.get<{ at: string | null }>(
					'SELECT max(at) AS at FROM batch WHERE id IN (SELECT id FROM batch ORDER BY id DESC LIMIT 100)',
				)?.at;
				const referenceTime = Math.min(now().getTime(), newest ? Date.parse(newest) : now().getTime());
				const cutoff = new Date(referenceTime - RETENTION_DAYS * DAY_MS).toISOString();
				// Keep the newest batch even if it is old: SQLite would reuse the id of a deleted newest batch.
				const isOld = 'at < ? AND id < (SELECT max(id) FROM batch)';
				database.write(`DELETE FROM change WHERE batch_id IN (SELECT id FROM batch WHERE ${isOld})`, cutoff);
				database.write(`DELETE FROM batch WHERE ${isOld}`, cutoff);
			});
		},
	};
}
