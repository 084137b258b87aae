// Words of the book that somebody may have meant: those that begin with what was typed but for a slip or two. Pure.

/** Slips that a word of that many letters may have: short ones are other words. */
const slipsAllowed = (letters: number): number => (letters < 4 ? 0 : letters < 8 ? 1 : 2);

/** Words that begin alike are many; the nearest of so many are near enough. */
const MOST_SEEN = 2000;

export interface Meant {
	word: string;
	slips: number;
}

/**
 * Walks the words as a tree of letters: all that share a beginning are passed over together once it is too far from what was
 * typed. A slip is a letter too much, too few, another, or two in the wrong order (optimal string alignment).
 * Words that begin with what was typed, without a slip, are left out.
 * @param words sorted by their UTF-16 code units
 */
export function meantBy(typed: string, words: readonly string[], most: number): Meant[] {
	const allowed = slipsAllowed(typed.length);
	if (allowed === 0) return [];
	const found: Meant[] = [];
	const width = typed.length + 1;
	const letters = Uint16Array.from({ length: typed.length }, (_, at) => typed.charCodeAt(at));
	/** A row of distances for each depth: a walk goes no deeper than what was typed and its slips. */
	const rows = Array.from({ length: typed.length + 2 * allowed + 2 }, () => new Uint8Array(width));
	for (let column = 0; column < width; column += 1) (rows[0] as Uint8Array)[column] = column;

	/** The first place from `from` on, before `to`, whose word has a greater letter at that depth. */
	function endOfLetter(from: number, to: number, depth: number, letter: number): number {
		let [low, high] = [from + 1, to];
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((words[middle] as string).charCodeAt(depth) > letter) high = middle;
			else low = middle + 1;
		}
		return low;
	}

	/** Fills the row below that depth. @returns the least in it: how near any word that begins so can still be */
	function step(depth: number, letter: number, letterBefore: number): number {
		const row = rows[depth] as Uint8Array;
		const next = rows[depth + 1] as Uint8Array;
		const before = depth > 0 ? (rows[depth - 1] as Uint8Array) : undefined;
		next[0] = depth + 1;
		let least = depth + 1;
		for (let column = 1; column < width; column += 1) {
			let cost = (row[column - 1] as number) + (letters[column - 1] === letter ? 0 : 1);
			if ((row[column] as number) + 1 < cost) cost = (row[column] as number) + 1;
			if ((next[column - 1] as number) + 1 < cost) cost = (next[column - 1] as number) + 1;
			if (before && column > 1 && letters[column - 2] === letter && letters[column - 1] === letterBefore)
				cost = Math.min(cost, (before[column - 2] as number) + 1);
			next[column] = cost;
			if (cost < least) least = cost;
		}
		return least;
	}

	function walk(from: number, to: number, depth: number, letterBefore: number): void {
		let at = from;
		// Words that end here stand first, and were taken at their last letter if they were near.
		while (at < to && (words[at] as string).length === depth) at += 1;
		while (at < to) {
			const letter = (words[at] as string).charCodeAt(depth);
			const end = endOfLetter(at, to, depth, letter);
			const least = step(depth, letter, letterBefore);
			const slips = (rows[depth + 1] as Uint8Array)[width - 1] as number;
			// What was typed is whole here: whatever follows it was not typed yet.
			if (slips <= allowed)
				for (let one = at; one < end && found.length < MOST_SEEN; one += 1) {
					const word = words[one] as string;
					if (!word.startsWith(typed)) found.push({ word, slips: Math.min(slips, nearest(word, depth + 1)) });
				}
			else if (least <= allowed) walk(at, end, depth + 1, letter);
			at = end;
		}
	}

	/** The next letters may mend a slip, such as one that was left out: the least over as many as may be missing. */
	function nearest(word: string, depth: number): number {
		let least = (rows[depth] as Uint8Array)[width - 1] as number;
		for (let at = depth; at < word.length && at < depth + allowed && at + 1 < rows.length; at += 1) {
			step(at, word.charCodeAt(at), word.charCodeAt(at - 1));
			least = Math.min(least, (rows[at + 1] as Uint8Array)[width - 1] as number);
		}
		return least;
	}

	walk(0, words.length, 0, 0);
	const lengthApart = ({ word }: Meant) => Math.abs(word.length - typed.length);
	return found.sort((one, other) => one.slips - other.slips || lengthApart(one) - lengthApart(other)).slice(0, most);
}
