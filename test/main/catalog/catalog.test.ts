// Items: saving, bar codes, search, history, undo, import and export.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyItem, type Item, isIncomplete } from '../../../src-contract/model/item';
import { createCatalog } from '../../../src-main/catalog/catalog';
import { itemFileMethods } from '../../../src-main/catalog/item-file-methods';
import { createItemImport } from '../../../src-main/catalog/item-import';
import { createItemStore } from '../../../src-main/catalog/item-store';
import { type Database, openDatabase } from '../../../src-main/platform/database';
import { migrations } from '../../../src-main/platform/migrations';

const MUG: Item = { ...emptyItem, sku: 'MUG-1', name: 'Blue mug', codes: [{ code: '9521234543213', quantity: 1 }] };
const EVERYTHING = { text: '', onlyIncomplete: false };
let folder: string;
let database: Database;
let now: Date;

beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'waybill-items-'));
	database = openDatabase(path.join(folder, 'waybill.db'), migrations);
	now = new Date('2026-11-20T08:00:00Z');
});
afterEach(() => {
	database.close();
	rmSync(folder, { recursive: true, force: true });
});

function open() {
	const store = createItemStore(
		database,
		() => 'Desk 1',
		() => now,
	);
	const files = itemFileMethods();
	const itemImport = createItemImport(database, store, files, (work) => work());
	return { store, catalog: createCatalog(store), itemImport };
}
const csv = (text: string) => ({ name: 'items.csv', bytes: new TextEncoder().encode(text) });

