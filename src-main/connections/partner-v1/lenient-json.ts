// JSON as services write it: with a byte order mark, or with numbers that JSON has not. Pure.

/** Some services write numbers that JSON has not: they are read as null. */
const BARE_NUMBER = /-?\b(?:NaN|Infinity)\b/g;

/** A JSON text with `NaN` and `Infinity` outside of its strings replaced by `null`. */
function withoutBareNumbers(text: string): string {
	let result = '';
	let from = 0;
	while (from < text.length) {
		const quote = text.indexOf('"', from);
		const begin = quote < 0 ? text.length : quote;
		let end = begin + 1;
		for (; end < text.length && text[end] !== '"'; end += 1) if (text[end] === '\\') end += 1;
		result += text.slice(from, begin).replace(BARE_NUMBER, 'null') + text.slice(begin, end + 1);
		from = end + 1;
	}
	return result;
}

/** @returns undefined when it is no JSON. A byte order mark before it is ignored. */
export function parseJson(received: string): unknown {
	const text = received.replace(/^\uFEFF/, '');
	try {
		return JSON.parse(text);
	} catch {
		try {
			return text.search(BARE_NUMBER) >= 0 ? JSON.parse(withoutBareNumbers(text)) : undefined;
		} catch {
			return undefined;
		}
	}
}
