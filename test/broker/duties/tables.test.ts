// The tables of duties and taxes as data: new destinations need rows only, and errors name the wrong row.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { countries } from 'countries-list';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assess } from '../../../src-broker/duties/assess';
import { isInForce, loadDutyTables } from '../../../src-broker/duties/tables';
import { territoryOf } from '../../../src-contract/rules/customs-territory';
import { kindOfTaxLine } from '../../../src-contract/rules/landed-cost';

const tables = loadDutyTables(path.resolve('resources'));
const kindOf = (name: string) => kindOfTaxLine({ name, harmonizedCode: '', amount: 0, description: '' });
const NOT_HELD = 'territory is neither in destinations.csv nor a union of its destinations';
const NO_DISPATCH = 'dispatch names neither a country nor a tax union';
const NO_ORIGIN = 'names neither a country nor a union';
const CUSTOMS_UNION = 'territory is a customs union whose members levy their own import tax: write one row per member';
const nameOf = (row: { territory: string; name: string }) => `${row.territory} ${row.name}`;

describe('the rows of the tables', () => {
	it.each([
		['taxes', 'tax', tables.taxes.filter(({ name }) => name !== '')],
		['additionalDuties', 'duty', tables.additionalDuties],
		['charges', 'charge', tables.charges],
	] as const)('of %s have names that a landed cost counts as %s', (_table, kind, rows) => {
		expect(rows.length).toBeGreaterThan(3);
		const misread = [...rows].filter(({ name }) => kindOf(name) !== kind).map(nameOf);
		expect(misread, `kindOfTaxLine of src-contract/rules/landed-cost.ts reads another kind than ${kind}`).toEqual([]);
	});

	it('state once per day how a destination is assessed', () => {
		const { destinations } = tables;
		expect(destinations.length).toBeGreaterThan(100);
		const doubled = destinations.filter((row, index) =>
			destinations.some(
				(other, position) =>
					position !== index && other.territory === row.territory && isInForce(other, row.effective_from),
			),
		);
		expect(doubled.map((row) => `${row.territory} ${row.effective_from}`)).toEqual([]);
	});

	it('cover every ISO country with a rate of tax and of duty, each checked on a day', () => {
		const isoCountries = Object.keys(countries).filter((code) => !['AC', 'TA', 'XK', 'KP'].includes(code));
		expect(isoCountries).toHaveLength(248);
		const lacking = isoCountries.filter((countryCode) => {
			const { code } = territoryOf({ countryCode });
			const destination = tables.destinations.find(({ territory }) => territory === code);
			const hasDuty =
				destination?.fallback_duty_percent !== undefined ||
				tables.nationalRates.some(({ territory }) => territory === code);
			return !destination || !hasDuty || !tables.taxes.some(({ territory }) => territory === code);
		});
		expect(lacking).toEqual([]);
	});

	it('state taxes only for destinations in the tables', () => {
		const territories = new Set(tables.destinations.map((row) => row.territory));
		expect(tables.taxes.filter((row) => !territories.has(row.territory)).map(nameOf)).toEqual([]);
	});
});

