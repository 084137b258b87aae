// Saves, removes, merges and adds entries. Each operation is one transaction. Each except `markUsed` is recorded as one
// batch, with the previous versions of the entries.
import { isDeepStrictEqual } from 'node:util';
import { type BookEntry, ENTRY_FIELDS, type SavedAddress } from '../../src-contract/model/address';
import { ENTRY_COLUMNS, type EntryRow, recipientKeyOf, toAddress, toRow } from './entry-row';
import type { EntryStore } from './entry-store';

/** The fields of the two entries of a merge, as the merge form loaded them. */
export interface OpenedPair {
	/** The entry that the merge keeps. */
	kept?: Record<string, unknown>;
	/** The entry that the merge removes. */
	other?: Record<string, unknown>;
}

/**
 * Returns the edited entry with the current value of every field that the user did not edit: another desk may have changed that
 * field since the form was opened.
 * @param opened the fields as the form loaded them
 */
function withCurrentValues(
	edited: BookEntry,
	opened: Record<string, unknown> | undefined,
	current: BookEntry,
): BookEntry {
	if (!opened) return edited;
	const uneditedFields = ENTRY_FIELDS.filter((field) => isDeepStrictEqual(edited[field], opened[field]));
	return { ...edited, ...Object.fromEntries(uneditedFields.map((field) => [field, current[field]])) };
}

export function createEntries({
	database,
	now,
	requireRow,
	beginBatch,
	recordChange,
	insert,
	erase,
	topPosition,
	createInserter,
	updateEntry,
}: EntryStore) {
	return {
		/**
		 * Adds the entry, or updates it when it has an id. An update that changes no field writes nothing.
		 * @param note text that is stored with the batch
		 * @param opened the fields as the form loaded them; fields the user did not edit keep their current value
		 * @throws `address.notFound` when no entry has the id
		 */
		save(
			{ id, ...entry }: BookEntry & { id?: number | undefined },
			note = '',
			opened: Record<string, unknown> = {},
		): SavedAddress {
			return database.transaction(() => {
				if (id === undefined) return toAddress(requireRow(createInserter(beginBatch('save', note), 1)(entry)));
				const current = requireRow(id);
				const merged = withCurrentValues(entry, opened, toAddress(current));
				const updated = toRow(merged, current);
				if (ENTRY_COLUMNS.every((column) => updated[column] === current[column])) return toAddress(current);
				updateEntry(beginBatch('save', note), current, merged);
				return toAddress(requireRow(id));
			});
		},

		/** @returns the id of the batch, with which the removal can be undone @throws `address.notFound` */
		remove(ids: readonly number[]): number {
			return database.transaction(() => {
				const batchId = beginBatch('remove', '');
				for (const id of ids) {
					const row = requireRow(id);
					erase(row);
					recordChange(batchId, id, row);
				}
				return batchId;
			});
		},

		/**
		 * Merges two entries into the first of them, which keeps its id and position. The use counts are added, and the later of the two
		 * last uses is kept.
		 * @param edited the merged entry as the user edited it
		 * @param opened the fields of both entries as the form loaded them
		 * @throws `address.notFound` when one of the entries no longer exists
		 */
		merge(
			keptId: number,
			removedId: number,
			edited: BookEntry,
			opened: OpenedPair = {},
		): { batchId: number; entry: SavedAddress } {
			return database.transaction(() => {
				const batchId = beginBatch('merge', '');
				const [kept, removed] = [requireRow(keptId), requireRow(removedId)];
				// A field with the value that the removed entry had when the form was opened gets the removed entry's current value; a field
				// with the value of the kept entry gets the kept entry's current value.
				const withRemovedValues = withCurrentValues(edited, opened.other, toAddress(removed));
				const entry = withCurrentValues(withRemovedValues, opened.kept, toAddress(kept));
				erase(removed);
				recordChange(batchId, removedId, removed);
				const lastUses = [kept.last_used_at, removed.last_used_at].filter((time) => time !== null).sort();
				updateEntry(batchId, kept, entry);
				database.write(
					'UPDATE entry SET use_count = ?, last_used_at = ? WHERE id = ?',
					kept.use_count + removed.use_count,
					lastUses.at(-1) ?? null,
					keptId,
				);
				return { batchId, entry: toAddress(requireRow(keptId)) };
			});
		},

		/**
		 * Counts a use of the entries with this name and address and moves them to the top. Records no change, so it cannot be undone.
		 */
		markUsed(
			address: Pick<BookEntry, 'companyName' | 'contactPerson' | 'addressLine1' | 'zipcode' | 'countryCode'>,
		): void {
			database.transaction(() => {
				for (const row of database.all<EntryRow>('SELECT * FROM entry WHERE same_key = ?', recipientKeyOf(address))) {
					erase(row);
					insert({
						...row,
						position: topPosition(),
						use_count: row.use_count + 1,
						last_used_at: now().toISOString(),
					});
				}
			});
		},

		/** Adds entries in the given order. @returns the id of the batch */
		addAll(newEntries: readonly BookEntry[], note: string): number {
			return database.transaction(() => {
				const batchId = beginBatch('import', note);
				const add = createInserter(batchId, newEntries.length);
				for (const entry of newEntries) add(entry);
				return batchId;
			});
		},
	};
}
export type Entries = ReturnType<typeof createEntries>;
