// Ranks the codes for a description of goods (docs/classification.md): reads the description, scores the codes by its words, finds the
// names of goods and the entries of the nomenclature that share them, and combines their evidence. Deterministic.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { createBoundedMap } from '../../src-contract/lib/bounded-map';
import {
	type DescriptionStems,
	EVIDENCE,
	type NameEvidence,
	nameEvidence,
	type RankedCode,
	rankCodes,
} from './evidence';
import { createGoodsIndex } from './goods-index';
import { applySignals, byScore, type DescribedGoods, type RankedEntry, scoreEntry, WEIGHTS } from './goods-ranking';
import { MATERIAL_NOUNS, readDescription, stemOf, type WordRole } from './goods-words';
import { createNaiveBayes, NAIVE_BAYES } from './naive-bayes';
import { createNameIndex } from './name-index';
import { createVocabulary, readWords } from './stored-arrays';
import { findKnownWords } from './unknown-words';

/** Number of best codes by naive Bayes whose entries are scored. */
const MAX_SCORED = 20;
/** Number of best entries by shared words that are ranked again by their signals. */
const MAX_RERANKED = 8;
/** A word that is the head noun of a smaller share of its names is not taken for the goods before a material. */
const MIN_HEAD_SHARE = 0.2;
const MAX_CACHED_WORDS = 5_000;

/** The codes for a description, with their evidence. */
export interface Ranking {
	/** Best first. */
	codes: RankedCode[];
	names: NameEvidence[];
	entries: RankedEntry[];
	stems: DescriptionStems;
	/** The words of the description by their stems. */
	wordsByStem: Map<string, string>;
}

/** @param nomenclature from `openNomenclature`; `close` of the index closes it */
export function createRanking(nomenclature: DatabaseSyncInstance) {
	const index = createGoodsIndex(nomenclature, WEIGHTS);
	const vocabulary = createVocabulary(readWords(nomenclature, 'vocabulary'));
	const names = createNameIndex(nomenclature, vocabulary);
	const bayes = createNaiveBayes(nomenclature, vocabulary, NAIVE_BAYES);
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

	/** Number of materials at the end that follow the goods, as in "pillow feather"; 0 for "calf leather", which is a material itself. */
	function trailingMaterials(nouns: readonly string[], stemsOfWord: (text: string) => string[]): number {
		const goods = nouns.findLastIndex((text) => !MATERIAL_NOUNS.has(text));
		const isGoods =
			goods >= 0 && stemsOfWord(nouns[goods] ?? '').every((stem) => bayes.headShare(stem) >= MIN_HEAD_SHARE);
		return isGoods ? nouns.length - 1 - goods : 0;
	}

	/** The entries of the most probable codes, best first. */
	function findEntries(
		bayesScores: ReadonlyMap<string, number>,
		{ words, all, head, negated }: DescriptionStems,
	): RankedEntry[] {
		const terms = words.map(({ stem, role }) => ({
			stem,
			rarity: index.rarity(stem),
			emphasis: WEIGHTS.roles[role] * (/^\d/.test(stem) ? WEIGHTS.number : 1),
		}));
		const goods: DescribedGoods = {
			stems: all,
			headStems: head,
			negatedStems: negated,
			terms,
			totalRarity: terms.reduce((sum, { rarity, emphasis }) => sum + rarity * emphasis, 0),
		};
		return [...bayesScores]
			.sort(([codeA, a], [codeB, b]) => b - a || codeA.localeCompare(codeB))
			.slice(0, MAX_SCORED)
			.flatMap(([code]) => index.entry(code) ?? [])
			.map((entry) => scoreEntry(WEIGHTS, entry, goods))
			.filter(({ score }) => score > 0)
			.sort(byScore)
			.slice(0, MAX_RERANKED)
			.map((candidate) => applySignals(WEIGHTS, candidate, goods, index.totalRarity))
			.sort(byScore);
	}

	return {
		index,
		isWordOf: bayes.isWordOf,

		rank(description: string): Ranking {
			const { words, headNoun, negatedWords } = readDescription(description);
			const roles = new Map<string, WordRole>();
			const wordsByStem = new Map<string, string>();
			for (const { text, role } of words) {
				for (const word of toKnownWords(text)) {
					const stem = stemOf(word);
					if (!roles.has(stem)) roles.set(stem, role);
					wordsByStem.set(stem, text);
				}
			}
			const stemsOfWord = (text: string) => toKnownWords(text).map(stemOf);
			// A head noun that no table contains, as in "Haribo Goldbears", says nothing: the last known word before it is taken instead.
			const knownNouns = [
				...words.filter(({ role }) => role === 'modifier').map(({ text }) => text),
				...(headNoun === undefined ? [] : [headNoun]),
			].filter((text) => stemsOfWord(text).some(isKnown));
			const goodsEnd = knownNouns.length - trailingMaterials(knownNouns, stemsOfWord);
			for (const text of knownNouns.slice(goodsEnd)) for (const stem of stemsOfWord(text)) roles.set(stem, 'material');
			const headWord = knownNouns[goodsEnd - 1];
			const head = new Set(headWord === undefined ? [] : stemsOfWord(headWord));
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
			const found = nameEvidence(EVIDENCE, names.search(stems.all, EVIDENCE.minNameShare), names.row, stems);
			const bayesScores = bayes.score(stems.words);
			const entries = findEntries(bayesScores, stems);
			const codes = rankCodes(EVIDENCE, found, entries, bayesScores);
			return { codes, names: found, entries, stems, wordsByStem };
		},
	};
}
