// Splits an address to the line length of a carrier (specification, 2.5).

/** A character that must not be separated from the character before it: a combining mark or the second half of a surrogate pair. */
const CONTINUATION = /[\p{M}\udc00-\udfff]/u;

/**
 * Joins both lines, then splits the joined text at a word boundary, or inside a word if no word boundary is suitable.
 * @param maximum Characters per line.
 * @returns the two lines (the second is empty when all fits on the first), or undefined when they do not fit: addresses are
 * never truncated
 */
export function splitAddressLines(
	line1: string,
	line2: string | undefined,
	maximum: number,
): [string, string] | undefined {
	const joined = [line1, line2].filter(Boolean).join(' ').replace(/\s+/g, ' ').trim();
	if (joined.length <= maximum) return [joined, ''];
	const space = joined.lastIndexOf(' ', maximum);
	let end = space > 0 && joined.length - space - 1 <= maximum ? space : maximum;
	while (end > 0 && CONTINUATION.test(joined[end] ?? '')) end -= 1;
	const rest = joined.slice(end).trim();
	return end > 0 && rest.length <= maximum ? [joined.slice(0, end).trim(), rest] : undefined;
}
