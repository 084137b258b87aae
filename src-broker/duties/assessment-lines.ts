// Lines of an assessment: their creation, the texts of their descriptions, and their merging.
import type { Reason, TaxLine } from '../../src-contract/partner-api';
import { roundToCents } from './rules';
import type { Scheme } from './table-rows';

export interface AssessmentLine extends Omit<TaxLine, 'known' | 'reasons'> {
	/** The parts of the description, which other programs can translate. */
	reasons: Reason[];
	kind: 'duty' | 'charge' | 'tax';
	/** True for a charge that counts in the base of the import tax. */
	inTaxBase: boolean;
	/** If false, `amount` is 0 because the actual amount is unknown. */
	isAmountKnown: boolean;
}

/** Maximum number of texts in the description of merged lines. Further texts are only counted. */
const MAX_MERGED_TEXTS = 3;

export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
export const formatEur = (euros: number) => `${roundToCents(euros).toFixed(2)} EUR`;
export const formatPercent = (percent: number) => `${Number.isInteger(percent * 10) ? percent.toFixed(1) : percent} %`;

/** The scheme's value limit as text; empty when the scheme has none. */
export const formatLimit = (scheme: Scheme) =>
	scheme.currency === '' ? '' : ` up to ${scheme.up_to} ${scheme.currency}`;

/** Creates a part of an explanation. */
export const reason = (code: string, values: Reason['values'] = {}): Reason => ({ code, values });
/** The scheme's value limit as parts of an explanation. */
export const limitReasons = (scheme: Scheme): Reason[] =>
	scheme.currency === '' ? [] : [reason('limit', { limit: scheme.up_to ?? 0, currency: scheme.currency })];

export const createLine = (
	kind: AssessmentLine['kind'],
	code: string,
	name: string,
	amountEur: number,
	description: string,
	options: Partial<Pick<AssessmentLine, 'inTaxBase' | 'isAmountKnown' | 'reasons'>> = {},
): AssessmentLine => ({
	kind,
	harmonizedCode: code,
	name,
	amount: amountEur,
	description,
	inTaxBase: false,
	isAmountKnown: true,
	reasons: [],
	...options,
});

/** The parts of the first distinct explanations, and the number of the others. */
function mergeReasons(entries: readonly AssessmentLine[]): Reason[] {
	const distinct = [...new Map(entries.map(({ reasons }) => [JSON.stringify(reasons), reasons])).values()];
	const omittedCount = distinct.length - MAX_MERGED_TEXTS;
	return [
		...distinct.slice(0, MAX_MERGED_TEXTS).flat(),
		...(omittedCount > 0 ? [reason('more_lines', { count: omittedCount })] : []),
	];
}

/** Merges lines of the same name and code, for example of several origins. The sum of their amounts is rounded once, to cents. */
export function mergeLines(lines: readonly AssessmentLine[]): AssessmentLine[] {
	const byKey = new Map<string, AssessmentLine[]>();
	for (const entry of lines) {
		const key = `${entry.name} ${entry.harmonizedCode}`;
		byKey.set(key, [...(byKey.get(key) ?? []), entry]);
	}
	return [...byKey.values()].flatMap((entries) => {
		const [first] = entries;
		if (!first) return [];
		const texts = [...new Set(entries.map(({ description }) => description))];
		const omitted = texts.length > MAX_MERGED_TEXTS ? [`and ${texts.length - MAX_MERGED_TEXTS} more`] : [];
		return {
			...first,
			amount: roundToCents(sum(entries.map(({ amount }) => amount))),
			description: [...texts.slice(0, MAX_MERGED_TEXTS), ...omitted].join('. '),
			reasons: mergeReasons(entries),
		};
	});
}
