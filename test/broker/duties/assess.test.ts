// Expected customs charges, on tables made for each case. By default, goods of 100 EUR go from China to Norway with transport of
// 20 EUR; duty is 10 % of the CIF value (12 EUR), VAT 25 % of goods, transport and duty (33 EUR).
import { describe, expect, it } from 'vitest';
import {
	type AssessedConsignment,
	type AssessedItem,
	type Assessment,
	assess,
} from '../../../src-broker/duties/assess';
import { codeMatcher } from '../../../src-broker/duties/goods-codes';
import type { DutyTables } from '../../../src-broker/duties/tables';
import {
	additional,
	agreement,
	charge,
	destination,
	dutyTables,
	nationalRate,
	scheme,
	tax,
} from '../../fixtures/duty-rows';

const ON = '2026-07-01';
const item = (changes: Partial<AssessedItem> = {}): AssessedItem => ({
	description: 'shirt',
	code: '610910',
	valueEur: 100,
	...changes,
});
/** An assessment in its English texts. `test/broker/duties/duties.test.ts` looks at the parts that are translated. */
type EnglishAssessment = Omit<Assessment, 'noteReasons'>;
function assessed(tables: Partial<DutyTables> = {}, consignment: Partial<AssessedConsignment> = {}): EnglishAssessment {
	const { lines, estimateEur, notes } = assess(
		dutyTables(tables),
		{
			from: { countryCode: 'CN' },
			to: { countryCode: 'NO', zipcode: '0150' },
			items: [item()],
			transportEur: 20,
			...consignment,
		},
		ON,
	);
	return { lines: lines.map(({ reasons: _, ...line }) => line), estimateEur, notes };
}
const amounts = ({ lines }: EnglishAssessment) => lines.map(({ name, amount }) => [name, amount]);
const describedAs = ({ lines }: EnglishAssessment, name: string) =>
	lines.find((line) => line.name === name)?.description;

const BASIS = 'no tariff available for these goods: Example average, 2026-01-01';
const VAT_RATE = 'rate of NO, 2026-01-01';

describe('an assessment', () => {
	it('charges duty on the CIF value, and tax on goods, transport and duty', () => {
		expect(assessed()).toEqual({
			lines: [
				{
					harmonizedCode: '610910',
					name: 'MFN duty',
					amount: 12,
					description: `10.0 % of 120.00 EUR CIF; ${BASIS}`,
				},
				{
					harmonizedCode: '610910',
					name: 'VAT',
					amount: 33,
					description: `25.0 % of 132.00 EUR, the value, transport and duty; ${VAT_RATE}`,
				},
			],
			estimateEur: 45,
			notes: [],
		});
	});

	it('says when its rates or exchange rates are older than 12 months', () => {
		const notesFor = (checked_on: string, exchangeDate: string) =>
			assessed({
				taxes: [tax({ checked_on })],
				schemes: [scheme({ up_to: 1, currency: 'USD' })],
				exchange: [{ currency: 'USD', per_euro: 2, effective_from: exchangeDate }],
			}).notes;
		expect(notesFor('2025-07-01', '2025-07-01')).toEqual([]);
		expect(notesFor('2025-06-30', '2025-06-29')).toEqual([
			'Rates for NO were last checked on 2025-06-30, more than 12 months ago. They may have changed.',
			'The exchange rate of USD is from 2025-06-29, more than 12 months ago.',
		]);
	});

	it('charges nothing within one fiscal territory', () => {
		const result = assessed({}, { from: { countryCode: 'NL' }, to: { countryCode: 'DE' } });
		expect(result).toEqual({
			lines: [],
			estimateEur: 0,
			notes: ['Nothing is due: origin and destination are in the same customs and tax territory.'],
		});
	});

	it('reports unknown charges for a destination without a table in force', () => {
		const description =
			'No rates are available for this destination (SE) on 2026-07-01: the amount due is unknown, not zero';
		const unknown = assessed({}, { to: { countryCode: 'SE' } });
		expect(unknown).toEqual({
			lines: [{ harmonizedCode: '610910', name: 'Duties and taxes not known', amount: 0, known: false, description }],
			estimateEur: 0,
			notes: [`${description}.`],
		});
		expect(assessed({}, { to: { countryCode: 'SE' }, items: [] }).lines[0]?.harmonizedCode).toBe('');
		const later = assessed({ destinations: [destination({ effective_from: '2026-07-02' })] });
		expect(amounts(later)).toEqual([['Duties and taxes not known', 0]]);
	});

	it('shows percentages with one decimal, or two where they have two', () => {
		const rate = (percent: number) => describedAs(assessed({ nationalRates: [nationalRate({ percent })] }), 'MFN duty');
		expect(rate(6)).toMatch(/^6\.0 % of/);
		expect(rate(6.5)).toMatch(/^6\.5 % of/);
		expect(rate(6.75)).toMatch(/^6\.75 % of/);
	});
});

