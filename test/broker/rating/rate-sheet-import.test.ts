import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Papa from 'papaparse';
import { expect, inject, it } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { readSheetFile, summarizeRateSheet } from '../../../src-broker/rating/import-sheet';
import { loadRateSheets } from '../../../src-broker/rating/rate-sheet';
import { createRateSheetRepository, sheetsInForce } from '../../../src-broker/rating/rate-sheet-repository';
import { openStore } from '../../../src-broker/store/store';
import { databases } from '../../fixtures/databases';
import { newDatabase } from '../../fixtures/postgres';
import { ratesRequest } from '../../fixtures/requests';
import { startService } from '../../fixtures/service';

const CONTRACT = path.resolve('test/fixtures/rate-sheets/contract.csv');
const text = readFileSync(CONTRACT, 'utf8');
const folder = mkdtempSync(path.join(tmpdir(), 'waybill-import-'));

function written(name: string, content: string): string {
	const file = path.join(folder, name);
	writeFileSync(file, content);
	return file;
}

it('reads a table equally from CSV and XLSX, with commas, semicolons or tabs', async () => {
	const sheet = await readSheetFile(CONTRACT);
	expect(sheet.products[0]?.prices['1']?.bands).toEqual([
		[5, 600],
		[31.5, 990],
	]);
	const rows: string[][] = Papa.parse<string[]>(text, { comments: '#' }).data;
	const cells = rows.map((row) => row.map((value) => ({ value: /^\d+(\.\d+)?$/.test(value) ? Number(value) : value })));
	const xlsx = path.join(folder, 'contract.xlsx');
	await writeXlsxFile(cells as never).toFile(xlsx);
	expect(await readSheetFile(xlsx)).toEqual(sheet);
	expect(await readSheetFile(written('semicolons.csv', text.replaceAll(',', ';')))).toEqual(sheet);
	expect(summarizeRateSheet(sheet)).toContain(
		'zone 1: 2 bands, 5 kg 6.00 EUR to 31.5 kg 9.90 EUR, then 0.55 EUR per kg',
	);
});

it.each([
	['price,701,0,10,5.10', 'price,701,0,10,3.10', /row 14: .*not cheaper than the band before/],
	['price,701,0,10,5.10', 'price,701,0,4,5.10', /row 14: .*must be heavier/],
	['price,701,0,5,4.20', 'price,702,0,5,4.20', /row 13: price: no product row above has the id 702/],
	['price,701,0,5,4.20', 'price,701,0,five,4.20', /row 13: price: column 4 \(up to kg\) must be a number, not "five"/],
	['price,701,0,5,4.20', 'prize,701,0,5,4.20', /row 13: "prize" is not a kind of row/],
	['lane,home,near,1', 'lane,home,nowhere,1', /row 9: .*no region "nowhere"/],
	['region,near,DE FR:59 FR:62', 'region,near,DE France', /row 6: .*must be CC/],
	['valid,2026-01-01,2026-12-31', 'valid,1 January,2026-12-31', /row 3: .*YYYY-MM-DD/],
	['transit,701,1,2,3\n', '', /701|transit/],
	[
		'surcharge,701,residential,amount=1.10,fuel=no',
		'surcharge,701,moonlight,amount=1',
		/row 25: kind .*must be remote/,
	],
	[',17:00,', ',5 pm,', /row 12: .*HH:MM/],
])('rejects %s as %s with file, row and reason', async (right, wrong, message) => {
	await expect(readSheetFile(written('wrong.csv', text.replace(right, wrong)))).rejects.toThrow(message);
	await expect(readSheetFile(written('wrong.csv', text.replace(right, wrong)))).rejects.toThrow(/^wrong\.csv/);
});

it('rejects a decimal comma that is also the delimiter, and a repeated row that must be unique', async () => {
	const semicolons = text.replaceAll(',', ';');
	const commas = semicolons.replaceAll('.', ',');
	expect((await readSheetFile(written('commas.csv', commas))).products[0]?.prices['0']?.bands[0]).toEqual([5, 420]);
	await expect(
		readSheetFile(written('mixed.csv', text.replace('price,701,0,5,4.20', 'price,701,0,5,4,20'))),
	).rejects.toThrow(/row 13: price: more than 5 columns/);
	await expect(readSheetFile(written('twice.csv', `${text}insurance,0.1,1\n`))).rejects.toThrow(
		/only one such row is allowed/,
	);
	await expect(readSheetFile(written('days.csv', text.replace('2026-12-31', '2026-02-31')))).rejects.toThrow(/row 3/);
	await expect(readSheetFile(written('days.csv', text.replace('2026-12-31', '2025-12-31')))).rejects.toThrow(
		/before the first/,
	);
});

it('keeps the old prices of a carrier until the first day of the imported ones', async () => {
	const [bundled] = loadRateSheets(path.resolve('resources'));
	const later = {
		...(await readSheetFile(CONTRACT)),
		carrierCode: bundled?.carrierCode ?? '',
		effectiveFrom: '2026-12-01',
	};
	const carriers = (date: string) =>
		sheetsInForce(bundled ? [bundled] : [], [later], date).map(({ carrier }) => carrier);
	expect(carriers('2026-11-30')).toEqual([bundled?.carrier]);
	expect(carriers('2026-12-01')).toEqual(['Harbour Lines']);
	expect(carriers('2027-01-01')).toEqual([bundled?.carrier]);
});

it('rejects files that are not tables', async () => {
	await expect(readSheetFile(written('not.xlsx', 'PK no'))).rejects.toThrow(/^not\.xlsx cannot be read/);
	await expect(readSheetFile(written('empty.csv', ''))).rejects.toThrow(/empty.csv: no row defines/);
	await expect(readSheetFile(path.join(folder, 'absent.csv'))).rejects.toThrow(/absent\.csv cannot be read/);
});

it.each(databases)('uses an imported sheet without a restart, on %s', async (database) => {
	const databaseUrl = database === 'postgres' ? await newDatabase(inject('postgresUrl')) : undefined;
	const service = await startService({ databaseUrl });
	try {
		const ask = async (changes: Record<string, unknown> = {}) => {
			const { body } = await service.post('rates', { ...ratesRequest, ...changes });
			return body.data.find(({ productId }: { productId: number }) => productId === 701);
		};
		expect(await ask()).toBeUndefined();
		const other = await openStore({ dataDir: service.dataDir, databaseUrl });
		const repository = createRateSheetRepository(other, path.resolve('resources'));
		await repository.save(await readSheetFile(CONTRACT), new Date());
		const clash = await readSheetFile(written('clash.csv', text.replaceAll('701', '401').replace(',HL,', ',HX,')));
		await expect(repository.save(clash, new Date())).rejects.toThrow(/productId 401 is already used by carrier OP/);
		await other.destroy();
		await service.pass(0);
		// 6 kg billable in zone 1: the band to 31.5 kg; fuel 5 %; one piece in the peak season.
		expect(await ask()).toMatchObject({ carrier: 'Harbour Lines', price: 9.9 + 0.5 + 0.2 });
		// From the Wadden Islands, by postcode range.
		expect((await ask({ fromZipcode: '8885 AB', fromCity: 'Terschelling' })).price).toBeCloseTo(21.1, 5);
		expect(await ask({ toCountry: 'FR', toZipcode: '75001', toCity: 'Paris' })).toBeUndefined();
		expect(await ask({ toCountry: 'FR', toZipcode: '59000', toCity: 'Lille' })).toBeTruthy();
		service.clock.now = new Date('2027-01-04T10:00:00Z');
		expect(await ask()).toBeUndefined();
	} finally {
		await service.stop();
	}
});