describe('an item', () => {
	it('has a picture, which survives an undone removal; only JPEG files are stored', async () => {
		const { catalog } = open();
		const { id } = catalog.save(MUG, undefined);
		const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 1, 2]);
		expect(catalog.picture(id)).toBeUndefined();
		catalog.setPicture(id, jpeg);
		expect([...(catalog.picture(id) ?? [])]).toEqual([...jpeg]);
		expect(() => catalog.setPicture(id, Uint8Array.from([0x89, 0x50]))).toThrow(/cannot be read/);
		expect(() => catalog.setPicture(999, jpeg)).toThrow(/removed meanwhile/);
		const { batchId } = catalog.remove([id]);
		await catalog.undo(batchId);
		expect(catalog.hasPicture(id)).toBe(true);
		catalog.setPicture(id, null);
		expect(catalog.hasPicture(id)).toBe(false);
	});

	it('is needed for the kits that are scanned by their parts, and for kits of these', () => {
		const { catalog } = open();
		catalog.save(MUG, undefined);
		const kit = { ...emptyItem, parts: [{ sku: 'mug-1', quantity: 2 }] };
		catalog.save({ ...kit, sku: 'SET' }, undefined);
		catalog.save({ ...kit, sku: 'BOXED', isScannedByParts: false }, undefined);
		catalog.save({ ...kit, sku: 'GIFT', parts: [{ sku: 'SET', quantity: 1 }] }, undefined);
		catalog.save({ ...kit, sku: 'LOOP', parts: [{ sku: 'LOOP', quantity: 1 }] }, undefined);
		expect(catalog.skusWithItem('MUG-1')).toEqual(['MUG-1', 'SET', 'GIFT']);
		expect(catalog.skusWithItem('LOOP')).toEqual(['LOOP']);
	});

	it('is found by its SKU in any case, by each of its codes, and by the start of its words', () => {
		const { store, catalog } = open();
		const codes = [...MUG.codes, { code: '19521234543210', quantity: 12 }, { code: 'AB-12-C', quantity: 1 }];
		const { id } = catalog.save({ ...MUG, codes }, undefined);
		expect(store.findBySku('mug-1')?.id).toBe(id);
		expect(store.findByCode(']E09521234543213')).toMatchObject({ item: { id }, quantity: 1 });
		expect(store.findByCode('19521234543210')?.quantity).toBe(12);
		expect(store.findByCode('9521234543214')).toBeUndefined();
		for (const text of ['blue', 'MUG blu', 'mug-1', '95212', 'AB-12', 'ab12', ''])
			expect(catalog.list({ text, onlyIncomplete: false }, 0, 10).total, text).toBe(1);
		for (const text of ['red', 'mug red'])
			expect(catalog.list({ text, onlyIncomplete: false }, 0, 10).total, text).toBe(0);
	});

	it('is found by a scan, also of a GS1 code with lot and serial number', () => {
		const { catalog } = open();
		const { id } = catalog.save(MUG, undefined);
		for (const text of [
			'9521234543213',
			']E09521234543213',
			']d2010952123454321310LOT1\u001d21SN1',
			'010952123454321321SN1',
		])
			expect(catalog.findIdByScan(text), text).toBe(id);
		expect(catalog.findIdByScan('0109521234543214')).toBeUndefined();
	});

	it('cannot have a SKU or a code of another item, also as another length of the same GTIN', () => {
		const { catalog } = open();
		catalog.save(MUG, undefined);
		expect(() => catalog.save({ ...emptyItem, sku: 'mug-1' }, undefined)).toThrow(
			'The SKU mug-1 belongs to another item. Nothing was saved.',
		);
		const cup = { ...emptyItem, sku: 'CUP', codes: [{ code: '09521234543213', quantity: 1 }] };
		expect(() => catalog.save(cup, undefined)).toThrow('The bar code 09521234543213 belongs to Blue mug.');
		const twice = { ...emptyItem, sku: 'CUP', codes: ['a1', 'A1'].map((code) => ({ code, quantity: 1 })) };
		expect(() => catalog.save(twice, undefined)).toThrow('The bar code A1 is there twice.');
		expect(catalog.counts().total).toBe(1);
	});

	it('is incomplete until name, weight, origin and value are known, unless it is not goods', () => {
		const complete: Item = { ...MUG, weightKg: 0.3, originCountry: 'PT', priceEur: 4 };
		expect(isIncomplete(complete)).toBe(false);
		for (const change of [{ name: '' }, { weightKg: null }, { originCountry: '' }, { priceEur: null }])
			expect(isIncomplete({ ...complete, ...change } as Item)).toBe(true);
		expect(isIncomplete({ ...MUG, flags: ['isNotGoods'] })).toBe(false);
		const { catalog } = open();
		const { id } = catalog.save(MUG, undefined);
		expect(catalog.counts()).toEqual({ total: 1, incomplete: 1 });
		catalog.save(complete, id);
		expect(catalog.counts()).toEqual({ total: 1, incomplete: 0 });
	});

	it('keeps its history, and a change can be undone for 30 days unless the item was changed since', async () => {
		const { catalog } = open();
		const { id } = catalog.save(MUG, undefined);
		catalog.save({ ...MUG, name: 'Red mug' }, id);
		catalog.save({ ...MUG, name: 'Red mug' }, id);
		const [rename, creation] = catalog.history(id);
		expect(catalog.history(id).map(({ kind, before, by }) => [kind, before?.name ?? null, by])).toEqual([
			['edit', 'Blue mug', 'Desk 1'],
			['edit', null, 'Desk 1'],
		]);
		expect(await catalog.undo(creation?.batchId ?? 0)).toEqual({ restored: 0, skipped: 1 });
		expect(await catalog.undo(rename?.batchId ?? 0)).toEqual({ restored: 1, skipped: 0 });
		expect(catalog.find(id)?.name).toBe('Blue mug');
		await expect(catalog.undo(rename?.batchId ?? 0)).rejects.toThrow('This change was already undone');
		const { batchId } = catalog.remove([id]);
		now = new Date('2026-12-21T08:00:00Z');
		await expect(catalog.undo(batchId)).rejects.toThrow('older than 30 days');
		now = new Date('2026-12-20T07:00:00Z');
		expect(await catalog.undo(batchId)).toEqual({ restored: 1, skipped: 0 });
		expect(catalog.list({ text: 'blue', onlyIncomplete: false }, 0, 1).items[0]?.codes).toEqual(MUG.codes);
	});

	it('stays removed when its code was given to another item meanwhile', async () => {
		const { catalog } = open();
		const { batchId } = catalog.remove([catalog.save(MUG, undefined).id]);
		catalog.save({ ...MUG, sku: 'MUG-2' }, undefined);
		expect(await catalog.undo(batchId)).toEqual({ restored: 0, skipped: 1 });
	});
});

