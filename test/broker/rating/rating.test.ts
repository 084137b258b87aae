import path from 'node:path';
import { countries } from 'countries-list';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEmbargoReason } from '../../../src-broker/places/embargoes';
import { createPlaces } from '../../../src-broker/places/places';
import { createCalendar } from '../../../src-broker/rating/calendar';
import { createQuote } from '../../../src-broker/rating/quote';
import { loadRateSheets, parseRateSheet } from '../../../src-broker/rating/rate-sheet';
import { type RatesRequest, ratesRequestSchema } from '../../../src-contract/partner-api';
import { normalizeForMatching, zipcodeMatcher } from '../../../src-contract/rules/place-matching';
import { ratesRequest } from '../../fixtures/requests';

const resources = path.resolve('resources');
const sheets = loadRateSheets(resources);
const places = createPlaces(resources);
const embargoReason = createEmbargoReason(resources);
const calendar = await createCalendar();
const quote = createQuote({
	sheetsOn: () => sheets,
	places,
	embargoReason,
	calendar,
	now: () => new Date('2026-11-24T10:00:00Z'),
});
const ask = (changes: Record<string, unknown> = {}) => {
	const request: RatesRequest = ratesRequestSchema.parse({ ...ratesRequest, ...changes });
	return quote(request, 0).map(({ option }) => option);
};
const priceOf = (options: ReturnType<typeof ask>) => new Map(options.map(({ productId, price }) => [productId, price]));

describe('rates', () => {
	it('include six carriers, the cheapest first, with a breakdown that adds up to the cent', () => {
		expect(new Set(sheets.map(({ carrier }) => carrier)).size).toBe(6);
		const options = ask();
		expect(options.length).toBeGreaterThan(4);
		expect(options.map(({ price }) => price)).toEqual(options.map(({ price }) => price).sort((a, b) => a - b));
		for (const { price, priceBreakdown = [] } of options) {
			expect(priceBreakdown.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)).toBe(
				Math.round(price * 100),
			);
		}
	});

	it('include fewer options for documents than for parcels', () => {
		const documents = ask({ parcels: [{ type: 'DOC', count: 1 }] });
		expect(documents.length).toBeGreaterThan(0);
		expect(documents.length).toBeLessThan(ask().length);
	});

	it('use the capital for a side with neither postcode nor city', () => {
		const unnamed = ask({ toZipcode: undefined, toCity: undefined });
		expect(unnamed).toEqual(ask({ toZipcode: undefined, toCity: 'Berlin' }));
	});

	it('include a remote-area surcharge with its reason', () => {
		const line = ask({ toZipcode: '27498', toCity: 'Helgoland' })
			.flatMap(({ priceBreakdown = [] }) => priceBreakdown)
			.find(({ item }) => item === 'Remote area');
		expect(line?.reason).toContain('Heligoland');
	});

	it('include insurance by value, and omit products whose limits are exceeded', () => {
		const plain = priceOf(ask());
		for (const [id, price] of priceOf(ask({ insured: true, totalValue: '2000' })))
			expect(price).toBeGreaterThan(plain.get(id) ?? 0);
		expect(
			ask({ parcels: [{ type: 'NONDOC', weight: 45, length: 40, width: 30, height: 20, count: 1 }] }).map(
				({ carrier }) => carrier,
			),
		).not.toContain('Overland Parcel');
	});

	it('include pallets within one country, cheaper when stackable', () => {
		// 0.4 loading metres of 1850 kg are 740 kg; stackable, half of that is 370 kg, above the volumetric and actual weight.
		const pallet = { type: 'PALLET', weight: 150, length: 120, width: 80, height: 110, count: 1 };
		const domestic = { toCountry: 'NL', toZipcode: '3011', toCity: 'Rotterdam' };
		const palletOptions = ask({ parcels: [pallet], ...domestic });
		const plain = priceOf(palletOptions);
		const stacked = priceOf(ask({ parcels: [{ ...pallet, stackable: true }], ...domestic }));
		expect(plain.size).toBeGreaterThan(0);
		expect([...stacked.keys()].sort()).toEqual([...plain.keys()].sort());
		for (const [id, price] of plain) expect(stacked.get(id)).toBeLessThan(price);
		for (const { priceBreakdown = [] } of palletOptions)
			expect(priceBreakdown[0]).toMatchObject({ item: 'Transport', reason: '740 kg billable' });
	});

	it('never decrease with more weight, and are equal for n pieces and n lines of one', () => {
		const parcel = fc.record({
			type: fc.constant('NONDOC'),
			weight: fc.integer({ min: 1, max: 290 }).map((tenths) => tenths / 10),
			length: fc.integer({ min: 5, max: 100 }),
			width: fc.integer({ min: 5, max: 60 }),
			height: fc.integer({ min: 5, max: 60 }),
			count: fc.integer({ min: 1, max: 5 }),
		});
		fc.assert(
			fc.property(parcel, fc.integer({ min: 1, max: 30 }), (line, more) => {
				const price = priceOf(ask({ parcels: [line] }));
				const heavier = priceOf(ask({ parcels: [{ ...line, weight: Math.min(30, line.weight + more / 10) }] }));
				for (const [id, cost] of heavier) expect(cost).toBeGreaterThanOrEqual(price.get(id) ?? 0);
				const lines = Array.from({ length: line.count }, () => ({ ...line, count: 1 }));
				expect(priceOf(ask({ parcels: lines }))).toEqual(price);
			}),
			{ numRuns: 60 },
		);
	});
});

