// Splits an address to the line length of a carrier (specification, 2.5).
/**
 * Joins both lines, then splits them at a word boundary where possible.
 * @param maximum Characters per line.
 * @returns the two lines, or undefined when they do not fit: addresses are never truncated
 */
export function splitAddressLines(
	line1: string,
	line2: string | undefined,
	maximum: number,
): [string, string] | undefined {
	const joined = [line1, line2].filter(Boolean).join(' ').replace(/\s+/g, ' ').trim();
	if (joined.length <= maximum) return [joined, ''];
	const space = joined.lastIndexOf(' ', maximum);
	const end = space > 0 ? space : maximum;
	const rest = joined.slice(end).trim();
	return rest.length <= maximum ? [joined.slice(0, end), rest] : undefined;
}
