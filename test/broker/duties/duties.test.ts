// Duties and taxes: worked examples of customs offices and calculators with the rates that they state, and the rules of destinations.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type AssessedConsignment, type Assessment, assess } from '../../../src-broker/duties/assess';
import { codeMatcher } from '../../../src-broker/duties/goods-codes';
import { type DutyTables, loadDutyTables } from '../../../src-broker/duties/tables';
import { translateReasons } from '../../../src-contract/rules/duty-reasons';

const tables = loadDutyTables(path.resolve('resources'));
const NOW = '2026-11-21';

interface Stated {
	dutyPercent?: number;
	tax?: { name: string; percent: number };
	/** One unit of the example's currency counts as one euro. */
	currency?: string;
	section301?: number;
	/** The example predates today's reliefs for small consignments, or its goods are excluded from them. */
	withoutReliefs?: boolean;
}

/** The tables with the values that an example states. */
function stating(to: string, { dutyPercent, tax, currency, section301, withoutReliefs }: Stated): DutyTables {
	const always = {
		effective_from: '2000-01-01',
		effective_to: undefined,
		checked_on: NOW,
		confidence: 'high' as const,
	};
	const own = <Row extends { territory: string }>(rows: Row[]) => rows.filter((row) => row.territory !== to);
	return {
		...tables,
		...(dutyPercent !== undefined && {
			nationalRates: [
				...own(tables.nationalRates),
				{ ...always, territory: to, codes: codeMatcher(''), percent: dutyPercent, source: 'as stated' },
			],
		}),
		...(tax && {
			taxes: [
				...own(tables.taxes),
				{ ...always, territory: to, postcodes: [], cities: [], codes: codeMatcher(''), ...tax },
			],
		}),
		...(currency && {
			exchange: tables.exchange.map((row) => (row.currency === currency ? { ...row, per_euro: 1 } : row)),
		}),
		...(withoutReliefs && { schemes: [] }),
		additionalDuties: tables.additionalDuties
			.filter((row) => row.name === 'Section 301 duty')
			.slice(0, section301 === undefined ? 0 : 1)
			.map((row) => ({ ...row, codes: codeMatcher(''), percent: section301 })),
	};
}

const item = (valueEur: number, code = '902300', more: Partial<AssessedConsignment['items'][number]> = {}) => ({
	description: 'goods',
	code,
	valueEur,
	...more,
});
const of = ({ lines }: Assessment, name: RegExp) =>
	Math.round(lines.filter((line) => name.test(line.name)).reduce((sum, { amount }) => sum + amount, 0) * 100) / 100;
const DUTY = /duty/i;
const TAX = /VAT|GST|HST|QST|PST|IGIC|IVU|tax|ICMS|IVA/;

interface Example extends Stated {
	from?: string;
	to: string;
	goods: number;
	transport?: number;
	dutiableShare?: number;
	onDate?: string;
	duty?: number;
	taxDue?: number;
	total?: number;
}

function run({ from = 'CN', to, goods, transport, dutiableShare, onDate = NOW, ...stated }: Example): Assessment {
	const [countryCode = '', zipcode] = to.split(' ');
	return assess(
		stating(countryCode, stated),
		{
			from: { countryCode: from },
			to: { countryCode, zipcode },
			items: [item(goods)],
			transportEur: transport,
			dutiableTransportShare: dutiableShare,
		},
		onDate,
	);
}

