// The entries of the address book and every change to them: each in one commit with what stood there before, so that it can
// be looked up and undone.
import type { Batch, BatchKind, BookEntry, EntryChange, SavedAddress, Undone } from '../../src-contract/address';
import { AppError } from '../../src-contract/errors';
import type { Database } from '../storage/database';
import {
	COLUMNS,
	ENTRY_AS_JSON,
	INSERT_ENTRY,
	type Row,
	type StoredRow,
	sameKeyOf,
	toAddress,
	toRow,
} from './entry-row';
import { mayHoldSlip, wordsOf } from './words';

/** @param onWords told of the words of whatever is written */
export function createEntries(
	database: Database,
	who: () => string,
	now: () => Date,
	onWords: (words: readonly string[]) => void,
) {
	const rowOf = (id: number) => database.get<Row>('SELECT * FROM entry WHERE id = ?', id);

	function existing(id: number): Row {
		const row = rowOf(id);
		if (!row) throw new AppError('address.notFound', 'This address is no longer in the book. Search again.');
		return row;
	}

	function begin(kind: BatchKind, note: string): number {
		const at = now().toISOString();
		return database.run('INSERT INTO batch (kind, note, who, at) VALUES (?, ?, ?, ?)', kind, note, who(), at);
	}

	function note(batchId: number, entryId: number, before: Row | undefined): void {
		const text = before ? JSON.stringify(before) : null;
		database.write('INSERT INTO change (batch_id, entry_id, before) VALUES (?, ?, ?)', batchId, entryId, text);
	}

	/** @param written words that this commit wrote already */
	function insert(row: StoredRow, written = new Set<string>()): void {
		const words = wordsOf(toAddress(row));
		const text = words.join(' ');
		database.write(INSERT_ENTRY, ...COLUMNS.map((column) => row[column]), text);
		database.write('INSERT INTO entry_index (rowid, words) VALUES (?, ?)', row.position, text);
		for (const word of words) {
			if (written.has(word) || !mayHoldSlip(word)) continue;
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

	function undoOne(batchId: number, { entry_id, before }: { entry_id: number; before: string | null }): void {
		const current = rowOf(entry_id);
		note(batchId, entry_id, current);
		if (current) erase(current);
		if (before !== null) insert(freePosition(JSON.parse(before)));
	}

	return {
		/** @throws `address.notFound` when the id names no entry */
		save(entry: BookEntry & { id?: number | undefined }): SavedAddress {
			const { id } = entry;
			return database.transaction(() => {
				const batchId = begin('save', '');
				if (id === undefined) return toAddress(existing(adder(batchId, 1)(entry)));
				change(batchId, existing(id), entry);
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
		merge(keptId: number, otherId: number, entry: BookEntry): { batchId: number; entry: SavedAddress } {
			return database.transaction(() => {
				const batchId = begin('merge', '');
				const [kept, other] = [existing(keptId), existing(otherId)];
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

		/**
		 * Brings back what stood before a batch; what was changed since stays.
		 * @throws `address.notFound` when there is no such batch, or it was undone before
		 */
		undo(batchId: number): Undone {
			return database.transaction(() => {
				const batch = database.get<{ kind: BatchKind }>(
					'SELECT kind FROM batch WHERE id = ? AND undone_by IS NULL AND at >= ?',
					batchId,
					new Date(now().getTime() - UNDONE_DAYS * MS_PER_DAY).toISOString(),
				);
				if (!batch)
					throw new AppError(
						'address.notFound',
						'This was undone before, or is longer ago than 30 days. Nothing was changed.',
					);
				const undoId = begin('undo', '');
				// Untouched since: whatever was done to the entry after this batch was undone again.
				const untouched = `batch_id = ?1 AND NOT EXISTS (
					SELECT 1 FROM change AS later JOIN batch ON batch.id = later.batch_id
					WHERE later.entry_id = change.entry_id AND later.batch_id > ?1 AND later.batch_id <> ?2
						AND batch.kind <> 'undo' AND batch.undone_by IS NULL)`;
				const all = database.get<{ n: number }>('SELECT count(*) AS n FROM change WHERE batch_id = ?', batchId)?.n ?? 0;
				// What was added goes in one sweep: an import may hold a hundred thousand.
				const added = `SELECT entry_id FROM change WHERE before IS NULL AND ${untouched}`;
				const addedCount = database.get<{ n: number }>(`SELECT count(*) AS n FROM (${added})`, batchId, undoId)?.n ?? 0;
				const rest = database.all<{ entry_id: number; before: string }>(
					`SELECT entry_id, before FROM change WHERE before IS NOT NULL AND ${untouched} ORDER BY id DESC`,
					batchId,
					undoId,
				);
				database.write(
					`INSERT INTO change (batch_id, entry_id, before) SELECT ?2, id, ${ENTRY_AS_JSON} FROM entry WHERE id IN (${added})`,
					batchId,
					undoId,
				);
				const ids = 'SELECT entry_id FROM change WHERE batch_id = ?1';
				database.write(
					`DELETE FROM entry_index WHERE rowid IN (SELECT position FROM entry WHERE id IN (${ids}))`,
					undoId,
				);
				database.write(`DELETE FROM entry WHERE id IN (${ids})`, undoId);
				for (const one of rest) undoOne(undoId, one);
				database.write('UPDATE batch SET undone_by = ? WHERE id = ?', undoId, batchId);
				return { restored: addedCount + rest.length, left: all - addedCount - rest.length };
			});
		},

		/** What happened to an entry, the newest first. */
		history(id: number): EntryChange[] {
			const rows = database.all<{
				batch_id: number;
				kind: BatchKind;
				note: string;
				who: string;
				at: string;
				undone_by: number | null;
				before: string | null;
			}>(
				`SELECT change.batch_id, batch.kind, batch.note, batch.who, batch.at, batch.undone_by, change.before
				FROM change JOIN batch ON batch.id = change.batch_id WHERE change.entry_id = ? ORDER BY change.id DESC`,
				id,
			);
			const current = rowOf(id);
			let after = current ? toAddress(current) : null;
			return rows.map(({ batch_id, undone_by, before, ...rest }) => {
				const stood = before === null ? null : toAddress(JSON.parse(before));
				const one = { ...rest, batchId: batch_id, undone: undone_by !== null, before: stood, after };
				after = stood;
				return one;
			});
		},

		/** What was done to several entries at once, the newest first. */
		batches: (limit: number): Batch[] =>
			database
				.all<Omit<Batch, 'undone'> & { undone_by: number | null }>(
					`SELECT batch.id, kind, batch.note, who, at, undone_by,
						(SELECT count(*) FROM change WHERE change.batch_id = batch.id) AS entries
					FROM batch WHERE kind IN ('import', 'merge', 'remove') ORDER BY batch.id DESC LIMIT ?`,
					limit,
				)
				.map(({ undone_by, ...batch }) => ({ ...batch, undone: undone_by !== null })),

		/** Takes over many at once, in their order. @returns the batch */
		addAll(all: readonly BookEntry[], why: string): number {
			return database.transaction(() => {
				const batchId = begin('import', why);
				const add = adder(batchId, all.length);
				for (const entry of all) add(entry);
				return batchId;
			});
		},

		/** Lets go of what happened too long ago. */
		forgetOld(): void {
			database.transaction(() => {
				const at = new Date(now().getTime() - KEPT_DAYS * MS_PER_DAY).toISOString();
				database.write('DELETE FROM change WHERE batch_id IN (SELECT id FROM batch WHERE at < ?)', at);
				database.write('DELETE FROM batch WHERE at < ?', at);
			});
		},
	};
}
export type Entries = ReturnType<typeof createEntries>;

/** How long a change can be looked up, and undone. */
const KEPT_DAYS = 3 * 365;
const UNDONE_DAYS = 30;
const MS_PER_DAY = 86_400_000;
/** Far from 0, so that there is room for the newest before all that were never used. */
const FIRST_POSITION = 2 ** 40;
