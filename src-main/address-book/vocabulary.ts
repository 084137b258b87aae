// The words of the address book that are searched with typos. For a misspelled search word, the search looks up similar words here.
import type { Database } from '../platform/database';
import { isSearchedWithTypos } from '../platform/text';
import { type FuzzyMatch, fuzzyMatch } from './typos';

const MAX_SIMILAR_WORDS = 50;
const MAX_INNER_WORDS = 20;
/** Minimum length of a typed word that is also searched inside of words. */
const MIN_INNER_CHARS = 3;
/** New words are collected unsorted. When there are more than this, all words are read and sorted again. */
const MAX_UNSORTED_WORDS = 2000;

export function createVocabulary(database: Database) {
	let sortedWords: string[] | undefined;
	/** `sortedWords` as one text, which is searched faster than a list. Each word is between two line feeds. */
	let joinedWords: string | undefined;
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
		joinedWords = undefined;
		newWords = new Set();
	}

	/** Whether a word of the book begins with the typed word. */
	function isPrefixOfWord(typedWord: string): boolean {
		const allWords = words();
		let [low, high] = [0, allWords.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((allWords[middle] ?? '') < typedWord) low = middle + 1;
			else high = middle;
		}
		return Boolean(allWords[low]?.startsWith(typedWord)) || [...newWords].some((word) => word.startsWith(typedWord));
	}

	return {
		forget,
		/** Reads the words before a search needs them. */
		warm: () => void words(),
		/** Adds the words of rows written by this thread. */
		add(writtenWords: readonly string[]): void {
			// If the words of the book were not read yet, the first search reads the new words too.
			if (!sortedWords) return;
			for (const word of writtenWords) if (isSearchedWithTypos(word)) newWords.add(word);
			if (newWords.size > MAX_UNSORTED_WORDS) forget();
		},

		/** Words of the book that begin with the typed word except for one or two typos; see `fuzzyMatch`. */
		similarTo(typedWord: string): FuzzyMatch[] {
			const matches = fuzzyMatch(typedWord, words(), MAX_SIMILAR_WORDS);
			if (newWords.size === 0) return matches;
			return [...matches, ...fuzzyMatch(typedWord, [...newWords].sort(), MAX_SIMILAR_WORDS)];
		},

		/** Words of the book that contain the typed word, but do not begin with it. A short word is contained in too many. */
		containing(typedWord: string): string[] {
			if (typedWord.length < MIN_INNER_CHARS) return [];
			const found = new Set<string>();
			joinedWords ??= `\n${words().join('\n')}\n`;
			for (const text of [joinedWords, ...[...newWords].map((word) => `\n${word}\n`)]) {
				let index = text.indexOf(typedWord);
				while (index >= 0 && found.size < MAX_INNER_WORDS) {
					const wordEnd = text.indexOf('\n', index);
					if (text.charAt(index - 1) !== '\n') found.add(text.slice(text.lastIndexOf('\n', index) + 1, wordEnd));
					index = text.indexOf(typedWord, wordEnd);
				}
			}
			return [...found];
		},

		/**
		 * Typed words that may be misspelled: those that are not a prefix of any word of the book. If all are prefixes, but the search
		 * found no entry, each of them may be misspelled. Words that are not searched with typos are left out.
		 * @param hasNoMatches whether the search found no entry
		 */
		misspelledIn(typedWords: readonly string[], hasNoMatches: boolean): string[] {
			const checkableWords = typedWords.filter(isSearchedWithTypos);
			const unknownWords = checkableWords.filter((word) => !isPrefixOfWord(word));
			return unknownWords.length > 0 || !hasNoMatches ? unknownWords : checkableWords;
		},
	};
}