describe('worked examples', () => {
	it.each<[string, Example]>([
		[
			'AU-1: FOB duty, GST with transport',
			{ to: 'AU', currency: 'AUD', goods: 1200, transport: 150, dutyPercent: 5, duty: 60, taxDue: 141, total: 201 },
		],
		[
			'CA-2: Ontario, HST',
			{ to: 'CA K1A0B1', currency: 'CAD', goods: 270, dutyPercent: 18, duty: 48.6, taxDue: 41.42, total: 90.02 },
		],
		[
			'CA-3: Ontario, HST',
			{ to: 'CA M5V2T6', currency: 'CAD', goods: 198, dutyPercent: 17, duty: 33.66, taxDue: 30.12, total: 63.78 },
		],
		[
			'DE-1: duty and VAT with freight',
			{ to: 'DE', goods: 900, transport: 100, dutyPercent: 6.7, duty: 67, taxDue: 202.73, total: 269.73 },
		],
		[
			'DE-2: air freight, 78 % of it before the border',
			{
				to: 'DE',
				goods: 104.6,
				transport: 51.53,
				dutiableShare: 0.78,
				withoutReliefs: true,
				dutyPercent: 2.7,
				duty: 3.91,
				taxDue: 30.41,
				total: 34.32,
			},
		],
		['DE-3: up to 150 EUR before July 2026', { to: 'DE', goods: 115, onDate: '2026-06-30', duty: 0, taxDue: 21.85 }],
		['DE-4: duty only', { to: 'DE', goods: 185.72, dutyPercent: 8, duty: 14.86 }],
		[
			'GB-2: VAT on value and duty',
			{ to: 'GB', currency: 'GBP', goods: 1500, dutyPercent: 12, duty: 180, taxDue: 336 },
		],
		['GB-3: duty on CIF', { to: 'GB', currency: 'GBP', goods: 10000, transport: 500, dutyPercent: 4, duty: 420 }],
		[
			'GB-4: without the carrier’s fee',
			{ to: 'GB', currency: 'GBP', goods: 200, dutyPercent: 5, duty: 10, taxDue: 42 },
		],
		['NO-1: exact arithmetic', { to: 'NO', goods: 844.13, dutyPercent: 5.6, duty: 47.27, taxDue: 222.85 }],
		[
			'NZ-1: GST with transport',
			{
				to: 'NZ',
				currency: 'NZD',
				goods: 1000,
				transport: 100,
				dutyPercent: 0,
				withoutReliefs: true,
				duty: 0,
				total: 165,
				taxDue: 165,
			},
		],
		[
			'NZ-2: duty on goods only',
			{
				to: 'NZ',
				currency: 'NZD',
				goods: 1000,
				transport: 100,
				dutyPercent: 5,
				withoutReliefs: true,
				duty: 50,
				taxDue: 172.5,
				total: 222.5,
			},
		],
		[
			'US-1: Section 301 and fee',
			{ to: 'US', currency: 'USD', goods: 10000, dutyPercent: 0, section301: 25, duty: 2500, total: 2534.64 },
		],
		[
			'XX-2: any CIF destination',
			{
				to: 'RS',
				goods: 200,
				transport: 20,
				dutyPercent: 8,
				tax: { name: 'VAT', percent: 10 },
				duty: 17.6,
				taxDue: 23.76,
				total: 41.36,
			},
		],
	])('%s', (_, example) => {
		const assessment = run(example);
		if (example.duty !== undefined) expect(of(assessment, DUTY)).toBeCloseTo(example.duty, 2);
		if (example.taxDue !== undefined) expect(of(assessment, TAX)).toBeCloseTo(example.taxDue, 2);
		if (example.total !== undefined) expect(assessment.estimateEur).toBeCloseTo(example.total, 2);
	});
});

