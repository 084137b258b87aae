// Assesses import duties and taxes of a consignment. Pure. Rules that differ between destinations are rows of tables
// (docs/duty-tables.md). An unknown amount becomes a line whose text says that the amount is unknown, never just 0.

import type { Reason, TaxLine } from '../../src-contract/partner-api';
import { type RouteLocation, territoryOf } from '../../src-contract/rules/customs-territory';
import { normalizeForMatching } from '../../src-contract/rules/place-matching';
import { type AssessmentLine, formatLimit, limitReasons, mergeLines, reason, sum } from './assessment-lines';
import { notesOf } from './assessment-notes';
import { chargeLines } from './charge-lines';
import { dutyLines, removeRepeatedFlatDuties } from './duty-lines';
import { type AssessmentContext, type GoodsGroup, roundToCents, rulesFor } from './rules';
import type { Destination, Scheme } from './table-rows';
import { type DutyTables, isInForce } from './tables';
import { taxLines } from './tax-lines';

export interface AssessedItem {
	description: string;
	/** HS code of six to ten digits; empty when unknown. */
	code: string;
	/** ISO 3166 code. If undefined, the country of dispatch is assumed. */
	originCountry?: string | undefined;
	/** Value of all units of the item. */
	valueEur: number;
}

export interface AssessedConsignment {
	from: RouteLocation;
	to: RouteLocation;
	items: readonly AssessedItem[];
	/** Freight and insurance to the destination; undefined when unknown. */
	transportEur?: number | undefined;
	/** Whether an individual imports the goods for personal use. */
	isPersonalUse?: boolean;
	/** False when `transportEur` is without the insurance. Default: true. */
	isInsuranceKnown?: boolean;
	/** Share of `transportEur` that counts in a CIF value, 0 to 1: transport up to the border. Default: 1. */
	dutiableTransportShare?: number | undefined;
}

export interface Assessment {
	lines: TaxLine[];
	estimateEur: number;
	/** Limits and assumptions of the estimate, one sentence each. */
	notes: string[];
	/** The same, as parts that other programs can translate. */
	noteReasons: Reason[];
}

/**
 * The consignment as the destination values it. Where goods for personal use are valued at a share of their price, transport does not
 * count.
 */
function valuedConsignment(consignment: AssessedConsignment, destination: Destination): AssessedConsignment {
	const percent = destination.personal_use_percent;
	if (!consignment.isPersonalUse || percent === undefined) return consignment;
	return {
		...consignment,
		items: consignment.items.map((item) => ({ ...item, valueEur: (item.valueEur * percent) / 100 })),
		transportEur: 0,
		isInsuranceKnown: true,
	};
}

