// The key and the secret never stand in what is read of an answer; JSON that is not quite JSON.
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../src-main/connections/partner-v1/lenient-json';
import { createRedactor, withoutSecret } from '../../../src-main/connections/partner-v1/redaction';

describe('redaction of the key and the secret', () => {
	// 19 characters: its base64 form ends in two padding characters.
	const secret = `a/b"c\\d&e<f>g'h i j`;
	const key = 'desk-key';
	const redact = (text: string) => createRedactor(key, secret)(text);
	const base64 = (text: string) => Buffer.from(text).toString('base64');
	const asHtml = 'a/b&quot;c\\d&amp;e&lt;f&gt;g&#39;h i j';
	const asJson = `a/b\\"c\\\\d&e<f>g'h i j`;

	it.each([
		['as it is', secret],
		['in a JSON text', asJson],
		['in a JSON text with escaped slashes', asJson.replace('/', '\\/')],
		['in an address', encodeURIComponent(secret)],
		['in a web page', asHtml],
		['in base64', base64(secret)],
		['in base64 without padding', base64(secret).replaceAll('=', '')],
	])('removes the secret %s', (_name, form) => {
		expect(redact(`<${form}>`)).toBe('<…>');
		expect(redact(`${form}, ${form}`)).toBe('…, …');
	});

	it.each([
		['as it is', `${key}@${secret}`],
		['in a JSON text', `${key}@${asJson}`],
		['in a JSON text with escaped slashes', `${key}@${asJson.replace('/', '\\/')}`],
		['in an address', encodeURIComponent(`${key}@${secret}`)],
		['in a web page', `${key}@${asHtml}`],
		['in base64', base64(`${key}@${secret}`)],
		['in base64 without padding', base64(`${key}@${secret}`).replaceAll('=', '')],
	])('removes key and secret together %s', (_name, form) => {
		expect(redact(`<${form}>`)).toBe('<…>');
	});

	it('does not change other text', () => {
		expect(redact('The postcode 1012 LG is wrong.')).toBe('The postcode 1012 LG is wrong.');
	});

	it('removes a key of 8 characters everywhere, and a shorter one only before @', () => {
		expect(createRedactor('eight888', 'secret')('key eight888 is wrong')).toBe('key … is wrong');
		const short = createRedactor('seven77', 'secret');
		expect(short('key seven77 is wrong')).toBe('key seven77 is wrong');
		expect(short('seven77@other')).toBe('…@other');
		expect(short('seven77@secret')).toBe('…');
	});

	it('removes a key that JSON writes with escaped characters', () => {
		expect(withoutSecret('{"message": "\\u0064esk-key is wrong"}', redact)).toBe('{"message":"… is wrong"}');
	});

	it('reads NaN and Infinity outside of texts as null', () => {
		expect(parseJson('{"a": NaN, "b": [-Infinity,Infinity], "NaN": "NaN \\" NaN", "c": "\\\\"}')).toEqual({
			a: null,
			b: [null, null],
			NaN: 'NaN " NaN',
			c: '\\',
		});
		expect(parseJson('NaN')).toBeNull();
		expect(parseJson('{"a": NaN')).toBeUndefined();
		expect(parseJson('{"a": NaNs}')).toBeUndefined();
	});

	it('is read behind a byte order mark', () => {
		expect(parseJson('\uFEFF{"a":1}')).toEqual({ a: 1 });
		expect(parseJson('{"a":"\uFEFF"}')).toEqual({ a: '\uFEFF' });
		expect(parseJson('x\uFEFF{"a":1}')).toBeUndefined();
	});

	it('does not reformat a text without escaped characters, or one that is not JSON', () => {
		expect(withoutSecret('{ "message": "desk-key" }', redact)).toBe('{ "message": "…" }');
		expect(withoutSecret('not \\u0064 JSON', redact)).toBe('not \\u0064 JSON');
		expect(parseJson('not JSON')).toBeUndefined();
	});
});