describe('transport', () => {
	it('is not part of duty on an FOB value, nor of the tax where the destination excludes it', () => {
		const destinations = [destination({ valuation: 'FOB', tax_on_transport: false })];
		const result = assessed({ destinations });
		expect(amounts(result)).toEqual([
			['MFN duty', 10],
			['VAT', 27.5],
		]);
		expect(describedAs(result, 'MFN duty')).toBe(`10.0 % of 100.00 EUR FOB; ${BASIS}`);
		expect(describedAs(result, 'VAT')).toBe(`25.0 % of 110.00 EUR, the value and duty; ${VAT_RATE}`);
	});

	it('is part of a CIF value by its share before the border, and of the tax in full', () => {
		// Duty 10 % of 100 + 10; VAT 25 % of 100 + 20 + 11.
		expect(amounts(assessed({}, { dutiableTransportShare: 0.5 }))).toEqual([
			['MFN duty', 11],
			['VAT', 32.75],
		]);
	});

	it('counts as 0 when it is missing, which the lines and a note say', () => {
		const result = assessed({}, { transportEur: undefined });
		expect(amounts(result)).toEqual([
			['MFN duty', 10],
			['VAT', 27.5],
		]);
		expect(describedAs(result, 'MFN duty')).toBe(`10.0 % of 100.00 EUR CIF, freight not given, 0 assumed; ${BASIS}`);
		expect(describedAs(result, 'VAT')).toBe(`25.0 % of 110.00 EUR, the value and duty; ${VAT_RATE}`);
		expect(result.notes).toEqual(['Freight and insurance are not given and count as 0.']);
	});

	it('may be missing where it does not matter', () => {
		const notesFor = (changes: Parameters<typeof destination>[0]) =>
			assessed({ destinations: [destination(changes)] }, { transportEur: undefined }).notes;
		expect(notesFor({ valuation: 'FOB', tax_on_transport: false })).toEqual([]);
		expect(notesFor({ valuation: 'FOB' })).toEqual(['Freight and insurance are not given and count as 0.']);
		expect(notesFor({ tax_on_transport: false })).toEqual(['Freight and insurance are not given and count as 0.']);
		const fob = assessed({ destinations: [destination({ valuation: 'FOB' })] }, { transportEur: undefined });
		expect(describedAs(fob, 'MFN duty')).toBe(`10.0 % of 100.00 EUR FOB; ${BASIS}`);
	});

	it('is shared between goods by their value', () => {
		const items = [item({ valueEur: 75 }), item({ code: '910211', valueEur: 25 })];
		// 75 + 15 and 25 + 5; VAT on 75 + 15 + 9 and 25 + 5 + 3.
		expect(amounts(assessed({}, { items }))).toEqual([
			['MFN duty', 9],
			['MFN duty', 3],
			['VAT', 24.75],
			['VAT', 8.25],
		]);
	});

	it('is shared equally between goods without value', () => {
		const items = [item({ valueEur: 0 }), item({ code: '910211', valueEur: 0 })];
		// Duty 10 % of 10 EUR each, VAT 25 % of 11 EUR each.
		expect(amounts(assessed({}, { items }))).toEqual([
			['MFN duty', 1],
			['MFN duty', 1],
			['VAT', 2.75],
			['VAT', 2.75],
		]);
	});
});

