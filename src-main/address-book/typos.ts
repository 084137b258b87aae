// Finds words that begin with the typed text except for one or two typos. Pure.

/** Maximum number of edits in a typed word with this many characters. A short word with an edit is usually a different word. */
const maxEdits = (chars: number): number => (chars < 4 ? 0 : chars < 8 ? 1 : 2);

/** Maximum number of matches that are collected and sorted. Limits the work when very many words share a prefix. */
const MAX_COLLECTED = 2000;

export interface FuzzyMatch {
	word: string;
	/** Edit distance between the typed word and the nearest prefix of this word. */
	edits: number;
}

/**
 * Table of edit distances between the typed word and the prefixes of a word, one row per character of the word. A walk over
 * sorted words refills only the rows that differ from the previous word. An edit inserts, deletes or replaces a character, or
 * swaps two adjacent characters (optimal string alignment).
 */
function createDistanceTable(typedWord: string, rowCount: number) {
	const width = typedWord.length + 1;
	const typedCodes = Uint16Array.from({ length: typedWord.length }, (_, index) => typedWord.charCodeAt(index));
	/** All accesses below are within the table. The `?? 0` after each only satisfies the compiler. */
	const cells = new Uint8Array(rowCount * width);
	for (let column = 0; column < width; column += 1) cells[column] = column;

	return {
		rowCount,
		/** Distance between the whole typed word and the first `depth` characters of the word. */
		distanceAt: (depth: number): number => cells[depth * width + width - 1] ?? 0,
		/**
		 * Fills the row after the row at `depth`.
		 * @param code character code of the word at index `depth`
		 * @param codeBefore character code of the word at index `depth - 1`; 0 when there is none
		 * @returns the minimum of the row, a lower bound for all words with this prefix
		 */
		fillRow(depth: number, code: number, codeBefore: number): number {
			const rowStart = depth * width;
			const nextRowStart = rowStart + width;
			cells[nextRowStart] = depth + 1;
			let minimum = depth + 1;
			let left = depth + 1;
			let diagonal = cells[rowStart] ?? 0;
			for (let column = 1; column < width; column += 1) {
				const above = cells[rowStart + column] ?? 0;
				const isSame = typedCodes[column - 1] === code;
				let cost = diagonal + (isSame ? 0 : 1);
				if (above + 1 < cost) cost = above + 1;
				if (left + 1 < cost) cost = left + 1;
				if (column > 1 && depth > 0 && typedCodes[column - 2] === code && typedCodes[column - 1] === codeBefore) {
					const swapCost = (cells[rowStart - width + column - 2] ?? 0) + 1;
					if (swapCost < cost) cost = swapCost;
				}
				cells[nextRowStart + column] = cost;
				diagonal = above;
				left = cost;
				if (cost < minimum) minimum = cost;
			}
			return minimum;
		},
	};
}

/** The first index after `from` whose word has a greater character at `depth`; `to` if there is none. Uses binary search. */
function endOfCharacter(words: readonly string[], from: number, to: number, depth: number, code: number): number {
	let [low, high] = [from + 1, to];
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((words[middle] ?? '').charCodeAt(depth) > code) high = middle;
		else low = middle + 1;
	}
	return low;
}

/**
 * Finds the words with a prefix within `maxEdits` of the typed word. Words that begin with exactly the typed word are left out: the
 * prefix search finds them. Walks the words as a trie, and skips all words whose prefix is already too far from the typed word.
 * @param words sorted by UTF-16 code units
 * @returns at most `maxResults` words, fewest edits first
 */
export function fuzzyMatch(typedWord: string, words: readonly string[], maxResults: number): FuzzyMatch[] {
	const allowedEdits = maxEdits(typedWord.length);
	if (allowedEdits === 0) return [];
	const matches: FuzzyMatch[] = [];
	// `walk` stops at prefixes that exceed the typed word by more than the allowed edits; `minDistance` may add as many characters
	// again.
	const distances = createDistanceTable(typedWord, typedWord.length + 2 * allowedEdits + 2);

	function walk(from: number, to: number, depth: number, codeBefore: number): void {
		let index = from;
		// Words that end at this depth come first. If such a word matches, it was added when its last character was compared.
		while (index < to && words[index]?.length === depth) index += 1;
		while (index < to) {
			const code = (words[index] ?? '').charCodeAt(depth);
			const end = endOfCharacter(words, index, to, depth, code);
			const minimum = distances.fillRow(depth, code, codeBefore);
			const edits = distances.distanceAt(depth + 1);
			// The prefix matches the whole typed word, so every word that begins with the prefix matches too.
			if (edits <= allowedEdits) addRange(index, end, depth + 1, edits);
			else if (minimum <= allowedEdits) walk(index, end, depth + 1, code);
			index = end;
		}
	}

	/** Adds the words from index `from` up to (not including) `to`, whose first `depth` characters match with this number of edits. */
	function addRange(from: number, to: number, depth: number, edits: number): void {
		for (let index = from; index < to && matches.length < MAX_COLLECTED; index += 1) {
			const word = words[index] ?? '';
			if (!word.startsWith(typedWord)) matches.push({ word, edits: Math.min(edits, minDistance(word, depth)) });
		}
	}

	/**
	 * Minimum distance over this prefix of the word and the longer ones. A longer prefix may be nearer, for example when the typed
	 * word lacks a character.
	 */
	function minDistance(word: string, depth: number): number {
		let minimum = distances.distanceAt(depth);
		for (
			let index = depth;
			index < word.length && index < depth + allowedEdits && index + 1 < distances.rowCount;
			index += 1
		) {
			distances.fillRow(index, word.charCodeAt(index), word.charCodeAt(index - 1));
			minimum = Math.min(minimum, distances.distanceAt(index + 1));
		}
		return minimum;
	}

	walk(0, words.length, 0, 0);
	const lengthDifference = ({ word }: FuzzyMatch) => Math.abs(word.length - typedWord.length);
	return matches
		.sort((left, right) => left.edits - right.edits || lengthDifference(left) - lengthDifference(right))
		.slice(0, maxResults);
}
