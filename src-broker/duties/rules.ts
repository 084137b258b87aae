// Selects the table rows that apply to a consignment and to each group of its goods. duty-lines.ts, charge-lines.ts and tax-lines.ts
// compute the amounts.

import { formatHsCode } from '../../src-contract/model/goods';
import type { Reason } from '../../src-contract/partner-api';
import { type Territory, territoryOf } from '../../src-contract/rules/customs-territory';
import type { AdditionalDuty, Agreement, Destination, ExchangeRate, Scheme, TaxRate } from './table-rows';
import { type DutyTables, exchangeRate, isInForce } from './tables';

/** Goods of the same code and origin. */
export interface GoodsGroup {
	code: string;
	origin: string;
	/** False when the origin was not given and the country of dispatch is used instead. */
	isOriginStated: boolean;
	descriptions: string[];
	valueEur: number;
	/** Share of the consignment's transport costs. */
	transportEur: number;
	customsValueEur: number;
}

/** Data of one assessment: the input, its sums and the selected table rows. */
export interface AssessmentContext {
	tables: DutyTables;
	rules: ReturnType<typeof rulesFor>;
	destination: Destination;
	from: Territory;
	/** Postcode and city are normalized with `normalizeForMatching`; empty when not given. */
	to: Territory & { zipcode: string; city: string };
	goods: GoodsGroup[];
	goodsEur: number;
	customsValueEur: number;
	isTransportKnown: boolean;
	isInsuranceKnown: boolean;
	isPersonalUse: boolean;
	/** ISO date of the assessment. */
	onDate: string;
}

/** Rounds euros to whole cents, half up. The small addition corrects sums that floating point stores just below half a cent. */
export const roundToCents = (euros: number) => Math.round(euros * 100 + 1e-6) / 100;

/** Values by which the tables may name the territory of dispatch: its code, its tax union, or `*` for any. */
export const dispatchKeys = ({ code, fiscal }: Territory) => [code, fiscal, '*'];

/** Values by which the tables may name a country of origin, besides `*` for any: its code, its tax union and its customs union. */
function originKeys(countryCode: string): string[] {
	const { code, fiscal, customs } = territoryOf({ countryCode });
	return [code, fiscal, customs];
}

/**
 * The rows of every table that are in force on an ISO date and apply to the destination, to its customs or tax union, or to all
 * destinations.
 */
export function rulesFor(tables: DutyTables, to: Territory, onDate: string) {
	const applicableRows = <
		TableRow extends { territory: string; effective_from: string; effective_to: string | undefined },
	>(
		rows: readonly TableRow[],
		unionOf: (row: TableRow) => string = () => to.customs,
	) => rows.filter((row) => [to.code, unionOf(row), '*'].includes(row.territory) && isInForce(row, onDate));
	const rateByCurrency = new Map<string, ExchangeRate>();
	return {
		schemes: applicableRows(tables.schemes, (scheme) => (scheme.on === 'duty' ? to.customs : to.fiscal)),
		charges: applicableRows(tables.charges),
		additionalDuties: applicableRows(tables.additionalDuties),
		agreements: applicableRows(tables.agreements),
		nationalRates: applicableRows(tables.nationalRates),
		/** Rows of the destination only, because a union has no tax rate. */
		taxes: applicableRows(tables.taxes, () => to.code),
		/** Units of a currency per euro. */
		perEuro(currency: string): number {
			const rate = rateByCurrency.get(currency) ?? exchangeRate(tables, currency, onDate);
			rateByCurrency.set(currency, rate);
			return rate.per_euro;
		},
		/** The exchange rates that `perEuro` was asked for, without the euro's. */
		usedExchangeRates: (): ExchangeRate[] => [...rateByCurrency.values()].filter(({ currency }) => currency !== 'EUR'),
	};
}

/**
 * The scheme that replaces the tariff duty or the import tax of the goods; undefined when none applies. Schemes with the basis
 * `charge`, which waive small amounts, are applied in assess.ts instead.
 */
export function schemeFor(context: AssessmentContext, goods: GoodsGroup, on: 'duty' | 'tax'): Scheme | undefined {
	const dispatch = dispatchKeys(context.from);
	return context.rules.schemes.find((scheme) => {
		if (scheme.on !== on && scheme.on !== 'both') return false;
		if (scheme.basis === 'charge' || !scheme.dispatch.some((key) => dispatch.includes(key))) return false;
		if (scheme.codes(goods.code) === undefined || scheme.except_codes(goods.code) !== undefined) return false;
		if (scheme.currency === '') return true;
		const rate = context.rules.perEuro(scheme.currency);
		const value = roundToCents((scheme.basis === 'goods' ? context.goodsEur : context.customsValueEur) * rate);
		return value > (scheme.above ?? -1) && value <= (scheme.up_to ?? Number.POSITIVE_INFINITY);
	});
}

