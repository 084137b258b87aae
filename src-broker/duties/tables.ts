// Loads and validates the duty and tax tables of resources/duties. docs/duty-tables.md describes their columns, sources and updates.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { countries } from 'countries-list';
import * as z from 'zod';
import { errorMessage } from '../../src-contract/lib/error-message';
import { territoryOf } from '../../src-contract/rules/customs-territory';
import { normalizeForMatching } from '../places/matching';
import { readTable } from '../platform/table';
import { codeMatcher } from './goods-codes';

const number = z
	.string()
	.regex(/^\d+(\.\d+)?$/, 'is not a number')
	.transform(Number);
const optionalNumber = z.union([z.literal('').transform(() => undefined), number]);
const splitAtSpaces = (text: string) => text.split(' ').filter(Boolean);
const spaceSeparated = z.string().transform(splitAtSpaces);
/** Territories, or `*` for any. An empty cell is an error, because the row would never apply. */
const territoriesOrAny = z
	.string()
	.min(1, { error: 'is empty: write * for any', abort: true })
	.transform(splitAtSpaces);
/** HS codes as in `codeMatcher`; an empty cell matches all goods. */
const codes = z.string().transform((text, context) => {
	try {
		return codeMatcher(text);
	} catch (error) {
		context.addIssue({ code: 'custom', message: errorMessage(error) });
		return z.NEVER;
	}
});
/** HS codes that the row does not apply to; an empty cell excludes none. */
const exceptCodes = z.string().transform((text) => (text === '' ? () => undefined : codeMatcher(text)));
const oneOf = <const Options extends readonly string[]>(options: Options) =>
	z.enum(options, {
		error: ({ input }) => `must be ${options.map((option) => option || 'empty').join(' or ')}, not "${input}"`,
	});
const day = z.iso.date('is not a day as YYYY-MM-DD');
const nonEmpty = z.string().min(1, 'is empty');
const yesOrNo = oneOf(['yes', 'no']).transform((text) => text === 'yes');
const currency = z.union([z.literal(''), z.string().regex(/^[A-Z]{3}$/, 'is not a currency')]);
const confidence = oneOf(['high', 'medium', 'low']);
/** First and last day on which a row is in force. A row without a last day stays in force. */
const validity = {
	effective_from: day,
	effective_to: z.union([z.literal('').transform(() => undefined), day]),
};
/** Code of the territory that a row applies to: an ISO 3166 country, a union such as EU, or * for all. */
const territory = z.string().regex(/^([A-Z]{2,4}(-\d+)?|\*)$/, 'is not a territory code');

const destinationRow = z.object({
	territory,
	...validity,
	currency,
	valuation: oneOf(['CIF', 'FOB']),
	/** Whether transport costs count in the base of the import tax. */
	tax_on_transport: yesOrNo,
	/** Percentage added to the goods' value in the base of the import tax. */
	tax_uplift_percent: optionalNumber,
	/** Territories of dispatch for which `tax_uplift_percent` is not added. */
	tax_uplift_except: spaceSeparated,
	/** Whether the base of the import tax contains the tax itself. */
	tax_inside: yesOrNo,
	tariff: oneOf(['', 'EU', 'GB', 'US', 'JP']),
	fallback_duty_percent: optionalNumber,
	fallback_source: z.string(),
	confidence,
	note: z.string(),
});
export type Destination = z.infer<typeof destinationRow>;

const taxRow = z.object({
	territory,
	/** Postcode prefixes of a regional rate; empty for a national rate. */
	postcodes: spaceSeparated,
	/** Cities of a regional rate, used when no postcode is given; normalized with `normalizeForMatching`. */
	cities: z.string().transform((text) => text.split(';').map(normalizeForMatching).filter(Boolean)),
	codes,
	name: z.string(),
	percent: number,
	...validity,
	confidence,
});
export type TaxRate = z.infer<typeof taxRow>;

const schemeRow = z.object({
	territory,
	/** Territories from which the goods are sent. */
	dispatch: territoriesOrAny,
	codes,
	except_codes: exceptCodes,
	/** Limits of the `basis` in `currency`: the scheme applies above `above`, up to and including `up_to`. */
	above: optionalNumber,
	up_to: optionalNumber,
	/** Empty when the scheme has no limits. */
	currency,
	basis: oneOf(['goods', 'customs-value', 'charge']),
	/** What the scheme replaces. */
	on: oneOf(['duty', 'tax', 'both']),
	charge: oneOf(['exempt', 'flat-per-item', 'percent', 'at-sale', 'not-collected']),
	/** Amount in `currency` for `flat-per-item`, percentage for `percent`. */
	amount: optionalNumber,
	/** Deducted from a percentage charge, in `currency`. */
	less: optionalNumber,
	name: nonEmpty,
	...validity,
	confidence,
});
export type Scheme = z.infer<typeof schemeRow>;

const chargeRow = z.object({
	territory,
	name: nonEmpty,
	/** Empty when the rate is unknown. */
	percent: optionalNumber,
	base: oneOf(['goods', 'customs-value', 'duty']),
	/** Limits of the goods' value in `currency`: charged above `above`, up to and including `up_to`. */
	above: optionalNumber,
	up_to: optionalNumber,
	minimum: optionalNumber,
	maximum: optionalNumber,
	currency,
	/** Kind of border at which the charge is due: of a customs territory or of a tax territory. */
	border: oneOf(['customs', 'fiscal']),
	in_tax_base: yesOrNo,
	...validity,
	confidence,
	source: nonEmpty,
});
export type Charge = z.infer<typeof chargeRow>;

const additionalDutyRow = z.object({
	territory,
	origin: territoriesOrAny,
	except_origin: spaceSeparated,
	codes,
	except_codes: exceptCodes,
	name: nonEmpty,
	percent: optionalNumber,
	...validity,
	confidence,
	source: nonEmpty,
});
export type AdditionalDuty = z.infer<typeof additionalDutyRow>;