describe('an item file', () => {
	const TITLES = 'SKU;Name;EAN;Weight (g);HS code;Country of origin;Value';

	it('is compared with the catalogue, imported, and undone', async () => {
		const { catalog, itemImport } = open();
		const { id } = catalog.save({ ...MUG, packingNote: 'Wrap it' }, undefined);
		catalog.save({ ...emptyItem, sku: 'SAME', name: 'Same' }, undefined);
		const { columns } = await itemImport.open(
			csv(
				`${TITLES}\nmug-1;Blue mug;;300;6912.00;PT;4,50\nSAME;Same;;;;;\nNEW;New thing;96385074;;;;\n;No number;;;;;\n`,
			),
		);
		const targets = columns.map(({ target }) => target);
		expect(targets).toEqual(['sku', 'name', 'code', 'weightGrams', 'hsCode', 'originCountry', 'priceEur']);
		expect(await itemImport.preview(targets)).toEqual({ new: 1, changed: 1, same: 1, wrong: 1 });
		expect(itemImport.rows(null, 0, 10).map(({ rowNumber, state, reason }) => [rowNumber, state, reason])).toEqual([
			[2, 'changed', 'Changes: Weight (kg), HS code, Country of origin, Value (€).'],
			[3, 'same', ''],
			[4, 'new', ''],
			[5, 'wrong', 'A SKU is required.'],
		]);
		expect(catalog.counts().total).toBe(2);
		const { batchId, ...result } = await itemImport.apply(true);
		expect(result).toEqual({ added: 1, changed: 1, skipped: 0 });
		expect(catalog.find(id)).toMatchObject({
			sku: 'MUG-1',
			codes: MUG.codes,
			weightKg: 0.3,
			hsCode: '691200',
			priceEur: 4.5,
			packingNote: 'Wrap it',
		});
		expect(await catalog.undo(batchId)).toEqual({ restored: 2, skipped: 0 });
		expect(catalog.counts().total).toBe(2);
		expect(catalog.find(id)?.weightKg).toBeNull();
		await expect(itemImport.apply(true)).rejects.toThrow('Preview the import first');
	});

	it('joins rows with the same SKU, and refuses a code that belongs to another item or has a wrong check digit', async () => {
		const { catalog, itemImport } = open();
		catalog.save(MUG, undefined);
		const { columns } = await itemImport.open(
			csv(
				'SKU,Bar code,Pack EAN,Pack quantity\nA,96385074,,\na,,19521234543227,6\nB,96385074,,\nC,9521234543213,,\nD,9521234543214,,\nE,,19521234543210,\n',
			),
		);
		expect(await itemImport.preview(columns.map(({ target }) => target))).toEqual({
			new: 1,
			changed: 0,
			same: 1,
			wrong: 4,
		});
		expect(itemImport.rows('wrong', 0, 10).map(({ sku, reason }) => [sku, reason])).toEqual([
			['B', 'The bar code 96385074 is also in row 2, of A.'],
			['C', 'The bar code 9521234543213 belongs to Blue mug.'],
			['D', 'The check digit of the bar code 9521234543214 is wrong.'],
			['E', 'The number of pieces in the pack is missing.'],
		]);
		await itemImport.apply(false);
		expect(catalog.list({ text: '96385074', onlyIncomplete: false }, 0, 1).items[0]?.codes).toEqual([
			{ code: '96385074', quantity: 1 },
			{ code: '19521234543227', quantity: 6 },
		]);
	});

	it('makes a code that of a pack, and leaves pieces in a pack alone without its code', async () => {
		const { catalog, itemImport } = open();
		catalog.save({ ...MUG, codes: [...MUG.codes, { code: 'BOX-6', quantity: 1 }] }, undefined);
		const again = await itemImport.open(csv(`SKU,Bar code of a pack,Pieces in a pack\n${MUG.sku},BOX-6,6\n`));
		expect(again.columns.map(({ target }) => target)).toEqual(['sku', 'packCode', 'packQuantity']);
		expect(await itemImport.preview(again.columns.map(({ target }) => target))).toMatchObject({ changed: 1 });
		await itemImport.apply(true);
		expect(catalog.findBySku(MUG.sku)?.codes).toContainEqual({ code: 'BOX-6', quantity: 6 });
		const { columns } = await itemImport.open(csv('SKU,Bar code,Pieces in a pack\nA,96385074,6\n'));
		expect(columns.map(({ target }) => target)).toEqual(['sku', 'code', null]);
		expect(await itemImport.preview(['sku', 'code', 'packQuantity'])).toMatchObject({ wrong: 1 });
		expect(itemImport.rows('wrong', 0, 1)[0]?.reason).toBe('The bar code of the pack is missing.');
	});

	it('with 20,000 rows of one code names each of them', async () => {
		const { itemImport } = open();
		const rows = Array.from({ length: 20_000 }, (_, index) => `S${index},96385074`).join('\n');
		const { columns } = await itemImport.open(csv(`SKU,EAN\n${rows}\n`));
		expect(await itemImport.preview(columns.map(({ target }) => target))).toEqual({
			new: 1,
			changed: 0,
			same: 0,
			wrong: 19_999,
		});
	});

	it('that is exported is the same when it is imported again', async () => {
		const { catalog, itemImport } = open();
		catalog.save(
			{
				...MUG,
				codes: [...MUG.codes, { code: 'M1', quantity: 1 }, { code: 'P6', quantity: 6 }, { code: 'P12', quantity: 12 }],
				weightKg: 0.3,
				lengthCm: 10.5,
				hsCode: '691200',
				originCountry: 'PT',
				priceEur: 4.5,
				customsDescription: 'Mug, "ceramic"',
				packingNote: 'Wrap; twice',
			},
			undefined,
		);
		const file = path.join(folder, 'export.csv');
		expect(await catalog.exportTo(file, EVERYTHING)).toBe(1);
		const { columns } = await itemImport.open({ name: 'export.csv', bytes: readFileSync(file) });
		expect(await itemImport.preview(columns.map(({ target }) => target))).toEqual({
			new: 0,
			changed: 0,
			same: 2,
			wrong: 0,
		});
	});
});