describe('goods', () => {
	const china = item({ valueEur: 60, originCountry: 'CN' });
	const vietnam = item({ valueEur: 40, originCountry: 'VN' });

	it('of the same code and origin are one line', () => {
		const result = assessed({}, { items: [item({ valueEur: 60 }), item({ valueEur: 40, description: 'vest' })] });
		expect(result.lines).toEqual(assessed().lines);
	});

	it('of one code and several origins are one line with each reason', () => {
		const additionalDuties = [additional({ percent: 30 })];
		const result = assessed({ additionalDuties }, { items: [china, vietnam], transportEur: 0 });
		// Dumping duty on the 60 EUR from China; VAT 25 % of 100 + 10 + 18.
		expect(amounts(result)).toEqual([
			['MFN duty', 10],
			['Dumping duty', 18],
			['VAT', 32],
		]);
		expect(describedAs(result, 'MFN duty')).toBe(
			`10.0 % of 60.00 EUR CIF; ${BASIS}. 10.0 % of 40.00 EUR CIF; ${BASIS}`,
		);
	});

	it('of more than three origins have three reasons and a count', () => {
		const origins = ['CN', 'VN', 'TH', 'IN', 'BD'];
		const items = origins.map((originCountry, index) => item({ valueEur: 10 + index, originCountry }));
		const of = (count: number) =>
			describedAs(assessed({}, { items: items.slice(0, count), transportEur: 0 }), 'MFN duty');
		const reason = (value: number) => `10.0 % of ${value}.00 EUR CIF; ${BASIS}`;
		expect(of(3)).toBe(`${reason(10)}. ${reason(11)}. ${reason(12)}`);
		expect(of(5)).toBe(`${reason(10)}. ${reason(11)}. ${reason(12)}. and 2 more`);
	});

	it('have each reason once, and are rounded to the cent once for all origins', () => {
		const same = ['CN', 'VN', 'TH'].map((originCountry) => item({ valueEur: 0.04, originCountry }));
		const result = assessed({}, { items: same, transportEur: 0 });
		// Three times 0.004 EUR of duty is 0.012; VAT 25 % of 0.12 + 0.01 is 0.0325.
		expect(amounts(result)).toEqual([
			['MFN duty', 0.01],
			['VAT', 0.03],
		]);
		expect(describedAs(result, 'MFN duty')).toBe(`10.0 % of 0.04 EUR CIF; ${BASIS}`);
	});

	it('without a code are distinguished by their description', () => {
		const additionalDuties = [additional({ codes: codeMatcher('61') })];
		const items = [
			item({ code: '', description: 'toy', valueEur: 50 }),
			item({ code: '', description: 'toy', valueEur: 10 }),
			item({ code: '', description: 'lamp', valueEur: 40 }),
		];
		const result = assessed({ additionalDuties }, { items });
		expect(amounts(result)).toEqual([
			['MFN duty', 12],
			['Dumping duty: not known', 0],
			['VAT', 33],
		]);
		const source = 'Example regulation, since 2026-01-01, high confidence';
		const reason = (name: string) => `May be due on "${name}", whose HS code is unknown; not included (${source})`;
		expect(describedAs(result, 'Dumping duty: not known')).toBe(`${reason('toy')}. ${reason('lamp')}`);
		expect(result.lines.map(({ harmonizedCode }) => harmonizedCode)).toEqual(['', '', '']);
		expect(describedAs(result, 'VAT')).toContain(' and duty (unknown duties not included);');
		expect(result.notes).toEqual(['Not included because unknown: Dumping duty.']);
	});
});

describe('duty', () => {
	it('is not due within one customs territory', () => {
		// The Åland Islands are a tax territory of their own within the customs territory of the EU.
		const changes = { territory: 'AX', fallback_duty_percent: 10 };
		const tables = { destinations: [destination(changes)], taxes: [tax({ territory: 'AX' })] };
		const result = assessed(tables, { from: { countryCode: 'SE' }, to: { countryCode: 'AX' } });
		expect(amounts(result)).toEqual([['VAT', 30]]);
		expect(result.notes).toEqual(['No duty: origin and destination are in the same customs territory.']);
	});

	it('that is unknown is a line without amount, and is named in the tax line and a note', () => {
		const destinations = [destination({ fallback_duty_percent: undefined })];
		const result = assessed({ destinations }, { items: [item({ description: 'toy' })] });
		expect(amounts(result)).toEqual([
			['Duty not known', 0],
			['VAT', 30],
		]);
		expect(describedAs(result, 'Duty not known')).toBe(
			'No tariff is available for NO: the duty on "toy" is unknown and not included',
		);
		expect(describedAs(result, 'VAT')).toBe(
			`25.0 % of 120.00 EUR, the value, transport and duty (unknown duties not included); ${VAT_RATE}`,
		);
		expect(result.notes).toEqual(['Not included because unknown: Duty.']);
	});

	it('follows an agreement whose proof of origin is assumed, without additional duties', () => {
		const tables = { agreements: [agreement({ assumed: true })], additionalDuties: [additional()] };
		const result = assessed(tables);
		// 4 % of 120; VAT 25 % of 124.80.
		expect(amounts(result)).toEqual([
			['Preferential duty', 4.8],
			['VAT', 31.2],
		]);
		expect(describedAs(result, 'Preferential duty')).toBe('4.0 % of 120.00 EUR CIF; Example agreement, 2026-01-01');
	});

	it('names an agreement that could lower it', () => {
		const proof = (duty_percent: number) =>
			describedAs(assessed({ agreements: [agreement({ duty_percent })] }), 'MFN duty');
		expect(proof(4)).toBe(
			`10.0 % of 120.00 EUR CIF; ${BASIS}; 4.0 % with proof of origin CN (Example agreement), 10.0 % without`,
		);
		expect(proof(10)).toBe(`10.0 % of 120.00 EUR CIF; ${BASIS}`);
		expect(amounts(assessed({ agreements: [agreement()] }))).toEqual(amounts(assessed()));
	});

	describe('in addition to the tariff', () => {
		const SOURCE = 'Example regulation, since 2026-01-01, high confidence';

		it('is charged on the customs value and taxed', () => {
			const result = assessed(
				{ additionalDuties: [additional()] },
				{ items: [item({ originCountry: 'CN' })], from: { countryCode: 'VN' } },
			);
			// 30 % of 120; VAT 25 % of 120 + 12 + 36.
			expect(amounts(result)).toEqual([
				['MFN duty', 12],
				['Dumping duty', 36],
				['VAT', 42],
			]);
			expect(describedAs(result, 'Dumping duty')).toBe(`30.0 % of 120.00 EUR CIF; origin CN; ${SOURCE}`);
		});

		it('depends on the country of dispatch when the origin is missing, and says so', () => {
			expect(describedAs(assessed({ additionalDuties: [additional()] }), 'Dumping duty')).toBe(
				`30.0 % of 120.00 EUR CIF; origin not given, CN assumed (country of dispatch); ${SOURCE}`,
			);
		});

		it('is a line without amount when its rate is unknown', () => {
			const result = assessed({ additionalDuties: [additional({ percent: undefined })] });
			expect(amounts(result)).toContainEqual(['Dumping duty: not known', 0]);
			expect(describedAs(result, 'Dumping duty: not known')).toBe(
				`May be due on these goods; the rate is unknown and not included (${SOURCE})`,
			);
			expect(describedAs(result, 'VAT')).toContain(' and duty (unknown duties not included);');
			expect(result.notes).toEqual(['Not included because unknown: Dumping duty.']);
		});

		it('is charged on goods whose code it names', () => {
			const result = assessed({ additionalDuties: [additional({ codes: codeMatcher('6109') })] });
			expect(amounts(result)).toContainEqual(['Dumping duty', 36]);
		});

		it('is charged on goods without a code when it applies to all goods', () => {
			const result = assessed({ additionalDuties: [additional()] }, { items: [item({ code: '' })] });
			expect(amounts(result)).toContainEqual(['Dumping duty', 36]);
		});
	});
});

