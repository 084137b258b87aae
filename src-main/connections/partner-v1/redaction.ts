// Takes the account's key and secret out of what a service answers: a service may echo what it was sent. Pure.
import { parseJson } from './lenient-json';

const HTML_SIGNS = new Map([
	['&', '&amp;'],
	['<', '&lt;'],
	['>', '&gt;'],
	['"', '&quot;'],
	["'", '&#39;'],
]);
/** A shorter key may be a part of an ordinary word. */
const MIN_KEY_CHARS = 8;

/** Takes the secret, and the key, out of a text, in every form that a text may write them in. */
export function redactor(key: string, secret: string): (text: string) => string {
	const whole = `${key}@${secret}`;
	const forms = [
		...[whole, secret].flatMap((one) => [
			one,
			JSON.stringify(one).slice(1, -1),
			JSON.stringify(one).slice(1, -1).replaceAll('/', '\\/'),
			encodeURIComponent(one),
			one.replace(/[&<>"']/g, (sign) => HTML_SIGNS.get(sign) ?? sign),
			Buffer.from(one).toString('base64'),
			Buffer.from(one).toString('base64').replace(/=+$/, ''),
		]),
		...(key.length >= MIN_KEY_CHARS ? [key] : []),
		`${key}@`,
	];
	return (text) => forms.reduce((left, form) => left.replaceAll(form, form === `${key}@` ? '…@' : '…'), text);
}

/**
 * An answer's text without the secret, also where its JSON writes characters as numbers: nothing that is read out of it contains the secret.
 * @param redact of `redactor`
 */
export function withoutSecret(text: string, redact: (text: string) => string): string {
	const plain = redact(text);
	if (!plain.includes('\\u')) return plain;
	const body = parseJson(plain);
	return body === undefined ? plain : redact(JSON.stringify(body));
}
