// Regression tests for hostile pages, files and services: one test for each defect found.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { stationApi } from '../../../src-contract/api';
import { emptyEntry } from '../../../src-contract/model/address';
import { checkedAddressSchema } from '../../../src-contract/model/address-check';
import { shipmentDraftSchema } from '../../../src-contract/model/shipment-draft';
import { bookedResponseSchema, ratesResponseSchema } from '../../../src-contract/partner-api';
import { addressBookPaths } from '../../../src-main/address-book/address-book-paths';
import { openBook } from '../../../src-main/address-book/book-database';
import { newProgressMemory } from '../../../src-main/address-book/progress';
import { areGifCodesValid } from '../../../src-main/documents/gif-codes';
import { splitDocuments } from '../../../src-main/documents/split';
import { createWatchedFolder } from '../../../src-main/orders/watched-folder';
import { createApprovedFolders } from '../../../src-main/platform/approved-folders';
import { fileNameOf } from '../../../src-main/platform/file-name';
import { parseWorkbook } from '../../../src-main/platform/tabular/tables';
import { booked, RATES } from '../../fixtures/partner-server';
import { exampleDraft, recipient } from '../../fixtures/shipment-draft';

describe('a workbook', () => {
	it('is refused when one of its parts never ends', async () => {
		const bytes = readFileSync(path.resolve(import.meta.dirname, '../../fixtures/hostile/never-ending-part.xlsx'));
		await expect(parseWorkbook(bytes)).rejects.toThrow();
	});

	it('is refused when it has too many parts, before any of them is read', async () => {
		const parts = Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`${index}.xml`, new Uint8Array()]));
		await expect(parseWorkbook(zipSync(parts, { level: 0 }))).rejects.toThrow('it is not a workbook, or it is damaged');
	});
});

describe('a GIF picture', () => {
	/** LZW data with a code size of 2 bits. Codes have 3 bits, lowest first: 4 clears the table, 7 has no meaning yet. */
	const codes = (...values: number[]) => {
		const bits = values.reduce((all, code, index) => all | (code << (3 * index)), 0);
		return new Uint8Array([2, 2, bits & 0xff, bits >> 8, 0]);
	};
	it.each([
		['valid codes', codes(4, 1, 6, 5), true],
		['a code without a meaning', codes(4, 7, 7, 7, 7), false],
		['a code size of 0', new Uint8Array([0, 1, 1, 0]), false],
		['no data', new Uint8Array(), false],
	])('is checked for valid codes: %s', (_name, bytes, isValid) => expect(areGifCodesValid(bytes, 0)).toBe(isValid));

	it('is stored unchanged when decoding it would never end', async () => {
		const head = Buffer.from(
			'GIF89a\x02\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\x02\x00\x01\x00\x00',
			'latin1',
		);
		const picture = new Uint8Array(Buffer.concat([head, codes(4, 1, 7, 7, 7), Buffer.from(';')]));
		expect(await splitDocuments(picture, '', [])).toMatchObject([
			{ kind: 'unreadable', message: 'the picture is damaged (its data is invalid)' },
		]);
	});
});

describe('a number larger than a desk can store', () => {
	it('is omitted from a booking, which is still booked', () => {
		const answer = booked(undefined);
		const { data } = bookedResponseSchema.parse({
			...answer,
			data: { ...answer.data, price: 1e15, productId: 2 ** 53 },
		});
		expect(data).toMatchObject({ id: 7, price: undefined, productId: undefined });
	});
	it('makes rates unreadable, and is refused when the user interface sends it', () => {
		const [option] = RATES.data;
		expect(ratesResponseSchema.safeParse({ ...RATES, data: [{ ...option, price: 1e300 }] }).success).toBe(false);
		expect(shipmentDraftSchema.safeParse({ ...exampleDraft, dutiesEur: 1e300 }).success).toBe(false);
		expect(
			stationApi['shipments.create'].input.safeParse({ draft: exampleDraft, book: true, productId: 2 ** 53 }).success,
		).toBe(false);
	});
});

