// Scores how well an entry of the nomenclature fits a description of goods: by BM25 over all words, and by customs-specific signals.
// Pure.
import type { Entry } from './goods-index';
import type { WordRole } from './goods-words';

/** Ranking weights, tuned on the goods of test/fixtures/classification (docs/classification.md). */
export const WEIGHTS = {
	/** BM25: weights of a word in the entry's description and in its names. */
	description: 2,
	names: 1.25,
	/** BM25: k1. */
	saturation: 4,
	/** BM25: b. */
	length: 0.33,
	/** Weight of a word by its role. */
	roles: {
		head: 1.3,
		modifier: 1,
		material: 0.95,
		purpose: 0.8,
		accessory: 0.4,
		addition: 0.7,
	} satisfies Record<WordRole, number>,
	/** Factor for a number: it is a size more often than a kind of goods. */
	number: 0.05,
	/** Bonus for a name of the entry that the description contains, multiplied by the name's share of the description. */
	phrase: 0.7,
	/** Additional bonus if that name is the whole description. */
	wholePhrase: 0.5,
	/** Factor for each phrase of the description that identifies a similar entry instead. */
	excluding: 0.3,
	/** Factor for each word that the entry contains and the description negates. */
	negated: 0.6,
	/** Bonus per step of `Entry.commonness`. */
	common: 0.06,
	/** Bonus for the share of the description that the entry covers. */
	coverage: 3.1,
};
export type Weights = typeof WEIGHTS;

/** Median of the entries' weighted lengths. */
const TYPICAL_LENGTH = 60;

/** A description of goods, as stems. */
export interface DescribedGoods {
	stems: ReadonlySet<string>;
	/** Stems of the head noun, which says what the goods are. */
	headStems: ReadonlySet<string>;
	/** Stems of negated words, which say what the goods are not. */
	negatedStems: ReadonlySet<string>;
	/** All stems with their rarity, and their weight (`emphasis`) relative to other stems. */
	terms: readonly { stem: string; rarity: number; emphasis: number }[];
	/** Sum of the rarities, each multiplied by its emphasis. */
	totalRarity: number;
}

export interface ScoredEntry {
	entry: Entry;
	score: number;
	/** Share of the description's words that the entry or its heading contains, weighted by rarity, 0 to 1. */
	coverage: number;
}

/** An entry that was also ranked by its signals. */
export interface RankedEntry extends ScoredEntry {
	/** Share of the description that the best name of the entry covers, 0 to 1; half if the name does not contain the head noun. */
	namedShare: number;
}

export const byScore = (a: ScoredEntry, b: ScoredEntry) =>
	b.score - a.score || a.entry.code.localeCompare(b.entry.code);

/** Scores an entry by the words that it shares with the description. */
export function scoreEntry(weights: Weights, entry: Entry, goods: DescribedGoods): ScoredEntry {
	const { ownStems, headingStems } = entry;
	const lengthNorm =
		weights.saturation * (1 - weights.length + (weights.length * entry.weightedLength) / TYPICAL_LENGTH);
	let score = 0;
	let coveredRarity = 0;
	for (const { stem, rarity, emphasis } of goods.terms) {
		const weightedCount = ownStems.get(stem);
		if (weightedCount !== undefined) {
			score += (emphasis * rarity * weightedCount * (weights.saturation + 1)) / (weightedCount + lengthNorm);
			coveredRarity += emphasis * rarity;
		} else if (headingStems.has(stem)) {
			coveredRarity += emphasis * rarity;
		}
	}
	const coverage = coveredRarity / goods.totalRarity;
	return {
		entry,
		coverage,
		score: score * (1 + weights.coverage * coverage) * (1 + weights.common * entry.commonness),
	};
}

/**
 * Changes an entry's score by signals other than shared words: names, excluding phrases, negated words.
 * @param rarityOf returns the sum of the rarities of a phrase's stems
 */
export function applySignals(
	weights: Weights,
	scored: ScoredEntry,
	{ stems, headStems, negatedStems, totalRarity }: DescribedGoods,
	rarityOf: (phrase: readonly string[]) => number,
): RankedEntry {
	const { ownStems } = scored.entry;
	const { phrases, excluding } = scored.entry.signals();
	let factor = 1;
	const isInDescription = (stem: string) => stems.has(stem);
	let namedShare = 0;
	let isWholeDescription = false;
	for (const phrase of phrases) {
		if (!phrase.every(isInDescription)) continue;
		const containsHead = phrase.some((stem) => headStems.has(stem));
		namedShare = Math.max(namedShare, (rarityOf(phrase) / totalRarity) * (containsHead ? 1 : 0.5));
		isWholeDescription ||= containsHead && phrase.length >= stems.size;
	}
	factor *= 1 + weights.phrase * Math.min(1, namedShare) + (isWholeDescription ? weights.wholePhrase : 0);
	for (const phrase of excluding) if (phrase.every(isInDescription)) factor *= weights.excluding;
	for (const stem of negatedStems) if (ownStems.has(stem)) factor *= weights.negated;
	return { ...scored, score: scored.score * factor, namedShare: Math.min(1, namedShare) };
}
