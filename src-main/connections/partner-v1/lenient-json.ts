// Parses JSON that is not strictly valid: with a byte order mark, or with the numbers NaN and Infinity. Pure.

/** Numbers that JSON does not allow. They are read as null. */
const INVALID_NUMBER = /-?\b(?:NaN|Infinity)\b/g;

/** Replaces `NaN` and `Infinity` by `null`, except in strings. */
function withoutInvalidNumbers(text: string): string {
	let result = '';
	let from = 0;
	while (from < text.length) {
		const quote = text.indexOf('"', from);
		const start = quote < 0 ? text.length : quote;
		let end = start + 1;
		for (; end < text.length && text[end] !== '"'; end += 1) if (text[end] === '\\') end += 1;
		result += text.slice(from, start).replace(INVALID_NUMBER, 'null') + text.slice(start, end + 1);
		from = end + 1;
	}
	return result;
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
