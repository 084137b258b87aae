// Ranks the codes for a description of goods (docs/classification.md): reads the description, finds the names of goods and the entries
// of the nomenclature that share its words, and adds up their evidence. Deterministic.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { createBoundedMap } from '../../src-contract/lib/bounded-map';
import {
	type DescriptionStems,
	EVIDENCE,
	type EvidenceWeights,
	type NameEvidence,
	nameEvidence,
	type RankedCode,
	rankCodes,
} from './evidence';
import { createGoodsIndex } from './goods-index';
import {
	applySignals,
	byScore,
	type DescribedGoods,
	type RankedEntry,
	scoreEntry,
	WEIGHTS,
	type Weights,
} from './goods-ranking';
import { readDescription, stemOf, type WordRole } from './goods-words';
import { createNameIndex } from './name-index';
import { findKnownWords } from './unknown-words';

/** Number of best entries by shared words that are ranked again by their signals. */
const MAX_RERANKED = 8;
/**
 * Words are added to the query, rarest first, while the entries that contain them total at most this number. The other words only
 * affect the ranking.
 */
const MAX_MATCHES = 200;
const MAX_CACHED_WORDS = 5_000;
/** Number of words that are in the query however many entries contain them. */
const MIN_QUERY_WORDS = 2;

/** The codes for a description, with all that speaks for them. */
export interface Ranking {
	/** Best first. */
	codes: RankedCode[];
	names: NameEvidence[];
	entries: RankedEntry[];
	stems: DescriptionStems;
	/** The words of the description by their stems. */
	wordsByStem: Map<string, string>;
}

/** Weights of the entries' words and signals, and of the evidence. */
export interface RankingWeights {
	entries: Weights;
	evidence: EvidenceWeights;
}

/** @param nomenclature from `openNomenclature`; `close` of the index closes it */
export function createRanking(
	nomenclature: DatabaseSyncInstance,
	weights: RankingWeights = { entries: WEIGHTS, evidence: EVIDENCE },
) {
	const index = createGoodsIndex(nomenclature, weights.entries);
	const names = createNameIndex(nomenclature);
	const isKnown = (stem: string) => index.frequency(stem) > 0 || names.frequency(stem) > 0;
	/** Replacements of words, which take several queries. */
	const knownWordsCache = createBoundedMap<string, string[]>(MAX_CACHED_WORDS);
	function toKnownWords(word: string): string[] {
		const cached = knownWordsCache.get(word);
		if (cached) return cached;
		const found = findKnownWords(index, isKnown, word);
		knownWordsCache.set(word, found);
		return found;
	}

	/**
	 * The full-text query for the rarest stems (see `MAX_MATCHES`), of which an entry must contain at least one. Empty when no word is
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

	/** The entries of the nomenclature that share the most important words with the description, best first. */
	function findEntries(knownWords: readonly string[], { words, all, head, negated }: DescriptionStems): RankedEntry[] {
		const query = queryFor(knownWords);
		if (query === '') return [];
		const terms = words.map(({ stem, role }) => ({
			stem,
			rarity: index.rarity(stem),
			emphasis: weights.entries.roles[role] * (/^\d/.test(stem) ? weights.entries.number : 1),
		}));
		const goods: DescribedGoods = {
			stems: all,
			headStems: head,
			negatedStems: negated,
			terms,
			totalRarity: terms.reduce((sum, { rarity, emphasis }) => sum + rarity * emphasis, 0),
		};
		return index
			.search(query)
			.map((entry) => scoreEntry(weights.entries, entry, goods))
			.sort(byScore)
			.slice(0, MAX_RERANKED)
			.map((candidate) => applySignals(weights.entries, candidate, goods, index.totalRarity))
			.sort(byScore);
	}

	return {
		index,

		rank(description: string): Ranking {
			const { words, headNoun, negatedWords } = readDescription(description);
			const roles = new Map<string, WordRole>();
			const knownWords = new Set<string>();
			const wordsByStem = new Map<string, string>();
			for (const { text, role } of words) {
				for (const word of toKnownWords(text)) {
					const stem = stemOf(word);
					knownWords.add(word);
					if (!roles.has(stem)) roles.set(stem, role);
					wordsByStem.set(stem, text);
				}
			}
			// A head noun that no table contains, as in "Haribo Goldbears", says nothing: the last known word before it is taken instead.
			const headWord = [
				...words.filter(({ role }) => role === 'modifier').map(({ text }) => text),
				...(headNoun === undefined ? [] : [headNoun]),
			].findLast((text) => toKnownWords(text).some((word) => isKnown(stemOf(word))));
			const head = new Set(headWord === undefined ? [] : toKnownWords(headWord).map(stemOf));
			for (const stem of head) roles.set(stem, 'head');
			const stems: DescriptionStems = {
				words: [...roles].map(([stem, role]) => ({
					stem,
					role,
					rarity: names.rarity(stem),
				})),
				all: new Set(roles.keys()),
				head,
				negated: new Set(negatedWords.flatMap(toKnownWords).map(stemOf)),
			};
			const found = nameEvidence(
				weights.evidence,
				names.search(stems.all, weights.evidence.minNameShare),
				names.row,
				stems,
			);
			const entries = findEntries([...knownWords], stems);
			return { codes: rankCodes(weights.evidence, found, entries), names: found, entries, stems, wordsByStem };
		},
	};
}
