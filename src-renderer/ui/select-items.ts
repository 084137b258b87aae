// Entries of a list to choose from, and how typed text finds them.
import { foldText } from '../../src-contract/lib/text-folding';

export interface SelectItem<Value extends string | number> {
	value: Value;
	label: string;
	/** Heading above the first entry of a group. */
	group?: string;
	/** Language of the label, if it is not the language of the desk. */
	lang?: string;
}

/**
 * Rank of a name that contains the text, from 0 (best): the text is the whole name, its start, the start of a later word, or any
 * other part. Infinite if the name does not contain the text. Both are folded for comparison.
 */
export function matchRank(foldedName: string, foldedText: string): number {
	if (foldedName === foldedText) return 0;
	if (foldedName.startsWith(foldedText)) return 1;
	if (foldedName.includes(` ${foldedText}`)) return 2;
	return foldedName.includes(foldedText) ? 3 : Number.POSITIVE_INFINITY;
}

/** The entries with a finite rank, best first. Entries of equal rank keep their order. */
export function rankedMatches<Entry>(entries: readonly Entry[], rankOf: (entry: Entry) => number): Entry[] {
	return entries
		.map((entry) => ({ entry, rank: rankOf(entry) }))
		.filter(({ rank }) => Number.isFinite(rank))
		.sort((first, second) => first.rank - second.rank)
		.map(({ entry }) => entry);
}

/** The entries whose labels match a text, best match first; all entries when the text is empty. */
export function searchItems<Item extends { label: string }>(items: readonly Item[], text: string): readonly Item[] {
	const foldedText = foldText(text.trim());
	if (foldedText === '') return items;
	return rankedMatches(items, ({ label }) => matchRank(foldText(label), foldedText));
}
