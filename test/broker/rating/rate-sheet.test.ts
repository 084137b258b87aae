// What the parser of rate sheets accepts and rejects: a valid sheet with one change per case.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkProductIds, loadRateSheets, parseRateSheet, type RateSheet } from '../../../src-broker/rating/rate-sheet';

const SHEET = {
	source: 'example',
	effectiveFrom: '2026-01-01',
	effectiveTo: '2026-12-31',
	carrier: 'Example Parcel',
	carrierCode: 'EP',
	trackingFormat: 'postal-s10',
	addressLineLength: 35,
	regions: { home: ['NL'], near: ['DE:10-20', 'FR:59'], world: ['*'] },
	lanes: [
		{ from: 'home', to: 'same', zone: '1' },
		{ from: 'home', to: 'near', zone: '2' },
	],
	fuel: [{ from: '2026-01-01', percent: 12.5 }],
	insurance: { percent: 0.5, minimum: 7 },
	products: [
		{
			productId: 1,
			name: 'Standard',
			kinds: ['NONDOC', 'DOC'],
			cutOff: '17:00',
			divisor: 5000,
			rounding: [
				{ upToKg: 10, stepKg: 0.5 },
				{ upToKg: null, stepKg: 1 },
			],
			limits: { pieceKg: 30, longestSideCm: 120, lengthPlusGirthCm: 300, pieces: 3, totalKg: 50 },
			prices: {
				'1': {
					bands: [
						[2, 5],
						[5, 8.1],
						[10, 12.34],
					],
					perKg: 0.29,
				},
			},
			transit: { '1': [1, 3] },
			surcharges: [
				{ kind: 'remote', perKg: 0.45, minimum: 20, fuel: true },
				{ kind: 'residential', amount: 3.1, fuel: false },
				{
					kind: 'additional-handling',
					perPiece: 9,
					fuel: false,
					longestSideCm: 100,
					secondSideCm: 60,
					weightKg: 25,
				},
				{ kind: 'peak', perPiece: 1.2, fuel: false, from: '2026-11-15', to: '2026-12-31' },
				{ kind: 'oversize', perPiece: 40, fuel: false, lengthPlusGirthCm: 300 },
			],
		},
		{
			productId: 2,
			name: 'Document',
			kinds: ['DOC'],
			cutOff: '12:00',
			divisor: 5000,
			rounding: [{ upToKg: null, stepKg: 0.5 }],
			documentKg: 0.25,
			limits: { pieceKg: 2, longestSideCm: 40, lengthPlusGirthCm: 100, pieces: 1, totalKg: 2 },
			prices: {},
			transit: {},
			surcharges: [],
		},
	],
};

/** The sheet as JSON with one value replaced, or removed if undefined. @param at keys and indexes joined by dots */
function changed(at: string, value: unknown): string {
	const copy: Record<string, unknown> = structuredClone(SHEET);
	const keys = at.split('.');
	const last = keys.pop() ?? '';
	const parent = keys.reduce((node, key) => node[key] as Record<string, unknown>, copy);
	parent[last] = value;
	return JSON.stringify(copy);
}
function errorOf(at: string, value: unknown): string {
	try {
		parseRateSheet('sheet.json', changed(at, value));
	} catch (error) {
		return (error as Error).message;
	}
	return 'no error';
}

