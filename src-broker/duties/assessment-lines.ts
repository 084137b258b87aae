// Lines of an assessment before rounding, and the parts of their descriptions.
import type { TaxLine } from '../../src-contract/partner-api';
import { roundToCents } from './rules';
import type { Scheme } from './tables';

export interface AssessmentLine extends TaxLine {
	kind: 'duty' | 'charge' | 'tax';
	/** True for a charge that counts in the base of the import tax. */
	inTaxBase: boolean;
	/** False when the amount is unknown; it is then 0. */
	isAmountKnown: boolean;
}

/** Maximum number of reasons in one description; the others are only counted. */
const MAX_REASONS = 3;

export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
export const formatEur = (euros: number) => `${roundToCents(euros).toFixed(2)} EUR`;
export const formatPercent = (percent: number) => `${Number.isInteger(percent * 10) ? percent.toFixed(1) : percent} %`;

export const formatLimit = (scheme: Scheme) =>
	scheme.currency === '' ? '' : ` up to ${scheme.up_to} ${scheme.currency}`;

export const createLine = (
	kind: AssessmentLine['kind'],
	code: string,
	name: string,
	amountEur: number,
	description: string,
	more: Partial<Pick<AssessmentLine, 'inTaxBase' | 'isAmountKnown'>> = {},
): AssessmentLine => ({
	kind,
	harmonizedCode: code,
	name,
	amount: amountEur,
	description,
	inTaxBase: false,
	isAmountKnown: true,
	...more,
});

/** Merges lines of the same name and code, for example of several origins. The sum is rounded once, to cents. */
export function mergeLines(lines: readonly AssessmentLine[]): AssessmentLine[] {
	const byKey = new Map<string, AssessmentLine[]>();
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
			amount: roundToCents(sum(entries.map(({ amount }) => amount))),
			description: [...reasons.slice(0, MAX_REASONS), ...more].join('. '),
		};
	});
}
