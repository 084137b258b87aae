// The duty and tax tables of resources/duties, each row checked when it is read. docs/duty-tables.md says what they mean
// and how each is refreshed.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { errorMessage } from '../../src-contract/lib/error-message';
import { territoryOf } from '../../src-contract/rules/customs-territory';
import { comparable } from '../places/places';
import { readTable } from '../platform/table';
import { codeMatcher } from './goods-codes';

const number = z
	.string()
	.regex(/^\d+(\.\d+)?$/, 'is not a number')
	.transform(Number);
const optionalNumber = z.union([z.literal('').transform(() => undefined), number]);
const splitWords = (text: string) => text.split(' ').filter(Boolean);
const words = z.string().transform(splitWords);
/** An empty cell would match no place, so that its row never applied. */
const wordsOrAny = z.string().min(1, 'is empty: write * for any').transform(splitWords);
const codes = z.string().transform((text, context) => {
	try {
		return codeMatcher(text);
	} catch (error) {
		context.addIssue({ code: 'custom', message: errorMessage(error) });
		return z.NEVER;
	}
});
const exceptCodes = z.string().transform((text) => (text === '' ? () => undefined : codeMatcher(text)));
const oneOf = <const Options extends readonly string[]>(options: Options) =>
	z.enum(options, {
		error: ({ input }) => `must be ${options.map((option) => option || 'empty').join(' or ')}, not "${input}"`,
	});
const day = z.iso.date('is not a day as YYYY-MM-DD');
const filled = z.string().min(1, 'is empty');
const yesOrNo = oneOf(['yes', 'no']).transform((text) => text === 'yes');
const currency = z.union([z.literal(''), z.string().regex(/^[A-Z]{3}$/, 'is not a currency')]);
const confidence = oneOf(['high', 'medium', 'low']);
/** First day, and last day or nothing, on which a row holds. */
const dated = {
	effective_from: day,
	effective_to: z.union([z.literal('').transform(() => undefined), day]),
};
/** The code of the territory (an ISO country, a union such as EU, or * for all) that a row is about. */
const territory = z.string().regex(/^([A-Z]{2,4}(-\d+)?|\*)$/, 'is not the code of a territory');

const destinationRow = z.object({
	territory,
	...dated,
	currency,
	valuation: oneOf(['CIF', 'FOB']),
	tax_on_transport: yesOrNo,
	tax_uplift_percent: optionalNumber,
	tax_uplift_except: words,
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
	/** First characters of the postcodes that the rate holds in; none holds everywhere. */
	postcodes: words,
	/** Cities that stand for the postcodes when none is given, in the form that places compare. */
	cities: z.string().transform((text) => text.split(';').map(comparable).filter(Boolean)),
	codes,
	name: z.string(),
	percent: number,
	...dated,
	confidence,
});
export type TaxRate = z.infer<typeof taxRow>;

const schemeRow = z.object({
	territory,
	dispatch: wordsOrAny,
	codes,
	except_codes: exceptCodes,
	above: optionalNumber,
	up_to: optionalNumber,
	currency,
	basis: oneOf(['goods', 'customs-value', 'charge']),
	on: oneOf(['duty', 'tax', 'both']),
	charge: oneOf(['exempt', 'flat-per-item', 'percent', 'at-sale', 'not-collected']),
	amount: optionalNumber,
	less: optionalNumber,
	name: filled,
	...dated,
	confidence,
});
export type Scheme = z.infer<typeof schemeRow>;

const chargeRow = z.object({
	territory,
	name: filled,
	/** Empty for a charge of which only the name is known. */
	percent: optionalNumber,
	base: oneOf(['goods', 'customs-value', 'duty']),
	above: optionalNumber,
	up_to: optionalNumber,
	minimum: optionalNumber,
	maximum: optionalNumber,
	currency,
	border: oneOf(['customs', 'fiscal']),
	in_tax_base: yesOrNo,
	...dated,
	confidence,
	source: filled,
});
export type Charge = z.infer<typeof chargeRow>;

