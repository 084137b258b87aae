// The price of a product. All expected values are calculated from the rates in this file; amounts are in cents.
import { describe, expect, it } from 'vitest';
import {
	billableKg,
	type Consignment,
	isWithinLimits,
	pieceGroupsOf,
	priceLines,
	type Tariff,
	tariffsOf,
	totalBillableKg,
	transportCents,
} from '../../../src-broker/rating/price';
import type { Product, RateSheet, Surcharge } from '../../../src-broker/rating/rate-sheet';
import type { RatesParcel } from '../../../src-contract/partner-api';

type Measured = Exclude<RatesParcel, { type: 'DOC' }>;

const product: Product = {
	productId: 1,
	name: 'Parcel',
	kinds: ['NONDOC', 'DOC', 'PALLET'],
	cutOff: '17:00',
	divisor: 5000,
	rounding: [
		{ upToKg: 10, stepKg: 0.5 },
		{ upToKg: null, stepKg: 1 },
	],
	documentKg: 0.3,
	limits: { pieceKg: 30, longestSideCm: 120, lengthPlusGirthCm: 300, pieces: 3, totalKg: 50 },
	prices: {
		'1': {
			bands: [
				[2, 500],
				[5, 800],
				[10, 1200],
			],
			perKg: 75,
		},
	},
	transit: { '1': [1, 3] },
	surcharges: [],
};
const prices = product.prices['1'] as Tariff['prices'];

const box = (changes: Partial<Measured> = {}): RatesParcel => ({
	type: 'NONDOC',
	weight: 1,
	length: 10,
	width: 10,
	height: 10,
	count: 1,
	...(changes as { weight?: number }),
});
const pallet = (changes: { weight?: number; height?: number; stackable?: boolean } = {}): RatesParcel => ({
	type: 'PALLET',
	weight: 150,
	length: 120,
	width: 80,
	height: 100,
	count: 1,
	stackable: false,
	...changes,
});
const document = (weight?: number, count = 1): RatesParcel => ({ type: 'DOC', count, weight });

function consignmentOf(parcels: RatesParcel[], changes: Partial<Consignment> = {}): Consignment {
	return {
		parcels,
		pieceGroups: pieceGroupsOf(parcels),
		pieceCount: parcels.reduce((sum, { count }) => sum + count, 0),
		isResidential: false,
		insuredValueCents: undefined,
		remoteReasons: [],
		marginPercent: 0,
		...changes,
	};
}

describe('the pieces of a consignment', () => {
	it('have their sides in descending order, and length plus girth', () => {
		const parcels = [box({ length: 30, width: 50, height: 40, weight: 7, count: 2 }), document(1), pallet()];
		expect(pieceGroupsOf(parcels)).toEqual([
			// 50 + 2 × (40 + 30)
			{ count: 2, sidesCm: [50, 40, 30], lengthPlusGirthCm: 190, weightKg: 7 },
			// 120 + 2 × (100 + 80)
			{ count: 1, sidesCm: [120, 100, 80], lengthPlusGirthCm: 480, weightKg: 150 },
		]);
	});
});