const sourceReason = (name: string, date: string): Reason => ({ code: 'source', values: { name, date } });

interface DutyRate {
	percent: number;
	/** Source of the rate, for the description of the line. */
	sourceText: string;
	/** The same, as parts that other programs can translate. */
	sourceReasons: Reason[];
}

/**
 * The duty rate of an HS code. The first of these that is available: national rate of the destination, tariff of the subheading,
 * mean of its heading, mean of its chapter, average of the destination. Undefined when none is.
 */
export function dutyRateFor(context: AssessmentContext, code: string): DutyRate | undefined {
	const { tables, destination } = context;
	const { tariff } = destination;
	const nationalRate = context.rules.nationalRates
		.map((row) => ({ row, digits: code === '' ? undefined : row.codes(code) }))
		.filter(({ digits }) => digits !== undefined)
		.sort((a, b) => (b.digits ?? 0) - (a.digits ?? 0))[0]?.row;
	if (nationalRate)
		return {
			percent: nationalRate.percent,
			sourceText: `${nationalRate.source}, ${nationalRate.effective_from}`,
			sourceReasons: [sourceReason(nationalRate.source, nationalRate.effective_from)],
		};
	const source = tables.tariffSources.find((row) => row.tariff === tariff);
	if (tariff && source && code) {
		for (const [digits, name, reasonCode] of [
			[6, 'subheading', 'tariff_subheading'],
			[4, 'mean of heading', 'tariff_heading'],
			[2, 'mean of chapter', 'tariff_chapter'],
		] as const) {
			const prefix = code.slice(0, digits);
			const percent = tables.tariffs.get(prefix)?.[tariff];
			if (percent !== undefined)
				return {
					percent,
					sourceText: `${name} ${formatHsCode(prefix)}; ${source.name}, ${source.as_of}`,
					sourceReasons: [{ code: reasonCode, values: { code: prefix } }, sourceReason(source.name, source.as_of)],
				};
		}
	}
	return destination.fallback_duty_percent === undefined
		? undefined
		: {
				percent: destination.fallback_duty_percent,
				sourceText: `no tariff available for these goods: ${destination.fallback_source}, ${destination.effective_from}`,
				sourceReasons: [
					{ code: 'no_tariff_for_goods', values: {} },
					sourceReason(destination.fallback_source, destination.effective_from),
				],
			};
}

/** The trade agreement with the country of origin that covers the goods, whether or not it requires a proof of origin. */
export function agreementFor(context: AssessmentContext, goods: GoodsGroup): Agreement | undefined {
	if (goods.code === '') return undefined;
	const origins = [...originKeys(goods.origin), '*'];
	return context.rules.agreements.find(
		(row) => row.origin.some((key) => origins.includes(key)) && row.codes(goods.code) !== undefined,
	);
}

/**
 * Duties in addition to the tariff. Goods with an unknown HS code get the duties that are not limited to certain codes, and all
 * duties that name the origin of the goods, because these may apply.
 */
export function additionalDutiesFor(context: AssessmentContext, goods: GoodsGroup): AdditionalDuty[] {
	const origins = originKeys(goods.origin);
	const isOriginOfGoods = (key: string) => origins.includes(key);
	return context.rules.additionalDuties.filter((row) => {
		const coversOrigin = row.origin.includes('*') || row.origin.some(isOriginOfGoods);
		if (!coversOrigin || row.except_origin.some(isOriginOfGoods)) return false;
		if (goods.code === '') return !row.origin.includes('*') || row.codes('') === 0;
		return row.codes(goods.code) !== undefined && row.except_codes(goods.code) === undefined;
	});
}

/**
 * Import tax rates for an HS code: the matching rows with the most specific code. If some of these rows are of the destination's
 * region, only the regional rows.
 */
export function taxRatesFor(context: AssessmentContext, code: string): TaxRate[] {
	const { zipcode, city } = context.to;
	const isOfDestinationRegion = (row: TaxRate) =>
		zipcode === '' ? row.cities.includes(city) : row.postcodes.some((prefix) => zipcode.startsWith(prefix));
	const candidates = context.rules.taxes
		.filter((row) => row.postcodes.length === 0 || isOfDestinationRegion(row))
		.map((row) => ({ row, digits: row.codes(code) }));
	const maxDigits = Math.max(0, ...candidates.map(({ digits }) => digits ?? 0));
	const rates = candidates.filter(({ digits }) => digits === maxDigits).map(({ row }) => row);
	const regionalRates = rates.filter((row) => row.postcodes.length > 0);
	return regionalRates.length > 0 ? regionalRates : rates;
}
