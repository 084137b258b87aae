// Loads the duty and tax tables of resources/duties, and checks that their rows fit together.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { countries } from 'countries-list';
import type * as z from 'zod';
import { territoryOf } from '../../src-contract/rules/customs-territory';
import { readTable } from '../platform/table';
import {
	type AdditionalDuty,
	type Agreement,
	additionalDutyRow,
	agreementRow,
	type Charge,
	chargeRow,
	type Destination,
	destinationRow,
	type ExchangeRate,
	exchangeRow,
	type NationalRate,
	nationalRateRow,
	type Restriction,
	refreshRow,
	restrictionRow,
	type Scheme,
	schemeRow,
	type TariffRow,
	type TaxRate,
	tariffRow,
	tariffSourceRow,
	taxRow,
} from './table-rows';

const DESTINATIONS_FILE = 'destinations.csv';
const EXCHANGE_FILE = 'exchange.csv';
const RESTRICTIONS_FILE = 'restrictions.csv';
const TARIFF_FILES = ['tariff-hs6.csv', 'tariff-headings.csv', 'tariff-chapters.csv'];
/** All tables of `resources/duties`. */
export const TABLE_FILES = [
	'additional-duties.csv',
	'agreements.csv',
	'charges.csv',
	DESTINATIONS_FILE,
	EXCHANGE_FILE,
	'national-rates.csv',
	'refresh.csv',
	RESTRICTIONS_FILE,
	'schemes.csv',
	...TARIFF_FILES,
	'tariff-sources.csv',
	'taxes.csv',
];
const UNKNOWN_ORIGIN_MESSAGE = 'names neither a country nor a union';
/** The tables that state amounts in a currency. */
const CURRENCY_FILES = { schemes: 'schemes.csv', charges: 'charges.csv' } as const;

export interface DutyTables {
	destinations: Destination[];
	taxes: TaxRate[];
	schemes: Scheme[];
	charges: Charge[];
	additionalDuties: AdditionalDuty[];
	agreements: Agreement[];
	nationalRates: NationalRate[];
	tariffSources: z.infer<typeof tariffSourceRow>[];
	exchange: ExchangeRate[];
	refreshSources: z.infer<typeof refreshRow>[];
	restrictions: Restriction[];
	/** Tariff rates in percent by HS code of six, four or two digits. */
	tariffs: Map<string, TariffRow>;
}

/** Returns the text of a table, and the name of its file for errors. */
export type TableReader = (name: string) => { file: string; text: string };

/** The tables of this release. @throws Error for the first invalid row, with the file, the line and the reason */
export function loadDutyTables(resourcesDir: string): DutyTables {
	return parseDutyTables((name) => {
		const file = path.join(resourcesDir, 'duties', name);
		return { file, text: readFileSync(file, 'utf8') };
	});
}

