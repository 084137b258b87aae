// Saves, removes, merges and adds entries. Each operation is one transaction and one batch, with the previous versions recorded.
import { isDeepStrictEqual } from 'node:util';
import { type BookEntry, ENTRY_FIELDS, type SavedAddress } from '../../src-contract/model/address';
import { COLUMNS, type EntryRow, sameKeyOf, toAddress, toRow } from './entry-row';
import type { EntryStore } from './entry-store';

/** The fields of two entries as the user saw them when choosing which values to merge. */
export interface OpenedPair {
	kept?: Record<string, unknown>;
	other?: Record<string, unknown>;
}

/** Takes the current value of every field that the user did not edit, because another desk may have changed it meanwhile. */
function withCurrentValues(
	typed: BookEntry,
	opened: Record<string, unknown> | undefined,
	current: BookEntry,
): BookEntry {
	if (!opened) return typed;
	const unedited = ENTRY_FIELDS.filter((field) => isDeepStrictEqual(typed[field], opened[field]));
	return { ...typed, ...Object.fromEntries(unedited.map((field) => [field, current[field]])) };
}

export function createEntries({
	database,
	now,
	existing,
	begin,
	recordChange,
	insert,
	erase,
	usedPosition,
	createInserter,
	change,
}: EntryStore) {
	return {
		/**
		 * Adds the entry, or updates it when it has an id. Saving without a change writes nothing.
		 * @param note stored with the batch
		 * @param opened the fields as the form loaded them; fields the user did not edit keep their current value
		 * @throws `address.notFound` when no entry has the id
		 */
		save(
			{ id, ...entry }: BookEntry & { id?: number | undefined },
			note = '',
			opened: Record<string, unknown> = {},
		): SavedAddress {
			return database.transaction(() => {
				if (id === undefined) return toAddress(existing(createInserter(begin('save', note), 1)(entry)));
				const current = existing(id);
				const merged = withCurrentValues(entry, opened, toAddress(current));
				const written = toRow(merged, current);
				if (COLUMNS.every((column) => written[column] === current[column])) return toAddress(current);
				change(begin('save', note), current, merged);
				return toAddress(existing(id));
			});
		},

		/** @returns the id of the batch, with which the removal can be undone @throws `address.notFound` */
		remove(ids: readonly number[]): number {
			return database.transaction(() => {
				const batchId = begin('remove', '');
				for (const id of ids) {
					const row = existing(id);
					erase(row);
					recordChange(batchId, id, row);
				}
				return batchId;
			});
		},

		/** Merges two entries into the first, which keeps its id and position and adds up the use of both. */
		merge(
			keptId: number,
			removedId: number,
			typed: BookEntry,
			opened: OpenedPair = {},
		): { batchId: number; entry: SavedAddress } {
			return database.transaction(() => {
				const batchId = begin('merge', '');
				const [kept, removed] = [existing(keptId), existing(removedId)];
				const withRemoved = withCurrentValues(typed, opened.other, toAddress(removed));
				const entry = withCurrentValues(withRemoved, opened.kept, toAddress(kept));
				erase(removed);
				recordChange(batchId, removedId, removed);
				const lastUsed = [kept.last_used_at, removed.last_used_at].filter((at) => at !== null).sort();
				change(batchId, kept, entry);
				database.write(
					'UPDATE entry SET use_count = ?, last_used_at = ? WHERE id = ?',
					kept.use_count + removed.use_count,
					lastUsed.at(-1) ?? null,
					keptId,
				);
				return { batchId, entry: toAddress(existing(keptId)) };
			});
		},

		/** Counts a use of the entries with this name and address and moves them to the top. Records no change. */
		markUsed(
			address: Pick<BookEntry, 'companyName' | 'contactPerson' | 'addressLine1' | 'zipcode' | 'countryCode'>,
		): void {
			database.transaction(() => {
				for (const row of database.all<EntryRow>('SELECT * FROM entry WHERE same_key = ?', sameKeyOf(address))) {
					erase(row);
					insert({
						...row,
						position: usedPosition(),
						use_count: row.use_count + 1,
						last_used_at: now().toISOString(),
					});
				}
			});
		},

		/** Adds entries in the given order. @returns the id of the batch */
		addAll(all: readonly BookEntry[], note: string): number {
			return database.transaction(() => {
				const batchId = begin('import', note);
				const add = createInserter(batchId, all.length);
				for (const entry of all) add(entry);
				return batchId;
			});
		},
	};
}
export type Entries = ReturnType<typeof createEntries>;
