// Scores how well an entry of the nomenclature fits a description: BM25 over all words, times customs-specific signals. Pure.
import type { Entry } from './goods-index';

/** Ranking weights, tuned on the goods of test/fixtures/classification (docs/classification.md). */
export const WEIGHTS = {
	/** BM25: weights of a word in the description and in the names, k1 and b. */
	description: 2,
	names: 1.25,
	saturation: 4,
	length: 0.33,
	/** Weight of the head noun, and factor for an entry without it. */
	headWord: 1.2,
	headMissed: 0.77,
	/** Bonus for a name that the description contains, by its share, and for one that equals the description. */
	phrase: 1.2,
	wholePhrase: 0.5,
	/** Factors for a word that excludes the entry, and for a word of the entry that the description negates. */
	against: 0.6,
	negated: 0.6,
	/** Bonuses for goods that are shipped often, and for the share of the description that the entry covers. */
	common: 0.06,
	coverage: 0.8,
};
export type Weights = typeof WEIGHTS;

/** Median of the entries' weighted lengths. */
const TYPICAL_LENGTH = 60;

/** A description of goods, as stems. */
export interface DescribedGoods {
	stems: Set<string>;
	/** The head noun: what the goods are. */
	head: Set<string>;
	/** Negated words: what the goods are not. */
	negated: Set<string>;
	/** The stems with their rarity and weight. */
	terms: readonly { stem: string; rarity: number; emphasis: number }[];
	totalRarity: number;
}

export interface ScoredEntry {
	entry: Entry;
	score: number;
	/** Share of the description that the entry or its heading contains, weighted by rarity, 0 to 1. */
	covered: number;
}

export const byScore = (a: ScoredEntry, b: ScoredEntry) =>
	b.score - a.score || a.entry.code.localeCompare(b.entry.code);

/** Scores an entry by the words that it shares with the description. */
export function scoreEntry(weights: Weights, entry: Entry, sought: DescribedGoods): ScoredEntry {
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

/**
 * Factor on the score for signals beyond shared words: head noun, names, excluded and negated words.
 * @param rarityOf sum of the rarities of a phrase's stems
 */
export function signalFactor(
	weights: Weights,
	entry: Entry,
	{ stems, head, negated, totalRarity }: DescribedGoods,
	rarityOf: (phrase: readonly string[]) => number,
): number {
	const { own } = entry;
	const { phrases, against } = entry.signals();
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
	for (const stem of negated) if (own.has(stem)) factor *= weights.negated;
	return factor;
}
