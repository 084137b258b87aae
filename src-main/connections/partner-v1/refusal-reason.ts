// Extracts the reason of a refusal from an answer: a text, a list of texts, or objects with field errors. Pure.

/** Longer reasons are cut. */
const MAX_REASON_CHARS = 1_000;
const MAX_TEXTS = 100;
/** Levels of nesting within `errors` that are read. */
const MAX_DEPTH = 4;
const SUBJECT_KEYS = ['field', 'path', 'property', 'parameter', 'loc'];
const TEXT_KEYS = ['message', 'detail', 'description', 'error', 'reason', 'title', 'msg', 'text', 'code'];
/** Flags written as text. They are not reasons. */
const FLAG_TEXTS = new Set(['', '0', '1', 'true', 'false', 'yes', 'none', 'null']);

export const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The field that an error is about: a name, or a path given as a list of names and indexes. */
function subjectOf(error: Record<string, unknown>): string {
	const values = SUBJECT_KEYS.map((key) => error[key]);
	const subject = values.find((value) => typeof value === 'string' || Array.isArray(value)) ?? '';
	return Array.isArray(subject)
		? subject.filter((part) => typeof part === 'string' || typeof part === 'number').join('.')
		: String(subject);
}

function* textsOf(errors: unknown, depth = 0): Generator<string> {
	if (typeof errors === 'string') {
		if (!FLAG_TEXTS.has(errors.trim().toLowerCase())) yield errors;
		return;
	}
	if (depth > MAX_DEPTH) return;
	if (Array.isArray(errors)) {
		for (const error of errors) yield* textsOf(error, depth + 1);
		return;
	}
	if (!isRecord(errors)) return;
	const text = TEXT_KEYS.map((key) => errors[key]).find((value) => typeof value === 'string' && value !== '');
	if (text !== undefined) {
		const subject = subjectOf(errors);
		yield subject === '' ? String(text) : `${subject}: ${text}`;
		return;
	}
	// An object that maps field names to errors.
	for (const [field, value] of Object.entries(errors))
		for (const text of textsOf(value, depth + 1)) yield `${field}: ${text}`;
}

/** The words of a text in lower case, for comparison. */
const wordsOf = (text: string): string =>
	` ${text
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim()} `;

/** Joins texts to one, with full stops between them. Leaves out texts that are contained in another one. */
function joinReasons(texts: Iterable<string>, toPlainText: (text: string) => string): string {
	let found: string[] = [];
	let readCount = 0;
	for (const text of texts) {
		readCount += 1;
		if (readCount > MAX_TEXTS) break;
		const plain = toPlainText(text);
		if (plain === '' || found.some((earlier) => wordsOf(earlier).includes(wordsOf(plain)))) continue;
		found = [...found.filter((earlier) => !wordsOf(plain).includes(wordsOf(earlier))), plain];
	}
	const joined = found
		.map((text, index) => (index < found.length - 1 && !/[.!?…:;。！？]$/.test(text) ? `${text}.` : text))
		.join(' ');
	return joined.length > MAX_REASON_CHARS ? `${joined.slice(0, MAX_REASON_CHARS - 1)}…` : joined;
}

/** The texts of `message` and `errors`, joined; empty when there are none. @param body the parsed JSON */
export function reasonOf(body: unknown, toPlainText: (text: string) => string): string {
	if (!isRecord(body)) return '';
	return joinReasons(textsOf([body.message, body.errors]), toPlainText);
}

/** The texts of `error`, `detail` and `title`, which are not in the specification but are common in other APIs. */
export function secondaryReasonOf(body: unknown, toPlainText: (text: string) => string): string {
	if (!isRecord(body)) return '';
	return joinReasons(textsOf([body.error, body.detail, body.title]), toPlainText);
}
