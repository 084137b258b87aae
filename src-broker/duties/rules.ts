// Which rows of the tables hold for a consignment and for each of its goods. What they charge is in assess.ts.

import { formatHsCode } from '../../src-contract/model/goods';
import { type Territory, territoryOf } from '../../src-contract/rules/customs-territory';
import {
	type AdditionalDuty,
	type Agreement,
	type Destination,
	type DutyTables,
	isInForce,
	perEuro,
	type Scheme,
	type TaxRate,
} from './tables';

/** The goods of one code and origin. */
export interface Goods {
	code: string;
	origin: string;
	originIsStated: boolean;
	descriptions: string[];
	valueEur: number;
	transportEur: number;
	customsValueEur: number;
}

/** What one assessment asks its steps to know. */
export interface Case {
	tables: DutyTables;
	rules: ReturnType<typeof rulesFor>;
	destination: Destination;
	from: Territory;
	/** Its postcode and city in the form that places compare. */
	to: Territory & { zipcode: string; city: string };
	goods: Goods[];
	goodsEur: number;
	customsValueEur: number;
	transportIsKnown: boolean;
}

/** Half up, to the cent; the small addition is for sums that binary fractions hold just below the half. */
export const toCents = (euros: number) => Math.round(euros * 100 + 1e-6) / 100;

/** What the tables may call the place that goods are sent from. */
export const dispatchKeys = ({ code, fiscal }: Territory) => [code, fiscal, '*'];

/** The rows of every table that are in force and about the destination itself, its union (of customs or of tax), or all. */
export function rulesFor(tables: DutyTables, to: Territory, onDate: string) {
	const about = <Row extends { territory: string; effective_from: string; effective_to: string | undefined }>(
		rows: readonly Row[],
		union: (row: Row) => string = () => to.customs,
	) => rows.filter((row) => [to.code, union(row), '*'].includes(row.territory) && isInForce(row, onDate));
	const rates = new Map<string, number>();
	return {
		schemes: about(tables.schemes, (scheme) => (scheme.on === 'duty' ? to.customs : to.fiscal)),
		charges: about(tables.charges),
		additionalDuties: about(tables.additionalDuties),
		agreements: about(tables.agreements),
		nationalRates: about(tables.nationalRates),
		/** Of the destination alone: a union has no tax rate. */
		taxes: about(tables.taxes, () => to.code),
		/** Units of a currency for one euro. */
		perEuro(currency: string): number {
			const rate = rates.get(currency) ?? perEuro(tables, currency, onDate);
			rates.set(currency, rate);
			return rate;
		},
	};
}

/** The scheme that holds for goods instead of the tariff or the tax; those on the charge itself come later. */
export function schemeFor(of: Case, goods: Goods, on: 'duty' | 'tax'): Scheme | undefined {
	const from = dispatchKeys(of.from);
	return of.rules.schemes.find((scheme) => {
		if (scheme.on !== on && scheme.on !== 'both') return false;
		if (scheme.basis === 'charge' || !scheme.dispatch.some((key) => from.includes(key))) return false;
		if (scheme.codes(goods.code) === undefined || scheme.except_codes(goods.code) !== undefined) return false;
		if (scheme.currency === '') return true;
		const rate = of.rules.perEuro(scheme.currency);
		const value = toCents((scheme.basis === 'goods' ? of.goodsEur : of.customsValueEur) * rate);
		return value > (scheme.above ?? -1) && value <= (scheme.up_to ?? Number.POSITIVE_INFINITY);
	});
}

/** A rate of duty and where it is from. */
interface DutyRate {
	percent: number;
	basis: string;
}

/** HS6 where it is held, else the heading's mean, the chapter's, the destination's own kinds of goods, its average. */
export function dutyRate(of: Case, code: string): DutyRate | undefined {
	const { tables, destination } = of;
	const { tariff } = destination;
	const national = of.rules.nationalRates
		.map((row) => ({ row, digits: code === '' ? undefined : row.codes(code) }))
		.filter(({ digits }) => digits !== undefined)
		.sort((a, b) => (b.digits ?? 0) - (a.digits ?? 0))[0]?.row;
	if (national) return { percent: national.percent, basis: `${national.source}, ${national.effective_from}` };
	const source = tables.tariffSources.find((row) => row.tariff === tariff);
	if (tariff && source && code) {
		for (const [digits, name] of [
			[6, 'subheading'],
			[4, 'mean of heading'],
			[2, 'mean of chapter'],
		] as const) {
			const prefix = code.slice(0, digits);
			const percent = tables.tariffs.get(prefix)?.[tariff];
			if (percent !== undefined)
				return { percent, basis: `${name} ${formatHsCode(prefix)}; ${source.name}, ${source.as_of}` };
		}
	}
	return destination.fallback_duty_percent === undefined
		? undefined
		: {
				percent: destination.fallback_duty_percent,
				basis: `no tariff is held for the goods: ${destination.fallback_source}, ${destination.effective_from}`,
			};
}

/** What an agreement with the country of origin changes, or would with proof. */
export function agreementFor(of: Case, goods: Goods): Agreement | undefined {
	if (goods.code === '') return undefined;
	const { code, fiscal, customs } = territoryOf({ countryCode: goods.origin });
	const keys = [code, fiscal, customs];
	return of.rules.agreements.find(
		(row) => row.origin.some((key) => keys.includes(key)) && row.codes(goods.code) !== undefined,
	);
}

/** Duties on top of the tariff. Where the code is not known, those that the origin alone makes possible. */
export function additionalDutiesFor(of: Case, goods: Goods): AdditionalDuty[] {
	return of.rules.additionalDuties.filter((row) => {
		const isOfOrigin = row.origin.includes('*') || row.origin.includes(goods.origin);
		if (!isOfOrigin || row.except_origin.includes(goods.origin)) return false;
		if (goods.code === '') return !row.origin.includes('*') || row.codes('') === 0;
		return row.codes(goods.code) !== undefined && row.except_codes(goods.code) === undefined;
	});
}

/** The rates of the import tax on goods: those of the goods before the general, then those of the place before the country's. */
export function taxRates(of: Case, code: string): TaxRate[] {
	const { zipcode, city } = of.to;
	const isLocal = (row: TaxRate) =>
		zipcode === '' ? row.cities.includes(city) : row.postcodes.some((prefix) => zipcode.startsWith(prefix));
	const held = of.rules.taxes
		.filter((row) => row.postcodes.length === 0 || isLocal(row))
		.map((row) => ({ row, digits: row.codes(code) }));
	const closest = Math.max(0, ...held.map(({ digits }) => digits ?? 0));
	const rates = held.filter(({ digits }) => digits === closest).map(({ row }) => row);
	const local = rates.filter((row) => row.postcodes.length > 0);
	return local.length > 0 ? local : rates;
}
