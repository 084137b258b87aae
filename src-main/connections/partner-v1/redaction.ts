// Removes the account's key and secret from answers, because a service may echo the request. Pure.
import { parseJson } from './lenient-json';

const HTML_ENTITIES = new Map([
	['&', '&amp;'],
	['<', '&lt;'],
	['>', '&gt;'],
	['"', '&quot;'],
	["'", '&#39;'],
]);
/** A shorter key may occur in ordinary words. It is removed only where an @ follows. */
const MIN_KEY_CHARS = 8;

/**
 * @returns a function that removes the secret and the key from a text. The secret is also removed when it is encoded for
 * JSON, URLs, HTML or base64
 */
export function createRedactor(key: string, secret: string): (text: string) => string {
	const credentials = `${key}@${secret}`;
	const hiddenTexts = [
		...[credentials, secret].flatMap((value) => [
			value,
			JSON.stringify(value).slice(1, -1),
			JSON.stringify(value).slice(1, -1).replaceAll('/', '\\/'),
			encodeURIComponent(value),
			value.replace(/[&<>"']/g, (char) => HTML_ENTITIES.get(char) ?? char),
			Buffer.from(value).toString('base64'),
			Buffer.from(value).toString('base64').replace(/=+$/, ''),
		]),
		...(key.length >= MIN_KEY_CHARS ? [key] : []),
		`${key}@`,
	];
	return (text) =>
		hiddenTexts.reduce((result, hidden) => result.replaceAll(hidden, hidden === `${key}@` ? '…@' : '…'), text);
}

/**
 * Removes the key and the secret from the text of an answer, also where JSON contains them with \u escapes. No value parsed
 * from the result contains the secret.
 * @param redact from `createRedactor`
 */
export function withoutSecret(text: string, redact: (text: string) => string): string {
	const redactedText = redact(text);
	if (!redactedText.includes('\\u')) return redactedText;
	const body = parseJson(redactedText);
	return body === undefined ? redactedText : redact(JSON.stringify(body));
}