/** @throws Error for the first invalid row, with the file, the line and the reason */
export function parseDutyTables(readText: TableReader): DutyTables {
	const read = <RowSchema extends z.ZodType>(name: string, rowSchema: RowSchema) => {
		const { file, text } = readText(name);
		const rows = readTable(file, text, rowSchema);
		if (rows.length === 0) throw new Error(`${file} has no rows`);
		return rows;
	};
	const destinations = read(DESTINATIONS_FILE, destinationRow);
	const territories = destinations.map((row) => territoryOf({ countryCode: row.territory }));
	/** Values that name a tax territory: destinations, the tax unions to which they belong, and `*`. */
	const taxTerritories = new Set(['*', ...territories.flatMap(({ code, fiscal }) => [code, fiscal])]);
	const allTerritories = new Set([...taxTerritories, ...territories.map(({ customs }) => customs)]);
	const countryCodes = Object.keys(countries);
	const dispatchTerritories = new Set([...taxTerritories, ...countryCodes]);
	const knownOrigins = new Set([...allTerritories, ...countryCodes]);
	/** The schema, extended to reject rows of unknown territories, because such rows would never apply. */
	const withKnownTerritory = <RowSchema extends z.ZodType<{ territory: string }>>(rowSchema: RowSchema): RowSchema =>
		rowSchema.refine((row) => allTerritories.has(row.territory), {
			path: ['territory'],
			error: `is neither in ${DESTINATIONS_FILE} nor a union of its destinations`,
		});
	const tables: DutyTables = {
		destinations,
		taxes: read('taxes.csv', taxRow),
		schemes: read(
			CURRENCY_FILES.schemes,
			withKnownTerritory(schemeRow)
				.refine((row) => row.on === 'duty' || taxTerritories.has(row.territory), {
					path: ['territory'],
					error: 'is a customs union whose members levy their own import tax: write one row per member',
				})
				.refine(({ dispatch }) => dispatch.every((key) => dispatchTerritories.has(key)), {
					path: ['dispatch'],
					error: 'names neither a country nor a tax union',
				}),
		),
		charges: read(CURRENCY_FILES.charges, withKnownTerritory(chargeRow)),
		additionalDuties: read(
			'additional-duties.csv',
			withKnownTerritory(additionalDutyRow)
				.refine(({ origin }) => origin.every((key) => knownOrigins.has(key)), {
					path: ['origin'],
					error: UNKNOWN_ORIGIN_MESSAGE,
				})
				.refine((row) => row.except_origin.every((key) => key !== '*' && knownOrigins.has(key)), {
					path: ['except_origin'],
					error: UNKNOWN_ORIGIN_MESSAGE,
				}),
		),
		agreements: read(
			'agreements.csv',
			withKnownTerritory(agreementRow).refine(({ origin }) => origin.every((key) => knownOrigins.has(key)), {
				path: ['origin'],
				error: UNKNOWN_ORIGIN_MESSAGE,
			}),
		),
		nationalRates: read('national-rates.csv', withKnownTerritory(nationalRateRow)),
		tariffSources: read('tariff-sources.csv', tariffSourceRow),
		exchange: read(EXCHANGE_FILE, exchangeRow),
		refreshSources: read('refresh.csv', refreshRow),
		restrictions: read(RESTRICTIONS_FILE, withKnownTerritory(restrictionRow)),
		tariffs: new Map(TARIFF_FILES.flatMap((name) => read(name, tariffRow)).map((row) => [row.code, row])),
	};
	checkCurrencies(tables);
	return tables;
}

/** @throws Error for a currency without an exchange rate, because amounts in that currency could not be compared */
function checkCurrencies(tables: DutyTables): void {
	const knownCurrencies = new Set(tables.exchange.map((row) => row.currency));
	for (const name of ['schemes', 'charges'] as const) {
		for (const row of tables[name]) {
			if (row.currency !== '' && !knownCurrencies.has(row.currency))
				throw new Error(
					`${CURRENCY_FILES[name]}: the row "${row.name}" of ${row.territory} uses ${row.currency}, which is not in ${EXCHANGE_FILE}`,
				);
		}
	}
}

/**
 * The exchange rate of a currency on an ISO date: the newest on or before it, or the first one for earlier dates.
 * @throws Error for a currency without a rate
 */
export function exchangeRate(tables: DutyTables, currency: string, onDate: string): ExchangeRate {
	const rates = tables.exchange
		.filter((row) => row.currency === currency)
		.sort((a, b) => a.effective_from.localeCompare(b.effective_from));
	const rate = rates.findLast((row) => row.effective_from <= onDate) ?? rates[0];
	if (!rate) throw new Error(`No exchange rate for ${currency}.`);
	return rate;
}

/** Units of a currency per euro on an ISO date. @throws Error for a currency without a rate */
export const perEuro = (tables: DutyTables, currency: string, onDate: string): number =>
	exchangeRate(tables, currency, onDate).per_euro;

/** The restrictions of this release, without the other tables. @throws Error for the first invalid row */
export function loadRestrictions(resourcesDir: string): Restriction[] {
	const file = path.join(resourcesDir, 'duties', RESTRICTIONS_FILE);
	return readTable(file, readFileSync(file, 'utf8'), restrictionRow);
}

/** The latest ISO date on which a row was checked. */
export const newestCheck = (tables: DutyTables): string =>
	[
		tables.destinations,
		tables.taxes,
		tables.schemes,
		tables.charges,
		tables.additionalDuties,
		tables.agreements,
		tables.nationalRates,
		tables.restrictions,
		tables.tariffSources,
	]
		.flat()
		.reduce((newest, { checked_on }) => (checked_on > newest ? checked_on : newest), '');

/** Whether a row is in force on an ISO date. */
export function isInForce(row: { effective_from: string; effective_to: string | undefined }, onDate: string): boolean {
	return row.effective_from <= onDate && (row.effective_to === undefined || onDate <= row.effective_to);
}