describe('a scheme that replaces the duty', () => {
	const duty = (row: Parameters<typeof scheme>[0], consignment: Partial<AssessedConsignment> = {}) => {
		const result = assessed({ schemes: [scheme(row)] }, consignment);
		return result.lines
			.filter(({ name }) => name !== 'VAT')
			.map(({ name, amount, description }) => [name, amount, description]);
	};

	it('is a line of 0 when it exempts', () => {
		expect(duty({})).toEqual([['Duty', 0, 'No duty: Relief, since 2026-01-01']]);
		expect(duty({ currency: 'USD', up_to: 300 })).toEqual([
			['Duty', 0, 'No duty: Relief up to 300 USD, since 2026-01-01'],
		]);
	});

	it('replaces the tariff and the additional duties; tax is charged on the rest', () => {
		const result = assessed({ schemes: [scheme()], additionalDuties: [additional()] });
		expect(amounts(result)).toEqual([
			['Duty', 0],
			['VAT', 30],
		]);
	});

	it('does not apply under an agreement whose proof of origin is assumed', () => {
		const result = assessed({ schemes: [scheme()], agreements: [agreement({ assumed: true })] });
		expect(result.lines[0]?.name).toBe('Preferential duty');
		const unproved = assessed({ schemes: [scheme()], agreements: [agreement()] });
		expect(unproved.lines[0]?.name).toBe('Duty');
	});

	describe('with a flat amount', () => {
		const flat = { charge: 'flat-per-item', amount: 3, currency: 'USD', up_to: 300, name: 'Flat duty' } as const;
		const reason = '3 USD for each tariff item of a distance sale up to 300 USD, since 2026-01-01';

		it('is converted into euros', () => {
			// One euro is two dollars.
			expect(duty(flat)).toEqual([['Flat duty', 1.5, reason]]);
			expect(duty({ ...flat, amount: undefined })[0]?.[1]).toBe(0);
		});

		it('is taxed', () => {
			// 25 % of 100 + 20 + 1.50
			expect(amounts(assessed({ schemes: [scheme(flat)] }))).toEqual([
				['Flat duty', 1.5],
				['VAT', 30.38],
			]);
		});

		it('is due once per six-digit code, for any origins and longer codes', () => {
			const items = [
				item({ valueEur: 30 }),
				item({ valueEur: 30, originCountry: 'TR' }),
				item({ valueEur: 20, code: '61091000' }),
				item({ valueEur: 20, code: '910211' }),
			];
			expect(duty(flat, { items })).toEqual([
				['Flat duty', 1.5, reason],
				['Flat duty', 1.5, reason],
			]);
		});

		it('is due for each item without a code', () => {
			const items = [item({ code: '', description: 'toy' }), item({ code: '', description: 'lamp', valueEur: 20 })];
			expect(duty(flat, { items })).toEqual([['Flat duty', 3, reason]]);
		});

		it('is due once per scheme, and does not change other lines', () => {
			const schemes = [
				scheme({ ...flat, codes: codeMatcher('610910') }),
				scheme({ ...flat, name: 'Other duty', codes: codeMatcher('610990') }),
			];
			const items = [
				item({ valueEur: 50 }),
				item({ valueEur: 30, code: '610990' }),
				item({ valueEur: 10, code: '620000' }),
				item({ valueEur: 10, code: '620000', originCountry: 'TR' }),
			];
			const result = assessed({ schemes }, { items, transportEur: 0 });
			expect(amounts(result).filter(([name]) => name !== 'VAT')).toEqual([
				['Flat duty', 1.5],
				['Other duty', 1.5],
				['MFN duty', 2],
			]);
		});
	});

	describe('with a percentage', () => {
		const percent = { charge: 'percent', amount: 20, currency: 'USD', up_to: 300, name: 'Courier duty' } as const;

		it('applies to the goods or to the customs value', () => {
			expect(duty(percent)).toEqual([['Courier duty', 20, '20.0 % of 100.00 EUR up to 300 USD, since 2026-01-01']]);
			expect(duty({ ...percent, basis: 'customs-value' })).toEqual([
				['Courier duty', 24, '20.0 % of 120.00 EUR up to 300 USD, since 2026-01-01'],
			]);
			expect(duty({ ...percent, amount: undefined })).toEqual([
				['Courier duty', 0, '0.0 % of 100.00 EUR up to 300 USD, since 2026-01-01'],
			]);
		});

		it('is due for each origin, and is taxed', () => {
			const items = [item({ valueEur: 60, originCountry: 'CN' }), item({ valueEur: 40, originCountry: 'VN' })];
			// 20 % of 60 and of 40; VAT 25 % of 100 + 20 + 20.
			expect(amounts(assessed({ schemes: [scheme(percent)] }, { items }))).toEqual([
				['Courier duty', 20],
				['VAT', 35],
			]);
		});

		it('is reduced by an amount for the whole consignment, shared by value', () => {
			const less = { ...percent, less: 8 };
			// 8 USD are 4 EUR.
			expect(duty(less)).toEqual([
				['Courier duty', 16, '20.0 % of 100.00 EUR less 8 USD up to 300 USD, since 2026-01-01'],
			]);
			const items = [item({ valueEur: 75 }), item({ valueEur: 25, code: '910211' })];
			expect(duty(less, { items })).toEqual([
				[
					'Courier duty',
					12,
					'20.0 % of 75.00 EUR less 8 USD (75.0 % of it for these goods) up to 300 USD, since 2026-01-01',
				],
				[
					'Courier duty',
					4,
					'20.0 % of 25.00 EUR less 8 USD (25.0 % of it for these goods) up to 300 USD, since 2026-01-01',
				],
			]);
			expect(duty({ ...less, basis: 'customs-value' }, { items })[0]?.[1]).toBe(15);
			const third = [item({ valueEur: 200 / 3 }), item({ valueEur: 100 / 3, code: '910211' })];
			expect(duty(less, { items: third })[0]?.[2]).toContain('(66.7 % of it for these goods)');
		});

		it('is never below 0, also for goods without value', () => {
			expect(duty({ ...percent, less: 100 })[0]?.[1]).toBe(0);
			expect(duty({ ...percent, less: 8 }, { items: [item({ valueEur: 0 })] })[0]?.[1]).toBe(0);
		});

		it('that replaces duty and tax leaves no tax', () => {
			const result = assessed({ schemes: [scheme({ ...percent, on: 'both' })] });
			expect(amounts(result)).toEqual([['Courier duty', 20]]);
			expect(result.lines[0]?.description).toBe(
				'20.0 % of 100.00 EUR instead of duty and import tax up to 300 USD, since 2026-01-01',
			);
		});
	});
});

