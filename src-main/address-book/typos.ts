// Words of the book that somebody may have meant: those that begin with what was typed but for a slip or two. Pure.

/** Slips that a word of that many characters may have: short ones are other words. */
const slipsAllowed = (chars: number): number => (chars < 4 ? 0 : chars < 8 ? 1 : 2);

/** Words that begin alike are many; the nearest of so many are near enough. */
const MAX_FOUND = 2000;

export interface FuzzyMatch {
	word: string;
	slips: number;
}

/**
 * Distances between what was typed and the beginnings of a word, a row for each character of the word; a walk over sorted words
 * fills a row again only where they differ. A slip is a character too much, too few, another, or two in the wrong order (optimal
 * string alignment).
 */
function createDistances(typed: string, depths: number) {
	const width = typed.length + 1;
	const codes = Uint16Array.from({ length: typed.length }, (_, at) => typed.charCodeAt(at));
	/** Every index below is within the table: `?? 0` never takes the place of a cell. */
	const cells = new Uint8Array(depths * width);
	for (let column = 0; column < width; column += 1) cells[column] = column;

	return {
		depths,
		/** From all that was typed to the first `depth` characters. */
		whole: (depth: number): number => cells[depth * width + width - 1] ?? 0,
		/** Fills the row below that depth. @returns the least in it: how near any word that begins so can still be */
		step(depth: number, code: number, codeBefore: number): number {
			const row = depth * width;
			const below = row + width;
			cells[below] = depth + 1;
			let least = depth + 1;
			let left = depth + 1;
			let diagonal = cells[row] ?? 0;
			for (let column = 1; column < width; column += 1) {
				const above = cells[row + column] ?? 0;
				const isSame = codes[column - 1] === code;
				let cost = diagonal + (isSame ? 0 : 1);
				if (above + 1 < cost) cost = above + 1;
				if (left + 1 < cost) cost = left + 1;
				if (column > 1 && depth > 0 && codes[column - 2] === code && codes[column - 1] === codeBefore) {
					const swapped = (cells[row - width + column - 2] ?? 0) + 1;
					if (swapped < cost) cost = swapped;
				}
				cells[below + column] = cost;
				diagonal = above;
				left = cost;
				if (cost < least) least = cost;
			}
			return least;
		},
	};
}

/** The first index from `from` on, before `to`, whose word has a greater character at that depth. */
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
 * Walks the words as a tree of characters: all that share a beginning are passed over together once it is too far from what was
 * typed. Words that begin with what was typed, without a slip, are left out.
 * @param words sorted by their UTF-16 code units
 */
export function fuzzyMatch(typed: string, words: readonly string[], most: number): FuzzyMatch[] {
	const allowed = slipsAllowed(typed.length);
	if (allowed === 0) return [];
	const found: FuzzyMatch[] = [];
	// A walk goes no deeper than what was typed and its slips.
	const distances = createDistances(typed, typed.length + 2 * allowed + 2);

	function walk(from: number, to: number, depth: number, codeBefore: number): void {
		let at = from;
		// Words that end here stand first, and were taken at their last character if they were near.
		while (at < to && words[at]?.length === depth) at += 1;
		while (at < to) {
			const code = (words[at] ?? '').charCodeAt(depth);
			const end = endOfCharacter(words, at, to, depth, code);
			const least = distances.step(depth, code, codeBefore);
			const slips = distances.whole(depth + 1);
			// What was typed is whole here: whatever follows it was not typed yet.
			if (slips <= allowed) take(at, end, depth + 1, slips);
			else if (least <= allowed) walk(at, end, depth + 1, code);
			at = end;
		}
	}

	function take(from: number, to: number, depth: number, slips: number): void {
		for (let at = from; at < to && found.length < MAX_FOUND; at += 1) {
			const word = words[at] ?? '';
			if (!word.startsWith(typed)) found.push({ word, slips: Math.min(slips, nearest(word, depth)) });
		}
	}

	/** The next characters may mend a slip, such as one that was left out: the least over as many as may be missing. */
	function nearest(word: string, depth: number): number {
		let least = distances.whole(depth);
		for (let at = depth; at < word.length && at < depth + allowed && at + 1 < distances.depths; at += 1) {
			distances.step(at, word.charCodeAt(at), word.charCodeAt(at - 1));
			least = Math.min(least, distances.whole(at + 1));
		}
		return least;
	}

	walk(0, words.length, 0, 0);
	const lengthApart = ({ word }: FuzzyMatch) => Math.abs(word.length - typed.length);
	return found.sort((one, other) => one.slips - other.slips || lengthApart(one) - lengthApart(other)).slice(0, most);
}
