// Scores the codes by the words of a description, one word at a time, as naive Bayes does: a word counts for a code when it is more
// frequent in the texts of the code (its names and its entry of the nomenclature) than in all texts. This ranks goods that no name
// describes. The score of a code, up to a constant:
//
//   prior · log(texts of the code) + Σ over words: weight of the role · log(1 + factor · P(word | code) / P(word))
//
// The sum is computed for the code and for its heading, because the codes of a heading share words.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { WordRole } from './goods-words';
import { readNumbers, readWords, storeNumbers, storeWords, type Vocabulary } from './stored-arrays';

/** Weights, tuned on the goods for development (docs/classification.md). */
export const NAIVE_BAYES = {
	/** Weights of a word by its role. */
	roles: {
		head: 1,
		modifier: 0.75,
		material: 0.8,
		purpose: 0.7,
		accessory: 0.5,
		addition: 0.65,
	} satisfies Record<WordRole, number>,
	/** Factor for the counts of a word in the other position: of a head noun as another word, and the reverse. */
	headElsewhere: 0.006,
	otherAsHead: 0.4,
	/** The factor in the formula above, for the code and for its heading. */
	codeFactor: 10,
	headingFactor: 60,
	/** Added to the number of texts of a code, and of a heading: those with few texts count less. */
	codeSmoothing: 2.5,
	headingSmoothing: 10,
	/** Weight of the heading relative to the code. */
	heading: 0.65,
	/** Weight of the logarithm of the number of texts of a code. */
	prior: 0.55,
	/** Added to the count of each word: words that occur a few times count less. */
	wordSmoothing: 12,
};
export type NaiveBayesWeights = typeof NAIVE_BAYES;

/** Counts are stored as multiples of this. */
const COUNT_UNIT = 1 / 16;
/** Smaller counts are not stored. */
const MIN_COUNT = 0.05;
/** Codes whose score is this much below the best are not told apart. */
export const MIN_SCORE = -14;

/** A name or description whose words are counted for its codes. */
export interface CountedText {
	stems: readonly string[];
	/** Stem of the head noun. */
	head: string | undefined;
	/** Probability of each code, 0 to 1. */
	codes: Iterable<readonly [code: string, probability: number]>;
}

const isNumber = (stem: string) => /^\d/.test(stem);

/** Each stem has two lists of codes with counts: where it is the head noun, and elsewhere. */
const listOf = (stemId: number, isHead: boolean) => 2 * stemId + (isHead ? 0 : 1);

/** A count in a list: the number of the code in the upper 16 bits, the count in units of `COUNT_UNIT` in the lower 16 bits. */
const toPair = (codeId: number, count: number) =>
	codeId * 65_536 + Math.min(65_535, Math.max(1, Math.round(count / COUNT_UNIT)));
const codeOfPair = (pair: number) => pair >>> 16;
const countOfPair = (pair: number) => (pair & 65_535) * COUNT_UNIT;

/** Writes the counts of all words into the database of the nomenclature. */
export function storeWordCounts(
	database: DatabaseSyncInstance,
	texts: readonly CountedText[],
	vocabulary: Vocabulary,
): void {
	const textsByCode = new Map<string, { lists: number[]; probability: number }[]>();
	for (const { stems, head, codes } of texts) {
		const lists = stems.filter((stem) => !isNumber(stem)).map((stem) => listOf(vocabulary.idOf(stem), stem === head));
		for (const [code, probability] of codes) {
			const ofCode = textsByCode.get(code);
			if (ofCode) ofCode.push({ lists, probability });
			else textsByCode.set(code, [{ lists, probability }]);
		}
	}
	const codes = [...textsByCode.keys()].sort();
	const totals: number[] = [];
	/** Pairs of each list, in the order of their codes. */
	const pairs = Array.from({ length: 2 * vocabulary.stems.length }, (): number[] => []);
	for (const [codeId, code] of codes.entries()) {
		let total = 0;
		const counts = new Map<number, number>();
		for (const { lists, probability } of textsByCode.get(code) ?? []) {
			total += probability;
			for (const list of lists) counts.set(list, (counts.get(list) ?? 0) + probability);
		}
		totals.push(total);
		for (const [list, count] of counts) if (count >= MIN_COUNT) pairs[list]?.push(toPair(codeId, count));
	}
	let end = 0;
	const ends = pairs.map(({ length }) => {
		end += length;
		return end;
	});
	storeWords(database, 'bayesCodes', codes);
	storeNumbers(
		database,
		'bayesTotals',
		totals.map((total) => Math.round(total / COUNT_UNIT)),
	);
	storeNumbers(database, 'bayesEnds', ends);
	storeNumbers(database, 'bayesCounts', pairs.flat());
}

