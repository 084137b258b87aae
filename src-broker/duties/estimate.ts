// Import duties and taxes of a consignment: tables and a date in, tax lines out. Pure. A figure that is not known is a
// line that says so, never a silent 0.
import { territoryOf } from '../../src-contract/customs-territory';
import type { DutiesItem, DutiesRequest, DutiesResponse, TaxLine } from '../../src-contract/partner-api';
import type { Destination, DutyTables, Tariff } from './tables';

const cents = (euros: number) => Math.round((euros + Number.EPSILON) * 100) / 100;

/** Distance sales into the EU: 3 EUR for each tariff item up to 150 EUR, from 2026-07-01 until 2028-07-01 (Council, 2025). */
const EU_FLAT = { from: '2026-07-01', before: '2028-07-01', upToEur: 150, eachEur: 3 };
const INDIA_SURCHARGE_PERCENT = 10;
const UPLIFT_PERCENT = 10;

interface ClassifiedItem extends DutiesItem {
	code: string;
	valueEur: number;
}

interface DutyRate {
	percent: number;
	basis: string;
}

/** HS6 where it is known, else the heading's mean, else the chapter's, else the destination's fallback. */
function dutyRate(tables: DutyTables, destination: Destination, code: string): DutyRate | undefined {
	const tariff = destination.tariff as Tariff | '';
	if (tariff && code) {
		for (const [digits, name] of [
			[6, 'HS'],
			[4, 'mean of heading'],
			[2, 'mean of chapter'],
		] as const) {
			const prefix = code.slice(0, digits);
			const percent = tables.tariffs.get(prefix)?.[tariff];
			if (percent !== undefined) return { percent, basis: `${name} ${prefix}, ${tariff} tariff` };
		}
	}
	return destination.fallback_duty_percent === undefined
		? undefined
		: {
				percent: destination.fallback_duty_percent,
				basis: `average of ${destination.country}, no tariff held for the code`,
			};
}

/** True, false, or undefined when the threshold's currency has no rate. */
function isUpTo(
	tables: DutyTables,
	limit: number | undefined,
	currency: string,
	valueEur: number,
	onDate: string,
): boolean | undefined {
	if (limit === undefined) return false;
	const perEuro = tables.perEuro(currency, onDate);
	return perEuro === undefined ? undefined : valueEur * perEuro <= limit;
}

function dutyLines(
	tables: DutyTables,
	destination: Destination,
	items: readonly ClassifiedItem[],
	onDate: string,
): TaxLine[] {
	const totalEur = items.reduce((sum, item) => sum + item.valueEur, 0);
	const exempt = isUpTo(tables, destination.duty_exempt_up_to, destination.duty_exempt_currency, totalEur, onDate);
	if (exempt) {
		return [
			{
				harmonizedCode: items[0]?.code ?? '',
				name: 'Duty',
				amount: 0,
				description: `No duty: ${cents(totalEur)} EUR is within the limit of ${destination.duty_exempt_up_to} ${destination.duty_exempt_currency}`,
			},
		];
	}
	const flat =
		destination.tariff === 'EU' && totalEur <= EU_FLAT.upToEur && onDate >= EU_FLAT.from && onDate < EU_FLAT.before;
	if (flat) {
		return [...new Set(items.map((item) => item.code))].map((code) => ({
			harmonizedCode: code,
			name: 'Flat customs duty',
			amount: EU_FLAT.eachEur,
			description: `${EU_FLAT.eachEur} EUR for each tariff item of a consignment up to ${EU_FLAT.upToEur} EUR, as for a distance sale`,
		}));
	}
	return items.map((item) => {
		const rate = dutyRate(tables, destination, item.code);
		if (!rate) {
			return {
				harmonizedCode: item.code,
				name: 'Duty not known',
				amount: 0,
				description: `No tariff is held for ${destination.country}: the duty on "${item.description}" is not known and not in the estimate`,
			};
		}
		return {
			harmonizedCode: item.code,
			name: 'MFN duty',
			amount: cents((item.valueEur * rate.percent) / 100),
			description: `${rate.percent} % of ${cents(item.valueEur)} EUR ${destination.valuation} (freight not given, taken as 0); ${rate.basis}`,
		};
	});
}

