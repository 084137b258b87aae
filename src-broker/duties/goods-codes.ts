// Harmonised System codes as the tables write them: prefixes and ranges of prefixes.

/** How many digits of the code the entry that holds it states; undefined when no entry does. 0 is an entry for all goods. */
export type CodeMatcher = (code: string) => number | undefined;

/**
 * @param text entries apart by spaces: `61` (a chapter), `4202`, `2203-2208` (a range of one length); empty holds for all
 * @throws when an entry is neither
 */
export function codeMatcher(text: string): CodeMatcher {
	const entries = text
		.split(/\s+/)
		.filter(Boolean)
		.map((entry) => {
			const [first = '', last = first] = entry.split('-');
			if (!/^\d{2,10}$/.test(first) || last.length !== first.length || last < first)
				throw new Error(`"${entry}" is neither a prefix of HS codes nor a range of them`);
			return { first, last };
		});
	if (entries.length === 0) return () => 0;
	return (code) => {
		const digits = entries
			.filter(({ first, last }) => {
				const head = code.slice(0, first.length);
				return head.length === first.length && head >= first && head <= last;
			})
			.map(({ first }) => first.length);
		return digits.length > 0 ? Math.max(...digits) : undefined;
	};
}
