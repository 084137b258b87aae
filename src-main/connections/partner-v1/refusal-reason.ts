// The reason that a service gives in an answer, whichever form it has: texts, lists, or objects of field errors. Pure.

/** Longest reason that is shown or stored. */
const MAX_REASON_CHARS = 1_000;
const MAX_TEXTS = 100;
/** Levels of nesting within `errors` that are read. */
const MAX_DEPTH = 4;
const SUBJECT_KEYS = ['field', 'path', 'property', 'parameter', 'loc'];
const TEXT_KEYS = ['message', 'detail', 'description', 'error', 'reason', 'title', 'msg', 'text', 'code'];
/** Flags written as text: they give no reason. */
const FLAGS = new Set(['', '0', '1', 'true', 'false', 'yes', 'none', 'null']);

export const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A field's name, or its path as a list of names and indexes. */
function subjectOf(error: Record<string, unknown>): string {
	const values = SUBJECT_KEYS.map((key) => error[key]);
	const subject = values.find((value) => typeof value === 'string' || Array.isArray(value)) ?? '';
	return Array.isArray(subject)
		? subject.filter((part) => typeof part === 'string' || typeof part === 'number').join('.')
		: String(subject);
}

function* textsOf(errors: unknown, depth = 0): Generator<string> {
	if (typeof errors === 'string') {
		if (!FLAGS.has(errors.trim().toLowerCase())) yield errors;
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
	// A map from the name of a field to its errors.
	for (const [field, value] of Object.entries(errors))
		for (const text of textsOf(value, depth + 1)) yield `${field}: ${text}`;
}

/** The words of a text, for comparison. */
const wordsOf = (text: string): string =>
	` ${text
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim()} `;

/** One text; a sentence ends with a full stop before the next begins. Texts that another one includes are left out. */
function joinReasons(texts: Iterable<string>, sentence: (text: string) => string): string {
	let found: string[] = [];
	let read = 0;
	for (const text of texts) {
		read += 1;
		if (read > MAX_TEXTS) break;
		const plain = sentence(text);
		if (plain === '' || found.some((earlier) => wordsOf(earlier).includes(wordsOf(plain)))) continue;
		found = [...found.filter((earlier) => !wordsOf(plain).includes(wordsOf(earlier))), plain];
	}
	const joined = found
		.map((text, index) => (index < found.length - 1 && !/[.!?…:;。！？]$/.test(text) ? `${text}.` : text))
		.join(' ');
	return joined.length > MAX_REASON_CHARS ? `${joined.slice(0, MAX_REASON_CHARS - 1)}…` : joined;
}

/** `message` and every entry of `errors`, in the words of the service. Empty when it gives none. @param body as it was parsed */
export function reasonOf(body: unknown, sentence: (text: string) => string): string {
	if (!isRecord(body)) return '';
	return joinReasons(textsOf([body.message, body.errors]), sentence);
}

/** What stands in fields that the specification does not name. */
export function secondaryReasonOf(body: unknown, sentence: (text: string) => string): string {
	if (!isRecord(body)) return '';
	return joinReasons(textsOf([body.error, body.detail, body.title]), sentence);
}
