// Import duties and taxes of a consignment: tables and a date in, lines out. Pure. Every rule that differs between
// destinations is a row of a table; what is not known is a line that says so, never a silent 0.

import type { TaxLine } from '../../src-contract/partner-api';
import { type RouteLocation, territoryOf } from '../../src-contract/rules/customs-territory';
import { comparable } from '../places/places';
import { chargeLines } from './charge-lines';
import { dutyLines, flatOncePerItem } from './duty-lines';
import { type Charged, limitText, mergeLines, sum } from './lines';
import { type Case, type Goods, rulesFor, toCents } from './rules';
import { type Destination, type DutyTables, isInForce, type Scheme } from './tables';
import { taxLines } from './tax-lines';

export interface AssessedItem {
	description: string;
	/** Six to ten digits; empty when it is not known. */
	code: string;
	originCountry?: string | undefined;
	valueEur: number;
}

export interface Consignment {
	from: RouteLocation;
	to: RouteLocation;
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
	const duties = withoutSmallCharges(of, mergeLines(flatOncePerItem(dutyLines(of), of.rules.schemes)), ['duty']);
	const charges = mergeLines(chargeLines(of, sum(duties.map(({ amount }) => amount))));
	const taxes = mergeLines(taxLines(of, [...duties, ...charges]));
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