function taxLines(
	tables: DutyTables,
	destination: Destination,
	items: readonly ClassifiedItem[],
	dutyEur: number,
	onDate: string,
): TaxLine[] {
	const valueEur = items.reduce((sum, item) => sum + item.valueEur, 0);
	const code = items[0]?.code ?? '';
	const percent = destination.tax_percent;
	if (percent === undefined) {
		return [
			{
				harmonizedCode: code,
				name: 'Import tax not known',
				amount: 0,
				description: `No import tax rate is held for ${destination.country}: it is not known and not in the estimate`,
			},
		];
	}
	if (percent === 0) return [];
	if (isUpTo(tables, destination.tax_exempt_up_to, destination.tax_exempt_currency, valueEur, onDate)) {
		return [
			{
				harmonizedCode: code,
				name: destination.tax_name,
				amount: 0,
				description: `No ${destination.tax_name}: the value is within the limit of ${destination.tax_exempt_up_to} ${destination.tax_exempt_currency}`,
			},
		];
	}
	const base = destination.tax_base === 'uplift' ? valueEur * (1 + UPLIFT_PERCENT / 100) + dutyEur : valueEur + dutyEur;
	const amount =
		destination.tax_base === 'tax-inside' ? (base / (1 - percent / 100)) * (percent / 100) : (base * percent) / 100;
	const inside = destination.tax_base === 'tax-inside' ? ', tax inside the price' : '';
	return [
		{
			harmonizedCode: code,
			name: destination.tax_name,
			amount: cents(amount),
			description: `${percent} % of ${cents(base)} EUR value and duty${inside}`,
		},
	];
}

/**
 * @param classify the HS code of a description, when the request gives none
 * @param onDate ISO date that rates and thresholds are looked up for
 */
export function estimate(
	tables: DutyTables,
	classify: (description: string) => string | undefined,
	request: DutiesRequest,
	onDate: string,
): DutiesResponse {
	const items = request.contentItems.map(
		(item): ClassifiedItem => ({
			...item,
			code: item.tariff ?? classify(item.description) ?? '',
			valueEur: item.numberOfItems * item.cost,
		}),
	);
	const hsCode = items[0]?.code ?? '';
	const from = territoryOf({ countryCode: request.fromCountry, zipcode: request.fromZipcode });
	const to = territoryOf({ countryCode: request.toCountry, zipcode: request.toZipcode });
	if (from.fiscal === to.fiscal) {
		return {
			hasErrors: false,
			message: 'Nothing is due: both ends lie in one customs and tax territory.',
			taxDetails: [],
			estimate: 0,
			hsCode,
		};
	}

	// A territory of its own (the Canaries, Livigno) has its own row or none: its country's figures do not apply there.
	const destination = tables.destinations.get(
		to.fiscal.length === 2 && !['EU', 'GB', 'CH'].includes(to.fiscal) ? to.fiscal : request.toCountry,
	);
	const ownTerritory = to.fiscal !== to.customs || to.fiscal.length > 2;
	if (!destination || (ownTerritory && destination.country === request.toCountry)) {
		const line = {
			harmonizedCode: hsCode,
			name: 'Duties and taxes not known',
			amount: 0,
			description: `No table is held for this destination (${to.fiscal}): what is due is not known, not zero`,
		};
		return { hasErrors: false, message: line.description, taxDetails: [line], estimate: 0, hsCode };
	}

	const duty = from.customs === to.customs ? [] : dutyLines(tables, destination, items, onDate);
	const dutyEur = duty.reduce((sum, line) => sum + line.amount, 0);
	const surcharge =
		destination.tax_base === 'duty-surcharge' && dutyEur > 0
			? [
					{
						harmonizedCode: hsCode,
						name: 'Social welfare surcharge',
						amount: cents((dutyEur * INDIA_SURCHARGE_PERCENT) / 100),
						description: `${INDIA_SURCHARGE_PERCENT} % of the duty`,
					},
				]
			: [];
	const chargedEur = dutyEur + surcharge.reduce((sum, line) => sum + line.amount, 0);
	const taxDetails = [...duty, ...surcharge, ...taxLines(tables, destination, items, chargedEur, onDate)];
	const unclassified = items.filter((item) => item.code === '').map((item) => `"${item.description}"`);
	const message = [
		unclassified.length > 0
			? `No HS code was found for ${unclassified.join(', ')}: give one for a better estimate.`
			: '',
		destination.confidence === 'high'
			? ''
			: `The figures for ${destination.country} are of ${destination.confidence} confidence.`,
		destination.note ? `Note: ${destination.note}.` : '',
	]
		.filter(Boolean)
		.join(' ');
	return {
		hasErrors: false,
		message: message || 'Estimated from the tables of the service; customs may charge otherwise.',
		taxDetails,
		estimate: cents(taxDetails.reduce((sum, line) => sum + line.amount, 0)),
		hsCode,
	};
}