/** Groups the items by HS code and origin. Each group gets a share of the transport costs in proportion to its value. */
function groupGoods(consignment: AssessedConsignment, destination: Destination): GoodsGroup[] {
	const totalEur = sum(consignment.items.map((item) => item.valueEur));
	const transportEur = consignment.transportEur ?? 0;
	const groups = new Map<string, GoodsGroup>();
	for (const { description, code, originCountry, valueEur } of consignment.items) {
		const origin = originCountry ?? consignment.from.countryCode;
		// Items without a code are grouped by description.
		const key = `${code || description} ${origin}`;
		const group = groups.get(key) ?? {
			code,
			origin,
			isOriginStated: originCountry !== undefined,
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
		const dutiableTransportEur =
			destination.valuation === 'CIF' ? group.transportEur * (consignment.dutiableTransportShare ?? 1) : 0;
		group.customsValueEur = group.valueEur + dutiableTransportEur;
	}
	return [...groups.values()];
}

/**
 * Applies schemes that waive small amounts of duty, tax or both. Waived lines get the amount 0, and their description states why.
 * @param schemeTargets values of the column `on`; only the schemes with one of these values are applied
 */
function applyWaivers(
	context: AssessmentContext,
	lines: readonly AssessmentLine[],
	schemeTargets: readonly Scheme['on'][],
): AssessmentLine[] {
	return context.rules.schemes
		.filter((scheme) => scheme.charge === 'not-collected' && schemeTargets.includes(scheme.on))
		.reduce<AssessmentLine[]>(
			(currentLines, scheme) => {
				// Schemes on duty alone also match tax lines here, but they are applied before `lines` contains any.
				const isAffected = ({ kind }: AssessmentLine) => kind === 'tax' || (kind === 'duty' && scheme.on !== 'tax');
				// If an amount is unknown, the total may be above the limit.
				if (currentLines.some((entry) => isAffected(entry) && !entry.isAmountKnown)) return currentLines;
				const dueEur = sum(currentLines.filter(isAffected).map(({ amount }) => amount));
				const dueInCurrency = roundToCents(dueEur * context.rules.perEuro(scheme.currency));
				if (dueInCurrency === 0 || dueInCurrency > (scheme.up_to ?? 0)) return currentLines;
				const waiverText = `not collected: ${dueInCurrency.toFixed(2)} ${scheme.currency} in total, amounts${formatLimit(scheme)} are waived`;
				return currentLines.map((entry) =>
					isAffected(entry)
						? {
								...entry,
								amount: 0,
								description: `${entry.description}; ${waiverText}`,
								reasons: [
									...entry.reasons,
									reason('waived', { amount: dueInCurrency, currency: scheme.currency }),
									...limitReasons(scheme),
								],
							}
						: entry,
				);
			},
			[...lines],
		);
}

/**
 * Estimates what customs at the destination charges. Amounts are in euros; limits and fees are compared in their own currency.
 * Routes within one customs and tax territory have no lines. Sources of the rates: docs/duty-tables.md.
 * @param onDate ISO date; table rows in force on it are used
 */
export function assess(tables: DutyTables, consignment: AssessedConsignment, onDate: string): Assessment {
	const from = territoryOf(consignment.from);
	const to = {
		...territoryOf(consignment.to),
		zipcode: normalizeForMatching(consignment.to.zipcode),
		city: normalizeForMatching(consignment.to.city),
	};
	if (from.fiscal === to.fiscal) {
		return {
			lines: [],
			estimateEur: 0,
			notes: ['Nothing is due: origin and destination are in the same customs and tax territory.'],
			noteReasons: [reason('note_nothing_due')],
		};
	}
	const destination = tables.destinations.find((row) => row.territory === to.code && isInForce(row, onDate));
	if (!destination) {
		const description = `No rates are available for this destination (${to.code}) on ${onDate}: the amount due is unknown, not zero`;
		const noRates = reason('no_rates', { territory: to.code, date: onDate });
		const harmonizedCode = consignment.items[0]?.code ?? '';
		return {
			lines: [
				{
					harmonizedCode,
					name: 'Duties and taxes not known',
					amount: 0,
					known: false,
					description,
					reasons: [noRates],
				},
			],
			estimateEur: 0,
			notes: [`${description}.`],
			noteReasons: [noRates],
		};
	}
	const valued = valuedConsignment(consignment, destination);
	const goods = groupGoods(valued, destination);
	const context: AssessmentContext = {
		tables,
		rules: rulesFor(tables, to, onDate),
		destination,
		from,
		to,
		goods,
		goodsEur: sum(goods.map((group) => group.valueEur)),
		customsValueEur: sum(goods.map((group) => group.customsValueEur)),
		isTransportKnown: valued.transportEur !== undefined,
		isInsuranceKnown: valued.isInsuranceKnown ?? true,
		isPersonalUse: consignment.isPersonalUse ?? false,
		onDate,
	};
	// Waivers of duty come first, because waived duty does not count in the base of charges and taxes. Waivers of tax, and of duty and
	// tax together, need the tax lines.
	const duties = applyWaivers(
		context,
		mergeLines(removeRepeatedFlatDuties(dutyLines(context), context.rules.schemes)),
		['duty'],
	);
	const charges = mergeLines(chargeLines(context, sum(duties.map(({ amount }) => amount))));
	const taxes = mergeLines(taxLines(context, [...duties, ...charges]));
	const lines = applyWaivers(context, [...duties, ...charges, ...taxes], ['tax', 'both']);
	const notes = notesOf(context, lines);
	return {
		lines: lines.map(({ harmonizedCode, name, amount, isAmountKnown, description, reasons }) => ({
			harmonizedCode,
			name,
			amount,
			...(!isAmountKnown && { known: false }),
			description,
			...(reasons.length > 0 && { reasons }),
		})),
		estimateEur: roundToCents(sum(lines.map(({ amount }) => amount))),
		notes: notes.map(({ text }) => text),
		noteReasons: notes.map((note) => note.reason),
	};
}
