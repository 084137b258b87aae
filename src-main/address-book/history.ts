// What happened to the address book: looked up, and undone.

import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { DAY_MS } from '../../src-contract/lib/units';
import type { AddressBatch, AddressBatchKind, EntryChange, UndoResult } from '../../src-contract/model/address';
import { ENTRY_AS_JSON, readNotedRow, toAddress } from './entry-row';
import type { EntryStore } from './entry-store';
import { EARLIER_RELEASE } from './legacy-import';
import type { Progress } from './progress';

/** How long a change can be looked up, and undone. */
const KEPT_DAYS = 3 * 365;
const UNDONE_DAYS = 30;

/** What the station noted by itself before anybody asked it something. */
const shownNote = (note: string): string =>
	note === EARLIER_RELEASE ? t('The address book of an earlier release') : note;

/** Changes of a batch, of one entry or of all, that are not undone: parameters 1 and 2. */
const OPEN = 'batch_id = ?1 AND undone_by IS NULL AND (?2 IS NULL OR entry_id = ?2)';
/** Those untouched since: whatever was done to the entry after the batch was undone again. */
const UNTOUCHED = `${OPEN} AND NOT EXISTS (
	SELECT 1 FROM change AS later JOIN batch ON batch.id = later.batch_id
	WHERE later.entry_id = change.entry_id AND later.batch_id > ?1 AND later.undone_by IS NULL
		AND batch.kind <> 'undo' AND batch.undone_by IS NULL)`;
/** What was added goes in one sweep: an import may hold a hundred thousand. */
const ADDED = 'SELECT entry_id FROM added';