describe('billable weight', () => {
	it.each([
		['the actual weight, up to the next half kilogram', box({ weight: 2.2 }), 2.5],
		['a weight that is a step already', box({ weight: 2.5 }), 2.5],
		// 40 × 30 × 20 / 5000 = 4.8 kg
		['the volumetric weight when it is larger', box({ length: 40, width: 30, height: 20 }), 5],
		['10 kg: the limit of the fine step belongs to it', box({ weight: 10 }), 10],
		['10.2 kg: the coarse step', box({ weight: 10.2 }), 11],
		['a document of stated weight', document(0.6), 1],
		['a document without weight, as 0.3 kg', document(), 0.5],
	])('is %s', (_, parcel, expected) => {
		expect(billableKg(parcel, product)).toBe(expected);
	});

	it('uses the rounding step of the first limit that includes the weight, else the last step', () => {
		const rounding = [
			{ upToKg: 3.2, stepKg: 0.5 },
			{ upToKg: 10, stepKg: 2 },
			{ upToKg: 11, stepKg: 5 },
		];
		expect(billableKg(box({ weight: 3.2 }), { ...product, rounding })).toBe(3.5);
		expect(billableKg(box({ weight: 3.3 }), { ...product, rounding })).toBe(4);
		expect(billableKg(box({ weight: 12.5 }), { ...product, rounding })).toBe(15);
		// Rules after one without a limit are never used.
		const unlimited = [{ upToKg: null, stepKg: 0.5 }, ...rounding];
		expect(billableKg(box({ weight: 5.3 }), { ...product, rounding: unlimited })).toBe(5.5);
	});

	it('is not rounded up because of binary fractions', () => {
		const fine = { ...product, rounding: [{ upToKg: null, stepKg: 0.1 }] };
		// 1.1 / 0.1 is 11.000000000000002, 3 × 0.1 is 0.30000000000000004 and 3 × 0.2 is 0.6000000000000001.
		expect(billableKg(box({ weight: 1.1 }), fine)).toBe(1.1);
		expect(billableKg(box({ weight: 0.3 }), fine)).toBe(0.3);
		expect(totalBillableKg([box({ weight: 0.2, count: 3 })], fine)).toBe(0.6);
		expect(totalBillableKg([document(0.1, 3)], fine)).toBe(0.3);
	});

	it.each([
		// 1.2 m × 0.8 m / 2.4 m = 0.4 loading metres of 1850 kg
		['its loading metres', pallet(), 740],
		['half its loading metres when stackable', pallet({ stackable: true }), 370],
		// 1.2 × 0.8 × 1.5 m³ = 1.44 m³ of 333 kg = 479.52 kg
		['its volume when that is larger', pallet({ stackable: true, height: 150 }), 480],
		['its weight when that is larger', pallet({ weight: 900 }), 900],
	])('of a pallet is %s', (_, parcel, expected) => {
		expect(billableKg(parcel, product)).toBe(expected);
	});

	it('of a consignment includes every piece of every line', () => {
		// 3 × 2.5 + 2 × 0.5
		expect(totalBillableKg([box({ weight: 2.2, count: 3 }), document(undefined, 2)], product)).toBe(8.5);
	});
});

describe('the limits of a product', () => {
	const isWithin = (parcels: RatesParcel[], totalKg = 10, changes: Partial<Product> = {}) =>
		isWithinLimits(consignmentOf(parcels), { ...product, ...changes }, totalKg);

	it.each([
		['3 pieces', [box({ count: 3 })], true],
		['4 pieces', [box({ count: 4 })], false],
		['4 pieces in two lines', [box({ count: 2 }), box({ count: 2 })], false],
		['a piece of 30 kg', [box({ weight: 30 })], true],
		['a piece of 30.1 kg', [box({ weight: 30.1 })], false],
		['a light and a heavy piece', [box(), box({ weight: 30.1 })], false],
		['a side of 120 cm', [box({ height: 120 })], true],
		['a side of 121 cm', [box({ height: 121 })], false],
		['a small and a long piece', [box(), box({ height: 121 })], false],
		// 100 + 2 × (50 + 50)
		['length and girth of 300 cm', [box({ length: 100, width: 50, height: 50 })], true],
		['length and girth of 301 cm', [box({ length: 101, width: 50, height: 50 })], false],
		['a document of 30 kg', [document(30)], true],
		['a document of 30.1 kg', [document(30.1)], false],
		['a light and a heavy document', [document(1), document(30.1)], false],
	])('with %s: %s', (_, parcels, expected) => {
		expect(isWithin(parcels)).toBe(expected);
	});

	it('include the total billable weight', () => {
		expect(isWithin([box()], 50)).toBe(true);
		expect(isWithin([box()], 50.5)).toBe(false);
	});

	it('include the assumed weight of a document without a weight', () => {
		expect(isWithin([document()], 10, { documentKg: 30 })).toBe(true);
		expect(isWithin([document()], 10, { documentKg: 31 })).toBe(false);
	});
});

describe('transport', () => {
	it.each([
		[0.5, 500],
		[2, 500],
		[2.5, 800],
		[10, 1200],
		// Each started kilogram above the last band costs 75 cents.
		[10.5, 1275],
		[11, 1275],
		[12.3, 1425],
	])('of %d kg costs %d', (weightKg, cents) => {
		expect(transportCents(weightKg, prices)).toBe(cents);
	});
});

