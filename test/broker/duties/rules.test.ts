// Which rows of the duty tables apply to a consignment, on rows made for each case.
import { describe, expect, it } from 'vitest';
import { codeMatcher } from '../../../src-broker/duties/goods-codes';
import {
	type AssessmentContext,
	additionalDutiesFor,
	agreementFor,
	dispatchKeys,
	dutyRateFor,
	type GoodsGroup,
	roundToCents,
	rulesFor,
	schemeFor,
	taxRatesFor,
} from '../../../src-broker/duties/rules';
import type { DutyTables } from '../../../src-broker/duties/tables';
import {
	additional,
	agreement,
	charge,
	destination,
	dutyTables,
	nationalRate,
	SINCE,
	scheme,
	tax,
} from '../../fixtures/duty-rows';

const ON = '2026-07-01';
/** A territory with different codes for itself, its customs union and its fiscal union. */
const TO = { code: 'NO', customs: 'CU', fiscal: 'FU' };

const goods = (changes: Partial<GoodsGroup> = {}): GoodsGroup => ({
	code: '610910',
	origin: 'CN',
	isOriginStated: true,
	descriptions: ['shirt'],
	valueEur: 100,
	transportEur: 0,
	customsValueEur: 100,
	...changes,
});
function caseOf(changes: Partial<DutyTables>, more: Partial<AssessmentContext> = {}): AssessmentContext {
	const tables = dutyTables(changes);
	return {
		tables,
		rules: rulesFor(tables, TO, ON),
		destination: destination(),
		from: { code: 'CN', customs: 'CN', fiscal: 'CNF' },
		to: { ...TO, zipcode: '', city: '' },
		goods: [goods()],
		goodsEur: 100,
		customsValueEur: 120,
		isTransportKnown: true,
		isInsuranceKnown: true,
		isPersonalUse: false,
		onDate: SINCE,
		...more,
	};
}
const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);

describe('amounts', () => {
	it.each([
		[1.005, 1.01],
		[0.125, 0.13],
		[2.344, 2.34],
		[2.3449, 2.34],
		[0, 0],
	])('of %d EUR are %d EUR to the cent, half up', (euros, expected) => {
		expect(roundToCents(euros)).toBe(expected);
	});
});

describe('the country of dispatch', () => {
	it('matches its code, its fiscal territory and *', () => {
		expect(dispatchKeys({ code: 'XI', customs: 'EU', fiscal: 'GB' })).toEqual(['XI', 'GB', '*']);
	});
});

describe('the rows that apply', () => {
	it('are those of the destination, its customs union and *', () => {
		const territories = ['NO', 'CU', 'FU', '*', 'SE'];
		const rules = rulesFor(
			dutyTables({
				charges: territories.map((territory) => charge({ territory, name: territory })),
				additionalDuties: territories.map((territory) => additional({ territory, name: territory })),
				agreements: territories.map((territory) => agreement({ territory, name: territory })),
				nationalRates: territories.map((territory) => nationalRate({ territory, source: territory })),
			}),
			TO,
			ON,
		);
		expect(namesOf(rules.charges)).toEqual(['NO', 'CU', '*']);
		expect(namesOf(rules.additionalDuties)).toEqual(['NO', 'CU', '*']);
		expect(namesOf(rules.agreements)).toEqual(['NO', 'CU', '*']);
		expect(rules.nationalRates.map(({ source }) => source)).toEqual(['NO', 'CU', '*']);
	});

	it('for schemes of duty are those of the customs union, for other schemes those of the fiscal union', () => {
		const schemes = (['duty', 'tax', 'both'] as const).flatMap((on) =>
			['NO', 'CU', 'FU', '*', 'SE'].map((territory) => scheme({ territory, on, name: `${on} ${territory}` })),
		);
		expect(namesOf(rulesFor(dutyTables({ schemes }), TO, ON).schemes)).toEqual([
			...['duty NO', 'duty CU', 'duty *'],
			...['tax NO', 'tax FU', 'tax *'],
			...['both NO', 'both FU', 'both *'],
		]);
	});

	it('for taxes are those of the destination only', () => {
		const taxes = ['NO', 'CU', 'FU', 'SE'].map((territory) => tax({ territory, name: territory }));
		expect(namesOf(rulesFor(dutyTables({ taxes }), TO, ON).taxes)).toEqual(['NO']);
	});

	it('apply from their first to their last day', () => {
		const taxes = [
			tax({ name: 'first day', effective_from: ON }),
			tax({ name: 'last day', effective_to: ON }),
			tax({ name: 'not yet', effective_from: '2026-07-02' }),
			tax({ name: 'no longer', effective_to: '2026-06-30' }),
		];
		expect(namesOf(rulesFor(dutyTables({ taxes }), TO, ON).taxes)).toEqual(['first day', 'last day']);
	});

	it('include the exchange rate of the day', () => {
		const exchange = [
			{ currency: 'USD', per_euro: 2, effective_from: SINCE },
			{ currency: 'USD', per_euro: 3, effective_from: '2026-07-02' },
		];
		const today = rulesFor(dutyTables({ exchange }), TO, ON);
		expect([today.perEuro('USD'), today.perEuro('USD')]).toEqual([2, 2]);
		expect(rulesFor(dutyTables({ exchange }), TO, '2026-07-02').perEuro('USD')).toBe(3);
	});
});

