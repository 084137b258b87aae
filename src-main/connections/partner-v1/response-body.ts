// An answer of a partner service and what is read of every one: its text, its body and whether it reports errors. Pure.
import { t } from '../../../src-contract/i18n';
import { errorsSchema, hasErrorsFlag } from '../../../src-contract/partner-api';
import { parseJson } from './lenient-json';
import { isRecord } from './refusal-reason';

export interface Answer {
	status: number;
	/** Without the key and the secret. */
	text: string;
	/** Milliseconds that the service asked to be left alone for. */
	retryAfterMs: number | undefined;
	/** What a marked-up part of it says to a reader, without the key and the secret: a secret may be written in a way that only reading shows. */
	sentence: (text: string) => string;
}

/** A longer sentence of a service is cut. */
const MAX_SENTENCE_CHARS = 300;

/** In one pass: the text may be hostile and of any length. */
function withoutElement(text: string, name: string): string {
	const [open, close] = [new RegExp(`<${name}\\b`, 'gi'), new RegExp(`</${name}>`, 'gi')];
	let left = '';
	let from = 0;
	for (let begins = open.exec(text); begins; begins = open.exec(text)) {
		close.lastIndex = open.lastIndex;
		if (!close.exec(text)) break;
		left += `${text.slice(from, begins.index)} `;
		from = close.lastIndex;
		open.lastIndex = from;
	}
	return left + text.slice(from);
}

/** What a page or a marked-up sentence says to a reader. @param decode what `&amp;` and its like stand for */
export function plainText(text: string, decode: (text: string) => string): string {
	const words = /<[a-z!/]/i.test(text)
		? ['script', 'style', 'head'].reduce(withoutElement, text).replace(/<[^<>]*>/g, ' ')
		: text;
	const line = decode(words)
		.replace(/[\p{Cc}\s]+/gu, ' ')
		.trim();
	return line.length > MAX_SENTENCE_CHARS ? `${line.slice(0, MAX_SENTENCE_CHARS - 1)}…` : line;
}

/**
 * The parsed body, read leniently: `errors` may be missing, a text, a number or an object; a message may be marked up, or none.
 * @returns the body unchanged when it is not an object; undefined when it is no JSON
 */
export function readBody({ text, sentence }: Pick<Answer, 'text' | 'sentence'>): unknown {
	const body = parseJson(text);
	if (!isRecord(body)) return body;
	const { errors, hasErrors, message } = body;
	return {
		...body,
		errors: isFlag(errors) ? errors : saysSomething(errors),
		hasErrors: saysSomething(hasErrors),
		message: typeof message === 'string' ? sentence(message) : '',
	};
}
const isFlag = (errors: unknown): boolean => errorsSchema.safeParse(errors).success;
function saysSomething(errors: unknown): boolean {
	if (typeof errors === 'string') return !['', '0', 'false', 'none', 'null'].includes(errors.trim().toLowerCase());
	if (typeof errors === 'object' && errors !== null) return Object.keys(errors).length > 0;
	return Boolean(errors);
}

const titleOf = ({ text, sentence }: Answer): string =>
	sentence(/<title[^<>]*>([^<]*)<\/title>/i.exec(text)?.[1] ?? '');

export function describe(answer: Answer): string {
	if (/^\s*<(!doctype|html)/i.test(answer.text)) {
		const title = titleOf(answer);
		return title
			? t('a web page came instead of data, titled "{title}"', { title })
			: t('a web page came instead of data');
	}
	return answer.text.trim() === ''
		? t('it was empty##of an answer')
		: t('it is not in the form of the partner service##of an answer');
}

/** Whether an answer reports errors, in either of the forms that the specification has. @param body of `readBody` */
export function reportsErrors(body: unknown): boolean {
	if (!isRecord(body)) return false;
	const errors = errorsSchema.safeParse(body.errors);
	return (errors.success && hasErrorsFlag(errors.data)) || body.hasErrors === true;
}
