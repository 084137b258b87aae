// Import duties and taxes of a consignment: tables and a date in, lines out. Pure. Every rule that differs between
// destinations is a row of a table; what is not known is a line that says so, never a silent 0.

import type { TaxLine } from '../../src-contract/partner-api';
import { type Place, territoryOf } from '../../src-contract/rules/customs-territory';
import { comparable } from '../places/places';
import {
	additionalDutiesFor,
	agreementFor,
	type Case,
	dispatchKeys,
	dutyRate,
	type Goods,
	rulesFor,
	schemeFor,
	taxRates,
	toCents,
} from './rules';
import {
	type AdditionalDuty,
	type Agreement,
	type Destination,
	type DutyTables,
	isInForce,
	type Scheme,
} from './tables';

export interface AssessedItem {
	description: string;
	/** Six to ten digits; empty when it is not known. */
	code: string;
	originCountry?: string | undefined;
	valueEur: number;
}

export interface Consignment {
	from: Place;
	to: Place;
	items: readonly AssessedItem[];
	/** Freight and insurance to the destination, in euros; undefined when they are not known. */
	transportEur?: number | undefined;
	/** The share of it that lies before the border and counts in a CIF value (air freight is apportioned); all unless stated. */
	dutiableTransportShare?: number | undefined;
}

export interface Assessment {
	lines: TaxLine[];
	estimateEur: number;
	/** What a person has to know beside the lines, a sentence each. */
	notes: string[];
}

interface Charged extends TaxLine {
	kind: 'duty' | 'charge' | 'tax';
	/** True when a charge that is not part of the import tax counts in its base. */
	inTaxBase: boolean;
	known: boolean;
}

/** Reasons that one line gives; goods of more origins than this are added without a sentence each. */
const MOST_REASONS = 3;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const money = (euros: number) => `${toCents(euros).toFixed(2)} EUR`;
const percentText = (percent: number) => `${Number.isInteger(percent * 10) ? percent.toFixed(1) : percent} %`;

/** Goods of one code and origin, each with its share by value of the transport. */
function goodsOf(consignment: Consignment, destination: Destination): Goods[] {
	const totalEur = sum(consignment.items.map((item) => item.valueEur));
	const transportEur = consignment.transportEur ?? 0;
	const groups = new Map<string, Goods>();
	for (const { description, code, originCountry, valueEur } of consignment.items) {
		const origin = originCountry ?? consignment.from.countryCode;
		// What has no code is told apart by what it is called.
		const key = `${code || description} ${origin}`;
		const group = groups.get(key) ?? {
			code,
			origin,
			originIsStated: originCountry !== undefined,
			descriptions: [],
			valueEur: 0,
			transportEur: 0,
			customsValueEur: 0,
		};
		group.descriptions.push(description);
		group.valueEur += valueEur;
		groups.set(key, group);
	}
	for (const group of groups.values()) {
		group.transportEur = totalEur > 0 ? (transportEur * group.valueEur) / totalEur : transportEur / groups.size;
		const dutiable =
			destination.valuation === 'CIF' ? group.transportEur * (consignment.dutiableTransportShare ?? 1) : 0;
		group.customsValueEur = group.valueEur + dutiable;
	}
	return [...groups.values()];
}

const limitText = (scheme: Scheme) => (scheme.currency === '' ? '' : ` up to ${scheme.up_to} ${scheme.currency}`);

function valueText({ destination, transportIsKnown }: Case, goods: Goods): string {
	const missing = destination.valuation === 'CIF' && !transportIsKnown ? ', freight not given and taken as 0' : '';
	return `${money(goods.customsValueEur)} ${destination.valuation}${missing}`;
}

const line = (
	kind: Charged['kind'],
	code: string,
	name: string,
	amountEur: number,
	description: string,
	more: Partial<Pick<Charged, 'inTaxBase' | 'known'>> = {},
): Charged => ({
	kind,
	harmonizedCode: code,
	name,
	amount: amountEur,
	description,
	inTaxBase: false,
	known: true,
	...more,
});