describe('the lines of a price', () => {
	const insurance = { percent: 0.5, minimum: 700 };
	const lines = (changes: {
		parcels?: RatesParcel[];
		consignment?: Partial<Consignment>;
		surcharges?: Surcharge[];
		fuelPercent?: number;
		totalKg?: number;
	}) => {
		const { parcels = [box()], surcharges = [], fuelPercent = 0, totalKg = 2.5 } = changes;
		const tariff: Tariff = { product, prices, transit: [1, 3], surcharges, fuelPercent, insurance };
		return priceLines(tariff, consignmentOf(parcels, changes.consignment), totalKg);
	};
	const transport = { item: 'Transport', cents: 800, reason: '2.5 kg billable' };
	const residentialSurcharge = (fuel: boolean): Surcharge => ({ kind: 'residential', amount: 300, fuel });

	it('are the transport only when nothing else is due', () => {
		expect(lines({})).toEqual([transport]);
	});

	it('state the billable weight to a tenth of a kilogram', () => {
		expect(lines({ totalKg: 2.04 })[0]?.reason).toBe('2 kg billable');
		expect(lines({ totalKg: 2.36 })[0]?.reason).toBe('2.4 kg billable');
	});

	it('add the margin of the account to the transport, rounded to the cent', () => {
		expect(lines({ consignment: { marginPercent: 12.5 } })).toEqual([{ ...transport, cents: 900 }]);
		// 800 × 1.0333 = 826.64
		expect(lines({ consignment: { marginPercent: 3.33 } })).toEqual([{ ...transport, cents: 827 }]);
	});

	it('add fuel as a percentage of transport and margin', () => {
		// 12.5 % of 900 is 112.5
		expect(lines({ fuelPercent: 12.5, consignment: { marginPercent: 12.5 } })).toEqual([
			{ ...transport, cents: 900 },
			{ item: 'Fuel', cents: 113, reason: '12.5 %' },
		]);
	});

	it('include a surcharge in the fuel base only when the sheet says so', () => {
		const toIndividual = { isResidential: true };
		const line = { item: 'Residential delivery', cents: 300, reason: 'recipient is an individual' };
		expect(lines({ surcharges: [residentialSurcharge(true)], fuelPercent: 10, consignment: toIndividual })).toEqual([
			transport,
			line,
			{ item: 'Fuel', cents: 110, reason: '10 %' },
		]);
		expect(lines({ surcharges: [residentialSurcharge(false)], fuelPercent: 10, consignment: toIndividual })).toEqual([
			transport,
			line,
			{ item: 'Fuel', cents: 80, reason: '10 %' },
		]);
		expect(lines({ surcharges: [residentialSurcharge(true)], fuelPercent: 10 })).toEqual([
			transport,
			{ item: 'Fuel', cents: 80, reason: '10 %' },
		]);
	});

	it('charge each remote end per started kilogram, or the minimum', () => {
		const remote: Surcharge = { kind: 'remote', perKg: 45, minimum: 2000, fuel: false };
		const remoteReasons = ['pick-up: island', 'destination: mountain'];
		const item = 'Remote area';
		expect(lines({ surcharges: [remote] })).toEqual([transport]);
		expect(lines({ surcharges: [remote], consignment: { remoteReasons } }).slice(1)).toEqual([
			{ item, cents: 2000, reason: 'pick-up: island' },
			{ item, cents: 2000, reason: 'destination: mountain' },
		]);
		// 61 × 45
		expect(lines({ surcharges: [remote], consignment: { remoteReasons }, totalKg: 60.2 })[1]?.cents).toBe(2745);
	});

	it('charge the peak season per piece', () => {
		const peak: Surcharge = { kind: 'peak', perPiece: 120, fuel: false, from: '2026-11-15', to: '2026-12-31' };
		expect(lines({ parcels: [box({ count: 3 })], surcharges: [peak] })[1]).toEqual({
			item: 'Peak surcharge',
			cents: 360,
			reason: '15 Nov–31 Dec',
		});
	});

	describe('for additional handling', () => {
		const handling: Surcharge = {
			kind: 'additional-handling',
			perPiece: 900,
			fuel: false,
			longestSideCm: 100,
			secondSideCm: 60,
			weightKg: 25,
		};
		const handlingOf = (...parcels: RatesParcel[]) => lines({ parcels, surcharges: [handling] }).slice(1);

		it.each([
			['a side over the limit', box({ length: 101 }), 'longest side over 100 cm'],
			['a second side over the limit', box({ length: 61, width: 61 }), 'second side over 60 cm'],
			['a weight over the limit', box({ weight: 25.5 }), 'a piece over 25 kg'],
		])('state %s', (_, parcel, reason) => {
			expect(handlingOf(parcel)).toEqual([{ item: 'Additional handling', cents: 900, reason }]);
		});

		it('are absent at the limits, and for pallets and documents', () => {
			expect(handlingOf(box({ length: 100, width: 60, weight: 25 }))).toEqual([]);
			expect(handlingOf(pallet())).toEqual([]);
			expect(handlingOf(document(26))).toEqual([]);
		});

		it('are one line with the number of affected pieces and each reason once', () => {
			const parcels = [box({ length: 101, count: 2 }), box({ count: 5 }), box({ weight: 26 }), box({ length: 110 })];
			expect(handlingOf(...parcels)).toEqual([
				{ item: 'Additional handling', cents: 3600, reason: 'longest side over 100 cm; a piece over 25 kg' },
			]);
		});
	});

	it('charge oversize above the limit of length and girth', () => {
		const oversize: Surcharge = { kind: 'oversize', perPiece: 4000, fuel: false, lengthPlusGirthCm: 300 };
		const atLimit = box({ length: 100, width: 50, height: 50 });
		const above = box({ length: 101, width: 50, height: 50, count: 2 });
		expect(lines({ parcels: [atLimit], surcharges: [oversize] })).toEqual([transport]);
		expect(lines({ parcels: [above, atLimit], surcharges: [oversize] })[1]).toEqual({
			item: 'Oversize',
			cents: 8000,
			reason: 'length and girth over 300 cm',
		});
	});

	it('end with the insurance: a percentage of the value, or the minimum', () => {
		const insured = (insuredValueCents: number) => lines({ fuelPercent: 10, consignment: { insuredValueCents } });
		const reason = '0.5 % of the value';
		expect(insured(200_000).map(({ item }) => item)).toEqual(['Transport', 'Fuel', 'Insurance']);
		expect(insured(200_000)[2]).toEqual({ item: 'Insurance', cents: 1000, reason });
		// 0.5 % of 1999.33 EUR is 999.665 cents.
		expect(insured(199_933)[2]).toEqual({ item: 'Insurance', cents: 1000, reason });
		expect(insured(100_000)[2]).toEqual({ item: 'Insurance', cents: 700, reason });
		expect(insured(0)[2]).toEqual({ item: 'Insurance', cents: 700, reason });
	});
});

