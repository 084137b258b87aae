// The HS codes that a description of goods points to. A full-text index (SQLite's, with English stems) brings the entries
// that share its rarer words; BM25 over all its words and the signs that decide in customs put them in order: what the
// goods are before what they are for, what they are not, and what speaks against a code. Deterministic.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { createBoundedMap } from '../../src-contract/lib/bounded-map';
import type { GoodsSuggestion } from '../../src-contract/model/goods';
import { createGoodsIndex } from './goods-index';
import { byScore, type Ranked, rank, type SoughtGoods, signsFactor, WEIGHTS, type Weights } from './goods-ranking';
import { readDescription, stemOf } from './goods-words';
import { knownWords } from './unknown-words';

/** What a description points to. */
export type Classification = Pick<GoodsSuggestion, 'confidence' | 'candidates'>;

const MAX_CANDIDATES = 4;
/** Of the entries that share words, the best ones whose signs are read. */
const MAX_COMPARED = 8;
/** Commoner words than those that bring this many entries tell candidates apart but bring none. */
const ENOUGH_ENTRIES = 200;
const MIN_QUESTION_WORDS = 2;
const MAX_REMEMBERED = 2_000;

function confidenceOf(first: Ranked, second: Ranked | undefined): Classification['confidence'] {
	const margin = second ? first.score / second.score : Number.POSITIVE_INFINITY;
	if (first.covered > 0.75 && margin > 1.25) return 'high';
	return first.covered < 0.5 || margin < 1.04 ? 'low' : 'medium';
}

/** @param nomenclature from openNomenclature; it is held, and closed with the classifier */
export function createClassifier(nomenclature: DatabaseSyncInstance, weights: Weights = WEIGHTS) {
	const index = createGoodsIndex(nomenclature, weights);
	const remembered = createBoundedMap<string, Classification>(MAX_REMEMBERED);
	const known = (words: readonly string[]) => words.flatMap((word) => knownWords(index, word));

	/** The question to the index: the rarest words, two at least, and more as long as they bring few enough entries. */
	function question(words: readonly string[]): string {
		const frequent = words
			.map((word) => ({ word, entries: index.frequency(stemOf(word)) }))
			.filter(({ entries }) => entries > 0)
			.sort((a, b) => a.entries - b.entries);
		let brought = 0;
		return frequent
			.filter(({ entries }, position) => {
				brought += entries;
				return position < MIN_QUESTION_WORDS || brought <= ENOUGH_ENTRIES;
			})
			.map(({ word }) => `"${word}"`)
			.join(' OR ');
	}

	function classify(description: string): Classification {
		const reading = readDescription(description);
		const words = [...new Set(known(reading.words))];
		const asked = question(words);
		if (asked === '') return { confidence: 'low', candidates: [] };
		const stems = new Set(words.map(stemOf));
		const head = new Set(known(reading.head ? [reading.head] : []).map(stemOf));
		const sought: SoughtGoods = {
			stems,
			head,
			denied: new Set(known(reading.denied).map(stemOf)),
			terms: [...stems].map((stem) => ({
				stem,
				rarity: index.rarity(stem),
				emphasis: head.has(stem) ? weights.headWord : 1,
			})),
			totalRarity: index.totalRarity(stems),
		};
		const ranked = index
			.find(asked)
			.map((entry) => rank(weights, entry, sought))
			.sort(byScore)
			.slice(0, MAX_COMPARED)
			.map((candidate) => ({
				...candidate,
				score: candidate.score * signsFactor(weights, candidate.entry, sought, index.totalRarity),
			}))
			.sort(byScore);
		const candidates = ranked
			.slice(0, MAX_CANDIDATES)
			.map(({ entry }) => ({ code: entry.code, description: entry.description }));
		const [first, second] = ranked;
		return { confidence: first ? confidenceOf(first, second) : 'low', candidates };
	}

	return {
		/** Whether the first six digits are a code of the Harmonised System. */
		isCode: (code: string): boolean => index.isCode(code.slice(0, 6)),

		/** What a code holds, in words: of the subheading where it is described, else of the heading. */
		describe: (code: string): string | undefined =>
			index.descriptionOf(code.slice(0, 6)) ?? index.descriptionOf(code.slice(0, 4)),

		/** The codes that the description points to. A desk ships the same goods again and again: answers are remembered. */
		classify(description: string): Classification {
			const held = remembered.get(description);
			if (held) return held;
			const answer = classify(description);
			remembered.set(description, answer);
			return answer;
		},

		close: index.close,
	};
}
export type Classifier = ReturnType<typeof createClassifier>;