function schemeDuty(of: Case, scheme: Scheme, goods: Goods): Charged {
	const { code } = goods;
	const since = `since ${scheme.effective_from}`;
	switch (scheme.charge) {
		case 'flat-per-item': {
			const amount = (scheme.amount ?? 0) / of.rules.perEuro(scheme.currency);
			return line(
				'duty',
				code,
				scheme.name,
				amount,
				`${scheme.amount} ${scheme.currency} for each tariff item of a distance sale${limitText(scheme)}, ${since}`,
			);
		}
		case 'percent': {
			const basisEur = scheme.basis === 'goods' ? goods.valueEur : goods.customsValueEur;
			const totalEur = scheme.basis === 'goods' ? of.goodsEur : of.customsValueEur;
			const lessEur = (scheme.less ?? 0) / of.rules.perEuro(scheme.currency);
			const share = totalEur > 0 ? basisEur / totalEur : 0;
			const instead = scheme.on === 'both' ? ' instead of duty and import tax' : '';
			const part = share < 1 ? ` (${percentText(Math.round(share * 1000) / 10)} of it here)` : '';
			const less = scheme.less ? ` less ${scheme.less} ${scheme.currency}${part}` : '';
			return line(
				'duty',
				code,
				scheme.name,
				Math.max(0, (basisEur * (scheme.amount ?? 0)) / 100 - lessEur * share),
				`${percentText(scheme.amount ?? 0)} of ${money(basisEur)}${less}${instead}${limitText(scheme)}, ${since}`,
			);
		}
		default:
			return line('duty', code, 'Duty', 0, `No duty: ${scheme.name}${limitText(scheme)}, ${since}`);
	}
}

function tariffDuty(of: Case, goods: Goods): Charged {
	const agreement = agreementFor(of, goods);
	const rate = dutyRate(of, goods.code);
	if (!rate) {
		return line(
			'duty',
			goods.code,
			'Duty not known',
			0,
			`No tariff is held for ${of.to.code}: the duty on "${goods.descriptions[0]}" is not known and not in the estimate`,
			{ known: false },
		);
	}
	const proof =
		agreement && rate.percent > agreement.duty_percent
			? `; ${percentText(agreement.duty_percent)} with proof of origin ${goods.origin} (${agreement.name})`
			: '';
	return line(
		'duty',
		goods.code,
		'MFN duty',
		(goods.customsValueEur * rate.percent) / 100,
		`${percentText(rate.percent)} of ${valueText(of, goods)}; ${rate.basis}${proof}`,
	);
}

function preferentialDuty(of: Case, goods: Goods, agreement: Agreement): Charged {
	return line(
		'duty',
		goods.code,
		'Preferential duty',
		(goods.customsValueEur * agreement.duty_percent) / 100,
		`${percentText(agreement.duty_percent)} of ${valueText(of, goods)}; ${agreement.name}, ${agreement.effective_from}`,
	);
}

function additionalDuty(of: Case, goods: Goods, row: AdditionalDuty): Charged {
	const origin = goods.originIsStated
		? `origin ${goods.origin}`
		: `origin not given and taken as ${goods.origin}, the country of dispatch`;
	const source = `${row.source}, since ${row.effective_from}, ${row.confidence} confidence`;
	if (goods.code === '' && row.codes('') === undefined) {
		const description = `May be due on "${goods.descriptions[0]}", whose code is not known: not in the estimate (${source})`;
		return line('duty', '', `${row.name}: not known`, 0, description, { known: false });
	}
	return row.percent === undefined
		? line(
				'duty',
				goods.code,
				`${row.name}: not known`,
				0,
				`May be due on these goods; its rate is not known and not in the estimate (${source})`,
				{ known: false },
			)
		: line(
				'duty',
				goods.code,
				row.name,
				(goods.customsValueEur * row.percent) / 100,
				`${percentText(row.percent)} of ${money(goods.customsValueEur)} ${of.destination.valuation}; ${origin}; ${source}`,
			);
}

