// Replaces words that the index does not contain (two-word names written as one word, compounds, rare nouns, misspellings) by words
// that it contains.
import { distance } from 'fastest-levenshtein';
import type { GoodsIndex } from './goods-index';
import { stemOf } from './goods-words';

/** Minimum length of a word that is replaced, and of both parts of a compound. */
const MIN_WORD_CHARS = 4;
/** Minimum length of the stem of a word whose spelling is corrected. */
const MIN_MISSPELLED_CHARS = 6;

/**
 * The words of the index that replace a word; the word itself when it is known, or when nothing similar is.
 * @param isKnown whether a stem is in the index or in a name of goods
 */
export function findKnownWords(index: GoodsIndex, isKnown: (stem: string) => boolean, word: string): string[] {
	const stem = stemOf(word);
	if (word.length < MIN_WORD_CHARS || isKnown(stem) || /^\d/.test(word)) return [word];
	const parts = index.splitJoinedName(word);
	if (parts) return parts;
	const kinds = singularsOf(word).flatMap(index.kindsOf);
	const kind = kinds.find((noun) => isKnown(stemOf(noun)));
	if (kind) return [kind];
	// A noun of WordNet is not misspelled.
	const correction = kinds.length > 0 ? undefined : findCorrection(index, stem);
	return correction ? [correction] : (splitCompound(index, word) ?? [word]);
}

/** The most frequent stem that differs in one character. */
function findCorrection(index: GoodsIndex, stem: string): string | undefined {
	if (stem.length < MIN_MISSPELLED_CHARS || /\d/.test(stem)) return undefined;
	return index
		.stemsOfLength(stem.slice(0, 1), stem.length - 1, stem.length + 1)
		.find((knownStem) => distance(knownStem, stem) === 1);
}

/** The word, and the singulars that it may be the plural of. */
const singularsOf = (word: string): string[] => [
	word,
	...(word.endsWith('s') ? [word.slice(0, -1)] : []),
	...(word.endsWith('es') ? [word.slice(0, -2)] : []),
	...(word.endsWith('ies') ? [`${word.slice(0, -3)}y`] : []),
];

/** Splits a compound whose second part is a word of the index and whose first part is the start of a word of the index. */
function splitCompound(index: GoodsIndex, word: string): string[] | undefined {
	for (let split = MIN_WORD_CHARS; split <= word.length - MIN_WORD_CHARS; split += 1) {
		const tail = word.slice(split);
		if (index.frequency(stemOf(tail)) === 0) continue;
		// The first part may end with a linking letter that the word of the index does not have.
		const head = index.firstStemWithPrefix(word.slice(0, Math.max(MIN_WORD_CHARS, split - 1)));
		if (head) return [head, tail];
	}
	return undefined;
}
