// Imports an item file: reads it in a thread, compares each row with the catalogue, then writes the accepted rows.
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { DroppedFile, ImportReadOptions } from '../../src-contract/model/address-import';
import {
	ITEM_FIELDS,
	type Item,
	type ItemField,
	type ItemFile,
	type ItemRow,
	type ItemRowCounts,
	type ItemRowState,
} from '../../src-contract/model/item';
import type { WorkerClient } from '../../src-contract/worker-rpc';
import type { Database } from '../platform/database';
import { yieldToEventLoop } from '../platform/event-loop';
import { rethrowTimeoutAsTooLarge } from '../platform/tabular/file-too-large';
import { toSentence } from '../platform/text';
import { codeKey } from './item-code';
import type { ReadItemRow } from './item-columns';
import type { ItemFileMethods } from './item-file-methods';
import type { ItemStore } from './item-store';
import { skuKey } from './sku-key';

/** Number of rows that are compared or written before the main process handles other events. */
const ROWS_PER_STEP = 500;

/** A row with the item as it would be saved. */
interface ComparedRow extends ItemRow {
	item: Item;
	/** Id of the item that the row changes; undefined for a new one. */
	existingId: number | undefined;
}

const nameOfField = (field: keyof Item): string =>
	field === 'codes' ? t('Bar codes') : field in ITEM_FIELDS ? ITEM_FIELDS[field as ItemField]() : field;

/** The item with the fields that a row states. Bar codes are added to those that it has; a code may become that of a pack. */
function merged(existing: Item, { item, fields }: ReadItemRow): Item {
	const result: Item = { ...existing };
	for (const field of fields) if (field !== 'sku') Object.assign(result, { [field]: item[field] });
	const stated = new Map(item.codes.map((code) => [codeKey(code.code), code]));
	const keys = new Set(existing.codes.map(({ code }) => codeKey(code)));
	result.codes = [
		...existing.codes.map((code) => {
			const quantity = stated.get(codeKey(code.code))?.quantity ?? 1;
			return quantity > 1 ? { ...code, quantity } : code;
		}),
		...item.codes.filter(({ code }) => !keys.has(codeKey(code))),
	];
	return result;
}

const changedFields = (before: Item, after: Item, fields: readonly (keyof Item)[]): (keyof Item)[] =>
	fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));

