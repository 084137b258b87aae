// Combines the evidence for each code: the names of goods that a description contains, the entries of the nomenclature that share its
// words, and the scores of naive-bayes.ts. Names and entries have a weight, and a probability for each of their codes. Pure.
import { type StoredNameRow, spreadCertainty } from './goods-names';
import type { RankedEntry } from './goods-ranking';
import type { WordRole } from './goods-words';
import { MIN_SCORE } from './naive-bayes';
import type { NameMatch } from './name-index';

/** Weights of the evidence, tuned one by one on the goods for development (docs/classification.md). */
export const EVIDENCE = {
	/** Relative weights of the description's words. */
	roles: {
		head: 1.5,
		modifier: 3.2,
		material: 2.8,
		purpose: 2.5,
		accessory: 0,
		addition: 0.5,
	} satisfies Record<WordRole, number>,
	/** Factor for a number, which is a size more often than a kind of goods. */
	number: 0.2,

	/** Names of which the description contains a smaller share of the words do not count. */
	minNameShare: 0.93,
	/** Weight of the share of the name that the description contains, and of the share of the description that the name covers. */
	nameShare: 4.69,
	descriptionShare: 7.53,
	/** Weight by the role that the head noun of the name has in the description: "printer filament" is not a "printer for filament". */
	headRoles: {
		head: 0.4,
		modifier: -1.4,
		material: -6.5,
		purpose: -6.5,
		accessory: -5,
		addition: -4,
	} satisfies Record<WordRole, number>,
	/** A word of the name is negated. */
	negated: -2,
	/** Probability of the code of an answer that the description gives. */
	answerCertainty: 0.95,
	/**
	 * Weight of an entry of the nomenclature: constant, by its score relative to the best entry, its coverage of the description, and
	 * the share of the description that one of its names covers.
	 */
	entry: -0.85,
	entryScore: 6.1,
	entryCoverage: 5.19,
	entryNamed: 4.01,
	/** The entry contains nearly all words of the description, but none of its names does. */
	entryScattered: -0.8,
	/** Probability that an entry gives to its code. */
	entryCertainty: 0.98,
	/** Weight of the scores of naive-bayes.ts, and the share of a code that they alone suggest. */
	bayes: 0.5,
	minShare: 0.015,
};
export type EvidenceWeights = typeof EVIDENCE;

const NEARLY_ALL = 0.9;
/** Shares from this on are taken for the whole, because sums of rarities are not exact. */
const WHOLE = 0.999;

/** A description of goods, as stems. */
export interface DescriptionStems {
	words: readonly DescriptionWord[];
	all: ReadonlySet<string>;
	head: ReadonlySet<string>;
	negated: ReadonlySet<string>;
}

interface DescriptionWord {
	stem: string;
	/** Inverse document frequency among the names. */
	rarity: number;
	role: WordRole;
}

/** A row of names of which the description contains one, as evidence for its codes. */
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

/** Roles in which a word does not answer a question: a printer "for filament" is no filament, a jug "with cartridge" no cartridge. */
const OTHER_GOODS: Readonly<Record<string, readonly WordRole[]>> = {
	form: ['purpose', 'accessory'],
	material: ['purpose', 'accessory'],
	fabric: ['purpose', 'accessory'],
	wearer: ['accessory'],
	use: ['accessory'],
};

/** The answer of the row that the description gives: of several, the one with the rarest words. */
function answerOf(
	row: StoredNameRow,
	nameStems: readonly string[],
	wordOf: ReadonlyMap<string, DescriptionWord>,
): GivenAnswer | undefined {
	const otherGoods = OTHER_GOODS[row.fact] ?? [];
	const isGiven = (stem: string) => {
		const role = wordOf.get(stem)?.role;
		return role !== undefined && (nameStems.includes(stem) || !otherGoods.includes(role));
	};
	let best: GivenAnswer | undefined;
	let bestRarity = 0;
	for (const choice of row.choices)
		for (const phrase of choice.phrases) {
			if (!phrase.every(isGiven) || phrase.every((stem) => nameStems.includes(stem))) continue;
			const rarity = phrase.reduce((sum, stem) => sum + (wordOf.get(stem)?.rarity ?? 0), 0);
			if (rarity > bestRarity) {
				bestRarity = rarity;
				best = { choice, stems: phrase };
			}
		}
	return best;
}

const codesOf = (weights: EvidenceWeights, row: StoredNameRow, answer: GivenAnswer | undefined): Map<string, number> =>
	spreadCertainty(answer ? answer.choice.code : row.code, answer ? weights.answerCertainty : row.certainty, [
		row.code,
		...row.choices.map(({ code }) => code),
	]);

/** The evidence of the best name of each row, best first. */
export function nameEvidence(
	weights: EvidenceWeights,
	matches: readonly NameMatch[],
	rowAt: (position: number) => StoredNameRow,
	description: DescriptionStems,
): NameEvidence[] {
	const wordWeights = new Map(
		description.words.map(({ stem, rarity, role }) => [
			stem,
			rarity * weights.roles[role] * (/^\d/.test(stem) ? weights.number : 1),
		]),
	);
	let totalWeight = 0;
	for (const weight of wordWeights.values()) totalWeight += weight;
	const wordOf = new Map(description.words.map((word) => [word.stem, word]));
	const bestByRow = new Map<number, { match: NameMatch; score: number; named: Set<string> }>();
	for (const match of matches) {
		const { row, stems, headStem } = match;
		const nameShare = match.sharedRarity / match.totalRarity;
		const isWhole = nameShare > WHOLE;
		const headRole = wordOf.get(headStem)?.role;
		let score = weights.nameShare * nameShare + (headRole ? weights.headRoles[headRole] : 0);
		for (const stem of stems) if (description.negated.has(stem)) score += weights.negated;
		const best = bestByRow.get(row) ?? { match, score: Number.NEGATIVE_INFINITY, named: new Set() };
		bestByRow.set(row, best);
		// Several names of a row together may cover more of the description than the best one.
		for (const stem of stems) if (isWhole && wordWeights.has(stem)) best.named.add(stem);
		if (score > best.score) Object.assign(best, { match, score });
	}
	return [...bestByRow]
		.map(([position, { match, score, named }]) => {
			const row = rowAt(position);
			const answer = answerOf(row, match.stems, wordOf);
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
				score: score + weights.descriptionShare * descriptionShare,
			};
		})
		.sort((a, b) => b.score - a.score);
}

/** A code with its share of all evidence, 0 to 1. */
export interface RankedCode {
	code: string;
	share: number;
}

/**
 * Adds up the evidence of names and entries for each code, and multiplies it by the probability of naive Bayes.
 * @returns best first
 */
export function rankCodes(
	weights: EvidenceWeights,
	names: readonly NameEvidence[],
	entries: readonly RankedEntry[],
	bayesScores: ReadonlyMap<string, number>,
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
				weights.entryNamed * namedShare +
				(namedShare === 0 && coverage > NEARLY_ALL ? weights.entryScattered : 0),
			[[entry.code, weights.entryCertainty]],
		);
	const products = new Map<string, number>();
	let productTotal = 0;
	for (const code of new Set([...sums.keys(), ...bayesScores.keys()])) {
		const share = total === 0 ? 0 : (sums.get(code) ?? 0) / total;
		const product = (share + weights.minShare) * Math.exp(weights.bayes * (bayesScores.get(code) ?? MIN_SCORE));
		products.set(code, product);
		productTotal += product;
	}
	return [...products]
		.map(([code, product]) => ({ code, share: product / productTotal }))
		.sort((a, b) => b.share - a.share || a.code.localeCompare(b.code));
}