const freightExamples = z.object({
	examples: z.array(
		z.object({
			name: z.string(),
			to: z.string(),
			currency: z.string(),
			goods: z.number(),
			freight: z.number(),
			insurance: z.number().nullable(),
			dutyPercent: z.number(),
			personalUse: z.boolean(),
			expected: z.object({ duty: z.number(), tax: z.number().nullable() }),
			calculation: z.string(),
			source: z.string(),
		}),
	),
});
describe('worked examples with freight', () => {
	const file = path.resolve('test/fixtures/duties/worked-examples-freight.json');
	const { examples } = freightExamples.parse(JSON.parse(readFileSync(file, 'utf8')));
	it.each(examples)('$name: $calculation ($source)', (example) => {
		const { to, currency, dutyPercent, goods, freight, insurance, personalUse, expected } = example;
		const [countryCode = '', zipcode] = to.split(' ');
		const consignment = {
			from: { countryCode: 'BR' },
			to: { countryCode, zipcode },
			items: [item(goods)],
			transportEur: freight + (insurance ?? 0),
			isInsuranceKnown: insurance !== null,
			isPersonalUse: personalUse,
		};
		const assessment = assess(stating(countryCode, { dutyPercent, currency }), consignment, NOW);
		expect(of(assessment, DUTY)).toBeCloseTo(expected.duty, 2);
		if (expected.tax !== null) expect(of(assessment, TAX)).toBeCloseTo(expected.tax, 2);
	});

	it('say when the insurance is not given, and that personal use is valued lower', () => {
		const notes = (more: Partial<AssessedConsignment>) =>
			assess(
				tables,
				{ from: { countryCode: 'BR' }, to: { countryCode: 'JP' }, items: [item(900)], ...more },
				NOW,
			).noteReasons.map(({ code }) => code);
		expect(notes({})).toContain('note_freight_not_given');
		expect(notes({ transportEur: 20, isInsuranceKnown: false })).toContain('note_insurance_not_given');
		const personal = notes({ isPersonalUse: true });
		expect(personal).toContain('note_personal_use');
		expect(personal).not.toContain('note_freight_not_given');
	});
});

