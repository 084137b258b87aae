// A line of an assessment before it is rounded, and the words that its description is put together from.
import type { TaxLine } from '../../src-contract/partner-api';
import { toCents } from './rules';
import type { Scheme } from './tables';

export interface Charged extends TaxLine {
	kind: 'duty' | 'charge' | 'tax';
	/** True when a charge that is not part of the import tax counts in its base. */
	inTaxBase: boolean;
	known: boolean;
}

/** Reasons that one line gives; goods of more origins than this are added without a sentence each. */
const MAX_REASONS = 3;

export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
export const money = (euros: number) => `${toCents(euros).toFixed(2)} EUR`;
export const percentText = (percent: number) => `${Number.isInteger(percent * 10) ? percent.toFixed(1) : percent} %`;

export const limitText = (scheme: Scheme) =>
	scheme.currency === '' ? '' : ` up to ${scheme.up_to} ${scheme.currency}`;

export const line = (
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

/** One line for each name and code: the amounts of several origins are added, then rounded, once. */
export function mergeLines(lines: readonly Charged[]): Charged[] {
	const byKey = new Map<string, Charged[]>();
	for (const entry of lines) {
		const key = `${entry.name} ${entry.harmonizedCode}`;
		byKey.set(key, [...(byKey.get(key) ?? []), entry]);
	}
	return [...byKey.values()].flatMap((entries) => {
		const [first] = entries;
		if (!first) return [];
		const reasons = [...new Set(entries.map(({ description }) => description))];
		const more = reasons.length > MAX_REASONS ? [`and ${reasons.length - MAX_REASONS} more`] : [];
		return {
			...first,
			amount: toCents(sum(entries.map(({ amount }) => amount))),
			description: [...reasons.slice(0, MAX_REASONS), ...more].join('. '),
		};
	});
}