const additionalDutyRow = z.object({
	territory,
	origin: wordsOrAny,
	except_origin: words,
	codes,
	except_codes: exceptCodes,
	name: filled,
	percent: optionalNumber,
	...dated,
	confidence,
	source: filled,
});
export type AdditionalDuty = z.infer<typeof additionalDutyRow>;

const agreementRow = z.object({
	territory,
	origin: words,
	codes,
	name: filled,
	assumed: yesOrNo,
	duty_percent: number,
	...dated,
	confidence,
});
export type Agreement = z.infer<typeof agreementRow>;

const nationalRateRow = z.object({
	territory,
	codes,
	percent: number,
	...dated,
	confidence,
	source: filled,
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
	name: filled,
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
	/** By code of six, four or two digits. */
	tariffs: Map<string, TariffRow>;
}

/** @throws an error that names the file, the line and the reason of the first wrong row */
export function loadDutyTables(resourcesDir: string): DutyTables {
	const read = <Row extends z.ZodType>(name: string, row: Row) => {
		const file = path.join(resourcesDir, 'duties', name);
		return readTable(file, readFileSync(file, 'utf8'), row);
	};
	const destinations = read(DESTINATIONS_FILE, destinationRow);
	const held = territoriesOf(destinations);
	/** A row of another territory would never apply. */
	const ofHeldTerritory = <Row extends z.ZodType<{ territory: string }>>(row: Row): Row =>
		row.refine((record) => held.has(record.territory), {
			path: ['territory'],
			error: `is neither in ${DESTINATIONS_FILE} nor a union of its destinations`,
		});
	const tables: DutyTables = {
		destinations,
		taxes: read('taxes.csv', taxRow),
		schemes: read(CURRENCY_FILES.schemes, ofHeldTerritory(schemeRow)),
		charges: read(CURRENCY_FILES.charges, ofHeldTerritory(chargeRow)),
		additionalDuties: read('additional-duties.csv', ofHeldTerritory(additionalDutyRow)),
		agreements: read('agreements.csv', ofHeldTerritory(agreementRow)),
		nationalRates: read('national-rates.csv', ofHeldTerritory(nationalRateRow)),
		tariffSources: read('tariff-sources.csv', tariffSourceRow),
		exchange: read(EXCHANGE_FILE, exchangeRow),
		tariffs: new Map(TARIFF_FILES.flatMap((name) => read(name, tariffRow)).map((row) => [row.code, row])),
	};
	checkCurrencies(tables);
	return tables;
}

/** What a row may be about: a destination, a union of customs or of tax that one belongs to, or all. */
const territoriesOf = (destinations: readonly Destination[]) =>
	new Set([
		'*',
		...destinations.flatMap(({ territory: code }) => {
			const { customs, fiscal } = territoryOf({ countryCode: code });
			return [code, customs, fiscal];
		}),
	]);

/** A limit in a currency without a rate could not be compared with anything. */
function checkCurrencies(tables: DutyTables): void {
	const held = new Set(tables.exchange.map((row) => row.currency));
	for (const name of ['schemes', 'charges'] as const) {
		for (const row of tables[name]) {
			if (row.currency !== '' && !held.has(row.currency))
				throw new Error(
					`${CURRENCY_FILES[name]}: the row "${row.name}" of ${row.territory} states ${row.currency}, which ${EXCHANGE_FILE} does not hold`,
				);
		}
	}
}

/** Units of a currency for one euro: the newest rate of the day, or the first that is held for days before it. */
export function perEuro(tables: DutyTables, currency: string, onDate: string): number {
	const rates = tables.exchange
		.filter((row) => row.currency === currency)
		.sort((a, b) => a.effective_from.localeCompare(b.effective_from));
	const rate = rates.findLast((row) => row.effective_from <= onDate) ?? rates[0];
	if (!rate) throw new Error(`no rate is held for ${currency}`);
	return rate.per_euro;
}

/** Whether a row holds on an ISO date. */
export function isInForce(row: { effective_from: string; effective_to: string | undefined }, onDate: string): boolean {
	return row.effective_from <= onDate && (row.effective_to === undefined || onDate <= row.effective_to);
}
