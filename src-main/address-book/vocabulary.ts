// The words of the book in which somebody may slip, and which of them are near what was typed.
import type { Database } from '../platform/database';
import { mayContainTypo } from '../platform/text';
import { type FuzzyMatch, fuzzyMatch } from './typos';

const MAX_MEANT = 50;
/** New words wait beside the sorted ones until there are so many. */
const MAX_NEW_WORDS = 2000;

export function createVocabulary(database: Database) {
	let sorted: string[] | undefined;
	let fresh = new Set<string>();

	function words(): string[] {
		sorted ??= database
			.all<{ word: string }>('SELECT word FROM entry_word')
			.map(({ word }) => word)
			.sort();
		return sorted;
	}

	/** The words are read again at the next need. */
	function forget(): void {
		sorted = undefined;
		fresh = new Set();
	}

	function isBeginning(typed: string): boolean {
		const all = words();
		let [low, high] = [0, all.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((all[middle] ?? '') < typed) low = middle + 1;
			else high = middle;
		}
		return Boolean(all[low]?.startsWith(typed)) || [...fresh].some((word) => word.startsWith(typed));
	}

	return {
		forget,
		/** Before the first slip is typed. */
		warm: () => void words(),
		/** Words of what was written since they were read. */
		note(written: readonly string[]): void {
			if (!sorted) return;
			for (const word of written) if (mayContainTypo(word)) fresh.add(word);
			if (fresh.size > MAX_NEW_WORDS) forget();
		},

		/** Words that may be meant by one that was typed. */
		meant(typed: string): FuzzyMatch[] {
			const found = fuzzyMatch(typed, words(), MAX_MEANT);
			if (fresh.size === 0) return found;
			return [...found, ...fuzzyMatch(typed, [...fresh].sort(), MAX_MEANT)];
		},

		/** Words that no entry has first; when all are known and nothing has them together, any of them. */
		slippedIn(typed: readonly string[], isNothingFound: boolean): string[] {
			const able = typed.filter(mayContainTypo);
			const unknown = able.filter((word) => !isBeginning(word));
			return unknown.length > 0 || !isNothingFound ? unknown : able;
		},
	};
}