describe('the scheme for goods', () => {
	const found = (
		row: Parameters<typeof scheme>[0],
		on: 'duty' | 'tax' = 'duty',
		more: Partial<AssessmentContext> = {},
	) => schemeFor(caseOf({ schemes: [scheme(row)] }, more), goods(), on)?.name;

	it.each([
		['duty', 'duty', 'Relief'],
		['duty', 'tax', undefined],
		['tax', 'duty', undefined],
		['tax', 'tax', 'Relief'],
		['both', 'duty', 'Relief'],
		['both', 'tax', 'Relief'],
	] as const)('on %s, asked for %s: %s', (on, asked, expected) => {
		expect(found({ on }, asked)).toBe(expected);
	});

	it('does not include schemes for the charge itself', () => {
		expect(found({ basis: 'charge' })).toBeUndefined();
		expect(found({ basis: 'customs-value' })).toBe('Relief');
	});

	it.each([
		[['CN'], 'Relief'],
		[['SE', 'CNF'], 'Relief'],
		[['*'], 'Relief'],
		[['SE'], undefined],
		[[], undefined],
	])('is for goods from %j: %s', (dispatch, expected) => {
		expect(found({ dispatch })).toBe(expected);
	});

	it('applies to its codes except the excluded ones', () => {
		expect(found({ codes: codeMatcher('61') })).toBe('Relief');
		expect(found({ codes: codeMatcher('62') })).toBeUndefined();
		expect(found({ except_codes: codeMatcher('6109') })).toBeUndefined();
		expect(found({ except_codes: codeMatcher('6110') })).toBe('Relief');
	});

	it.each([
		// One euro is two dollars.
		[{ above: 199.99 }, 'Relief'],
		[{ above: 200 }, undefined],
		[{ up_to: 200 }, 'Relief'],
		[{ up_to: 199.99 }, undefined],
		[{ above: 100, up_to: 300 }, 'Relief'],
		[{ basis: 'customs-value', above: 239.99 }, 'Relief'],
		[{ basis: 'customs-value', up_to: 239.99 }, undefined],
		[{}, 'Relief'],
	] as const)('compares goods of 200 USD, of a customs value of 240 USD, with %j', (limits, expected) => {
		expect(found({ currency: 'USD', ...limits })).toBe(expected);
	});

	it('compares the value to the cent, and includes goods without value', () => {
		expect(found({ currency: 'USD', up_to: 200 }, 'duty', { goodsEur: 100.002 })).toBe('Relief');
		expect(found({ currency: 'USD', up_to: 200 }, 'duty', { goodsEur: 0 })).toBe('Relief');
	});

	it('has no limit without a currency', () => {
		expect(found({ up_to: 1 })).toBe('Relief');
	});

	it('is the first that applies in the table', () => {
		const schemes = [scheme({ on: 'tax', name: 'A' }), scheme({ name: 'B' }), scheme({ name: 'C' })];
		expect(schemeFor(caseOf({ schemes }), goods(), 'duty')?.name).toBe('B');
	});
});

