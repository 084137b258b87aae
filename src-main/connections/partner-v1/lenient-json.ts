// Parses JSON that is not strictly valid: with a byte order mark, or with the numbers NaN and Infinity. Pure.

/** Numbers that JSON does not allow. They are read as null. */
const INVALID_NUMBER = /-?\b(?:NaN|Infinity)\b/g;

/**
 * The strings in a JSON text, with their quotes. The text may be invalid JSON. Searches for quotes, because a regular expression that
 * matches a whole string overflows the stack when the string is a file.
 */
export function* stringLiterals(text: string): Generator<{ start: number; end: number }> {
	for (let start = text.indexOf('"'); start >= 0; ) {
		let end = start + 1;
		for (; end < text.length && text[end] !== '"'; end += 1) if (text[end] === '\\') end += 1;
		end = Math.min(end + 1, text.length);
		yield { start, end };
		start = text.indexOf('"', end);
	}
}

/** Replaces `NaN` and `Infinity` by `null`, except in strings. */
function withoutInvalidNumbers(text: string): string {
	let result = '';
	let from = 0;
	for (const { start, end } of stringLiterals(text)) {
		result += text.slice(from, start).replace(INVALID_NUMBER, 'null') + text.slice(start, end);
		from = end;
	}
	return result + text.slice(from).replace(INVALID_NUMBER, 'null');
}

/** @returns the parsed value, or undefined when the text is not JSON */
export function parseJson(received: string): unknown {
	const text = received.replace(/^\uFEFF/, '');
	try {
		return JSON.parse(text);
	} catch {
		try {
			return text.search(INVALID_NUMBER) >= 0 ? JSON.parse(withoutInvalidNumbers(text)) : undefined;
		} catch {
			return undefined;
		}
	}
}
