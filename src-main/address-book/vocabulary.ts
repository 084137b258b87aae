// The words of the address book. For a misspelled search word, the search looks up similar words here.
import type { Database } from '../platform/database';
import { mayContainTypo } from '../platform/text';
import { type FuzzyMatch, fuzzyMatch } from './typos';

const MAX_SIMILAR_WORDS = 50;
/** New words are collected unsorted. When there are more than this, all words are read and sorted again. */
const MAX_UNSORTED_WORDS = 2000;

export function createVocabulary(database: Database) {
	let sortedWords: string[] | undefined;
	let newWords = new Set<string>();

	function words(): string[] {
		sortedWords ??= database
			.all<{ word: string }>('SELECT word FROM entry_word')
			.map(({ word }) => word)
			.sort();
		return sortedWords;
	}

	/** Drops the cached words. The next search reads them from the database again. */
	function forget(): void {
		sortedWords = undefined;
		newWords = new Set();
	}

	/** Whether a word of the book begins with the typed word. */
	function isPrefix(typed: string): boolean {
		const all = words();
		let [low, high] = [0, all.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((all[middle] ?? '') < typed) low = middle + 1;
			else high = middle;
		}
		return Boolean(all[low]?.startsWith(typed)) || [...newWords].some((word) => word.startsWith(typed));
	}

	return {
		forget,
		/** Reads the words before a search needs them. */
		warm: () => void words(),
		/** Adds the words of rows written by this thread. */
		add(written: readonly string[]): void {
			if (!sortedWords) return;
			for (const word of written) if (mayContainTypo(word)) newWords.add(word);
			if (newWords.size > MAX_UNSORTED_WORDS) forget();
		},

		/** Words of the book within the allowed edit distance of the typed word. */
		similarTo(typed: string): FuzzyMatch[] {
			const found = fuzzyMatch(typed, words(), MAX_SIMILAR_WORDS);
			if (newWords.size === 0) return found;
			return [...found, ...fuzzyMatch(typed, [...newWords].sort(), MAX_SIMILAR_WORDS)];
		},

		/**
		 * Typed words that may be misspelled: those that are not a prefix of any word of the book. If all are prefixes, but the search
		 * found no entry, each of them may be misspelled.
		 */
		misspelledIn(typed: readonly string[], hasNoMatches: boolean): string[] {
			const checkable = typed.filter(mayContainTypo);
			const unknown = checkable.filter((word) => !isPrefix(word));
			return unknown.length > 0 || !hasNoMatches ? unknown : checkable;
		},
	};
}