describe('the rate of duty', () => {
	const tariffs: DutyTables['tariffs'] = new Map(
		[
			{ code: '610910', EU: 12, GB: undefined, US: undefined, JP: undefined },
			{ code: '6109', EU: 11, GB: 9, US: undefined, JP: undefined },
			{ code: '61', EU: 10, GB: 8, US: 7, JP: undefined },
			{ code: '620000', EU: 0, GB: undefined, US: undefined, JP: undefined },
		].map((row) => [row.code, row]),
	);
	const tariffSources: DutyTables['tariffSources'] = (['EU', 'GB', 'US', 'JP'] as const).map((tariff) => ({
		tariff,
		name: `${tariff} tariff`,
		as_of: '2025',
		checked_on: SINCE,
	}));
	const rateOf = (code: string, tariff: 'EU' | 'GB' | 'US' | 'JP' | '', changes: Partial<DutyTables> = {}) =>
		dutyRateFor(caseOf({ tariffs, tariffSources, ...changes }, { destination: destination({ tariff }) }), code);
	const fallback = { percent: 10, sourceText: 'no tariff available for these goods: Example average, 2026-01-01' };

	it('is that of the subheading, else the mean of the heading or the chapter', () => {
		expect(rateOf('6109100010', 'EU')).toMatchObject({
			percent: 12,
			sourceText: 'subheading 6109.10; EU tariff, 2025',
		});
		expect(rateOf('6109100010', 'EU')?.sourceReasons).toContainEqual({
			code: 'tariff_subheading',
			values: { code: '610910' },
		});
		expect(rateOf('610990', 'EU')).toMatchObject({ percent: 11, sourceText: 'mean of heading 6109; EU tariff, 2025' });
		expect(rateOf('610910', 'GB')).toMatchObject({ percent: 9, sourceText: 'mean of heading 6109; GB tariff, 2025' });
		expect(rateOf('610910', 'US')).toMatchObject({ percent: 7, sourceText: 'mean of chapter 61; US tariff, 2025' });
		expect(rateOf('620000', 'EU')).toMatchObject({ percent: 0, sourceText: 'subheading 6200.00; EU tariff, 2025' });
	});

	it('is the average of the destination when there is no tariff', () => {
		expect(rateOf('610910', 'JP')).toMatchObject(fallback);
		expect(rateOf('640000', 'EU')).toMatchObject(fallback);
		expect(rateOf('', 'EU')).toMatchObject(fallback);
		expect(rateOf('610910', '')).toMatchObject(fallback);
		expect(rateOf('610910', 'EU', { tariffSources: [] })).toMatchObject(fallback);
	});

	it('is unknown when the destination has no average either', () => {
		const without = caseOf({}, { destination: destination({ fallback_duty_percent: undefined }) });
		expect(dutyRateFor(without, '610910')).toBeUndefined();
		const free = caseOf({}, { destination: destination({ fallback_duty_percent: 0 }) });
		expect(dutyRateFor(free, '610910')?.percent).toBe(0);
	});

	it('is the national rate with the longest matching code, if there is one', () => {
		const nationalRates = [
			nationalRate({ percent: 1 }),
			nationalRate({ percent: 2, codes: codeMatcher('61') }),
			nationalRate({ percent: 4, codes: codeMatcher('6109'), source: 'Closest' }),
			nationalRate({ percent: 3, codes: codeMatcher('610') }),
			nationalRate({ percent: 5, codes: codeMatcher('62') }),
		];
		expect(rateOf('610910', 'EU', { nationalRates })).toMatchObject({ percent: 4, sourceText: 'Closest, 2026-01-01' });
		expect(rateOf('640000', 'EU', { nationalRates })?.percent).toBe(1);
		// Without a code no national rate applies, not even one for all goods.
		expect(rateOf('', 'EU', { nationalRates })).toMatchObject(fallback);
	});
});

describe('the agreement with the country of origin', () => {
	const found = (row: Parameters<typeof agreement>[0], of = goods()) =>
		agreementFor(caseOf({ agreements: [agreement(row)] }), of)?.name;

	it.each([
		['CN', ['CN'], true],
		['CN', ['SE', 'CN'], true],
		['CN', ['SE'], false],
		// Germany is in the EU.
		['DE', ['EU'], true],
		// The Isle of Man is in the fiscal territory of Great Britain, San Marino in the customs territory of the EU.
		['IM', ['IM'], true],
		['IM', ['GB'], true],
		['SM', ['EU'], true],
		['CN', ['*'], true],
	])('for goods of %s is one with %j: %s', (origin, partners, expected) => {
		expect(found({ origin: partners }, goods({ origin }))).toBe(expected ? 'Example agreement' : undefined);
	});

	it('applies to its codes, and never to goods without a code', () => {
		expect(found({ codes: codeMatcher('61') })).toBe('Example agreement');
		expect(found({ codes: codeMatcher('62') })).toBeUndefined();
		expect(found({}, goods({ code: '' }))).toBeUndefined();
	});
});

