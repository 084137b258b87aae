// The rows of the address book: how one is written, taken out, and noted as it stood before. Whoever uses it holds a transaction.

import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { AddressBatchKind, BookEntry } from '../../src-contract/model/address';
import type { Database } from '../platform/database';
import { mayContainTypo, wordsOfAddress } from '../platform/text';
import { COLUMNS, INSERT_ENTRY, type Row, type StoredRow, toAddress, toRow } from './entry-row';

/** @param onWords told of the words of whatever is written */
export function createEntryStore(
	database: Database,
	who: () => string,
	now: () => Date,
	onWords: (words: readonly string[]) => void,
) {
	const rowOf = (id: number) => database.get<Row>('SELECT * FROM entry WHERE id = ?', id);

	function existing(id: number): Row {
		const row = rowOf(id);
		if (!row) throw new AppError('address.notFound', t('This address is no longer in the book. Search again.'));
		return row;
	}

	function begin(kind: AddressBatchKind, note: string): number {
		const at = now().toISOString();
		return database.run('INSERT INTO batch (kind, note, who, at) VALUES (?, ?, ?, ?)', kind, note, who(), at);
	}

	function note(batchId: number, entryId: number, before: Row | undefined): void {
		const text = before ? JSON.stringify(before) : null;
		database.write('INSERT INTO change (batch_id, entry_id, before) VALUES (?, ?, ?)', batchId, entryId, text);
	}

	/** @param written words that this commit wrote already */
	function insert(row: StoredRow, written = new Set<string>()): void {
		const words = wordsOfAddress(toAddress(row));
		const text = words.join(' ');
		database.write(INSERT_ENTRY, ...COLUMNS.map((column) => row[column]), text);
		database.write('INSERT INTO entry_index (rowid, words) VALUES (?, ?)', row.position, text);
		for (const word of words) {
			if (written.has(word) || !mayContainTypo(word)) continue;
			database.write('INSERT OR IGNORE INTO entry_word (word) VALUES (?)', word);
			written.add(word);
		}
		onWords(words);
	}

	function erase({ id, position }: Pick<Row, 'id' | 'position'>): void {
		database.write('DELETE FROM entry_index WHERE rowid = ?', position);
		database.write('DELETE FROM entry WHERE id = ?', id);
	}

	/** The newest stand behind all that were used, before what is older. */
	const newPosition = () =>
		(database.get<{ least: number | null }>('SELECT min(position) AS least FROM entry WHERE position > 0')?.least ??
			FIRST_POSITION) - 1;
	const usedPosition = () =>
		Math.min(0, database.get<{ least: number | null }>('SELECT min(position) AS least FROM entry')?.least ?? 0) - 1;
	/** Ids are never given out twice: a change of an entry that is gone keeps its meaning. */
	const newId = () =>
		Math.max(
			database.get<{ id: number | null }>('SELECT max(id) AS id FROM entry')?.id ?? 0,
			database.get<{ id: number | null }>('SELECT max(entry_id) AS id FROM change')?.id ?? 0,
		) + 1;

	/**
	 * The first stands at the top. Whoever adds many says so: the index takes them three times as fast in the order of the list.
	 * @returns what adds the next of them and returns its id
	 */
	function adder(batchId: number, count: number): (entry: BookEntry) => number {
		let id = newId();
		let position = newPosition() - count + 1;
		const written = new Set<string>();
		return (entry) => {
			insert(toRow(entry, { id, position, use_count: 0, last_used_at: null }), written);
			note(batchId, id, undefined);
			position += 1;
			id += 1;
			return id - 1;
		};
	}

	function change(batchId: number, before: Row, entry: BookEntry): void {
		erase(before);
		insert(toRow(entry, before));
		note(batchId, before.id, before);
	}

	/** So that what stands where it stood is written back as it was. */
	function freePosition(row: StoredRow): StoredRow {
		const taken = database.get('SELECT 1 FROM entry WHERE position = ?', row.position);
		return taken ? { ...row, position: row.position > 0 ? newPosition() : usedPosition() } : row;
	}

	return {
		database,
		now,
		rowOf,
		existing,
		begin,
		note,
		insert,
		erase,
		usedPosition,
		adder,
		change,
		freePosition,
	};
}
export type EntryStore = ReturnType<typeof createEntryStore>;

/** Far from 0, so that there is room for the newest before all that were never used. */
const FIRST_POSITION = 2 ** 40;