describe('the rules of destinations', () => {
	const held1 = (
		to: string,
		items: AssessedConsignment['items'],
		more: Partial<AssessedConsignment> & { onDate?: string } = {},
	) => {
		const [countryCode = '', zipcode] = to.split(' ');
		const { onDate = NOW, ...rest } = more;
		return assess(tables, { from: { countryCode: 'CN' }, to: { countryCode, zipcode }, items, ...rest }, onDate);
	};

	it('charge 3 EUR per tariff item of a small consignment into the EU (EU-3, EU-4)', () => {
		const shirts = [item(40, '610910'), item(40, '61091000'), item(20, '610910', { originCountry: 'TR' })];
		expect(of(held1('DE', shirts), /Flat/)).toBe(3);
		const { lines, estimateEur } = held1('DE', [item(60, '610910'), item(60, '910211')]);
		expect(lines.map(({ name, amount }) => [name, amount])).toEqual([
			['Flat customs duty', 3],
			['Flat customs duty', 3],
			['VAT', 11.97],
			['VAT', 11.97],
		]);
		expect(estimateEur).toBe(29.94);
	});

	it('depend on the date: relief before July 2026, the flat duty after, the tariff above the limit', () => {
		const shirt = [item(100, '610910')];
		expect(of(held1('NL', shirt, { onDate: '2026-06-30' }), DUTY)).toBe(0);
		expect(of(held1('NL', shirt, { onDate: '2026-07-01' }), DUTY)).toBe(3);
		expect(of(held1('NL', shirt, { onDate: '2028-07-01' }), DUTY)).toBe(12);
		expect(of(held1('NL', [item(150.01, '610910')]), DUTY)).toBe(18);
	});

	it.each<[string, string, number, string, string, number, number]>([
		['GB to the limit: no duty, VAT at the sale', 'GB', 150, '610910', 'CN', 0, 30],
		['GB above it', 'GB', 200, '610910', 'CN', 24, 44.8],
		['AU to the limit: GST at the sale', 'AU', 100, '610910', 'CN', 0, 10],
		['CH industrial goods', 'CH', 100, '950300', 'CN', 0, 8.1],
		['CH: less than 5 CHF is not levied', 'CH', 60, '950300', 'CN', 0, 0],
		['CA from China above 20 CAD', 'CA V5K0A1', 100, '610910', 'CN', 18, 14.16],
		['CA from the US to 150 CAD: tax only', 'CA T2P1J9', 60, '610910', 'US', 0, 3],
		['CA: Quebec', 'CA H2Y1C6', 100, '950300', 'CN', 3.8, 15.54],
		['BR: 20 % and the tax inside', 'BR', 40, '950300', 'CN', 8, 9.83],
		['ZA: 10 % on top of the value', 'ZA', 1000, '950300', 'CN', 200, 195],
		['ZA from Botswana: one customs territory, no uplift', 'ZA', 1000, '950300', 'BW', 0, 150],
		['MX by courier from China', 'MX', 100, '950300', 'CN', 33.5, 0],
		['MX from the US', 'MX', 60, '950300', 'US', 10.2, 0],
		['KR to 150 USD', 'KR', 100, '950300', 'CN', 0, 0],
		['KR from the US to 200 USD', 'KR', 160, '950300', 'US', 0, 0],
		['AE: 5 % and 5 %', 'AE', 200, '950300', 'CN', 10, 10.5],
		['JP: knitwear has no relief', 'JP', 40, '950300', 'CN', 0, 0],
		['HK: nothing', 'HK', 500, '950300', 'CN', 0, 0],
		['the Canaries from Spain: their own tax, no duty', 'ES 35001', 100, '950300', 'ES', 0, 7],
		['Åland from Sweden', 'FI 22100', 100, '950300', 'SE', 0, 25.5],
		['Livigno: neither', 'IT 23041', 100, '950300', 'CN', 0, 0],
		['Büsingen as Switzerland', 'DE 78266', 100, '950300', 'CN', 0, 8.1],
		['Northern Ireland from Great Britain', 'GB BT11AA', 100, '950300', 'GB', 0, 0],
		['US books', 'US', 100, '490199', 'CN', 0, 0],
		['Jersey by its postcode: its own tax', 'GB JE23AB', 200, '950300', 'GB', 0, 10],
		['Jersey from Northern Ireland: no rule of Great Britain', 'JE', 100, '950300', 'GB', 0, 5],
		['San Marino by its postcode', 'IT 47890', 100, '950300', 'DE', 0, 22],
		['Puerto Rico by its zip', 'US 00901', 100, '950300', 'US', 0, 11.5],
		['Åland with its prefix', 'FI AX-22100', 200, '950300', 'SE', 0, 51],
		['Réunion with the country in front', 'FR F-97400', 200, '950300', 'FR', 0, 17],
		['Madeira', 'PT 9000-001', 200, '851762', 'CN', 0, 44],
		['books on the Isle of Man as in Great Britain', 'IM', 200, '490199', 'CN', 0, 0],
		['India: a duty that is not collected is not taxed', 'IN', 5, '950300', 'CN', 0, 0.9],
		['Kenya: relief covers the fees', 'KE', 30, '950300', 'CN', 0, 0],
		['Andorra to Spain: a customs union before the flat duty', 'ES', 100, '950300', 'AD', 0, 21],
		['Russia to Belarus: one customs territory', 'BY', 500, '950300', 'RU', 0, 100],
		['Russia from China', 'RU', 500, '950300', 'CN', 75, 126.5],
	])('%s', (_, to, value, code, from, duty, tax) => {
		const assessment = held1(to, [item(value, code)], { from: { countryCode: from } });
		expect(of(assessment, /duty|rate/i)).toBe(duty);
		expect(of(assessment, TAX)).toBe(tax);
		expect(assessment.estimateEur).toBeCloseTo(duty + tax, 2);
	});

	it('charge India’s surcharge on the duty, and tax on both', () => {
		const { lines } = held1('IN', [item(100, '950300')]);
		expect(lines.map(({ name, amount }) => [name, amount])).toEqual([
			['MFN duty', 17],
			['Social welfare surcharge', 1.7],
			['IGST', 21.37],
		]);
	});

	it('keep the US fee between its yearly limits, on formal entries only', () => {
		const fee = (value: number) => of(held1('US', [item(value, '490199')]), /Merchandise/);
		expect(fee(2000)).toBe(0);
		expect(fee(3000)).toBeCloseTo(33.58 / 1.16, 2);
		expect(fee(1_000_000)).toBeCloseTo(651.5 / 1.16, 2);
	});

	it('name what is unknown and never count it as 0', () => {
		const { lines, notes } = held1('US', [item(100, '731815')]);
		expect(lines.find(({ name }) => name.startsWith('Section 232'))?.name).toMatch(/not known/);
		expect(notes.join(' ')).toMatch(/Not included because unknown/);
		expect(held1('CH', [item(100, '040690')]).lines[0]).toMatchObject({
			name: 'Duty not known',
			amount: 0,
			known: false,
		});
		expect(held1('QZ', [item(100, '950300')]).lines[0]).toMatchObject({
			name: 'Duties and taxes not known',
			known: false,
		});
		expect(held1('IT 22061', [item(100, '950300')], { from: { countryCode: 'IT' } }).lines[0]?.name).toMatch(
			/not known/,
		);
	});

	it('name the rate, its base, its source and its date', () => {
		const { lines } = held1('DE', [item(199.8, '610910', { originCountry: 'TR' })]);
		expect(lines[0]).toMatchObject({ harmonizedCode: '610910', name: 'MFN duty', amount: 23.98 });
		expect(lines[0]?.description).toMatch(
			/^12\.0 % of 199\.80 EUR CIF, freight not given.*heading 6109; EU tariff, 2021/,
		);
		expect(lines[0]?.description).toMatch(/proof of origin TR/);
	});

	it('find a local rate by the city when the postcode is missing', () => {
		const to = (countryCode: string, city: string, from = countryCode) =>
			assess(tables, { from: { countryCode: from }, to: { countryCode, city }, items: [item(100, '950300')] }, NOW);
		expect(of(to('ES', 'Las Palmas de Gran Canaria'), /IGIC/)).toBe(7);
		expect(to('ES', 'Ceuta').lines[0]?.name).toBe('Duty not known');
		expect(to('GB', 'Belfast', 'DE').lines).toEqual([]);
		expect(of(to('CA', 'Québec', 'CN'), /QST/)).toBeGreaterThan(0);
	});

	it('name charges that are levied with an unknown amount', () => {
		const names = (to: string, code: string, from = 'CN') =>
			held1(to, [item(100, code)], { from: { countryCode: from } }).lines.map(({ name }) => name);
		expect(names('FR 97300', '950300', 'FR')).toEqual(['Octroi de mer: not known']);
		expect(names('AU', '220421')).toContain('Excise duty: not known');
		expect(names('US', '')).toContain('Section 301 duty: not known');
		expect(names('FR', '950300')).toContain('National charge on small consignments: not known');
	});

	it('assume preferential origin only within a customs union', () => {
		const andorran = held1('AD', [item(500, '950300')], { from: { countryCode: 'ES' } });
		expect(of(held1('AE', [item(500, '950300')], { from: { countryCode: 'SA' } }), /Preferential|MFN/)).toBe(0);
		expect(of(andorran, /Preferential/)).toBe(0);
		expect(of(held1('GB', [item(500, '610910')], { from: { countryCode: 'DE' } }), /MFN/)).toBe(60);
	});

	it('levy local and reduced rates', () => {
		expect(of(held1('DE', [item(200, '490199')]), /VAT, reduced/)).toBe(14);
		expect(of(held1('FR 97400', [item(200, '950300')], { from: { countryCode: 'FR', zipcode: '75001' } }), /VAT/)).toBe(
			17,
		);
	});

	it('add up to the cent for every destination in the tables', () => {
		const codes = [...new Set(tables.destinations.map((row) => row.territory))].filter((code) => code.length === 2);
		expect(codes.length).toBeGreaterThanOrEqual(112);
		for (const to of codes) {
			const { lines, estimateEur } = held1(to, [item(33.33, '610910'), item(66.67, '851830'), item(123.45, '420222')]);
			const cents = lines.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
			expect(Math.round(estimateEur * 100), to).toBe(cents);
			for (const { amount, description, reasons } of lines) {
				expect(amount, to).toBeGreaterThanOrEqual(0);
				expect(description.length, to).toBeGreaterThan(10);
				expect(translateReasons(reasons, 'not translatable', '; '), to).not.toContain('not translatable');
			}
		}
	});
});