describe('a rate sheet', () => {
	it('is parsed with amounts in cents, and 0.5 kg for a document unless it states another weight', () => {
		const [standard, documents] = SHEET.products;
		const expected = {
			...SHEET,
			insurance: { percent: 0.5, minimum: 700 },
			products: [
				{
					...standard,
					documentKg: 0.5,
					prices: {
						'1': {
							bands: [
								[2, 500],
								[5, 810],
								[10, 1234],
							],
							perKg: 29,
						},
					},
					surcharges: [
						{ kind: 'remote', perKg: 45, minimum: 2000, fuel: true },
						{ kind: 'residential', amount: 310, fuel: false },
						{
							kind: 'additional-handling',
							perPiece: 900,
							fuel: false,
							longestSideCm: 100,
							secondSideCm: 60,
							weightKg: 25,
						},
						{ kind: 'peak', perPiece: 120, fuel: false, from: '2026-11-15', to: '2026-12-31' },
						{ kind: 'oversize', perPiece: 4000, fuel: false, lengthPlusGirthCm: 300 },
					],
				},
				documents,
			],
		};
		expect(parseRateSheet('sheet.json', JSON.stringify(SHEET))).toEqual(expected);
	});

	it.each([
		['effectiveTo', null],
		['effectiveTo', '2026-01-01'],
		['addressLineLength', 20],
		['addressLineLength', 60],
		['fuel.0.percent', 0],
		['fuel.0.percent', 100],
		['insurance.percent', 0],
		['insurance.minimum', 0],
		['regions.near', ['DE', 'DE:1', 'GB:BT1-BT9', '*']],
		['lanes.1.to', 'same'],
		['products.0.cutOff', '00:00'],
		['products.0.cutOff', '09:59'],
		['products.0.cutOff', '19:05'],
		['products.0.cutOff', '23:59'],
		['products.0.transit.1', [2, 2]],
		['products.0.transit.1', [120, 120]],
		['products.0.prices.1.bands', [[2, 0]]],
		['products.0.prices.1.bands.1', [5, 5]],
		['products.0.prices.1.perKg', 0],
		['products.0.surcharges.1.amount', 0],
	])('is accepted with %s %j', (at, value) => {
		expect(errorOf(at, value)).toBe('no error');
	});

	const REGION = 'must be CC, CC:prefix, CC:FROM-TO or *';
	const TIME = 'must be a time as HH:MM';
	const DATE = 'must be a date as YYYY-MM-DD';
	it.each([
		['effectiveFrom', '1 January', `effectiveFrom: ${DATE}`],
		['effectiveTo', '2026-13-01', `effectiveTo: ${DATE}`],
		['effectiveTo', '2025-12-31', 'effectiveTo: the last day is before the first day'],
		['fuel.0.from', '2026-1-1', `fuel.0.from: ${DATE}`],
		['regions.near.1', 'fr:59', `regions.near.1: ${REGION}`],
		['regions.near.1', 'F', `regions.near.1: ${REGION}`],
		['regions.near.1', 'FRA', `regions.near.1: ${REGION}`],
		['regions.near.1', 'FR:', `regions.near.1: ${REGION}`],
		['regions.near.1', 'FR:a', `regions.near.1: ${REGION}`],
		['regions.near.1', 'FR:59-', `regions.near.1: ${REGION}`],
		['regions.near.1', 'FR:59-6a', `regions.near.1: ${REGION}`],
		['regions.near.1', 'FR:59 ', `regions.near.1: ${REGION}`],
		['regions.near.1', ' FR', `regions.near.1: ${REGION}`],
		['regions.near.1', '**', `regions.near.1: ${REGION}`],
		['lanes.1.from', 'nowhere', 'lanes.1: there is no region "nowhere"'],
		['lanes.1.to', 'nowhere', 'lanes.1: there is no region "nowhere"'],
		['lanes.0.zone', '3', 'products.0.prices.1: no lane has this zone'],
		['products.0.transit', { '2': [1, 3] }, 'products.0.transit: zone 1 has a price but no transit time'],
		['products.1.productId', 1, 'products: two products share a productId'],
		['products.0.cutOff', '9:00', `products.0.cutOff: ${TIME}`],
		['products.0.cutOff', '24:00', `products.0.cutOff: ${TIME}`],
		['products.0.cutOff', '30:00', `products.0.cutOff: ${TIME}`],
		['products.0.cutOff', '1a:00', `products.0.cutOff: ${TIME}`],
		['products.0.cutOff', '17:60', `products.0.cutOff: ${TIME}`],
		['products.0.cutOff', '17:0a', `products.0.cutOff: ${TIME}`],
		['products.0.cutOff', '17:000', `products.0.cutOff: ${TIME}`],
		['products.0.cutOff', '117:00', `products.0.cutOff: ${TIME}`],
		['products.0.transit.1', [3, 2], 'products.0.transit.1: the shorter transit time must come first'],
		[
			'products.0.prices.1.bands.1',
			[2, 8.1],
			'products.0.prices.1.bands.1: 2 kg at 8.1 EUR must be heavier and not cheaper than the band before it',
		],
		[
			'products.0.prices.1.bands.1',
			[5, 4.99],
			'products.0.prices.1.bands.1: 5 kg at 4.99 EUR must be heavier and not cheaper than the band before it',
		],
		[
			'products.0.surcharges.1.kind',
			'moonlight',
			'products.0.surcharges.1.kind: must be remote, residential, additional-handling, peak or oversize',
		],
		['products.0.surcharges.3.from', 'autumn', `products.0.surcharges.3.from: ${DATE}`],
		['products.0.surcharges.3.to', 'winter', `products.0.surcharges.3.to: ${DATE}`],
	])('is rejected with %s %j', (at, value, error) => {
		expect(errorOf(at, value)).toBe(`sheet.json: ${error}`);
	});

	it.each([
		['source', ''],
		['carrier', ''],
		['carrierCode', 'ep'],
		['carrierCode', 'E'],
		['carrierCode', 'EPX'],
		['carrierCode', 'xEP'],
		['trackingFormat', 'unheard-of'],
		['addressLineLength', 19],
		['addressLineLength', 61],
		['addressLineLength', 30.5],
		['regions.near', []],
		['lanes', []],
		['lanes.0.from', undefined],
		['lanes.0.to', undefined],
		['lanes.0.zone', undefined],
		['fuel', []],
		['fuel.0.percent', -1],
		['fuel.0.percent', 100.1],
		['insurance.percent', -0.1],
		['insurance.minimum', -1],
		['products', []],
		['products.0.productId', 0],
		['products.0.productId', 1.5],
		['products.0.name', ''],
		['products.0.kinds', []],
		['products.0.kinds.0', 'LETTER'],
		['products.0.divisor', 0],
		['products.0.rounding', []],
		['products.0.rounding.0.upToKg', 0],
		['products.0.rounding.0.stepKg', 0],
		['products.0.documentKg', 0],
		['products.0.limits.pieceKg', 0],
		['products.0.limits.longestSideCm', 0],
		['products.0.limits.lengthPlusGirthCm', 0],
		['products.0.limits.pieces', 0],
		['products.0.limits.pieces', 1.5],
		['products.0.limits.totalKg', 0],
		['products.0.prices.1.bands', []],
		['products.0.prices.1.bands.0', [0, 5]],
		['products.0.prices.1.bands.0', [2, -1]],
		['products.0.prices.1.perKg', -1],
		['products.0.transit.1', [0, 3]],
		['products.0.transit.1', [1.5, 3]],
		['products.0.transit.1', [1, 121]],
		['products.0.transit.1', [121, 121]],
		['products.0.transit.1', [1, 2.5]],
		['products.0.transit.1', [0, 0]],
		['products.0.surcharges.0.perKg', -1],
		['products.0.surcharges.0.minimum', undefined],
		['products.0.surcharges.0.fuel', undefined],
		['products.0.surcharges.1.amount', undefined],
		['products.0.surcharges.2.longestSideCm', undefined],
		['products.0.surcharges.2.secondSideCm', undefined],
		['products.0.surcharges.2.weightKg', undefined],
		['products.0.surcharges.3.perPiece', undefined],
		['products.0.surcharges.4.lengthPlusGirthCm', undefined],
	])('is rejected with the path for %s %j', (at, value) => {
		const error = errorOf(at, value);
		const place = /^sheet\.json: ([^:]*): ./.exec(error)?.[1];
		// The path of the error is that of the value or of a part of it.
		expect(`${place}.`, error).toMatch(new RegExp(`^${at.replaceAll('.', '\\.')}\\.`));
	});

	it('is rejected when it is not JSON or not an object', () => {
		expect(() => parseRateSheet('sheet.json', '{')).toThrow(/^sheet\.json: invalid JSON: .+/);
		expect(() => parseRateSheet('sheet.json', '[]')).toThrow(/^sheet\.json: : .*object/);
	});
});

