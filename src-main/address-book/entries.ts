// What a person does to entries of the address book: each deed in one commit, with what stood there before.
import { isDeepStrictEqual } from 'node:util';
import { type BookEntry, ENTRY_FIELDS, type SavedAddress } from '../../src-contract/model/address';
import { COLUMNS, type Row, sameKeyOf, toAddress, toRow } from './entry-row';
import type { EntryStore } from './entry-store';

/** Two entries as they stood when somebody chose what to take of each. */
export interface Seen {
	kept?: Record<string, unknown>;
	other?: Record<string, unknown>;
}

/** @returns what was typed, and of what was left as it was seen what the book has by now: another desk may have changed it */
function untouchedOf(typed: BookEntry, seen: Record<string, unknown> | undefined, book: BookEntry): BookEntry {
	if (!seen) return typed;
	const untouched = ENTRY_FIELDS.filter((field) => isDeepStrictEqual(typed[field], seen[field]));
	return { ...typed, ...Object.fromEntries(untouched.map((field) => [field, book[field]])) };
}

export function createEntries({
	database,
	now,
	existing,
	begin,
	note,
	insert,
	erase,
	usedPosition,
	adder,
	change,
}: EntryStore) {
	return {
		/**
		 * @param why what is noted with it
		 * @param opened as it stood when it was opened: another desk may have changed what this one did not touch
		 * @throws `address.notFound` when the id names no entry
		 */
		save(
			{ id, ...entry }: BookEntry & { id?: number | undefined },
			why = '',
			opened: Record<string, unknown> = {},
		): SavedAddress {
			return database.transaction(() => {
				if (id === undefined) return toAddress(existing(adder(begin('save', why), 1)(entry)));
				const stood = existing(id);
				const merged = untouchedOf(entry, opened, toAddress(stood));
				const written = toRow(merged, stood);
				// A form that is closed as it was opened changes nothing.
				if (COLUMNS.every((column) => written[column] === stood[column])) return toAddress(stood);
				change(begin('save', why), stood, merged);
				return toAddress(existing(id));
			});
		},

		/** @returns the batch, by which it can be undone */
		remove(ids: readonly number[]): number {
			return database.transaction(() => {
				const batchId = begin('remove', '');
				for (const id of ids) {
					const row = existing(id);
					erase(row);
					note(batchId, id, row);
				}
				return batchId;
			});
		},

		/** Two entries become one: it takes the place and the use of the one that is kept. */
		merge(
			keptId: number,
			otherId: number,
			typed: BookEntry,
			seen: Seen = {},
		): { batchId: number; entry: SavedAddress } {
			return database.transaction(() => {
				const batchId = begin('merge', '');
				const [kept, other] = [existing(keptId), existing(otherId)];
				const entry = untouchedOf(untouchedOf(typed, seen.other, toAddress(other)), seen.kept, toAddress(kept));
				erase(other);
				note(batchId, otherId, other);
				const lastUsed = [kept.last_used_at, other.last_used_at].filter((at) => at !== null).sort();
				change(batchId, kept, entry);
				database.write(
					'UPDATE entry SET use_count = ?, last_used_at = ? WHERE id = ?',
					kept.use_count + other.use_count,
					lastUsed.at(-1) ?? null,
					keptId,
				);
				return { batchId, entry: toAddress(existing(keptId)) };
			});
		},

		/** Those that equal this address were used now, and come first next time. Use is no change of an entry. */
		markUsed(
			address: Pick<BookEntry, 'companyName' | 'contactPerson' | 'addressLine1' | 'zipcode' | 'countryCode'>,
		): void {
			database.transaction(() => {
				for (const row of database.all<Row>('SELECT * FROM entry WHERE same_key = ?', sameKeyOf(address))) {
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

		/** Takes over many at once, in their order. @returns the batch */
		addAll(all: readonly BookEntry[], why: string): number {
			return database.transaction(() => {
				const batchId = begin('import', why);
				const add = adder(batchId, all.length);
				for (const entry of all) add(entry);
				return batchId;
			});
		},
	};
}
export type Entries = ReturnType<typeof createEntries>;