function dutyLines(of: Case): Charged[] {
	if (of.from.customs === of.to.customs) return [];
	return of.goods.flatMap((goods) => {
		const agreement = agreementFor(of, goods);
		if (agreement?.assumed) return [preferentialDuty(of, goods, agreement)];
		const scheme = schemeFor(of, goods, 'duty');
		if (scheme) return [schemeDuty(of, scheme, goods)];
		return [tariffDuty(of, goods), ...additionalDutiesFor(of, goods).map((row) => additionalDuty(of, goods, row))];
	});
}

/** A flat amount is due once for a six-digit code, whatever the number of origins and of longer codes under it. */
function flatOncePerItem(lines: readonly Charged[], schemes: readonly Scheme[]): Charged[] {
	const flat = new Set(schemes.filter((scheme) => scheme.charge === 'flat-per-item').map((scheme) => scheme.name));
	const seen = new Set<string>();
	return lines.filter((entry) => {
		if (!flat.has(entry.name)) return true;
		if (entry.harmonizedCode === '') return true;
		const item = `${entry.name} ${entry.harmonizedCode.slice(0, 6)}`;
		return !seen.has(item) && seen.add(item);
	});
}

function chargeLines(of: Case, dutyEur: number): Charged[] {
	const code = of.goods[0]?.code ?? '';
	const isRelieved = of.goods.every((goods) => {
		const scheme = schemeFor(of, goods, 'duty');
		return scheme?.on === 'both' && scheme.charge === 'exempt';
	});
	const isOneCustomsTerritory = of.from.customs === of.to.customs;
	return of.rules.charges.flatMap((charge) => {
		if (charge.border === 'customs' && (isOneCustomsTerritory || isRelieved)) return [];
		const rate = of.rules.perEuro(charge.currency);
		const value = toCents(of.goodsEur * rate);
		if (value <= (charge.above ?? -1) || value > (charge.up_to ?? Number.POSITIVE_INFINITY)) return [];
		if (charge.percent === undefined) {
			const description = `Is levied here, but how much is not known and not in the estimate (${charge.source})`;
			return [line('charge', code, `${charge.name}: not known`, 0, description, { known: false })];
		}
		const baseEur = { goods: of.goodsEur, 'customs-value': of.customsValueEur, duty: dutyEur }[charge.base];
		if (baseEur === 0) return [];
		const local = (baseEur * rate * charge.percent) / 100;
		const bounded = Math.min(charge.maximum ?? Number.POSITIVE_INFINITY, Math.max(charge.minimum ?? 0, local));
		const bound =
			bounded > local
				? `, at least ${charge.minimum} ${charge.currency}`
				: bounded < local
					? `, at most ${charge.maximum} ${charge.currency}`
					: '';
		const base = { goods: 'value', 'customs-value': 'customs value', duty: 'duty' }[charge.base];
		return [
			line(
				'charge',
				code,
				charge.name,
				bounded / rate,
				`${percentText(charge.percent)} of ${money(baseEur)} ${base}${bound}; ${charge.source}, ${charge.effective_from}`,
				{ inTaxBase: charge.in_tax_base },
			),
		];
	});
}

