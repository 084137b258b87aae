// The items in the desk's database: writes, search, and the recorded changes with their undo.
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { foldForSearch } from '../../src-contract/lib/text-folding';
import { DAY_MS } from '../../src-contract/lib/units';
import { type Item, type ItemChange, isIncomplete, type SavedItem } from '../../src-contract/model/item';
import type { Database } from '../platform/database';
import { foldCompact, wordsIn } from '../platform/text';
import { codeKey } from './item-code';
import { skuKey } from './sku-key';

/** Number of days for which a change can be undone. */
const UNDO_DAYS = 30;

interface ItemRecord {
	id: number;
	data: string;
}
type BatchKind = ItemChange['kind'];
/** A recorded change; items as JSON, null when the item did not exist. */
export interface StoredChange {
	id: number;
	item_id: number;
	before: string | null;
	after: string | null;
}

export interface ItemFilter {
	/** Words of the name, the SKU or a bar code, each from its start. */
	text: string;
	onlyIncomplete: boolean;
}

const toSaved = ({ id, data }: ItemRecord): SavedItem => ({ ...(JSON.parse(data) as Item), id });
const isSame = (left: Item | null, right: Item | null): boolean => JSON.stringify(left) === JSON.stringify(right);

const searchWords = ({ sku, name, codes, customsDescription }: Item): string =>
	[
		...wordsIn(`${name} ${sku} ${customsDescription}`),
		foldCompact(sku),
		...codes.map(({ code }) => foldCompact(code)),
	].join(' ');
/** An expression of SQLite's full-text search; empty when the text has no words. A SKU or a code is found as it is printed, too. */
const searchExpression = (text: string): string => {
	const words = wordsIn(text).map((word) => `"${word}"*`);
	return words.length > 1 ? `(${words.join(' AND ')}) OR "${foldCompact(text)}"*` : words.join('');
};