describe('charges', () => {
	const levied = (row: Parameters<typeof charge>[0], tables: Partial<DutyTables> = {}) => {
		const result = assessed({ charges: [charge(row)], ...tables });
		return result.lines.filter(({ name }) => /fee/.test(name)).map(({ amount, description }) => [amount, description]);
	};

	it.each([
		['goods', 2, '2.0 % of 100.00 EUR value; Example act, 2026-01-01'],
		['customs-value', 2.4, '2.0 % of 120.00 EUR customs value; Example act, 2026-01-01'],
		['duty', 0.24, '2.0 % of 12.00 EUR duty; Example act, 2026-01-01'],
	] as const)('are a percentage of the %s', (base, amount, description) => {
		expect(levied({ base })).toEqual([[amount, description]]);
		expect(assessed({ charges: [charge({ base })] }).lines[1]).toEqual({
			harmonizedCode: '610910',
			name: 'Entry fee',
			amount,
			description,
		});
	});

	it('are omitted where their base is 0', () => {
		expect(levied({ base: 'duty' }, { schemes: [scheme()] })).toEqual([]);
	});

	it('are taxed only where their row says so', () => {
		const result = assessed({ charges: [charge({ in_tax_base: true })] });
		// VAT 25 % of 100 + 20 + 12 + 2.
		expect(amounts(result)).toEqual([
			['MFN duty', 12],
			['Entry fee', 2],
			['VAT', 33.5],
		]);
		expect(describedAs(result, 'VAT')).toBe(
			`25.0 % of 134.00 EUR, the value, transport and duty and charges; ${VAT_RATE}`,
		);
		expect(amounts(assessed({ charges: [charge()] }))).toEqual([
			['MFN duty', 12],
			['Entry fee', 2],
			['VAT', 33],
		]);
	});

	it('are taxed with each item by its share of the value', () => {
		const charges = [charge({ in_tax_base: true, percent: 4 })];
		const items = [item({ valueEur: 75 }), item({ valueEur: 25, code: '910211' })];
		// VAT 25 % of 75 + 15 + 9 + 3 and of 25 + 5 + 3 + 1.
		expect(amounts(assessed({ charges }, { items })).filter(([name]) => name === 'VAT')).toEqual([
			['VAT', 25.5],
			['VAT', 8.5],
		]);
		const free = [item({ valueEur: 0 }), item({ valueEur: 0, code: '910211' })];
		const onDuty = [charge({ in_tax_base: true, percent: 50, base: 'duty' })];
		// Duty 1 each, charge 1 in all; VAT 25 % of 10 + 1 + 0.50 each.
		expect(amounts(assessed({ charges: onDuty }, { items: free })).filter(([name]) => name === 'VAT')).toEqual([
			['VAT', 2.88],
			['VAT', 2.88],
		]);
	});

	it.each([
		[{ above: 199.99 }, true],
		[{ above: 200 }, false],
		[{ up_to: 200 }, true],
		[{ up_to: 199.99 }, false],
	])('compare goods of 200 USD with %j', (limits, isLevied) => {
		expect(levied({ currency: 'USD', ...limits })).toEqual(
			isLevied ? [[2, '2.0 % of 100.00 EUR value; Example act, 2026-01-01']] : [],
		);
	});

	it.each([
		[{ minimum: 10 }, 5, ', minimum 10 USD'],
		[{ minimum: 4 }, 2, ''],
		[{ maximum: 3 }, 1.5, ', maximum 3 USD'],
		[{ maximum: 4 }, 2, ''],
		[{ minimum: 1, maximum: 9 }, 2, ''],
	])('of 4 USD lie within %j', (limits, amount, bound) => {
		expect(levied({ currency: 'USD', ...limits })).toEqual([
			[amount, `2.0 % of 100.00 EUR value${bound}; Example act, 2026-01-01`],
		]);
	});

	it('with an unknown percentage are a line without amount', () => {
		const result = assessed({ charges: [charge({ percent: undefined })] });
		expect(result.lines[1]).toEqual({
			harmonizedCode: '610910',
			name: 'Entry fee: not known',
			amount: 0,
			known: false,
			description: 'Charged here, but the amount is unknown and not included (Example act)',
		});
		expect(result.notes).toEqual(['Not included because unknown: Entry fee.']);
	});

	it('at the customs border are not levied within one customs territory', () => {
		const tables = (border: 'customs' | 'fiscal') => ({
			destinations: [destination({ territory: 'AX' })],
			taxes: [tax({ territory: 'AX' })],
			charges: [charge({ territory: 'AX', border })],
		});
		const names = (border: 'customs' | 'fiscal') =>
			amounts(assessed(tables(border), { from: { countryCode: 'SE' }, to: { countryCode: 'AX' } }));
		expect(names('fiscal')).toEqual([
			['Entry fee', 2],
			['VAT', 30],
		]);
		expect(names('customs')).toEqual([['VAT', 30]]);
	});

	it('at the customs border are not levied when all goods are exempt from duty and tax', () => {
		const fee = [[2, '2.0 % of 100.00 EUR value; Example act, 2026-01-01']];
		const relief = (row: Parameters<typeof scheme>[0]) => ({ schemes: [scheme(row)] });
		expect(levied({}, relief({ on: 'both' }))).toEqual([]);
		expect(levied({ border: 'fiscal' }, relief({ on: 'both' }))).toEqual(fee);
		expect(levied({}, relief({ on: 'duty' }))).toEqual(fee);
		expect(levied({}, relief({ on: 'both', charge: 'percent', currency: 'USD', amount: 1 }))).toEqual(fee);
		const some = assessed(
			{ charges: [charge()], schemes: [scheme({ on: 'both', codes: codeMatcher('61') })] },
			{ items: [item(), item({ code: '910211' })] },
		);
		expect(amounts(some)).toContainEqual(['Entry fee', 4]);
	});
});