const agreementRow = z.object({
	territory,
	origin: territoriesOrAny,
	codes,
	name: nonEmpty,
	/** Whether the origin is accepted without proof: the lower duty is then used, and otherwise only mentioned. */
	assumed: yesOrNo,
	duty_percent: number,
	...validity,
	confidence,
});
export type Agreement = z.infer<typeof agreementRow>;

const nationalRateRow = z.object({
	territory,
	codes,
	percent: number,
	...validity,
	confidence,
	source: nonEmpty,
});
export type NationalRate = z.infer<typeof nationalRateRow>;

const tariffRow = z.object({
	code: z.string().regex(/^\d{2}(\d{2}(\d{2})?)?$/, 'must have 2, 4 or 6 digits'),
	EU: optionalNumber,
	GB: optionalNumber,
	US: optionalNumber,
	JP: optionalNumber,
});
type TariffRow = z.infer<typeof tariffRow>;

const tariffSourceRow = z.object({
	tariff: oneOf(['EU', 'GB', 'US', 'JP']),
	name: nonEmpty,
	as_of: z.string().min(4, 'is not a year or a day'),
});

const exchangeRow = z.object({
	currency: z.string().regex(/^[A-Z]{3}$/, 'is not a currency'),
	per_euro: number,
	effective_from: day,
});

const DESTINATIONS_FILE = 'destinations.csv';
const EXCHANGE_FILE = 'exchange.csv';
const TARIFF_FILES = ['tariff-hs6.csv', 'tariff-headings.csv', 'tariff-chapters.csv'];
const UNKNOWN_ORIGIN = 'names neither a country nor a union';
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
	exchange: z.infer<typeof exchangeRow>[];
	/** Tariff rates in percent by HS code of six, four or two digits. */
	tariffs: Map<string, TariffRow>;
}

/** @throws Error for the first invalid row, with the file, the line and the reason */
export function loadDutyTables(resourcesDir: string): DutyTables {
	const read = <RowSchema extends z.ZodType>(name: string, row: RowSchema) => {
		const file = path.join(resourcesDir, 'duties', name);
		return readTable(file, readFileSync(file, 'utf8'), row);
	};
	const destinations = read(DESTINATIONS_FILE, destinationRow);
	const territories = destinations.map((row) => territoryOf({ countryCode: row.territory }));
	/** Values that name a tax territory: destinations, the tax unions to which they belong, and `*`. */
	const taxTerritories = new Set(['*', ...territories.flatMap(({ code, fiscal }) => [code, fiscal])]);
	const allTerritories = new Set([...taxTerritories, ...territories.map(({ customs }) => customs)]);
	const countryCodes = Object.keys(countries);
	const dispatchTerritories = new Set([...taxTerritories, ...countryCodes]);
	const origins = new Set([...allTerritories, ...countryCodes]);
	/** Rejects rows of unknown territories, because they would never apply. */
	const ofKnownTerritory = <Row extends z.ZodType<{ territory: string }>>(row: Row): Row =>
		row.refine((record) => allTerritories.has(record.territory), {
			path: ['territory'],
			error: `is neither in ${DESTINATIONS_FILE} nor a union of its destinations`,
		});
	const tables: DutyTables = {
		destinations,
		taxes: read('taxes.csv', taxRow),
		schemes: read(
			CURRENCY_FILES.schemes,
			ofKnownTerritory(schemeRow)
				.refine((row) => row.on === 'duty' || taxTerritories.has(row.territory), {
					path: ['territory'],
					error: 'is a customs union whose members levy their own import tax: write one row per member',
				})
				.refine(({ dispatch }) => dispatch.every((key) => dispatchTerritories.has(key)), {
					path: ['dispatch'],
					error: 'names neither a country nor a tax union',
				}),
		),
		charges: read(CURRENCY_FILES.charges, ofKnownTerritory(chargeRow)),
		additionalDuties: read(
			'additional-duties.csv',
			ofKnownTerritory(additionalDutyRow)
				.refine(({ origin }) => origin.every((key) => origins.has(key)), { path: ['origin'], error: UNKNOWN_ORIGIN })
				.refine((row) => row.except_origin.every((key) => key !== '*' && origins.has(key)), {
					path: ['except_origin'],
					error: UNKNOWN_ORIGIN,
				}),
		),
		agreements: read(
			'agreements.csv',
			ofKnownTerritory(agreementRow).refine(({ origin }) => origin.every((key) => origins.has(key)), {
				path: ['origin'],
				error: UNKNOWN_ORIGIN,
			}),
		),
		nationalRates: read('national-rates.csv', ofKnownTerritory(nationalRateRow)),
		tariffSources: read('tariff-sources.csv', tariffSourceRow),
		exchange: read(EXCHANGE_FILE, exchangeRow),
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
 * Units of a currency per euro on an ISO date: the newest rate on or before it, or the first rate for earlier dates.
 * @throws Error for a currency without a rate
 */
export function perEuro(tables: DutyTables, currency: string, onDate: string): number {
	const rates = tables.exchange
		.filter((row) => row.currency === currency)
		.sort((a, b) => a.effective_from.localeCompare(b.effective_from));
	const rate = rates.findLast((row) => row.effective_from <= onDate) ?? rates[0];
	if (!rate) throw new Error(`No exchange rate for ${currency}.`);
	return rate.per_euro;
}

/** Whether a row is in force on an ISO date. */
export function isInForce(row: { effective_from: string; effective_to: string | undefined }, onDate: string): boolean {
	return row.effective_from <= onDate && (row.effective_to === undefined || onDate <= row.effective_to);
}