export function createItemStore(database: Database, currentUser: () => string, now: () => Date) {
	const find = (id: number): SavedItem | undefined => {
		const record = database.get<ItemRecord>('SELECT id, data FROM item WHERE id = ?', id);
		return record && toSaved(record);
	};
	const findBySku = (sku: string): SavedItem | undefined => {
		const record = database.get<ItemRecord>('SELECT id, data FROM item WHERE sku_key = ?', skuKey(sku));
		return record && toSaved(record);
	};

	/** The item that a code belongs to, and the pieces that a scan of it counts. */
	function findByCode(text: string): { item: SavedItem; quantity: number } | undefined {
		const record = database.get<ItemRecord & { quantity: number }>(
			`SELECT item.id, data, quantity FROM item_code JOIN item ON item.id = item_id WHERE code_key = ?`,
			codeKey(text),
		);
		return record && { item: toSaved(record), quantity: record.quantity };
	}

	/** @throws `item.taken` when another item has the SKU or one of the codes */
	function requireFree(item: Item, id: number | undefined): void {
		const sameSku = findBySku(item.sku);
		if (sameSku && sameSku.id !== id) throw takenError(t('The SKU {sku} belongs to another item.', { sku: item.sku }));
		const keys = new Set<string>();
		for (const { code } of item.codes) {
			const key = codeKey(code);
			if (keys.has(key)) throw takenError(t('The bar code {code} is there twice.', { code }));
			keys.add(key);
			const owner = findByCode(code)?.item;
			if (owner && owner.id !== id)
				throw takenError(t('The bar code {code} belongs to {name}.', { code, name: owner.name || owner.sku }));
		}
	}
	const takenError = (message: string) => new AppError('item.taken', `${message} ${t('Nothing was saved.')}`);

	const beginBatch = (kind: BatchKind, note: string): number =>
		database.run(
			'INSERT INTO item_batch (kind, note, at, changed_by) VALUES (?, ?, ?, ?)',
			kind,
			note,
			now().toISOString(),
			currentUser(),
		);

	/** Writes an item without a check, or removes it (null). @returns the id */
	function put(id: number | undefined, item: Item | null): number {
		if (id !== undefined) {
			database.write('DELETE FROM item_code WHERE item_id = ?', id);
			database.write('DELETE FROM item_index WHERE rowid = ?', id);
			database.write('DELETE FROM kit_part WHERE item_id = ?', id);
			if (item === null) {
				database.write('DELETE FROM item WHERE id = ?', id);
				return id;
			}
		}
		if (item === null) throw new Error('an item that does not exist cannot be removed');
		const values = [
			skuKey(item.sku),
			foldForSearch(item.name || item.sku),
			JSON.stringify(item),
			isIncomplete(item) ? 1 : 0,
		] as const;
		const insertSql = 'INSERT INTO item (id, sku_key, name_key, data, is_incomplete) VALUES (?, ?, ?, ?, ?)';
		if (id !== undefined)
			database.write(
				`${insertSql} ON CONFLICT (id) DO UPDATE SET sku_key = excluded.sku_key, name_key = excluded.name_key,
					data = excluded.data, is_incomplete = excluded.is_incomplete`,
				id,
				...values,
			);
		const savedId = id ?? database.run(insertSql, null, ...values);
		for (const { code, quantity } of item.codes)
			database.write(
				'INSERT INTO item_code (code_key, item_id, quantity) VALUES (?, ?, ?)',
				codeKey(code),
				savedId,
				quantity,
			);
		for (const part of item.isScannedByParts ? item.parts : [])
			database.write('INSERT OR IGNORE INTO kit_part (part_key, item_id) VALUES (?, ?)', skuKey(part.sku), savedId);
		database.write('INSERT INTO item_index (rowid, words) VALUES (?, ?)', savedId, searchWords(item));
		return savedId;
	}

	const recordChange = (batchId: number, id: number, before: Item | null, after: Item | null): void =>
		database.write(
			'INSERT INTO item_change (batch_id, item_id, before, after) VALUES (?, ?, ?, ?)',
			batchId,
			id,
			before && JSON.stringify(before),
			after && JSON.stringify(after),
		);
	const withoutId = ({ id: _id, ...item }: SavedItem): Item => item;

	/** Adds or changes an item as a part of a batch. @throws `item.taken` */
	function saveIn(batchId: number, item: Item, id: number | undefined): number {
		requireFree(item, id);
		const before = id === undefined ? undefined : find(id);
		const savedId = put(before?.id, item);
		recordChange(batchId, savedId, before ? withoutId(before) : null, item);
		return savedId;
	}

	/** Undoes one change. @returns false if the item was changed since, or its SKU or a code is used elsewhere */
	function undoChange(undoId: number, change: StoredChange): boolean {
		const current = find(change.item_id);
		const before = change.before === null ? null : (JSON.parse(change.before) as Item);
		const after = change.after === null ? null : (JSON.parse(change.after) as Item);
		if (!isSame(current ? withoutId(current) : null, after)) return false;
		if (before) {
			try {
				requireFree(before, change.item_id);
			} catch (error) {
				if (error instanceof AppError) return false;
				throw error;
			}
		}
		put(change.item_id, before);
		recordChange(undoId, change.item_id, after, before);
		database.write('UPDATE item_change SET undone_by = ? WHERE id = ?', undoId, change.id);
		return true;
	}

	const filterSql = ({ text, onlyIncomplete }: ItemFilter): { sql: string; values: string[] } => {
		const expression = searchExpression(text);
		const conditions = [
			...(onlyIncomplete ? ['is_incomplete = 1'] : []),
			...(expression === '' ? [] : ['id IN (SELECT rowid FROM item_index WHERE item_index MATCH ?)']),
		];
		return {
			sql: conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`,
			values: expression === '' ? [] : [expression],
		};
	};

	return {
		find,
		findBySku,
		/** The picture of an item as a JPEG file; undefined when it has none. */
		picture: (id: number): Uint8Array | undefined =>
			database.get<{ bytes: Uint8Array }>('SELECT bytes FROM item_picture WHERE item_id = ?', id)?.bytes,
		hasPicture: (id: number): boolean =>
			database.get('SELECT 1 AS found FROM item_picture WHERE item_id = ?', id) !== undefined,
		setPicture: (id: number, bytes: Uint8Array): void =>
			database.write('INSERT OR REPLACE INTO item_picture (item_id, bytes) VALUES (?, ?)', id, bytes),
		removePicture: (id: number): void => database.write('DELETE FROM item_picture WHERE item_id = ?', id),
		/** SKUs of the kits that are scanned by their parts and have this part. */
		kitsWith: (sku: string): string[] =>
			database
				.all<ItemRecord>(
					'SELECT item.id, data FROM kit_part JOIN item ON item.id = item_id WHERE part_key = ?',
					skuKey(sku),
				)
				.map((record) => toSaved(record).sku),
		findByCode,
		beginBatch,
		saveIn,

		/**
		 * @param id undefined for a new item
		 * @throws `item.taken`; `item.notFound` when the item was removed meanwhile
		 */
		save(item: Item, id: number | undefined): SavedItem {
			return database.transaction(() => {
				const before = id === undefined ? undefined : find(id);
				if (id !== undefined && !before)
					throw new AppError('item.notFound', t('This item was removed meanwhile. Nothing was saved.'));
				if (before && isSame(withoutId(before), item)) return before;
				const savedId = saveIn(beginBatch('edit', ''), item, id);
				return { ...item, id: savedId };
			});
		},

		/** @returns the batch, for an undo */
		remove(ids: readonly number[]): { batchId: number } {
			return database.transaction(() => {
				const batchId = beginBatch('remove', '');
				for (const id of ids) {
					const before = find(id);
					if (!before) continue;
					put(id, null);
					recordChange(batchId, id, withoutId(before), null);
				}
				return { batchId };
			});
		},

		list: (filter: ItemFilter, offset: number, limit: number): SavedItem[] => {
			const { sql, values } = filterSql(filter);
			return database
				.all<ItemRecord>(
					`SELECT id, data FROM item ${sql} ORDER BY name_key, id LIMIT ? OFFSET ?`,
					...values,
					limit,
					offset,
				)
				.map(toSaved);
		},
		count: (filter: ItemFilter): number => {
			const { sql, values } = filterSql(filter);
			return database.get<{ n: number }>(`SELECT count(*) AS n FROM item ${sql}`, ...values)?.n ?? 0;
		},

		/** Changes of an item, the newest first. */
		history: (id: number): ItemChange[] =>
			database
				.all<{
					batchId: number;
					at: string;
					by: string;
					kind: BatchKind;
					before: string | null;
					undone_by: number | null;
				}>(
					`SELECT batch_id AS batchId, at, changed_by AS by, kind, before, undone_by FROM item_change
					JOIN item_batch ON item_batch.id = batch_id WHERE item_id = ? ORDER BY item_change.id DESC LIMIT 100`,
					id,
				)
				.map(({ before, undone_by, ...change }) => ({
					...change,
					before: before === null ? null : (JSON.parse(before) as Item),
					isUndone: undone_by !== null,
				})),

		/**
		 * The changes of a batch that are not undone, the newest first.
		 * @param itemId only the change of this item; null: all
		 * @throws `item.notFound` when the batch is older than 30 days, was undone or is an undo
		 */
		undoableChanges(batchId: number, itemId: number | null): StoredChange[] {
			const earliest = new Date(now().getTime() - UNDO_DAYS * DAY_MS).toISOString();
			const changes = database.all<StoredChange>(
				`SELECT item_change.id, item_id, before, after FROM item_change JOIN item_batch ON item_batch.id = batch_id
				WHERE batch_id = ?1 AND (?2 IS NULL OR item_id = ?2) AND undone_by IS NULL AND kind <> 'undo' AND at >= ?3 ORDER BY item_change.id DESC`,
				batchId,
				itemId,
				earliest,
			);
			if (changes.length > 0) return changes;
			throw new AppError(
				'item.notFound',
				t('This change was already undone, or it is older than 30 days. Nothing was changed.'),
			);
		},
		/** Undoes changes in one transaction; skips an item that was changed since. @returns number of items restored */
		undoChanges: (undoId: number, changes: readonly StoredChange[]): number =>
			database.transaction(() => changes.filter((change) => undoChange(undoId, change)).length),
	};
}
export type ItemStore = ReturnType<typeof createItemStore>;