describe('the import tax', () => {
	it('without a rate in the tables is a line without amount', () => {
		const result = assessed({ taxes: [] });
		expect(result.lines[1]).toEqual({
			harmonizedCode: '610910',
			name: 'Import tax not known',
			amount: 0,
			known: false,
			description: 'No import tax rate is available for NO: the tax is unknown and not included',
		});
		expect(result.estimateEur).toBe(12);
		expect(result.notes).toEqual(['Not included because unknown: Import tax.']);
	});

	it('and charges without a rate are lines without a code when there are no goods', () => {
		const charges = [charge({ percent: undefined, border: 'fiscal' })];
		const { lines } = assessed({ taxes: [], charges }, { items: [] });
		expect(lines.map(({ name, harmonizedCode }) => [name, harmonizedCode])).toEqual([
			['Entry fee: not known', ''],
			['Import tax not known', ''],
		]);
	});

	it('of a row without a name is not charged', () => {
		const result = assessed({ taxes: [tax({ name: '', percent: 0 })] });
		expect(amounts(result)).toEqual([['MFN duty', 12]]);
		expect(result.notes).toEqual(['NO levies no import tax.']);
		expect(assessed({ taxes: [tax({ name: '' }), tax()] }).notes).toEqual([]);
	});

	it('is one line per rate', () => {
		const result = assessed({ taxes: [tax({ name: 'GST', percent: 5 }), tax({ name: 'PST', percent: 10 })] });
		expect(amounts(result)).toEqual([
			['MFN duty', 12],
			['GST', 6.6],
			['PST', 13.2],
		]);
	});

	it('uses the value with an uplift, but not for goods from an excepted origin', () => {
		const uplift = { tax_uplift_percent: 10 };
		const result = assessed({ destinations: [destination(uplift)] });
		// 25 % of 110 + 20 + 12
		expect(amounts(result)[1]).toEqual(['VAT', 35.5]);
		expect(describedAs(result, 'VAT')).toBe(
			`25.0 % of 142.00 EUR, the value with 10.0 % added, transport and duty; ${VAT_RATE}`,
		);
		const others = assessed({ destinations: [destination({ ...uplift, tax_uplift_except: ['SE'] })] });
		expect(amounts(others)[1]).toEqual(['VAT', 35.5]);
		const excepted = assessed({ destinations: [destination({ ...uplift, tax_uplift_except: ['SE', 'CN'] })] });
		expect(amounts(excepted)[1]).toEqual(['VAT', 33]);
	});

	it('that is included in the price is calculated from the value with tax', () => {
		const result = assessed({ destinations: [destination({ tax_inside: true })], taxes: [tax({ percent: 20 })] });
		// 132 / 0.8 = 165, and 20 % of it.
		expect(amounts(result)[1]).toEqual(['VAT', 33]);
		expect(describedAs(result, 'VAT')).toBe(
			`20.0 % of 165.00 EUR, the value, transport and duty, tax included in the base; ${VAT_RATE}`,
		);
	});

	it('is 0 under a scheme with an exemption', () => {
		const result = assessed({ schemes: [scheme({ on: 'tax', currency: 'USD', up_to: 300 })] });
		expect(amounts(result)).toEqual([
			['MFN duty', 12],
			['VAT', 0],
		]);
		expect(describedAs(result, 'VAT')).toBe('No VAT: Relief up to 300 USD, since 2026-01-01');
	});

	it('that is charged at the sale is part of the estimate, and its line says so', () => {
		const result = assessed({ schemes: [scheme({ on: 'tax', charge: 'at-sale', currency: 'USD', up_to: 300 })] });
		expect(amounts(result)[1]).toEqual(['VAT', 33]);
		expect(describedAs(result, 'VAT')).toBe(
			`25.0 % of 132.00 EUR, the value, transport and duty; Relief up to 300 USD: charged by the seller, not by customs; ${VAT_RATE}`,
		);
	});

	it('is one line for all origins of a code, and includes only the duties of that code', () => {
		const items = [
			item({ valueEur: 50, originCountry: 'CN' }),
			item({ valueEur: 30, originCountry: 'VN' }),
			item({ valueEur: 20, code: '910211' }),
		];
		const nationalRates = [nationalRate({ codes: codeMatcher('9102'), percent: 50 })];
		// Duty 10 % of 80 and 50 % of 20; VAT 25 % of 80 + 8 and 20 + 10.
		expect(amounts(assessed({ nationalRates }, { items, transportEur: 0 }))).toEqual([
			['MFN duty', 8],
			['MFN duty', 10],
			['VAT', 22],
			['VAT', 7.5],
		]);
	});
});

