// Suggests HS codes for a description of goods (docs/classification.md). A full-text index finds entries that share its rarer words.
// They are ranked by BM25 over all words and by customs-specific signals, such as the head noun and excluded words. Deterministic.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { createBoundedMap } from '../../src-contract/lib/bounded-map';
import type { GoodsSuggestion } from '../../src-contract/model/goods';
import { createGoodsIndex } from './goods-index';
import {
	byScore,
	type DescribedGoods,
	type ScoredEntry,
	scoreEntry,
	signalFactor,
	WEIGHTS,
	type Weights,
} from './goods-ranking';
import { readDescription, stemOf } from './goods-words';
import { findKnownWords } from './unknown-words';

/** Suggested codes for a description, best first. */
export type Classification = Pick<GoodsSuggestion, 'confidence' | 'candidates'>;

const MAX_CANDIDATES = 4;
/** Number of best matches whose signals are evaluated. */
const MAX_RERANKED = 8;
/** Words are added to the query, rarest first, up to this number of matching entries. Other words only affect the ranking. */
const MAX_MATCHES = 200;
const MIN_QUERY_WORDS = 2;
const MAX_CACHED = 2_000;

function confidenceOf(first: ScoredEntry, second: ScoredEntry | undefined): Classification['confidence'] {
	const margin = second ? first.score / second.score : Number.POSITIVE_INFINITY;
	if (first.covered > 0.75 && margin > 1.25) return 'high';
	return first.covered < 0.5 || margin < 1.04 ? 'low' : 'medium';
}

/** @param nomenclature from openNomenclature; the classifier closes it */
export function createClassifier(nomenclature: DatabaseSyncInstance, weights: Weights = WEIGHTS) {
	const index = createGoodsIndex(nomenclature, weights);
	const cache = createBoundedMap<string, Classification>(MAX_CACHED);
	const known = (words: readonly string[]) => words.flatMap((word) => findKnownWords(index, word));

	/** The full-text query: the two rarest words, and more while they match few entries. Empty when no word is in the index. */
	function queryFor(words: readonly string[]): string {
		const byRarity = words
			.map((word) => ({ word, entries: index.frequency(stemOf(word)) }))
			.filter(({ entries }) => entries > 0)
			.sort((a, b) => a.entries - b.entries);
		let matches = 0;
		return byRarity
			.filter(({ entries }, position) => {
				matches += entries;
				return position < MIN_QUERY_WORDS || matches <= MAX_MATCHES;
			})
			.map(({ word }) => `"${word}"`)
			.join(' OR ');
	}

	function classify(description: string): Classification {
		const reading = readDescription(description);
		const words = [...new Set(known(reading.words))];
		const query = queryFor(words);
		if (query === '') return { confidence: 'low', candidates: [] };
		const stems = new Set(words.map(stemOf));
		const head = new Set(known(reading.head ? [reading.head] : []).map(stemOf));
		const sought: DescribedGoods = {
			stems,
			head,
			negated: new Set(known(reading.negated).map(stemOf)),
			terms: [...stems].map((stem) => ({
				stem,
				rarity: index.rarity(stem),
				emphasis: head.has(stem) ? weights.headWord : 1,
			})),
			totalRarity: index.totalRarity(stems),
		};
		const ranked = index
			.find(query)
			.map((entry) => scoreEntry(weights, entry, sought))
			.sort(byScore)
			.slice(0, MAX_RERANKED)
			.map((candidate) => ({
				...candidate,
				score: candidate.score * signalFactor(weights, candidate.entry, sought, index.totalRarity),
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

		/** Description of the code's subheading, or else of its heading; undefined when neither has one. */
		describe: (code: string): string | undefined =>
			index.descriptionOf(code.slice(0, 6)) ?? index.descriptionOf(code.slice(0, 4)),

		/**
		 * Suggests at most four codes for the description, best first; none when no word is known. Results are cached, because a
		 * desk ships the same goods repeatedly.
		 */
		classify(description: string): Classification {
			const cached = cache.get(description);
			if (cached) return cached;
			const classification = classify(description);
			cache.set(description, classification);
			return classification;
		},

		close: index.close,
	};
}
export type Classifier = ReturnType<typeof createClassifier>;
