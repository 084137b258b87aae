// Matches Harmonised System (HS) codes against prefixes and ranges of prefixes in the notation of the duty tables.

/**
 * Returns the number of digits of the longest entry that matches a code; undefined if no entry matches. A matcher without entries
 * matches all goods and returns 0.
 */
export type CodeMatcher = (code: string) => number | undefined;

/**
 * @param text entries separated by spaces: `61` (a chapter), `4202` (a heading), `2203-2208` (a range); empty matches all goods
 * @throws Error when an entry is neither a prefix nor a range of equal lengths
 */
export function codeMatcher(text: string): CodeMatcher {
	const entries = text
		.split(/\s+/)
		.filter(Boolean)
		.map((entry) => {
			const [first = '', last = first] = entry.split('-');
			if (!/^\d{2,10}$/.test(first) || last.length !== first.length || last < first)
				throw new Error(`"${entry}" is neither an HS code prefix nor a range of prefixes`);
			return { first, last };
		});
	if (entries.length === 0) return () => 0;
	return (code) => {
		const matchedLengths = entries
			.filter(({ first, last }) => {
				const prefix = code.slice(0, first.length);
				return prefix.length === first.length && prefix >= first && prefix <= last;
			})
			.map(({ first }) => first.length);
		return matchedLengths.length > 0 ? Math.max(...matchedLengths) : undefined;
	};
}