describe('small charges that are not collected', () => {
	const waived = (on: 'duty' | 'tax' | 'both', up_to: number | undefined) =>
		assessed({ schemes: [scheme({ on, up_to, charge: 'not-collected', basis: 'charge', currency: 'USD' })] });
	const why = (due: string, limit: number) =>
		`; not collected: ${due} USD in total, amounts up to ${limit} USD are waived`;

	it('as duty are not part of the tax base', () => {
		const result = waived('duty', 24);
		expect(amounts(result)).toEqual([
			['MFN duty', 0],
			['VAT', 30],
		]);
		expect(result.estimateEur).toBe(30);
		expect(describedAs(result, 'MFN duty')).toBe(`10.0 % of 120.00 EUR CIF; ${BASIS}${why('24.00', 24)}`);
		expect(describedAs(result, 'VAT')).not.toContain('not collected');
	});

	it('as tax do not change the duty', () => {
		const result = waived('tax', 66);
		expect(amounts(result)).toEqual([
			['MFN duty', 12],
			['VAT', 0],
		]);
		expect(describedAs(result, 'VAT')).toContain(why('66.00', 66));
		expect(describedAs(result, 'MFN duty')).not.toContain('not collected');
	});

	it('as duty and tax are compared together', () => {
		const result = waived('both', 90);
		expect(amounts(result)).toEqual([
			['MFN duty', 0],
			['VAT', 0],
		]);
		expect(result.estimateEur).toBe(0);
		expect(describedAs(result, 'MFN duty')).toContain(why('90.00', 90));
	});

	it.each([
		['duty', 23.99],
		['tax', 65.99],
		['both', 89.99],
		['both', undefined],
	] as const)('are collected above the limit: %s up to %s USD', (on, limit) => {
		expect(waived(on, limit)).toEqual(assessed());
	});

	it('do not include fees', () => {
		const result = assessed({
			charges: [charge()],
			schemes: [scheme({ on: 'both', up_to: 90, charge: 'not-collected', basis: 'charge', currency: 'USD' })],
		});
		expect(amounts(result)).toEqual([
			['MFN duty', 0],
			['Entry fee', 2],
			['VAT', 0],
		]);
	});

	it('beside an unknown amount are due, because the total may be above the limit', () => {
		const result = assessed({
			additionalDuties: [additional({ percent: undefined })],
			schemes: [scheme({ on: 'duty', up_to: 24, charge: 'not-collected', basis: 'charge', currency: 'USD' })],
		});
		expect(amounts(result)).toEqual([
			['MFN duty', 12],
			['Dumping duty: not known', 0],
			['VAT', 33],
		]);
	});

	it('of 0 do not change', () => {
		const relief = scheme();
		const limit = scheme({ up_to: 24, charge: 'not-collected', basis: 'charge', currency: 'USD' });
		expect(describedAs(assessed({ schemes: [relief, limit] }), 'Duty')).toBe('No duty: Relief, since 2026-01-01');
	});

	it('exist only in a scheme that does not collect them', () => {
		expect(amounts(assessed({ schemes: [scheme({ basis: 'charge', up_to: 24, currency: 'USD' })] }))).toEqual(
			amounts(assessed()),
		);
	});
});

