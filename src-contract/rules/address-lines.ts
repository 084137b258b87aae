// Line 1 and line 2 joined, then split at the carrier's maximum for line 1, at a word where one ends (specification, 2.5).
/** @returns the two lines, or undefined when they do not fit: an address is never silently cut */
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
