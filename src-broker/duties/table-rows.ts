// The rows of the duty and tax tables: a schema per file of resources/duties. docs/duty-tables.md describes the columns.
import * as z from 'zod';
import { errorMessage } from '../../src-contract/lib/error-message';
import { RESTRICTED_GOODS, RESTRICTION_RULES } from '../../src-contract/model/goods-restrictions';
import { normalizeForMatching } from '../../src-contract/rules/place-matching';
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
	/** Day on which the row was last compared with its source. */
	checked_on: day,
};
/** Code of the territory that a row applies to: an ISO 3166 country, a union such as EU, or * for all. */
const territory = z.string().regex(/^([A-Z]{2,4}(-\d+)?|\*)$/, 'is not a territory code');

export const destinationRow = z.object({
	territory,
	...validity,
	currency,
	valuation: oneOf(['CIF', 'FOB']),
	/** Whether transport costs count in the base of the import tax. */
	tax_on_transport: yesOrNo,
	/** Share of the price that counts for goods that an individual imports for personal use, without transport; empty: all of it. */
	personal_use_percent: optionalNumber,
	/** Percentage added to the goods' value in the base of the import tax. */
	tax_uplift_percent: optionalNumber,
	/** Territories of dispatch for which `tax_uplift_percent` is not added. */
	tax_uplift_except: spaceSeparated,
	/** Whether the base of the import tax contains the tax itself. */
	tax_inside: yesOrNo,
	/** Column of the tariff files that applies; empty when none does. */
	tariff: oneOf(['', 'EU', 'GB', 'US', 'JP']),
	/** Average duty, for goods without a rate in `tariff` and in national-rates.csv. */
	fallback_duty_percent: optionalNumber,
	fallback_source: z.string(),
	confidence,
	note: z.string(),
});
export type Destination = z.infer<typeof destinationRow>;

export const taxRow = z.object({
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

export const schemeRow = z.object({
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
	/** Value to which the limits apply; `charge` is the sum of duty or tax that would be due, for `not-collected`. */
	basis: oneOf(['goods', 'customs-value', 'charge']),
	/** What the scheme replaces. */
	on: oneOf(['duty', 'tax', 'both']),
	/** What is charged instead; `at-sale`: the seller charges the tax, not customs; `not-collected`: sums up to the limit are waived. */
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

export const chargeRow = z.object({
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

export const additionalDutyRow = z.object({
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

export const agreementRow = z.object({
	territory,
	origin: territoriesOrAny,
	codes,
	name: nonEmpty,
	/** Whether the origin is accepted without proof. If not, the lower duty is not used but only mentioned in the description. */
	assumed: yesOrNo,
	duty_percent: number,
	...validity,
	confidence,
});
export type Agreement = z.infer<typeof agreementRow>;

export const nationalRateRow = z.object({
	territory,
	codes,
	percent: number,
	...validity,
	confidence,
	source: nonEmpty,
});
export type NationalRate = z.infer<typeof nationalRateRow>;

export const tariffRow = z.object({
	code: z.string().regex(/^\d{2}(\d{2}(\d{2})?)?$/, 'must have 2, 4 or 6 digits'),
	EU: optionalNumber,
	GB: optionalNumber,
	US: optionalNumber,
	JP: optionalNumber,
});
export type TariffRow = z.infer<typeof tariffRow>;

export const tariffSourceRow = z.object({
	tariff: oneOf(['EU', 'GB', 'US', 'JP']),
	name: nonEmpty,
	as_of: z.string().min(4, 'is not a year or a day'),
	/** Day on which the means were computed. */
	checked_on: day,
});

export const restrictionRow = z.object({
	territory,
	/** Territories from which the goods are sent. */
	dispatch: territoriesOrAny,
	codes,
	except_codes: exceptCodes,
	/** Phrases of which the description must contain one; empty when none is needed. */
	words: z.string().transform((text) =>
		text
			.split(';')
			.map((phrase) => phrase.trim())
			.filter(Boolean),
	),
	kind: oneOf(['prohibited', 'restricted']),
	goods: oneOf(RESTRICTED_GOODS),
	rule: oneOf(RESTRICTION_RULES),
	...validity,
	confidence,
	source: nonEmpty,
});
export type Restriction = z.infer<typeof restrictionRow>;

export const refreshRow = z.object({
	table: nonEmpty,
	/** Values of the table's first column, or `*` for all. The first matching row is used. */
	territories: territoriesOrAny,
	/** Where the source is published. */
	where: nonEmpty,
	/** How often the source changes. */
	months: number,
});

export const exchangeRow = z.object({
	currency: z.string().regex(/^[A-Z]{3}$/, 'is not a currency'),
	per_euro: number,
	effective_from: day,
});
export type ExchangeRate = z.infer<typeof exchangeRow>;