function taxLines(of: Case, charged: readonly Charged[]): Charged[] {
	const { destination } = of;
	if (of.rules.taxes.length === 0) {
		const description = `No import tax rate is held for ${of.to.code}: it is not known and not in the estimate`;
		return [line('tax', of.goods[0]?.code ?? '', 'Import tax not known', 0, description, { known: false })];
	}
	const isUplifted = !dispatchKeys(of.from).some((key) => destination.tax_uplift_except.includes(key));
	const upliftPercent = isUplifted ? (destination.tax_uplift_percent ?? 0) : 0;
	const sharedEur = sum(charged.filter(({ inTaxBase }) => inTaxBase).map(({ amount }) => amount));
	return [...new Set(of.goods.map(({ code }) => code))].flatMap((code) => {
		const group = of.goods.filter((goods) => goods.code === code);
		const first = group[0] as Goods;
		const scheme = schemeFor(of, first, 'tax');
		if (scheme?.charge === 'percent') return [];
		const valueEur = sum(group.map((goods) => goods.valueEur));
		const share = of.goodsEur > 0 ? valueEur / of.goodsEur : 1 / of.goods.length;
		const duties = charged.filter((entry) => entry.kind === 'duty' && entry.harmonizedCode === code);
		const baseEur =
			valueEur * (1 + upliftPercent / 100) +
			(destination.tax_on_transport ? sum(group.map((goods) => goods.transportEur)) : 0) +
			sum(duties.map(({ amount }) => amount)) +
			sharedEur * share;
		const parts = (taxedEur: number) =>
			[
				`of ${money(taxedEur)}, the value`,
				upliftPercent > 0 ? ` with ${percentText(upliftPercent)} added` : '',
				destination.tax_on_transport && of.transportIsKnown ? ', transport' : '',
				' and duty',
				duties.some((entry) => !entry.known) ? ' without what is not known of it' : '',
				sharedEur > 0 ? ' and charges' : '',
				destination.tax_inside ? ', the tax inside the price' : '',
			].join('');
		return taxRates(of, code)
			.filter((rate) => rate.name !== '')
			.map((rate) => {
				if (scheme?.charge === 'exempt') {
					const description = `No ${rate.name}: ${scheme.name}${limitText(scheme)}, since ${scheme.effective_from}`;
					return line('tax', code, rate.name, 0, description);
				}
				const fraction = rate.percent / 100;
				const taxedEur = destination.tax_inside ? baseEur / (1 - fraction) : baseEur;
				const atSale =
					scheme?.charge === 'at-sale'
						? `; ${scheme.name}${limitText(scheme)}: the seller charges it, customs does not`
						: '';
				const description = `${percentText(rate.percent)} ${parts(taxedEur)}${atSale}; rate of ${of.to.code}, ${rate.effective_from}`;
				return line('tax', code, rate.name, taxedEur * fraction, description);
			});
	});
}

/** Where a small charge is not collected, its lines stay and say what would have been due. */
function withoutSmallCharges(of: Case, lines: readonly Charged[], on: readonly Scheme['on'][]): Charged[] {
	return of.rules.schemes
		.filter((scheme) => scheme.charge === 'not-collected' && on.includes(scheme.on))
		.reduce<Charged[]>(
			(current, scheme) => {
				// A scheme on the duty alone is asked before there are lines of tax.
				const isMeant = ({ kind }: Charged) => kind === 'tax' || (kind === 'duty' && scheme.on !== 'tax');
				const dueEur = sum(current.filter(isMeant).map(({ amount }) => amount));
				const due = toCents(dueEur * of.rules.perEuro(scheme.currency));
				if (due === 0 || due > (scheme.up_to ?? 0)) return current;
				const why = `not collected: ${due.toFixed(2)} ${scheme.currency} in all, and${limitText(scheme)} is waived`;
				return current.map((entry) =>
					isMeant(entry) ? { ...entry, amount: 0, description: `${entry.description}; ${why}` } : entry,
				);
			},
			[...lines],
		);
}

/** One line for each name and code: the amounts of several origins are added, then rounded, once. */
function merged(lines: readonly Charged[]): Charged[] {
	const byKey = new Map<string, Charged[]>();
	for (const entry of lines) {
		const key = `${entry.name} ${entry.harmonizedCode}`;
		byKey.set(key, [...(byKey.get(key) ?? []), entry]);
	}
	return [...byKey.values()].map((entries) => {
		const reasons = [...new Set(entries.map(({ description }) => description))];
		const more = reasons.length > MOST_REASONS ? [`and ${reasons.length - MOST_REASONS} more`] : [];
		return {
			...(entries[0] as Charged),
			amount: toCents(sum(entries.map(({ amount }) => amount))),
			description: [...reasons.slice(0, MOST_REASONS), ...more].join('. '),
		};
	});
}

