// Reads the parts that all answers of a partner service have: text, body and the errors flag. Pure.
import { t } from '../../../src-contract/i18n';
import { errorsFieldReportsError, errorsSchema } from '../../../src-contract/partner-api';
import type { Endpoint } from '../service-interface';
import { parseJson } from './lenient-json';
import { createRedactor, withoutSecret } from './redaction';
import { isRecord } from './rejection-reason';

/** An answer as it was received; it may contain the key and the secret. */
export interface ReceivedAnswer {
	status: number;
	body: Uint8Array;
	/** Pause that the service requested with Retry-After; undefined when it requested none. */
	retryAfterMs: number | undefined;
}

export interface Answer {
	status: number;
	/** Body, without the key and the secret. */
	text: string;
	/** Pause that the service requested with Retry-After; undefined when it requested none. */
	retryAfterMs: number | undefined;
	/**
	 * Converts a part of the body from HTML to plain text. Then redacts the secret again, because HTML entities in the body
	 * may have hidden the secret.
	 */
	toPlainText: (text: string) => string;
}

/** Longer texts of a service are cut. */
const MAX_PLAIN_TEXT_CHARS = 300;
/**
 * Only this much of a text is searched for markup. Regular expressions with repetition overflow the stack on a text of several
 * megabytes.
 */
const MAX_MARKUP_CHARS = 50_000;

/** Removes the HTML elements with this name and their content. Takes linear time, because the text may be long and hostile. */
function withoutElement(text: string, name: string): string {
	const [startTag, endTag] = [new RegExp(`<${name}\\b`, 'gi'), new RegExp(`</${name}>`, 'gi')];
	let result = '';
	let from = 0;
	for (let start = startTag.exec(text); start; start = startTag.exec(text)) {
		endTag.lastIndex = startTag.lastIndex;
		if (!endTag.exec(text)) break;
		result += `${text.slice(from, start.index)} `;
		from = endTag.lastIndex;
		startTag.lastIndex = from;
	}
	return result + text.slice(from);
}

/**
 * Converts HTML or plain text to one line of at most `MAX_PLAIN_TEXT_CHARS` plain characters.
 * @param decode decodes HTML entities
 */
export function htmlToPlainText(text: string, decode: (text: string) => string): string {
	const withoutTags = /<[a-z!/]/i.test(text)
		? ['script', 'style', 'head']
				.reduce(withoutElement, text)
				.slice(0, MAX_MARKUP_CHARS)
				.replace(/<[^<>]*>/g, ' ')
		: text.slice(0, MAX_MARKUP_CHARS);
	const singleLine = decode(withoutTags)
		.replace(/[\p{Cc}\s]+/gu, ' ')
		.trim();
	return singleLine.length > MAX_PLAIN_TEXT_CHARS ? `${singleLine.slice(0, MAX_PLAIN_TEXT_CHARS - 1)}…` : singleLine;
}

/**
 * Reads a received answer as text, without the key and the secret: a service may echo the request, and neither must reach a
 * message, a file or a log.
 */
export async function toAnswer(
	{ status, body, retryAfterMs }: ReceivedAnswer,
	{ key, secret }: Pick<Endpoint, 'key' | 'secret'>,
): Promise<Answer> {
	const redact = createRedactor(key, secret);
	const text = withoutSecret(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'), redact);
	// Most texts contain no HTML entities: load the decoder only when needed.
	const decodeEntities = /&[#a-z]/i.test(text) ? (await import('entities')).decodeHTML : (part: string) => part;
	const toPlainText = (part: string) => redact(htmlToPlainText(part, decodeEntities));
	return { status, text, retryAfterMs, toPlainText };
}

/**
 * Parses the body leniently: `errors` may be missing, a string, a number or an object; `message` may contain HTML or be
 * missing.
 * @returns the body with normalized flags and message; undefined when the text is not JSON; a JSON value that is not an
 * object is returned unchanged
 */
export function readBody({ text, toPlainText }: Pick<Answer, 'text' | 'toPlainText'>): unknown {
	const body = parseJson(text);
	if (!isRecord(body)) return body;
	const { errors, hasErrors, message } = body;
	return {
		...body,
		errors: isValidErrors(errors) ? errors : isTruthyFlag(errors),
		hasErrors: isTruthyFlag(hasErrors),
		message: typeof message === 'string' ? toPlainText(message) : '',
	};
}
/** Whether `errors` has one of the forms in the specification. */
const isValidErrors = (errors: unknown): boolean => errorsSchema.safeParse(errors).success;
/** @param flag value of `errors` or `hasErrors` in any form that services send */
function isTruthyFlag(flag: unknown): boolean {
	if (typeof flag === 'string') return !['', '0', 'false', 'none', 'null'].includes(flag.trim().toLowerCase());
	if (typeof flag === 'object' && flag !== null) return Object.keys(flag).length > 0;
	return Boolean(flag);
}

const titleOf = ({ text, toPlainText }: Answer): string =>
	toPlainText(/<title[^<>]*>([^<]*)<\/title>/i.exec(text.slice(0, MAX_MARKUP_CHARS))?.[1] ?? '');

/** The reason why an answer could not be read, for a message to the user. */
export function describeUnreadable(answer: Answer): string {
	const text = answer.text.trim();
	if (/^<(!doctype|html)/i.test(text)) {
		const title = titleOf(answer);
		return title ? t('the answer is a web page with the title "{title}"', { title }) : t('the answer is a web page');
	}
	return text === '' ? t('it is empty##of an answer') : t('unexpected format##of an answer');
}

/** Whether the answer reports errors, in `errors` or `hasErrors`. @param body from `readBody` */
export function reportsErrors(body: unknown): boolean {
	if (!isRecord(body)) return false;
	const errors = errorsSchema.safeParse(body.errors);
	return (errors.success && errorsFieldReportsError(errors.data)) || body.hasErrors === true;
}
