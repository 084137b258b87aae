// Extracts from an answer the reason why the service rejected a request: a text, a list of texts, or objects with field
// errors. Pure.

/** Longer reasons are cut. */
const MAX_REASON_CHARS = 1_000;
/** Maximum number of texts that are read from an answer. */
const MAX_TEXTS = 100;
/** Levels of nesting within `errors` that are read. */
const MAX_DEPTH = 4;
/** Keys under which an error names the input field that it is about, in the order in which they are tried. */
const SUBJECT_KEYS = ['field', 'path', 'property', 'parameter', 'loc'];
/** Keys under which an error has its text, in the order in which they are tried. */
const TEXT_KEYS = ['message', 'detail', 'description', 'error', 'reason', 'title', 'msg', 'text', 'code'];
/** Texts that only say whether there are errors. They are not reasons. */
const FLAG_TEXTS = new Set(['', '0', '1', 'true', 'false', 'yes', 'none', 'null']);

export const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The input field that an error is about: a name, or a path given as a list of names and indexes. */
function subjectOf(error: Record<string, unknown>): string {
	const values = SUBJECT_KEYS.map((key) => error[key]);
	const subject = values.find((value) => typeof value === 'string' || Array.isArray(value)) ?? '';
	return Array.isArray(subject)
		? subject.filter((part) => typeof part === 'string' || typeof part === 'number').join('.')
		: String(subject);
}

/** Yields the texts of a value in any of the forms that services use for `errors`. */
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

/** The words of a text in lower case between single spaces, so that texts can be compared word by word. */
const spacedWordsOf = (text: string): string =>
	` ${text
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim()} `;

/** Joins the texts, with full stops between them. Leaves out texts that are contained in another of the texts. */
function joinReasons(texts: Iterable<string>, toPlainText: (text: string) => string): string {
	let reasons: string[] = [];
	let readCount = 0;
	for (const text of texts) {
		readCount += 1;
		if (readCount > MAX_TEXTS) break;
		const plain = toPlainText(text);
		if (plain === '' || reasons.some((earlier) => spacedWordsOf(earlier).includes(spacedWordsOf(plain)))) continue;
		reasons = [...reasons.filter((earlier) => !spacedWordsOf(plain).includes(spacedWordsOf(earlier))), plain];
	}
	const joined = reasons
		.map((text, index) => (index < reasons.length - 1 && !/[.!?…:;。！？]$/.test(text) ? `${text}.` : text))
		.join(' ');
	return joined.length > MAX_REASON_CHARS ? `${joined.slice(0, MAX_REASON_CHARS - 1)}…` : joined;
}

/** The texts of `message` and `errors`, joined; empty when there are none. @param body the parsed JSON */
export function reasonOf(body: unknown, toPlainText: (text: string) => string): string {
	if (!isRecord(body)) return '';
	return joinReasons(textsOf([body.message, body.errors]), toPlainText);
}

/** As `reasonOf`, from `error`, `detail` and `title`, which are not in the specification but common in other APIs. */
export function secondaryReasonOf(body: unknown, toPlainText: (text: string) => string): string {
	if (!isRecord(body)) return '';
	return joinReasons(textsOf([body.error, body.detail, body.title]), toPlainText);
}