it('an invalid country code becomes empty, so that it is never used as a search pattern', () => {
	expect(checkedAddressSchema.parse({ countryCode: '(a+)+$' }).countryCode).toBe('');
	expect(checkedAddressSchema.parse({ countryCode: 'NL' }).countryCode).toBe('NL');
	expect(checkedAddressSchema.parse({}).countryCode).toBe('');
});

it.each([
	['\\\\host\\share\\label', 'host-share-label'],
	['../../.bashrc', 'bashrc'],
	['1Z 999 AA1', '1Z-999-AA1'],
	['\u0000..', ''],
])('creates from %j the file name %j', (text, name) => expect(fileNameOf(text)).toBe(name));

describe('folders', () => {
	it('are accepted when they are in use, chosen or agreed to', async () => {
		const prompts: string[] = [];
		const folders = createApprovedFolders(
			() => ['/desk/labels'],
			async ({ detail: folder }) => {
				prompts.push(folder);
				return folder === '/agreed';
			},
		);
		await folders.require('/desk/labels', 'f');
		await folders.require('/agreed', 'f');
		await folders.require('/agreed/', 'f');
		folders.approve('/chosen');
		await folders.require('/chosen', 'f');
		await expect(folders.require('/desk/labels/../../home', 'f')).rejects.toMatchObject({
			code: 'input.invalid',
			fields: [{ path: 'f' }],
		});
		expect(prompts).toEqual(['/agreed', '/home']);
	});

	it('that are watched accept only the name of an order file in them', () => {
		const folder = mkdtempSync(path.join(tmpdir(), 'waybill-watched-'));
		const watched = createWatchedFolder({
			folder: () => folder,
			createBatch: async () => ({ batchId: 1 }),
			onChange: () => {},
			onError: () => {},
		});
		expect(watched.pathOf('a.csv')).toBe(path.join(folder, 'a.csv'));
		for (const name of ['..', '../a.csv', 'id_rsa', '.hidden.csv', '/etc/a.csv', ''])
			expect(() => watched.pathOf(name)).toThrow('This file is not in the watched folder');
		const withoutFolder = createWatchedFolder({
			folder: () => '',
			createBatch: async () => ({ batchId: 1 }),
			onChange: () => {},
			onError: () => {},
		});
		expect(() => withoutFolder.pathOf('a.csv')).toThrow('This file is not in the watched folder');
	});
});

it('a backup with invalid fields is refused, without an internal error', () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'waybill-backup-'));
	const book = openBook(
		addressBookPaths(folder, path.resolve('resources')),
		newProgressMemory(),
		() => 'test',
		() => new Date(),
	);
	const { id } = book.entries.save({ ...emptyEntry, ...recipient, tags: ['one'] }, '');
	const file = path.join(folder, 'backup.waybill');
	book.snapshots.backup(file);
	const backupText = gunzipSync(readFileSync(file)).toString('latin1').replace('["one"]', '["one"V');
	writeFileSync(file, gzipSync(Buffer.from(backupText, 'latin1')));
	book.entries.remove([id]);
	book.snapshots.open(file);
	expect(() => book.snapshots.rows(0, 10)).toThrow('This file is not an address book backup');
	expect(() => book.snapshots.restore(null)).toThrow('This file is not an address book backup');
	book.snapshots.close();
	book.database.close();
});

it('a TIFF that declares two billion values is refused immediately', async () => {
	const { imageToPdf } = await import('../../../src-main/documents/images');
	for (const type of [3, 4, 5, 8, 9, 11, 12]) {
		const tiff = Buffer.alloc(64);
		tiff.write('II', 0, 'latin1');
		tiff.writeUInt16LE(42, 2);
		tiff.writeUInt32LE(8, 4);
		tiff.writeUInt16LE(1, 8);
		tiff.writeUInt16LE(256, 10);
		tiff.writeUInt16LE(type, 12);
		tiff.writeUInt32LE(0x7fffffff, 14);
		tiff.writeUInt32LE(8, 18);
		await expect(imageToPdf('tiff', tiff), `type ${type}`).rejects.toThrow(/ends before/);
	}
});