/** @param nomenclature from `openNomenclature` */
export function createNaiveBayes(
	nomenclature: DatabaseSyncInstance,
	vocabulary: Vocabulary,
	weights: NaiveBayesWeights,
) {
	const codes = readWords(nomenclature, 'bayesCodes');
	const codeTotals = Float64Array.from(readNumbers(nomenclature, 'bayesTotals'), (units) => units * COUNT_UNIT);
	const ends = readNumbers(nomenclature, 'bayesEnds');
	const pairs = readNumbers(nomenclature, 'bayesCounts');
	const allTexts = codeTotals.reduce((sum, total) => sum + total, 0);

	/** Headings are numbered in their order, like the codes. */
	const headingOfCode = new Uint32Array(codes.length);
	const headingTotals: number[] = [];
	for (const [codeId, code] of codes.entries()) {
		if (code.slice(0, 4) !== codes[codeId - 1]?.slice(0, 4)) headingTotals.push(0);
		headingOfCode[codeId] = headingTotals.length - 1;
		headingTotals[headingTotals.length - 1] = (headingTotals.at(-1) ?? 0) + (codeTotals[codeId] ?? 0);
	}
	const priors = codeTotals.map((total) => weights.prior * Math.log(total + COUNT_UNIT));

	// Reused by every call.
	const codeScores = new Float64Array(codes.length);
	const headingScores = new Float64Array(headingTotals.length);
	const codeCounts = new Float64Array(codes.length);
	const headingCounts = new Float64Array(headingTotals.length);

	/** Adds the word's counts in one of its lists to `codeCounts`. @returns their sum */
	function addCounts(list: number, factor: number): number {
		let sum = 0;
		for (let position = ends[list - 1] ?? 0; position < (ends[list] ?? 0); position += 1) {
			const pair = pairs[position] ?? 0;
			const count = factor * countOfPair(pair);
			const codeId = codeOfPair(pair);
			codeCounts[codeId] = (codeCounts[codeId] ?? 0) + count;
			sum += count;
		}
		return sum;
	}

	/** Sum of the counts in a list. */
	function sumOf(list: number): number {
		let sum = 0;
		for (let position = ends[list - 1] ?? 0; position < (ends[list] ?? 0); position += 1)
			sum += countOfPair(pairs[position] ?? 0);
		return sum;
	}

	/** Adds the score of the counts in `codeCounts` that a list contains, and moves these counts to `headingCounts`. */
	function scoreCounts(list: number, weight: number, background: number): void {
		for (let position = ends[list - 1] ?? 0; position < (ends[list] ?? 0); position += 1) {
			const codeId = codeOfPair(pairs[position] ?? 0);
			const count = codeCounts[codeId] ?? 0;
			if (count === 0) continue;
			codeCounts[codeId] = 0;
			codeScores[codeId] =
				(codeScores[codeId] ?? 0) +
				weight *
					Math.log1p((weights.codeFactor * count) / (((codeTotals[codeId] ?? 0) + weights.codeSmoothing) * background));
			const heading = headingOfCode[codeId] ?? 0;
			headingCounts[heading] = (headingCounts[heading] ?? 0) + count;
		}
	}

	/** Adds the score of the counts in `headingCounts`, and empties them. */
	function scoreHeadings(weight: number, background: number): void {
		for (let heading = 0; heading < headingCounts.length; heading += 1) {
			const count = headingCounts[heading] ?? 0;
			if (count === 0) continue;
			headingCounts[heading] = 0;
			headingScores[heading] =
				(headingScores[heading] ?? 0) +
				weight *
					Math.log1p(
						(weights.headingFactor * count) / (((headingTotals[heading] ?? 0) + weights.headingSmoothing) * background),
					);
		}
	}

	return {
		/** Share of the texts with a word in which it is the head noun, 0 to 1. */
		headShare(stem: string): number {
			const id = vocabulary.idOf(stem);
			if (id < 0) return 0;
			const asHead = sumOf(listOf(id, true));
			const total = asHead + sumOf(listOf(id, false));
			return total === 0 ? 0 : asHead / total;
		},

		/** Whether a word occurs in the texts of a code. */
		isWordOf(stem: string, code: string): boolean {
			const id = vocabulary.idOf(stem);
			if (id < 0) return false;
			const start = ends[listOf(id, true) - 1] ?? 0;
			return pairs.subarray(start, ends[listOf(id, false)]).some((pair) => codes[codeOfPair(pair)] === code);
		},

		/**
		 * The scores of the codes minus the score of the best code: 0 for the best, those below `MIN_SCORE` left out. Empty when no
		 * text contains any of the words.
		 */
		score(words: Iterable<{ stem: string; role: WordRole }>): Map<string, number> {
			codeScores.fill(0);
			headingScores.fill(0);
			for (const { stem, role } of words) {
				const id = vocabulary.idOf(stem);
				if (id < 0 || isNumber(stem)) continue;
				const isHead = role === 'head';
				const [sameList, otherList] = [listOf(id, isHead), listOf(id, !isHead)];
				const sum = addCounts(sameList, 1) + addCounts(otherList, isHead ? weights.headElsewhere : weights.otherAsHead);
				if (sum === 0) continue;
				const weight = weights.roles[role];
				/** P(word). */
				const background = (sum + weights.wordSmoothing) / allTexts;
				scoreCounts(sameList, weight, background);
				scoreCounts(otherList, weight, background);
				scoreHeadings(weight, background);
			}
			let best = Number.NEGATIVE_INFINITY;
			for (let codeId = 0; codeId < codes.length; codeId += 1) {
				const score = codeScores[codeId] ?? 0;
				if (score === 0) continue;
				const total =
					score + weights.heading * (headingScores[headingOfCode[codeId] ?? 0] ?? 0) + (priors[codeId] ?? 0);
				codeScores[codeId] = total;
				if (total > best) best = total;
			}
			const scores = new Map<string, number>();
			for (let codeId = 0; codeId < codes.length; codeId += 1) {
				const score = codeScores[codeId] ?? 0;
				if (score !== 0 && score > best + MIN_SCORE) scores.set(codes[codeId] ?? '', score - best);
			}
			return scores;
		},
	};
}