describe('product ids', () => {
	// Parsed inside the tests: an error outside of them would fail no test in mutation testing.
	const valid = () => parseRateSheet('sheet.json', JSON.stringify(SHEET));
	const other = (): RateSheet => ({ ...valid(), carrier: 'Other Freight', carrierCode: 'OF' });

	it('may be the same in two sheets of one carrier', () => {
		expect(() => checkProductIds([valid(), { ...valid(), effectiveFrom: '2027-01-01' }])).not.toThrow();
	});

	it('belong to one carrier', () => {
		const own = other().products.map((product) => ({ ...product, productId: product.productId + 10 }));
		expect(() => checkProductIds([valid(), { ...other(), products: own }])).not.toThrow();
		expect(() => checkProductIds([valid(), other()])).toThrow(
			'Other Freight Standard: productId 1 is already used by carrier EP',
		);
	});
});

describe('the sheets of a folder', () => {
	function folderWith(files: Record<string, string>): string {
		const resources = mkdtempSync(path.join(tmpdir(), 'waybill-sheets-'));
		mkdirSync(path.join(resources, 'rate-sheets'));
		for (const [name, text] of Object.entries(files)) writeFileSync(path.join(resources, 'rate-sheets', name), text);
		return resources;
	}

	it('are its JSON files, in the order of their names', () => {
		const later = changed('carrier', 'Later');
		const resources = folderWith({ 'b.json': later, 'a.json': JSON.stringify(SHEET), 'README.md': '# Sheets' });
		expect(loadRateSheets(resources).map(({ carrier }) => carrier)).toEqual(['Example Parcel', 'Later']);
	});

	it('are rejected with the path of the file, or when two carriers share a product id', () => {
		const wrong = folderWith({ 'a.json': '{' });
		expect(() => loadRateSheets(wrong)).toThrow(path.join(wrong, 'rate-sheets', 'a.json'));
		const shared = folderWith({ 'a.json': JSON.stringify(SHEET), 'b.json': changed('carrierCode', 'XX') });
		expect(() => loadRateSheets(shared)).toThrow('productId 1 is already used by carrier EP');
	});
});