describe('every country of the world', () => {
	it('has a parcel product to it and back, except under an embargo', () => {
		const parcels = [{ type: 'NONDOC', weight: 2, length: 30, width: 20, height: 10, count: 1 }];
		const unreached = Object.keys(countries).filter(
			(country) =>
				ask({ parcels, toCountry: country, toZipcode: undefined, toCity: undefined }).length === 0 ||
				ask({ parcels, fromCountry: country, fromZipcode: undefined, fromCity: undefined }).length === 0,
		);
		expect(unreached).toEqual(['KP']);
	});
});

describe('an account with a margin and fine rounding', () => {
	const fine = sheets.map((sheet) => ({
		...sheet,
		products: sheet.products.map((product) => ({ ...product, rounding: [{ upToKg: null, stepKg: 0.1 }] })),
	}));
	const quoteFine = createQuote({
		sheetsOn: () => fine,
		places,
		embargoReason,
		calendar,
		now: () => new Date('2026-11-24T10:00:00Z'),
	});
	/** Prices by product, each checked against the sum of its lines. */
	const prices = (parcels: unknown[], margin: number) =>
		new Map(
			quoteFine(ratesRequestSchema.parse({ ...ratesRequest, parcels }), margin).map(({ option }) => {
				const sum = (option.priceBreakdown ?? []).reduce((total, { amount }) => total + Math.round(amount * 100), 0);
				expect(sum).toBe(Math.round(option.price * 100));
				return [option.productId, option.price];
			}),
		);
	const singles = <Line extends { count: number }>(line: Line) =>
		Array.from({ length: line.count }, () => ({ ...line, count: 1 }));

	it('pays the sum of the lines, and the same for n parcels as for n lines of one', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 200 }),
				fc.integer({ min: 1, max: 9 }),
				fc.double({ min: 0, max: 50, noNaN: true }),
				(tenths, count, margin) => {
					const line = { type: 'NONDOC', weight: tenths / 10, length: 10, width: 10, height: 10, count };
					const together = prices([line], margin);
					expect(together.size).toBeGreaterThan(0);
					expect(prices(singles(line), margin)).toEqual(together);
				},
			),
			{ numRuns: 60 },
		);
	});

	it('pays the sum of the lines, and the same for n pallets as for n lines of one', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 10, max: 9000 }),
				fc.integer({ min: 10, max: 220 }),
				fc.integer({ min: 1, max: 4 }),
				fc.boolean(),
				fc.double({ min: 0, max: 50, noNaN: true }),
				(tenths, height, count, stackable, margin) => {
					const line = { type: 'PALLET', weight: tenths / 10, length: 120, width: 80, height, count, stackable };
					const together = prices([line], margin);
					expect(together.size).toBeGreaterThan(0);
					expect(prices(singles(line), margin)).toEqual(together);
				},
			),
			{ numRuns: 60 },
		);
	});

	it('never pays more for a stackable pallet of any size', () => {
		const pallet = fc.record({
			type: fc.constant('PALLET'),
			weight: fc.integer({ min: 1, max: 900 }),
			length: fc.integer({ min: 40, max: 240 }),
			width: fc.integer({ min: 40, max: 120 }),
			height: fc.integer({ min: 10, max: 200 }),
			count: fc.integer({ min: 1, max: 4 }),
		});
		fc.assert(
			fc.property(pallet, fc.double({ min: 0, max: 50, noNaN: true }), (line, margin) => {
				const plain = prices([{ ...line, stackable: false }], margin);
				const stacked = prices([{ ...line, stackable: true }], margin);
				expect(plain.size).toBeGreaterThan(0);
				for (const [id, price] of plain) expect(stacked.get(id)).toBeLessThanOrEqual(price);
			}),
			{ numRuns: 60 },
		);
	});
});

describe('postcodes', () => {
	it.each([
		['8881-8899', '8885 AB', true],
		['8881-8899', '8900', false],
		['KW15-KW17', 'KW16 3AA', true],
		['20', '20000', true],
		['20', '02000', false],
		['100-2', '100-2101', true],
	])('%s holds %s: %s', (pattern, zipcode, expected) => {
		expect(zipcodeMatcher(pattern)(normalizeForMatching(zipcode))).toBe(expected);
	});
});

describe('a wrong rate sheet', () => {
	it('is rejected with the file, the path and the reason', () => {
		const sheet = JSON.parse(JSON.stringify({ ...sheets[0] }));
		sheet.products[0].prices['1'].bands[3][1] = 0.01;
		expect(() => parseRateSheet('wrong.json', JSON.stringify(sheet))).toThrow(
			/wrong\.json: products\.0\.prices\.1\.bands\.3: .*not cheaper/,
		);
		expect(() => parseRateSheet('wrong.json', '{')).toThrow(/wrong\.json: invalid JSON/);
	});
});