function notesOf(of: Case, lines: readonly Charged[]): string[] {
	const { destination, to } = of;
	const unknown = [
		...new Set(lines.filter((entry) => !entry.known).map(({ name }) => name.replace(/:? not known$/, ''))),
	];
	const { taxes } = of.rules;
	const countsTransport = destination.valuation === 'CIF' || destination.tax_on_transport;
	const regional = taxes.filter((row) => row.postcodes.length > 0);
	const isPartKnown = to.zipcode !== '' || regional.some((row) => row.cities.includes(to.city));
	return [
		unknown.length > 0 ? `The estimate leaves out what is not known: ${unknown.join(', ')}.` : '',
		taxes.length > 0 && taxes.every((row) => row.name === '') ? `${to.code} levies no import tax.` : '',
		of.from.customs === to.customs ? 'No duty: both ends lie in one customs territory.' : '',
		countsTransport && !of.transportIsKnown ? 'Freight and insurance are not given and count as 0.' : '',
		regional.length > 0 && !isPartKnown
			? `Taxes of a part of ${to.code} depend on the postcode, which is not given: only those of the whole country are included.`
			: '',
		destination.confidence === 'high' ? '' : `The figures for ${to.code} are of ${destination.confidence} confidence.`,
		destination.note ? `${destination.note}.` : '',
	].filter(Boolean);
}

/**
 * What customs of the destination is expected to charge on the day. Amounts are in euros; limits and fees are compared in
 * their own currency.
 * @param onDate ISO date that every table is asked for
 */
export function assess(tables: DutyTables, consignment: Consignment, onDate: string): Assessment {
	const from = territoryOf(consignment.from);
	const to = {
		...territoryOf(consignment.to),
		zipcode: comparable(consignment.to.zipcode),
		city: comparable(consignment.to.city),
	};
	if (from.fiscal === to.fiscal) {
		return { lines: [], estimateEur: 0, notes: ['Nothing is due: both ends lie in one customs and tax territory.'] };
	}
	const destination = tables.destinations.find((row) => row.territory === to.code && isInForce(row, onDate));
	if (!destination) {
		const description = `No table is held for this destination (${to.code}) on ${onDate}: what is due is not known, not zero`;
		const harmonizedCode = consignment.items[0]?.code ?? '';
		return {
			lines: [{ harmonizedCode, name: 'Duties and taxes not known', amount: 0, description }],
			estimateEur: 0,
			notes: [`${description}.`],
		};
	}
	const goods = goodsOf(consignment, destination);
	const of: Case = {
		tables,
		rules: rulesFor(tables, to, onDate),
		destination,
		from,
		to,
		goods,
		goodsEur: sum(goods.map((group) => group.valueEur)),
		customsValueEur: sum(goods.map((group) => group.customsValueEur)),
		transportIsKnown: consignment.transportEur !== undefined,
	};
	// A duty that is not collected is no part of what follows; a tax that is not, or both together, is known at the end.
	const duties = withoutSmallCharges(of, merged(flatOncePerItem(dutyLines(of), of.rules.schemes)), ['duty']);
	const charges = merged(chargeLines(of, sum(duties.map(({ amount }) => amount))));
	const taxes = merged(taxLines(of, [...duties, ...charges]));
	const lines = withoutSmallCharges(of, [...duties, ...charges, ...taxes], ['tax', 'both']);
	return {
		lines: lines.map(({ harmonizedCode, name, amount, description }) => ({
			harmonizedCode,
			name,
			amount,
			description,
		})),
		estimateEur: toCents(sum(lines.map(({ amount }) => amount))),
		notes: notesOf(of, lines),
	};
}
