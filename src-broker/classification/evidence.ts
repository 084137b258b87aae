// Combines what speaks for each code: the names of goods that a description contains, and the entries of the nomenclature that share
// its words. Each piece of evidence has a weight, and says how probable each code would be if it was right. Pure.
import type { StoredNameRow } from './goods-names';
import type { RankedEntry } from './goods-ranking';
import type { WordRole } from './goods-words';
import type { NameMatch } from './name-index';

/** Weights of the evidence, tuned one by one on the goods for development (docs/classification.md). */
export const EVIDENCE = {
	/** Relative weights of the description's words. */
	roles: { head: 1.1, modifier: 2.5, qualifier: 0.2, addition: 1.6 } satisfies Record<WordRole, number>,
	/** Names of which the description contains a smaller share of the words do not count. */
	minNameShare: 0.85,
	/** Weight of the share of the name that the description contains, and of the share of the description that the name covers. */
	nameShare: 4.69,
	descriptionShare: 7.53,
	/** The head noun of the name is the head noun of the description, or another of its words. */
	sameHead: 0.56,
	headElsewhere: -1.44,
	/** The description is the name and nothing else. */
	wholeDescription: 1,
	/** A word of the name is negated. */
	negated: -2,
	/** The description answers the question of the row. */
	answered: 0.43,
	/** Probability of the code of an answer that the description gives. */
	answerCertainty: 0.95,
	/** Share of the remaining probability that goes to the other codes of the row. */
	otherCodes: 0.98,
	/**
	 * Weight of an entry of the nomenclature: constant, by its score relative to the best entry, its coverage of the description, and
	 * the share of the description that one of its names covers.
	 */
	entry: -0.7,
	entryScore: 6.1,
	entryCoverage: 5.19,
	entryNamed: 4.01,
	/** Probability that an entry gives to its code. */
	entryCertainty: 0.98,
};
export type EvidenceWeights = typeof EVIDENCE;

/** Shares from this on are taken for the whole, because sums of rarities are not exact. */
export const WHOLE = 0.999;

/** A description of goods, as stems. */
export interface DescriptionStems {
	/** With their rarity among the names, and their role. */
	words: readonly { stem: string; rarity: number; role: WordRole }[];
	all: ReadonlySet<string>;
	head: ReadonlySet<string>;
	negated: ReadonlySet<string>;
}

/** A row of names that speaks for some codes. */
export interface NameEvidence {
	/** Natural logarithm of its weight. */
	score: number;
	/** Share of the name that the description contains, 0 to 1, and the reverse. */
	nameShare: number;
	descriptionShare: number;
	isSameHead: boolean;
	row: StoredNameRow;
	stems: readonly string[];
	/** Probability of each code. */
	codes: ReadonlyMap<string, number>;
	/** The answer that the description gives to the question of the row. */
	answer: GivenAnswer | undefined;
}

/** An answer to the question of a row, and the stems of the description that give it. */
interface GivenAnswer {
	choice: StoredNameRow['choices'][number];
	stems: readonly string[];
}

/** The answer of the row that the description gives: of several, the one with the rarest words. */
function answerOf(
	row: StoredNameRow,
	nameStems: readonly string[],
	description: DescriptionStems,
): GivenAnswer | undefined {
	let best: GivenAnswer | undefined;
	let bestRarity = 0;
	for (const choice of row.choices)
		for (const phrase of choice.phrases) {
			if (!phrase.every((stem) => description.all.has(stem)) || phrase.every((stem) => nameStems.includes(stem)))
				continue;
			const rarity = phrase.reduce(
				(sum, stem) => sum + (description.words.find((word) => word.stem === stem)?.rarity ?? 0),
				0,
			);
			if (rarity > bestRarity) {
				bestRarity = rarity;
				best = { choice, stems: phrase };
			}
		}
	return best;
}

