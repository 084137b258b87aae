// Maps words that the index does not know to known words: joined words, compounds and misspellings.
import { distance } from 'fastest-levenshtein';
import type { GoodsIndex } from './goods-index';
import { stemOf } from './goods-words';

const MIN_JOINED_CHARS = 4;
const MIN_MISSPELLED_CHARS = 5;

/** Known words for a word; the word itself when it is known or nothing similar is. */
export function findKnownWords(index: GoodsIndex, word: string): string[] {
	const stem = stemOf(word);
	if (word.length < MIN_JOINED_CHARS || index.frequency(stem) > 0 || /^\d/.test(word)) return [word];
	const found = index.splitJoinedName(word) ?? splitCompound(index, word);
	if (found) return found;
	if (word.length < MIN_MISSPELLED_CHARS || /\d/.test(word)) return [word];
	const near = index
		.termsOfLength(stem.slice(0, 1), stem.length - 1, stem.length + 1)
		.find((term) => distance(term, stem) === 1);
	return near ? [near] : [word];
}

/** Splits a compound whose second part is a known word and whose first part starts one. */
function splitCompound(index: GoodsIndex, word: string): string[] | undefined {
	for (let split = MIN_JOINED_CHARS; split <= word.length - MIN_JOINED_CHARS; split += 1) {
		const tail = word.slice(split);
		if (index.frequency(stemOf(tail)) === 0) continue;
		const start = index.firstTermWithPrefix(word.slice(0, Math.max(MIN_JOINED_CHARS, split - 1)));
		if (start) return [start, tail];
	}
	return undefined;
}