export function createHistory(store: EntryStore, progress: Progress) {
	const { database, now, rowOf, begin, note, insert, erase, freePosition } = store;

	/** Its use is no part of what was done to it, but where two became one. */
	function undoOne(
		undoId: number,
		kind: AddressBatchKind,
		{ entry_id, before }: { entry_id: number; before: string },
	): void {
		const current = rowOf(entry_id);
		const row = readNotedRow(before);
		note(undoId, entry_id, current);
		if (current) erase(current);
		if (current && kind !== 'merge') {
			const { position, use_count, last_used_at } = current;
			insert({ ...row, position, use_count, last_used_at });
		} else insert(freePosition(row));
	}

	/** The kind of a batch that can still be undone. @throws `address.notFound` */
	function kindOf(batchId: number): AddressBatchKind {
		const batch = database.get<{ kind: AddressBatchKind }>(
			"SELECT kind FROM batch WHERE id = ? AND undone_by IS NULL AND kind <> 'undo' AND at >= ?",
			batchId,
			new Date(now().getTime() - UNDONE_DAYS * DAY_MS).toISOString(),
		);
		if (batch) return batch.kind;
		throw new AppError(
			'address.notFound',
			t('This was undone before, or is longer ago than 30 days. Nothing was changed.'),
		);
	}

	/** Notes in a table of its own which entries the batch added. @returns how many */
	function listAdded(batchId: number, entryId: number | null): number {
		database.write('CREATE TEMP TABLE IF NOT EXISTS added (entry_id INTEGER PRIMARY KEY)');
		database.write('DELETE FROM added');
		database.write(
			`INSERT INTO added SELECT entry_id FROM change WHERE before IS NULL AND ${UNTOUCHED}`,
			batchId,
			entryId,
		);
		return database.get<{ n: number }>('SELECT count(*) AS n FROM added')?.n ?? 0;
	}

	function removeAdded(undoId: number): void {
		database.write(
			`INSERT INTO change (batch_id, entry_id, before) SELECT ?, id, ${ENTRY_AS_JSON} FROM entry WHERE id IN (${ADDED})`,
			undoId,
		);
		database.write(`DELETE FROM entry_index WHERE rowid IN (SELECT position FROM entry WHERE id IN (${ADDED}))`);
		database.write(`DELETE FROM entry WHERE id IN (${ADDED})`);
	}

	function markChangesUndone(undoId: number, batchId: number, changes: readonly { id: number }[]): void {
		database.write(
			`UPDATE change SET undone_by = ? WHERE batch_id = ? AND before IS NULL AND entry_id IN (${ADDED})`,
			undoId,
			batchId,
		);
		for (const { id } of changes) database.write('UPDATE change SET undone_by = ? WHERE id = ?', undoId, id);
	}

	/** @returns whether a change of the batch is not undone */
	const isLeft = (batchId: number): boolean =>
		database.get('SELECT 1 FROM change WHERE batch_id = ? AND undone_by IS NULL LIMIT 1', batchId) !== undefined;

	return {
		/**
		 * Brings back what stood before a batch; what was changed since stays, and can be brought back once the later change is.
		 * @param entryId of the one entry that is brought back; null: all of the batch
		 * @throws `address.notFound` when there is no such batch, or it was undone before
		 */
		undo(batchId: number, entryId: number | null = null): UndoResult {
			return database.transaction(() => {
				const kind = kindOf(batchId);
				const all =
					database.get<{ n: number }>(`SELECT count(*) AS n FROM change WHERE ${OPEN}`, batchId, entryId)?.n ?? 0;
				const addedCount = listAdded(batchId, entryId);
				const rest = database.all<{ id: number; entry_id: number; before: string }>(
					`SELECT id, entry_id, before FROM change WHERE before IS NOT NULL AND ${UNTOUCHED} ORDER BY id DESC`,
					batchId,
					entryId,
				);
				const restored = addedCount + rest.length;
				if (restored === 0 && all > 0) return { restored: 0, left: all };

				const undoId = begin('undo', '');
				removeAdded(undoId);
				progress.within(rest.length, () => {
					for (const change of rest) {
						progress.step();
						undoOne(undoId, kind, change);
					}
				});
				const isWhole = restored >= all && entryId === null;
				if (!isWhole) markChangesUndone(undoId, batchId, rest);
				if (isWhole || !isLeft(batchId)) database.write('UPDATE batch SET undone_by = ? WHERE id = ?', undoId, batchId);
				return { restored, left: all - restored };
			});
		},

		/** What happened to an entry, the newest first. */
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
			return rows.map(({ batch_id, undone_by, before, ...rest }) => {
				const stood = before === null ? null : toAddress(readNotedRow(before));
				const note = shownNote(rest.note);
				const one = { ...rest, note, batchId: batch_id, undone: undone_by !== null, before: stood, after };
				after = stood;
				return one;
			});
		},

		/** What was done to several entries at once, the newest first. */
		batches: (limit: number): AddressBatch[] =>
			database
				.all<Omit<AddressBatch, 'undone'> & { undone_by: number | null }>(
					`SELECT batch.id, kind, batch.note, who, at, undone_by,
						(SELECT count(*) FROM change WHERE change.batch_id = batch.id) AS entries
					FROM batch WHERE kind IN ('import', 'merge', 'remove', 'restore') ORDER BY batch.id DESC LIMIT ?`,
					limit,
				)
				.map(({ undone_by, ...batch }) => ({ ...batch, note: shownNote(batch.note), undone: undone_by !== null })),

		/** Lets go of what happened too long ago. */
		forgetOld(): void {
			database.transaction(() => {
				// A clock that runs years ahead for a day must not take the history with it.
				const newest = database.get<{ at: string | null }>(
					'SELECT max(at) AS at FROM batch WHERE id IN (SELECT id FROM batch ORDER BY id DESC LIMIT 100)',
				)?.at;
				const from = Math.min(now().getTime(), newest ? Date.parse(newest) : now().getTime());
				const at = new Date(from - KEPT_DAYS * DAY_MS).toISOString();
				// The newest stays, so that no number is given out twice.
				const old = 'at < ? AND id < (SELECT max(id) FROM batch)';
				database.write(`DELETE FROM change WHERE batch_id IN (SELECT id FROM batch WHERE ${old})`, at);
				database.write(`DELETE FROM batch WHERE ${old}`, at);
			});
		},
	};
}