describe('the tariffs of a sheet', () => {
	const peak: Surcharge = { kind: 'peak', perPiece: 120, fuel: false, from: '2026-11-15', to: '2026-12-31' };
	const remote: Surcharge = { kind: 'remote', perKg: 45, minimum: 2000, fuel: false };
	const sheet: RateSheet = {
		source: 'example',
		effectiveFrom: '2026-01-01',
		effectiveTo: null,
		carrier: 'Example Parcel',
		carrierCode: 'EP',
		trackingFormat: 'postal-s10',
		addressLineLength: 35,
		regions: { home: ['NL'] },
		lanes: [{ from: 'home', to: 'same', zone: '1' }],
		fuel: [
			{ from: '2026-06-01', percent: 11 },
			{ from: '2026-11-01', percent: 12 },
			{ from: '2026-02-01', percent: 10 },
		],
		insurance: { percent: 0.5, minimum: 700 },
		products: [{ ...product, surcharges: [peak, remote] }],
	};
	const fuelOn = (onDate: string) => tariffsOf(sheet, '1', onDate)[0]?.fuelPercent;

	it('include the prices, the transit days and the insurance', () => {
		expect(tariffsOf(sheet, '1', '2026-06-01')).toEqual([
			{
				product: sheet.products[0],
				prices,
				transit: [1, 3],
				surcharges: [remote],
				fuelPercent: 11,
				insurance: sheet.insurance,
			},
		]);
	});

	it.each([
		['2026-01-31', 0],
		['2026-02-01', 10],
		['2026-05-31', 10],
		['2026-10-31', 11],
		['2026-11-01', 12],
	])('on %s use the latest fuel percentage in force: %d', (onDate, percent) => {
		expect(fuelOn(onDate)).toBe(percent);
	});

	it.each([
		['2026-11-14', [remote]],
		['2026-11-15', [peak, remote]],
		['2026-12-31', [peak, remote]],
		['2027-01-01', [remote]],
	])('on %s include the surcharges in season', (onDate, surcharges) => {
		expect(tariffsOf(sheet, '1', onDate)[0]?.surcharges).toEqual(surcharges);
	});

	it('omit a product without a price or transit time in the zone', () => {
		const served = { ...product, productId: 2 };
		const products = [{ ...product, prices: {} }, { ...product, transit: {} }, served];
		expect(tariffsOf({ ...sheet, products }, '1', '2026-06-01').map((tariff) => tariff.product)).toEqual([served]);
		expect(tariffsOf(sheet, '9', '2026-06-01')).toEqual([]);
	});
});