/** @param inThread waits until the thread runs no other call, then makes the call */
export function createItemImport(
	database: Database,
	store: ItemStore,
	files: WorkerClient<ItemFileMethods>,
	inThread: <Result>(work: () => Promise<Result>) => Promise<Result>,
) {
	let openedFile: ItemFile | undefined;
	let comparedRows: ComparedRow[] = [];

	/** Compares rows with the catalogue and with the rows before them. */
	function createComparison() {
		const rowBySku = new Map<string, ComparedRow>();
		const ownerOfCode = new Map<string, { sku: string; rowNumber: number }>();

		/** Why a code of the row cannot be saved; undefined when all can. */
		function codeProblem({ item, rowNumber }: ReadItemRow): string | undefined {
			for (const { code } of item.codes) {
				const key = codeKey(code);
				const inFile = ownerOfCode.get(key);
				if (inFile && skuKey(inFile.sku) !== skuKey(item.sku))
					return t('the bar code {code} is also in row {row}, of {sku}', {
						code,
						row: inFile.rowNumber,
						sku: inFile.sku,
					});
				const owner = store.findByCode(code)?.item;
				if (owner && skuKey(owner.sku) !== skuKey(item.sku))
					return t('the bar code {code} belongs to {name}', { code, name: owner.name || owner.sku });
				ownerOfCode.set(key, { sku: item.sku, rowNumber });
			}
			return undefined;
		}

		return function compare(row: ReadItemRow): ComparedRow {
			const { item, rowNumber, fields } = row;
			const { sku, name } = item;
			const result = (state: ItemRowState, reason: string, saved = item, existingId?: number): ComparedRow => ({
				rowNumber,
				state,
				sku,
				name,
				reason: toSentence(reason === '' ? [] : [reason]),
				item: saved,
				existingId,
			});
			const problem = row.errors.length > 0 ? row.errors.join('; ') : codeProblem(row);
			if (problem !== undefined) return result('wrong', problem);
			const earlier = rowBySku.get(skuKey(sku));
			if (earlier) {
				// Some programs write a row for each bar code.
				const joined = merged(earlier.item, row);
				if (earlier.state === 'same' && JSON.stringify(joined) !== JSON.stringify(earlier.item))
					earlier.state = 'changed';
				earlier.item = joined;
				return result('same', t('joined with row {row}, which has the same SKU', { row: earlier.rowNumber }));
			}
			const existing = store.findBySku(sku);
			const { id, ...before } = existing ?? { id: undefined, ...item };
			const after = existing ? merged(before, row) : item;
			const changes = existing ? changedFields(before, after, fields) : [];
			const compared = !existing
				? result('new', '')
				: changes.length === 0
					? result('same', '', after, id)
					: result('changed', t('changes: {fields}', { fields: changes.map(nameOfField).join(', ') }), after, id);
			rowBySku.set(skuKey(sku), compared);
			return compared;
		};
	}

	return {
		/** Opens a file in place of the one that was open before. @throws `item.fileFailed` */
		async open(file: string | DroppedFile): Promise<ItemFile> {
			openedFile = undefined;
			comparedRows = [];
			openedFile = await inThread(() => files.itemsOpen(file)).catch(rethrowTimeoutAsTooLarge('item.fileFailed'));
			return openedFile;
		},
		/** Reads the open file again with these options. @throws `item.fileFailed` */
		async read(readOptions: ImportReadOptions): Promise<ItemFile> {
			comparedRows = [];
			openedFile = await inThread(() => files.itemsRead(readOptions));
			return openedFile;
		},
		/** Compares every row with the catalogue; writes nothing. @returns number of rows by state */
		async preview(columns: readonly (ItemField | null)[]): Promise<ItemRowCounts> {
			comparedRows = [];
			const rows = await inThread(() => files.itemsRows(columns));
			const compare = createComparison();
			const compared: ComparedRow[] = [];
			for (const [index, row] of rows.entries()) {
				compared.push(compare(row));
				if (index % ROWS_PER_STEP === 0) await yieldToEventLoop();
			}
			comparedRows = compared;
			const counts: ItemRowCounts = { new: 0, changed: 0, same: 0, wrong: 0 };
			for (const { state } of compared) counts[state] += 1;
			return counts;
		},
		rows: (state: ItemRowState | null, offset: number, limit: number): ItemRow[] =>
			(state === null ? comparedRows : comparedRows.filter((row) => row.state === state))
				.slice(offset, offset + limit)
				.map(({ item: _item, existingId: _existingId, ...row }) => row),

		/**
		 * Writes the new rows, and the changed rows if `includeChanged`, as one batch, then closes the file. It is written in parts, so
		 * that the desk stays usable; after a crash, the part that was written can be undone. A row whose SKU or code was taken since the
		 * preview is skipped.
		 * @throws `item.fileFailed` when no preview was made
		 */
		async apply(
			includeChanged: boolean,
		): Promise<{ batchId: number; added: number; changed: number; skipped: number }> {
			if (!openedFile || comparedRows.length === 0)
				throw new AppError('item.fileFailed', t('Preview the import first. Nothing was imported.'));
			const accepted = comparedRows.filter(({ state }) => state === 'new' || (includeChanged && state === 'changed'));
			const batchId = store.beginBatch('import', openedFile.name);
			const result = { batchId, added: 0, changed: 0, skipped: 0 };
			for (let start = 0; start < accepted.length; start += ROWS_PER_STEP) {
				database.transaction(() => {
					for (const { item, existingId } of accepted.slice(start, start + ROWS_PER_STEP)) {
						try {
							store.saveIn(batchId, item, existingId);
							if (existingId === undefined) result.added += 1;
							else result.changed += 1;
						} catch (error) {
							if (!(error instanceof AppError && error.code === 'item.taken')) throw error;
							result.skipped += 1;
						}
					}
				});
				await yieldToEventLoop();
			}
			openedFile = undefined;
			comparedRows = [];
			await inThread(() => files.itemsClose());
			return result;
		},
		async close(): Promise<void> {
			openedFile = undefined;
			comparedRows = [];
			await inThread(() => files.itemsClose());
		},
	};
}
export type ItemImport = ReturnType<typeof createItemImport>;