function codesOf(weights: EvidenceWeights, row: StoredNameRow, answer: GivenAnswer | undefined): Map<string, number> {
	const first = answer ? answer.choice.code : row.code;
	const certainty = answer ? weights.answerCertainty : row.certainty;
	const others = new Set([row.code, ...row.choices.map(({ code }) => code)]);
	others.delete(first);
	const codes = new Map([[first, certainty]]);
	for (const code of others) codes.set(code, ((1 - certainty) * weights.otherCodes) / others.size);
	return codes;
}

/** What the best name of each row says, best first. */
export function nameEvidence(
	weights: EvidenceWeights,
	matches: readonly NameMatch[],
	rowAt: (position: number) => StoredNameRow,
	description: DescriptionStems,
): NameEvidence[] {
	const wordWeights = new Map(
		description.words.map(({ stem, rarity, role }) => [stem, rarity * weights.roles[role]] as const),
	);
	let totalWeight = 0;
	for (const weight of wordWeights.values()) totalWeight += weight;
	const bestByRow = new Map<number, { match: NameMatch; score: number; named: Set<string> }>();
	for (const match of matches) {
		const { row, stems, headStem } = match;
		const nameShare = match.sharedRarity / match.totalRarity;
		const isWhole = nameShare > WHOLE;
		const isSameHead = description.head.has(headStem);
		let score = weights.nameShare * nameShare;
		for (const stem of stems) if (description.negated.has(stem)) score += weights.negated;
		if (isSameHead) score += weights.sameHead;
		else if (description.all.has(headStem)) score += weights.headElsewhere;
		if (isWhole && stems.length === description.all.size) score += weights.wholeDescription;
		const best = bestByRow.get(row) ?? { match, score: Number.NEGATIVE_INFINITY, named: new Set() };
		bestByRow.set(row, best);
		// Several names of a row together may cover more of the description than the best one.
		for (const stem of stems) if (isWhole && wordWeights.has(stem)) best.named.add(stem);
		if (score > best.score) Object.assign(best, { match, score });
	}
	return [...bestByRow]
		.map(([position, { match, score, named }]) => {
			const row = rowAt(position);
			const answer = answerOf(row, match.stems, description);
			let namedWeight = 0;
			for (const stem of new Set([...named, ...match.stems, ...(answer?.stems ?? [])]))
				namedWeight += wordWeights.get(stem) ?? 0;
			const descriptionShare = namedWeight / totalWeight;
			return {
				row,
				stems: match.stems,
				nameShare: match.sharedRarity / match.totalRarity,
				descriptionShare,
				isSameHead: description.head.has(match.headStem),
				answer,
				codes: codesOf(weights, row, answer),
				score: score + weights.descriptionShare * descriptionShare + (answer ? weights.answered : 0),
			};
		})
		.sort((a, b) => b.score - a.score);
}

/** A code with the share of all evidence that speaks for it, 0 to 1. */
export interface RankedCode {
	code: string;
	share: number;
}

/** Adds up the evidence for each code, best first. */
export function rankCodes(
	weights: EvidenceWeights,
	names: readonly NameEvidence[],
	entries: readonly RankedEntry[],
): RankedCode[] {
	const sums = new Map<string, number>();
	let total = 0;
	const add = (score: number, codes: Iterable<readonly [string, number]>) => {
		const weight = Math.exp(score);
		total += weight;
		for (const [code, probability] of codes) sums.set(code, (sums.get(code) ?? 0) + weight * probability);
	};
	for (const { score, codes } of names) add(score, codes);
	const bestScore = entries[0]?.score ?? 1;
	for (const { entry, score, coverage, namedShare } of entries)
		add(
			weights.entry +
				(weights.entryScore * score) / bestScore +
				weights.entryCoverage * coverage +
				weights.entryNamed * namedShare,
			[[entry.code, weights.entryCertainty]],
		);
	return [...sums]
		.map(([code, sum]) => ({ code, share: sum / total }))
		.sort((a, b) => b.share - a.share || a.code.localeCompare(b.code));
}