describe('additional duties', () => {
	const isDue = (row: Parameters<typeof additional>[0], of = goods()) =>
		additionalDutiesFor(caseOf({ additionalDuties: [additional(row)] }), of).length === 1;

	it.each([
		[{ origin: ['CN'] }, true],
		[{ origin: ['VN', 'CN'] }, true],
		[{ origin: ['VN'] }, false],
		[{ origin: ['*'] }, true],
		[{ origin: ['*'], except_origin: ['CN'] }, false],
		[{ origin: ['*'], except_origin: ['VN'] }, true],
	])('with %j on goods of China: %s', (row, expected) => {
		expect(isDue(row)).toBe(expected);
	});

	it.each([
		['DE', { origin: ['EU'] }, true],
		['SM', { origin: ['EU'] }, true],
		['IM', { origin: ['GB'] }, true],
		['CN', { origin: ['EU'] }, false],
		['DE', { origin: ['*'], except_origin: ['EU'] }, false],
		['CN', { origin: ['*'], except_origin: ['EU'] }, true],
	])('on goods of %s with %j, which names a union: %s', (origin, row, expected) => {
		expect(isDue(row, goods({ origin }))).toBe(expected);
	});

	it('apply to their codes except the excluded ones', () => {
		expect(isDue({ codes: codeMatcher('6109') })).toBe(true);
		expect(isDue({ codes: codeMatcher('6110') })).toBe(false);
		expect(isDue({ except_codes: codeMatcher('6109') })).toBe(false);
		expect(isDue({ except_codes: codeMatcher('6110') })).toBe(true);
	});

	it('apply to goods without a code when they depend on the origin only or apply to all goods', () => {
		const unknown = goods({ code: '' });
		expect(isDue({ codes: codeMatcher('6109') }, unknown)).toBe(true);
		expect(isDue({ origin: ['*'], codes: codeMatcher('6109') }, unknown)).toBe(false);
		expect(isDue({ origin: ['*'] }, unknown)).toBe(true);
		expect(isDue({ origin: ['VN'] }, unknown)).toBe(false);
	});
});

describe('the rates of the import tax', () => {
	const local = tax({ name: 'local', postcodes: ['35', '38'], cities: ['LASPALMAS'] });
	const ratesAt = (place: { zipcode?: string; city?: string }, taxes = [tax(), local], code = '610910') =>
		namesOf(taxRatesFor(caseOf({ taxes }, { to: { ...TO, zipcode: '', city: '', ...place } }), code));

	it('are those of the place, else those of the country', () => {
		expect(ratesAt({ zipcode: '38001' })).toEqual(['local']);
		expect(ratesAt({ zipcode: '28001' })).toEqual(['VAT']);
		expect(ratesAt({ zipcode: '13801' })).toEqual(['VAT']);
	});

	it('depend on the city only when the postcode is missing', () => {
		expect(ratesAt({ city: 'LASPALMAS' })).toEqual(['local']);
		expect(ratesAt({ city: 'MADRID' })).toEqual(['VAT']);
		expect(ratesAt({ zipcode: '28001', city: 'LASPALMAS' })).toEqual(['VAT']);
	});

	it('are those with the most specific codes', () => {
		const reduced = tax({ name: 'reduced', codes: codeMatcher('49') });
		const books = tax({ name: 'books', codes: codeMatcher('4901') });
		const second = tax({ name: 'second', codes: codeMatcher('4901') });
		const taxes = [tax(), reduced, books, second];
		expect(ratesAt({}, taxes, '490199')).toEqual(['books', 'second']);
		expect(ratesAt({}, taxes, '490200')).toEqual(['reduced']);
		expect(ratesAt({}, taxes, '610910')).toEqual(['VAT']);
		expect(ratesAt({}, [reduced], '610910')).toEqual([]);
	});

	it('depend on the goods before the place', () => {
		const books = tax({ name: 'books', codes: codeMatcher('4901') });
		expect(ratesAt({ zipcode: '38001' }, [tax(), local, books], '490199')).toEqual(['books']);
	});
});