describe('a copy of the tables', () => {
	let resources = '';
	beforeEach(() => {
		resources = mkdtempSync(path.join(tmpdir(), 'waybill-duties-'));
		cpSync(path.resolve('resources/duties'), path.join(resources, 'duties'), { recursive: true });
	});
	afterEach(() => rmSync(resources, { recursive: true, force: true }));

	/** @returns the number of the row's line in its file, from 1 */
	function append(file: string, row: string): number {
		const name = path.join(resources, 'duties', file);
		const text = `${readFileSync(name, 'utf8').trimEnd()}\n${row}\n`;
		writeFileSync(name, text);
		return text.trimEnd().split('\n').length;
	}

	it('assesses a new destination with rows only', () => {
		append('destinations.csv', 'QZ,2026-01-01,,2026-11-15,EUR,CIF,yes,,,,no,,5,Example average,low,');
		append('taxes.csv', 'QZ,,,,VAT,10,2026-01-01,,2026-11-15,low');
		const consignment = {
			from: { countryCode: 'DE' },
			to: { countryCode: 'QZ' },
			items: [{ description: 'shirts', code: '610910', valueEur: 100 }],
			transportEur: 0,
		};
		const { lines } = assess(loadDutyTables(resources), consignment, '2026-11-21');
		expect(lines.map(({ name, amount }) => [name, amount])).toEqual([
			['MFN duty', 5],
			['VAT', 10.5],
		]);
	});

	it.each([
		['taxes.csv', 'QZ,,,,VAT,ten,2026-01-01,,2026-11-15,low', 'percent is not a number'],
		['taxes.csv', 'QZ,,,,VAT,10,2026-13-01,,2026-11-15,low', 'effective_from is not a day as YYYY-MM-DD'],
		['taxes.csv', 'QZ,,,,VAT,10,2026-01-01,,2026-11-15,sure', 'confidence must be high or medium or low, not "sure"'],
		[
			'taxes.csv',
			'QZ,,,61-4,VAT,10,2026-01-01,,2026-11-15,low',
			'codes "61-4" is neither an HS code prefix nor a range of prefixes',
		],
		['taxes.csv', 'QZ,,,,VAT,10,2026-01-01,low', 'has 8 cells, not 10'],
		[
			'destinations.csv',
			'Norway,2026-01-01,,2026-11-15,EUR,CIF,yes,,,,no,,5,,low,',
			'territory is not a territory code',
		],
		[
			'destinations.csv',
			'QZ,2026-01-01,,2026-11-15,EUR,DDP,yes,,,,no,,5,,low,',
			'valuation must be CIF or FOB, not "DDP"',
		],
		[
			'destinations.csv',
			'QZ,2026-01-01,,2026-11-15,EUR,CIF,1,,,,no,,5,,low,',
			'tax_on_transport must be yes or no, not "1"',
		],
		[
			'destinations.csv',
			'QZ,2026-01-01,,2026-11-15,EUR,CIF,yes,,,,no,CH,5,,low,',
			'tariff must be empty or EU or GB or US or JP, not "CH"',
		],
		[
			'schemes.csv',
			'GB,,,,,150,EUR,goods,duty,exempt,,,relief,2026-01-01,,2026-11-15,low',
			'dispatch is empty: write * for any',
		],
		[
			'additional-duties.csv',
			'US,,,,,Example duty,5,2026-01-01,,2026-11-15,low,Example',
			'origin is empty: write * for any',
		],
		['schemes.csv', 'QQ,*,,,,150,EUR,goods,duty,exempt,,,relief,2026-01-01,,2026-11-15,low', NOT_HELD],
		['charges.csv', 'QQ,Landing fee,1,goods,,,,,EUR,customs,no,2026-01-01,,2026-11-15,low,Example', NOT_HELD],
		['additional-duties.csv', 'QQ,*,,,,Example duty,5,2026-01-01,,2026-11-15,low,Example', NOT_HELD],
		['agreements.csv', 'QQ,EU,,Example agreement,no,0,2026-01-01,,2026-11-15,low', NOT_HELD],
		['national-rates.csv', 'QQ,61,5,2026-01-01,,2026-11-15,low,Example', NOT_HELD],
		['schemes.csv', 'GB,QQ,,,,150,EUR,goods,duty,exempt,,,relief,2026-01-01,,2026-11-15,low', NO_DISPATCH],
		['schemes.csv', 'GB,SACU,,,,150,EUR,goods,duty,exempt,,,relief,2026-01-01,,2026-11-15,low', NO_DISPATCH],
		['schemes.csv', 'SACU,*,,,,150,EUR,goods,tax,exempt,,,relief,2026-01-01,,2026-11-15,low', CUSTOMS_UNION],
		['schemes.csv', 'SACU,*,,,,150,EUR,goods,both,exempt,,,relief,2026-01-01,,2026-11-15,low', CUSTOMS_UNION],
		['additional-duties.csv', 'US,CN QQ,,,,Example duty,5,2026-01-01,,2026-11-15,low,Example', `origin ${NO_ORIGIN}`],
		[
			'additional-duties.csv',
			'US,*,QQ,,,Example duty,5,2026-01-01,,2026-11-15,low,Example',
			`except_origin ${NO_ORIGIN}`,
		],
		[
			'additional-duties.csv',
			'US,*,*,,,Example duty,5,2026-01-01,,2026-11-15,low,Example',
			`except_origin ${NO_ORIGIN}`,
		],
		['agreements.csv', 'GB,QQ,,Example agreement,no,0,2026-01-01,,2026-11-15,low', `origin ${NO_ORIGIN}`],
		['agreements.csv', 'GB,,,Example agreement,no,0,2026-01-01,,2026-11-15,low', 'origin is empty: write * for any'],
		['exchange.csv', 'euro,1,2026-01-01', 'currency is not a currency'],
	])('with a wrong row in %s (%s) is rejected with its line and the reason', (file, row, reason) => {
		const line = append(file, row);
		expect(() => loadDutyTables(resources)).toThrow(`${path.join('duties', file)}, line ${line}: ${reason}`);
	});

	it('may have rows about a union of customs', () => {
		append('national-rates.csv', 'SACU,61,45,2026-01-01,,2026-11-15,low,Example');
		append('charges.csv', 'EAEU,Landing fee,1,goods,,,,,EUR,customs,no,2026-01-01,,2026-11-15,low,Example');
		const { nationalRates, charges } = loadDutyTables(resources);
		expect([nationalRates.at(-1)?.territory, charges.at(-1)?.territory]).toEqual(['SACU', 'EAEU']);
	});

	it('with an amount in a currency without a rate is rejected with its row', () => {
		append('charges.csv', 'US,Landing fee,1,goods,,,,,AQD,customs,no,2026-01-01,,2026-11-15,low,Example');
		expect(() => loadDutyTables(resources)).toThrow(
			'charges.csv: the row "Landing fee" of US uses AQD, which is not in exchange.csv',
		);
	});
});