describe('notes', () => {
	it('name each unknown item once', () => {
		const result = assessed(
			{ additionalDuties: [additional({ percent: undefined })], charges: [charge({ percent: undefined })] },
			{ items: [item(), item({ code: '910211' })] },
		);
		expect(result.notes).toEqual(['Not included because unknown: Dumping duty, Entry fee.']);
	});

	it('name the missing part of the country when its taxes depend on it', () => {
		const local = { name: 'Local tax', postcodes: ['35'] };
		const taxes = [tax(), tax({ ...local, cities: ['ALESUND'] }), tax({ ...local, cities: ['OSLO'] })];
		const notesAt = (place: { zipcode?: string; city?: string }) =>
			assessed({ taxes }, { to: { countryCode: 'NO', ...place } }).notes;
		const note = 'Regional taxes of NO depend on the postcode, which is not given: only national taxes are included.';
		expect(notesAt({})).toEqual([note]);
		expect(notesAt({ city: 'Bergen' })).toEqual([note]);
		expect(notesAt({ city: 'Oslo' })).toEqual([]);
		expect(notesAt({ zipcode: '0150' })).toEqual([]);
		expect(assessed({}, { to: { countryCode: 'NO' } }).notes).toEqual([]);
	});

	it('use the local taxes of the postcode or city', () => {
		const taxes = [tax(), tax({ name: 'Local tax', percent: 5, postcodes: ['35'], cities: ['ALESUND'] })];
		const taxedAt = (place: { zipcode?: string; city?: string }) =>
			amounts(assessed({ taxes }, { to: { countryCode: 'NO', ...place } }))[1];
		expect(taxedAt({ zipcode: '35-001' })).toEqual(['Local tax', 6.6]);
		expect(taxedAt({ city: 'Ålesund' })).toEqual(['Local tax', 6.6]);
		expect(taxedAt({ zipcode: '0150' })).toEqual(['VAT', 33]);
	});

	it('state the confidence unless it is high, and the note of the destination', () => {
		const notesOf = (changes: Parameters<typeof destination>[0]) =>
			assessed({ destinations: [destination(changes)] }).notes;
		expect(notesOf({ confidence: 'medium' })).toEqual(['The confidence in the rates for NO is medium.']);
		expect(notesOf({ note: 'Alcohol needs a licence' })).toEqual(['Alcohol needs a licence.']);
	});
});
