// Reads and writes the entry rows of the address book and records their previous versions. Callers must run each write in a
// transaction.
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { AddressBatchKind, BookEntry } from '../../src-contract/model/address';
import type { Database } from '../platform/database';
import { isSearchedWithTypos, wordsIn, wordsOfAddress } from '../platform/text';
import { ENTRY_COLUMNS, type EntryRow, INSERT_ENTRY, type StoredRow, toAddress, toRow } from './entry-row';

/**
 * @param userName returns the name of the current user, which is stored with every batch
 * @param onWords called with the search words of every row that is written
 */
export function createEntryStore(
	database: Database,
	userName: () => string,
	now: () => Date,
	onWords: (words: readonly string[]) => void,
) {
	const rowOf = (id: number) => database.get<EntryRow>('SELECT * FROM entry WHERE id = ?', id);

	/** @throws `address.notFound` when no entry has the id */
	function requireRow(id: number): EntryRow {
		const row = rowOf(id);
		if (!row) throw new AppError('address.notFound', t('This address is no longer in the address book. Search again.'));
		return row;
	}

	/**
	 * Starts a batch: the changes of one operation, which, unless it is itself an undo, can be undone together.
	 * @returns the batch's id
	 */
	function beginBatch(kind: AddressBatchKind, note: string): number {
		const at = now().toISOString();
		return database.run('INSERT INTO batch (kind, note, who, at) VALUES (?, ?, ?, ?)', kind, note, userName(), at);
	}

	/** Records the previous version of an entry. @param before the previous version; undefined when the batch adds the entry */
	function recordChange(batchId: number, entryId: number, before: EntryRow | undefined): void {
		const text = before ? JSON.stringify(before) : null;
		database.write('INSERT INTO change (batch_id, entry_id, before) VALUES (?, ?, ?)', batchId, entryId, text);
	}

	/**
	 * Adds a row and its search words.
	 * @param addedWords words that this transaction has already added to `entry_word`; they are not inserted again
	 */
	function insert(row: StoredRow, addedWords = new Set<string>()): void {
		const words = wordsOfAddress(toAddress(row));
		const text = words.join(' ');
		database.write(INSERT_ENTRY, ...ENTRY_COLUMNS.map((column) => row[column]), text);
		database.write('INSERT INTO entry_index (rowid, words) VALUES (?, ?)', row.position, text);
		const nameWords = wordsIn(`${row.company_name} ${row.contact_person}`).join(' ');
		database.write('INSERT INTO entry_name_index (rowid, words) VALUES (?, ?)', row.position, nameWords);
		for (const word of words) {
			if (addedWords.has(word) || !isSearchedWithTypos(word)) continue;
			database.write('INSERT OR IGNORE INTO entry_word (word) VALUES (?)', word);
			addedWords.add(word);
		}
		onWords(words);
	}

	/** Removes a row from the table and the search index. Its words stay in `entry_word`. */
	function erase({ id, position }: Pick<EntryRow, 'id' | 'position'>): void {
		database.write('DELETE FROM entry_index WHERE rowid = ?', position);
		database.write('DELETE FROM entry_name_index WHERE rowid = ?', position);
		database.write('DELETE FROM entry WHERE id = ?', id);
	}

	/** Position of a new entry: below all used entries in the list, and above the other unused entries. */
	const newPosition = () =>
		(database.get<{ lowest: number | null }>('SELECT min(position) AS lowest FROM entry WHERE position > 0')?.lowest ??
			POSITION_LIMIT) - 1;
	/** Position at the top of the list, for an entry that is being used. */
	const topPosition = () =>
		Math.min(0, database.get<{ lowest: number | null }>('SELECT min(position) AS lowest FROM entry')?.lowest ?? 0) - 1;
	/** Id of a new entry: higher than all ids in recorded changes too, because these may refer to removed entries. */
	const newId = () =>
		Math.max(
			database.get<{ id: number | null }>('SELECT max(id) AS id FROM entry')?.id ?? 0,
			database.get<{ id: number | null }>('SELECT max(entry_id) AS id FROM change')?.id ?? 0,
		) + 1;

	/**
	 * Creates a function that adds the next of `count` new entries and returns its id. The new entries keep their order in the
	 * list: the first is listed above the others, and all of them below the used entries. The count must be known in advance,
	 * because the full-text index accepts rows three times as fast in ascending position.
	 */
	function createInserter(batchId: number, count: number): (entry: BookEntry) => number {
		let id = newId();
		let position = newPosition() - count + 1;
		const addedWords = new Set<string>();
		return (entry) => {
			insert(toRow(entry, { id, position, use_count: 0, last_used_at: null }), addedWords);
			recordChange(batchId, id, undefined);
			const insertedId = id;
			position += 1;
			id += 1;
			return insertedId;
		};
	}

	/** Writes the new version of an entry and records the previous version. */
	function updateEntry(batchId: number, before: EntryRow, entry: BookEntry): void {
		erase(before);
		insert(toRow(entry, before));
		recordChange(batchId, before.id, before);
	}

	/** Returns the row, with a new position if another entry has the row's position. */
	function withFreePosition(row: StoredRow): StoredRow {
		const isTaken = database.get('SELECT 1 FROM entry WHERE position = ?', row.position) !== undefined;
		return isTaken ? { ...row, position: row.position > 0 ? newPosition() : topPosition() } : row;
	}

	return {
		database,
		now,
		rowOf,
		requireRow,
		beginBatch,
		recordChange,
		insert,
		erase,
		topPosition,
		createInserter,
		updateEntry,
		withFreePosition,
	};
}
export type EntryStore = ReturnType<typeof createEntryStore>;

/** Positions of unused entries are positive and are assigned downwards from here; positions of used entries are negative. */
const POSITION_LIMIT = 2 ** 40;
