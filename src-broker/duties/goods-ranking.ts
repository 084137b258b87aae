// How well an entry of the nomenclature fits a description: BM25 over all its words, and the signs that decide in customs. Pure.
import type { Entry } from './goods-index';

/** How much each sign counts, tuned on the goods of test/fixtures/classification (docs/classification.md). */
export const WEIGHTS = {
	/** BM25: how a word of the description and one of the names count, how soon more of it stop counting, how length counts. */
	description: 2,
	names: 1.25,
	saturation: 4,
	length: 0.33,
	/** The noun that names the goods, and an entry that lacks it. */
	headWord: 1.2,
	headMissed: 0.77,
	/** A name that the description holds, by its share of it, and one that is the whole of it. */
	phrase: 1.2,
	wholePhrase: 0.5,
	/** A word that speaks against the entry, and one of the entry's that the description denies. */
	against: 0.6,
	denied: 0.6,
	common: 0.06,
	coverage: 0.8,
};
export type Weights = typeof WEIGHTS;

/** The median of the weighted lengths of the entries. */
const TYPICAL_LENGTH = 60;

/** What a description says, as stems. */
export interface SoughtGoods {
	stems: Set<string>;
	/** The noun that names the goods. */
	head: Set<string>;
	/** What the goods are not. */
	denied: Set<string>;
	/** The stems with their rarity and how much they count. */
	terms: readonly { stem: string; rarity: number; emphasis: number }[];
	totalRarity: number;
}

export interface Ranked {
	entry: Entry;
	score: number;
	/** Share of what is sought that the entry or its heading holds, by rarity, 0 to 1. */
	covered: number;
}

export const byScore = (a: Ranked, b: Ranked) => b.score - a.score || a.entry.code.localeCompare(b.entry.code);

/** Scores an entry by the words that it shares with what is sought. */
export function rank(weights: Weights, entry: Entry, sought: SoughtGoods): Ranked {
	const { own, heading } = entry;
	const norm = weights.saturation * (1 - weights.length + (weights.length * entry.length) / TYPICAL_LENGTH);
	let score = 0;
	let covered = 0;
	for (const { stem, rarity, emphasis } of sought.terms) {
		const count = own.get(stem);
		if (count !== undefined) {
			score += (emphasis * rarity * count * (weights.saturation + 1)) / (count + norm);
			covered += rarity;
		} else if (heading.has(stem)) {
			covered += rarity;
		}
	}
	covered /= sought.totalRarity;
	return {
		entry,
		covered,
		score: score * (1 + weights.coverage * covered) * (1 + weights.common * entry.common),
	};
}

/** What decides in customs beside the words in common, as a factor of the score. @param rarityOf the sum for the stems of a phrase */
export function signsFactor(
	weights: Weights,
	entry: Entry,
	{ stems, head, denied, totalRarity }: SoughtGoods,
	rarityOf: (phrase: readonly string[]) => number,
): number {
	const { own } = entry;
	const { phrases, against } = entry.signs();
	let factor = 1;
	if (head.size > 0) {
		let matched = 0;
		for (const stem of head) if (own.has(stem)) matched += 1 / head.size;
		factor *= weights.headMissed + (1 - weights.headMissed) * matched;
	}
	const isSought = (stem: string) => stems.has(stem);
	let named = 0;
	let isWhole = false;
	for (const phrase of phrases) {
		if (!phrase.every(isSought)) continue;
		const namesHead = phrase.some((stem) => head.has(stem));
		named = Math.max(named, (rarityOf(phrase) / totalRarity) * (namesHead ? 1 : 0.5));
		isWhole ||= namesHead && phrase.length >= stems.size;
	}
	factor *= 1 + weights.phrase * Math.min(1, named) + (isWhole ? weights.wholePhrase : 0);
	for (const phrase of against) if (phrase.every(isSought)) factor *= weights.against;
	for (const stem of denied) if (own.has(stem)) factor *= weights.denied;
	return factor;
}
