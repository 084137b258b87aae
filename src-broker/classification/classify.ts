// Suggests HS codes for a description of goods (docs/classification.md). A full-text index finds the entries that share rare
// words with the description. BM25 over all words and customs-specific signals, such as the head noun, then rank the entries.
// Deterministic.
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
/** Number of best entries by shared words that are ranked again by their signals. */
const MAX_RERANKED = 8;
/**
 * Words are added to the query, rarest first, while the entries that contain them total at most this number. The other words only
 * affect the ranking.
 */
const MAX_MATCHES = 200;
/** Number of words that are in the query however many entries contain them. */
const MIN_QUERY_WORDS = 2;
const MAX_CACHED_DESCRIPTIONS = 2_000;

/** High if the best entry covers the description well and scores clearly higher than the second. */
function confidenceOf(first: ScoredEntry, second: ScoredEntry | undefined): Classification['confidence'] {
	const scoreRatio = second ? first.score / second.score : Number.POSITIVE_INFINITY;
	if (first.coverage > 0.75 && scoreRatio > 1.25) return 'high';
	return first.coverage < 0.5 || scoreRatio < 1.04 ? 'low' : 'medium';
}

/** @param nomenclature from `openNomenclature`; `close` of the classifier closes it */
export function createClassifier(nomenclature: DatabaseSyncInstance, weights: Weights = WEIGHTS) {
	const index = createGoodsIndex(nomenclature, weights);
	const cache = createBoundedMap<string, Classification>(MAX_CACHED_DESCRIPTIONS);
	/** Replaces the words that the index does not contain by similar words of the index, if there are any. */
	const toIndexWords = (words: readonly string[]) => words.flatMap((word) => findKnownWords(index, word));

	/**
	 * The full-text query for the rarest words (see `MAX_MATCHES`), of which an entry must contain at least one. Empty when no word is
	 * in the index.
	 */
	function queryFor(words: readonly string[]): string {
		const wordsByRarity = words
			.map((word) => ({ word, entryCount: index.frequency(stemOf(word)) }))
			.filter(({ entryCount }) => entryCount > 0)
			.sort((a, b) => a.entryCount - b.entryCount);
		let matchCount = 0;
		return wordsByRarity
			.filter(({ entryCount }, position) => {
				matchCount += entryCount;
				return position < MIN_QUERY_WORDS || matchCount <= MAX_MATCHES;
			})
			.map(({ word }) => `"${word}"`)
			.join(' OR ');
	}

	function computeClassification(description: string): Classification {
		const descriptionWords = readDescription(description);
		const words = [...new Set(toIndexWords(descriptionWords.words))];
		const query = queryFor(words);
		if (query === '') return { confidence: 'low', candidates: [] };
		const stems = new Set(words.map(stemOf));
		const headStems = new Set(toIndexWords(descriptionWords.headNoun ? [descriptionWords.headNoun] : []).map(stemOf));
		const goods: DescribedGoods = {
			stems,
			headStems,
			negatedStems: new Set(toIndexWords(descriptionWords.negatedWords).map(stemOf)),
			terms: [...stems].map((stem) => ({
				stem,
				rarity: index.rarity(stem),
				emphasis: headStems.has(stem) ? weights.headWord : 1,
			})),
			totalRarity: index.totalRarity(stems),
		};
		const rankedEntries = index
			.search(query)
			.map((entry) => scoreEntry(weights, entry, goods))
			.sort(byScore)
			.slice(0, MAX_RERANKED)
			.map((candidate) => ({
				...candidate,
				score: candidate.score * signalFactor(weights, candidate.entry, goods, index.totalRarity),
			}))
			.sort(byScore);
		const candidates = rankedEntries
			.slice(0, MAX_CANDIDATES)
			.map(({ entry }) => ({ code: entry.code, description: entry.description }));
		const [first, second] = rankedEntries;
		return { confidence: first ? confidenceOf(first, second) : 'low', candidates };
	}

	return {
		/** Whether the first six digits are a code of the Harmonised System. */
		isCode: (code: string): boolean => index.isCode(code.slice(0, 6)),

		/** Description of the code's subheading, or else of its heading; undefined when neither has one. */
		describe: (code: string): string | undefined =>
			index.descriptionOf(code.slice(0, 6)) ?? index.descriptionOf(code.slice(0, 4)),

		/**
		 * Suggests at most four codes for the description, best first; none when the index contains none of its words. Results are
		 * cached, because a desk ships the same goods repeatedly.
		 */
		classify(description: string): Classification {
			const cached = cache.get(description);
			if (cached) return cached;
			const classification = computeClassification(description);
			cache.set(description, classification);
			return classification;
		},

		close: index.close,
	};
}
export type Classifier = ReturnType<typeof createClassifier>;
