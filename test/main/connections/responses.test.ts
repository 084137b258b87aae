// What the answers of a partner service mean for a shipment: booked, draft, rejected or unknown. No network.
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src-contract/errors';
import {
	type Answer,
	describe as describeAnswer,
	keysKeptForMs,
	parsed,
	plainText,
	readBody,
	readShipmentAnswer,
	redactor,
	refusal,
	retryAfterMs,
	slowDown,
	unreadable,
	withoutSecret,
} from '../../../src-main/connections/partner-v1/responses';

const sentence = (text: string) => plainText(text, (part) => part.replaceAll('&amp;', '&'));
const answer = (status: number, body: unknown, changes: Partial<Answer> = {}): Answer => ({
	status,
	text: typeof body === 'string' ? body : JSON.stringify(body),
	retryAfterMs: undefined,
	sentence,
	...changes,
});
const shipment = { id: 7, status: 'created_at_carrier', carrier: 'C', product: 'P', price: 9.5, trackingNumber: '3S1' };
const bookedBody = { errors: false, message: 'Booked.', data: shipment };
const signInPage = '<!doctype html><html><title>Sign in</title><body>Please sign in</body></html>';

describe('redaction of the key and the secret', () => {
	// 19 characters: its base64 form ends in two padding characters.
	const secret = `a/b"c\\d&e<f>g'h i j`;
	const key = 'desk-key';
	const redact = (text: string) => redactor(key, secret)(text);
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
		expect(redactor('eight888', 'secret')('key eight888 is wrong')).toBe('key … is wrong');
		const short = redactor('seven77', 'secret');
		expect(short('key seven77 is wrong')).toBe('key seven77 is wrong');
		expect(short('seven77@other')).toBe('…@other');
		expect(short('seven77@secret')).toBe('…');
	});

	it('removes a key that JSON writes with escaped characters', () => {
		expect(withoutSecret('{"message": "\\u0064esk-key is wrong"}', redact)).toBe('{"message":"… is wrong"}');
	});

	it('reads NaN and Infinity outside of texts as null', () => {
		expect(parsed('{"a": NaN, "b": [-Infinity,Infinity], "NaN": "NaN \\" NaN", "c": "\\\\"}')).toEqual({
			a: null,
			b: [null, null],
			NaN: 'NaN " NaN',
			c: '\\',
		});
		expect(parsed('NaN')).toBeNull();
		expect(parsed('{"a": NaN')).toBeUndefined();
		expect(parsed('{"a": NaNs}')).toBeUndefined();
	});

	it('is read behind a byte order mark', () => {
		expect(parsed('\uFEFF{"a":1}')).toEqual({ a: 1 });
		expect(parsed('{"a":"\uFEFF"}')).toEqual({ a: '\uFEFF' });
		expect(parsed('x\uFEFF{"a":1}')).toBeUndefined();
	});

	it('does not reformat a text without escaped characters, or one that is not JSON', () => {
		expect(withoutSecret('{ "message": "desk-key" }', redact)).toBe('{ "message": "…" }');
		expect(withoutSecret('not \\u0064 JSON', redact)).toBe('not \\u0064 JSON');
		expect(parsed('not JSON')).toBeUndefined();
	});
});

describe('plain text of a page', () => {
	it.each([
		['one<br>two', 'one two'],
		['<B>Zip</B>', 'Zip'],
		['</p>end', 'end'],
		['<!doctype html>text', 'text'],
		['a<script>x()</script>b<SCRIPT type="m">y()</script>c', 'a b c'],
		['a<style>b{}</style>c', 'a c'],
		['<head><title>No</title></head>c', 'c'],
		['<headline>News</headline>', 'News'],
		['ab<script>x()', 'ab x()'],
		['kept <b>7</b> < 8', 'kept 7 < 8'],
	])('converts %s to "%s"', (page, text) => {
		expect(sentence(page)).toBe(text);
	});

	it('retains < and > that are not markup', () => {
		expect(sentence('Weight < 30 kg and length > 3 cm')).toBe('Weight < 30 kg and length > 3 cm');
	});

	it('decodes entities and replaces control characters by one space', () => {
		expect(sentence(' Zip\u0000code \r\n\t wrong &amp; unknown ')).toBe('Zip code wrong & unknown');
	});

	it('is at most 300 characters long', () => {
		expect(sentence('x'.repeat(300))).toBe('x'.repeat(300));
		expect(sentence('x'.repeat(301))).toBe(`${'x'.repeat(299)}…`);
	});
});

describe('the body of a response', () => {
	const errorsOf = (errors: unknown) => (readBody(answer(200, { errors, other: 1 })) as Record<string, unknown>).errors;

	it.each([true, false, [], ['wrong']])('returns errors in the specified form unchanged: %j', (errors) => {
		expect(errorsOf(errors)).toEqual(errors);
	});

	it.each([undefined, null, '', '0', 'false', 'none', 'null', ' None ', 0, {}])(
		'reads errors %j as no errors',
		(errors) => expect(errorsOf(errors)).toBe(false),
	);

	it.each(['wrong', 'true', 1, { zip: 'wrong' }])('reads errors %j as errors', (errors) => {
		expect(errorsOf(errors)).toBe(true);
	});

	it.each([
		[true, true],
		[false, false],
		['yes', true],
		['none', false],
		[undefined, false],
		[1, true],
	])('reads hasErrors %j of an estimate as %s', (hasErrors, expected) => {
		expect(readBody(answer(200, { hasErrors }))).toMatchObject({ hasErrors: expected });
	});

	it('strips markup from the message and returns all other fields unchanged', () => {
		expect(readBody(answer(200, { message: '<b>Zip</b> wrong', data: [1], errors: false }))).toEqual({
			message: 'Zip wrong',
			data: [1],
			errors: false,
			hasErrors: false,
		});
		expect(readBody(answer(200, { message: 7 }))).toMatchObject({ message: '' });
	});

	it.each([
		['null', null],
		['7', 7],
		['[1]', [1]],
		['no JSON', undefined],
	])('returns a body that is not an object unchanged: %s', (text, expected) => {
		expect(readBody(answer(200, text))).toEqual(expected);
	});
});

describe('the description of an unreadable response', () => {
	it.each([
		['a page with a title', signInPage, 'a web page came instead of data, titled "Sign in"'],
		[
			'a title with attributes',
			'<html><title lang="en">Log in</title>',
			'a web page came instead of data, titled "Log in"',
		],
		['a page without one', '<HTML><body>x', 'a web page came instead of data'],
		['an indented page', '  \n<html>', 'a web page came instead of data'],
		['an empty answer', '', 'it was empty'],
		['blanks', ' \n ', 'it was empty'],
		['a text that names a page', 'see <html>', 'it is not in the form of the partner service'],
		['another form', '{"ok":1}', 'it is not in the form of the partner service'],
	])('states what was received: %s', (_name, text, expected) => {
		expect(describeAnswer(answer(200, text))).toBe(expected);
	});

	it('is part of a retryable error', () => {
		const error = unreadable(answer(200, ''));
		expect(error).toMatchObject({ code: 'partner.unreadable', retryable: true });
		expect(error.message).toBe(
			"The service's answer could not be read: it was empty. What you typed is kept. Check the service address in Settings, then try again.",
		);
	});
});

describe('the outcome of a shipment request', () => {
	it.each([302, 303, 408, 500, 502, 599])('is unknown at status %i, whatever the body says', (status) => {
		// Even a body that looks like a booking or a refusal decides nothing.
		for (const body of [bookedBody, { errors: true, message: 'no' }])
			expect(readShipmentAnswer(answer(status, body), true)).toEqual({
				kind: 'unknown',
				message: `The service answered ${status}: it may or may not have carried the request out.`,
				kept: { status, text: JSON.stringify(body) },
			});
	});

	it('is unknown at status 409: the key belongs to another request', () => {
		expect(readShipmentAnswer(answer(409, { message: 'key used' }), true)).toEqual({
			kind: 'unknown',
			message: 'The service holds another request under the key of this one: the first may have been carried out.',
			kept: { status: 409, text: '{"message":"key used"}' },
		});
	});

	it.each([199, 300, 301, 304, 307, 308, 400, 404, 407, 410, 422, 499])(
		'is rejected at status %i, whatever the body says',
		(status) => {
			const outcome = readShipmentAnswer(answer(status, bookedBody), true);
			expect(outcome).toMatchObject({ kind: 'rejected', kept: { status, text: JSON.stringify(bookedBody) } });
			expect(outcome.kind === 'rejected' && outcome.error).toBeInstanceOf(AppError);
		},
	);

	it.each([200, 201, 299])('is read from the body at status %i', (status) => {
		expect(readShipmentAnswer(answer(status, bookedBody), true)).toEqual({
			kind: 'booked',
			message: 'Booked.',
			shipment: { ...shipment, trackingUrl: '', productId: undefined, labels: undefined },
			documents: [],
			doubts: [],
			kept: { status, text: JSON.stringify(bookedBody) },
		});
	});

	it('is booked with its label, and the response is not stored a second time', () => {
		const outcome = readShipmentAnswer(answer(200, { ...bookedBody, data: { ...shipment, labels: 'JVBERi0=' } }), true);
		expect(outcome).toMatchObject({
			kind: 'booked',
			shipment: { labels: 'JVBERi0=' },
			documents: [new Uint8Array(Buffer.from('%PDF-'))],
			doubts: [],
		});
		expect(outcome).not.toHaveProperty('kept');
	});

	it.each<[string, object, string]>([
		['its status says so, without a tracking number', { status: 'created_at_carrier', trackingNumber: '' }, 'booked'],
		['it has a tracking number, and another status', { status: 'printed' }, 'booked'],
		['it has a tracking number and no status', { status: undefined }, 'booked'],
		['it has neither', { status: undefined, trackingNumber: '' }, 'unknown'],
		['it has neither, and another status', { status: 'printed', trackingNumber: undefined }, 'unknown'],
		['it has no number of its own', { id: undefined }, 'unknown'],
	])('follows from the shipment in the body: %s', (_name, changes, kind) => {
		const body = { ...bookedBody, data: { ...shipment, ...changes } };
		expect(readShipmentAnswer(answer(200, body), true).kind).toBe(kind);
	});

	it('is booked with an empty status when the service names none', () => {
		const body = { ...bookedBody, data: { ...shipment, status: undefined } };
		expect(readShipmentAnswer(answer(200, body), true)).toMatchObject({ shipment: { status: '' } });
	});

	it('is a draft when the body holds an id and nothing else; when a booking was asked for, the message says so', () => {
		const draft = (message: string) => answer(200, { errors: [], message, data: { id: 12 } });
		const isDraft = (message: string) => ({ kind: 'draft', partnerId: '12', message });
		const warning = 'The service kept it as a draft: it is NOT booked. Book it in the account of the service.';
		expect(readShipmentAnswer(draft('Kept.'), false)).toEqual(isDraft('Kept.'));
		expect(readShipmentAnswer(draft('Kept.'), true)).toEqual(isDraft(`${warning} Kept.`));
		expect(readShipmentAnswer(draft(''), true)).toEqual(isDraft(warning));
	});

	it('is a draft with further fields only when a draft was requested', () => {
		const text = { errors: [], message: '', data: { id: 12, url: 'https://example.com' } };
		expect(readShipmentAnswer(answer(200, text), false)).toMatchObject({ kind: 'draft', partnerId: '12' });
		expect(readShipmentAnswer(answer(200, text), true)).toEqual({
			kind: 'unknown',
			message: 'The answer could not be read (it is not in the form of the partner service).',
			kept: { status: 200, text: JSON.stringify(text) },
		});
	});

	it.each<[string, unknown, string]>([
		['no shipment', undefined, 'rejected'],
		['null', null, 'rejected'],
		['an empty shipment', {}, 'rejected'],
		['a shipment whose number is null', { id: null }, 'rejected'],
		['a shipment in another status', { status: 'invalid', trackingNumber: '' }, 'rejected'],
		['a numbered shipment', { id: 0 }, 'unknown'],
		['a shipment at the carrier', { status: 'created_at_carrier' }, 'unknown'],
		['a tracking number', { trackingNumber: '3S1' }, 'unknown'],
	])('follows from errors together with %s', (_name, data, kind) => {
		const text = JSON.stringify({ errors: ['The label failed.'], message: '', data });
		const outcome = readShipmentAnswer(answer(200, text), true);
		expect(outcome).toMatchObject({ kind, kept: { status: 200, text } });
		if (outcome.kind === 'unknown')
			expect(outcome.message).toBe('The service answered with errors and with a shipment. The label failed.');
		else expect(outcome.kind === 'rejected' && outcome.error.message).toBe('The label failed.');
	});

	it.each<[string, object]>([
		['errors and hasErrors', { hasErrors: true }],
		['errors as an object', { errors: { zip: 'wrong' } }],
		['data null', { errors: true, data: null }],
		['no data', { errors: true }],
	])('is rejected in the words of the service when a 200 reports errors without a shipment: %s', (_name, body) => {
		const outcome = readShipmentAnswer(answer(200, { message: 'The zip code is wrong.', ...body }), true);
		expect(outcome.kind === 'rejected' && outcome.error).toMatchObject({
			code: 'partner.rejected',
			message: expect.stringMatching(/^The zip code is wrong\.( zip: wrong)?$/),
		});
	});

	describe('with errors beside a shipment', () => {
		const label = Buffer.from('%PDF-1.4 label').toString('base64');
		const document = new Uint8Array(Buffer.from('%PDF-1.4 label'));
		const data = { ...shipment, trackingNumber: '3SABC123', labels: label };
		const read = (changes: object, errors: unknown = ['The e-mail failed.']) =>
			readShipmentAnswer(answer(200, { errors, message: 'Done.', data: { ...data, ...changes } }), true);

		it('is booked when a label came for a tracking number at the carrier, and states the doubt', () => {
			expect(read({})).toMatchObject({
				kind: 'booked',
				message: 'Done.',
				shipment: { trackingNumber: '3SABC123' },
				documents: [document],
				doubts: ['The service booked it and reported errors: The e-mail failed.'],
				kept: { status: 200, text: expect.stringContaining('3SABC123') },
			});
			expect(read({}, { code: 7 })).toMatchObject({
				kind: 'booked',
				doubts: ['The service answered with errors and with a shipment.'],
			});
		});

		it.each<[string, object, object]>([
			['no label', { labels: undefined }, { trackingNumber: '3SABC123' }],
			['a label that does not decode', { labels: '???' }, { trackingNumber: '3SABC123' }],
			['another status', { status: 'printed' }, { trackingNumber: '3SABC123', labels: [document] }],
			['no tracking number', { trackingNumber: '' }, { labels: [document] }],
			['no id', { id: undefined }, { trackingNumber: '3SABC123', labels: [document] }],
			['a label alone', { id: undefined, status: undefined, trackingNumber: undefined }, { labels: [document] }],
		])('stays unknown with less, and retains what came: %s', (_name, changes, retained) => {
			const { kept, ...outcome } = read(changes) as Extract<ReturnType<typeof read>, { kind: 'unknown' }>;
			expect(outcome).toEqual({
				kind: 'unknown',
				message: 'The service answered with errors and with a shipment. Done. The e-mail failed.',
				...retained,
			});
			expect(kept?.status).toBe(200);
		});
	});

	it('has every document of its labels, and states how many cannot be read', () => {
		const labels = [
			{ data: Buffer.from('%PDF-1').toString('base64') },
			Buffer.from('^XA^XZ').toString('base64'),
			'???',
		];
		expect(readShipmentAnswer(answer(200, { ...bookedBody, data: { ...shipment, labels } }), true)).toMatchObject({
			kind: 'booked',
			documents: [new Uint8Array(Buffer.from('%PDF-1')), new Uint8Array(Buffer.from('^XA^XZ'))],
			doubts: ['1 document that came with it cannot be read: print it from the account of the service.'],
			kept: { status: 200 },
		});
		const more = { ...bookedBody, data: { ...shipment, labels: ['???', '!'] } };
		expect(readShipmentAnswer(answer(200, more), true)).toMatchObject({
			documents: [],
			doubts: ['2 documents that came with it cannot be read: print it from the account of the service.'],
		});
	});

	it.each<[string, unknown, string | undefined]>([
		['as it is', ' 3SABC123 ', '3SABC123'],
		['as a number', 12345, '12345'],
		['with 4 characters', 'A123', 'A123'],
		['with 60 characters', 'x'.repeat(60), 'x'.repeat(60)],
		['not with 3', 'A12', undefined],
		['not with 61', 'x'.repeat(61), undefined],
		['not with control characters', 'A123\u0007B', undefined],
		['not as an object', {}, undefined],
	])('suggests the tracking number of an unknown outcome %s', (_name, trackingNumber, expected) => {
		for (const status of [200, 500]) {
			const outcome = readShipmentAnswer(answer(status, { errors: [], data: { trackingNumber } }), true);
			expect(outcome.kind).toBe('unknown');
			expect(outcome).toEqual(
				expected
					? expect.objectContaining({ trackingNumber: expected })
					: expect.not.objectContaining({ trackingNumber: expect.anything() }),
			);
		}
	});

	it('does not take over anything of another request at status 409', () => {
		const body = { message: 'key used', data: { trackingNumber: '3SABC123', labels: 'JVBERi0=' } };
		const outcome = readShipmentAnswer(answer(409, body), true);
		expect(outcome.kind).toBe('unknown');
		expect(outcome).not.toHaveProperty('trackingNumber');
		expect(outcome).not.toHaveProperty('labels');
	});

	it('is unknown with the words of the service when no shipment can be read', () => {
		expect(readShipmentAnswer(answer(200, { errors: false, message: 'Queued.', data: null }), true)).toEqual({
			kind: 'unknown',
			message: 'The service answered without a shipment that can be read: Queued.',
			kept: { status: 200, text: '{"errors":false,"message":"Queued.","data":null}' },
		});
	});

	it.each([
		['a web page', signInPage, 'a web page came instead of data, titled "Sign in"'],
		['nothing', '', 'it was empty'],
		['a list', '[1]', 'it is not in the form of the partner service'],
		['null', 'null', 'it is not in the form of the partner service'],
	])('is unknown when the body is %s', (_name, text, reason) => {
		expect(readShipmentAnswer(answer(200, text), true)).toEqual({
			kind: 'unknown',
			message: `The answer could not be read (${reason}).`,
			kept: { status: 200, text },
		});
	});

	it.each([
		[`{"labels":"${'A'.repeat(40)}"}`, '{"labels":"…"}'],
		[
			`{"labels" :  "${'A'.repeat(99)}","id":1,"labels":  "${'B'.repeat(50)}"}`,
			'{"labels" :  "…","id":1,"labels":  "…"}',
		],
		[`{"labels":"${'A'.repeat(39)}"}`, `{"labels":"${'A'.repeat(39)}"}`],
		[
			'{"labels":"http://example.com/a/label/with/40/characters"}',
			'{"labels":"http://example.com/a/label/with/40/characters"}',
		],
		[
			`{"labels":["${'A'.repeat(200)}",{"data":"data:a/b;base64,${'B'.repeat(200)}"}]}`,
			'{"labels":["…",{"data":"…"}]}',
		],
		[
			`{"labels":["${'A'.repeat(199)}","${'x y '.repeat(60)}"]}`,
			`{"labels":["${'A'.repeat(199)}","${'x y '.repeat(60)}"]}`,
		],
		[`{"a":"${'\\/\\n'.repeat(50)}"}`, '{"a":"…"}'],
	])('includes the response without its labels: %s', (text, kept) => {
		expect(readShipmentAnswer(answer(500, text), true)).toMatchObject({ kept: { status: 500, text: kept } });
	});
});

describe('a rejection', () => {
	const refused = (status: number, body: unknown, changes: Partial<Answer> = {}) =>
		refusal(answer(status, body, changes));

	it.each([401, 403])('at status %i concerns the key and the secret', (status) => {
		const error = refused(status, { message: 'no' });
		expect(error).toMatchObject({ code: 'partner.unauthorised', retryable: false });
		expect(error.message).toBe(
			'The service does not accept this key and secret. Nothing was booked. Check them in Settings.',
		);
	});

	it('at status 429 carries the pause that the service asks for', () => {
		expect(refused(429, {}, { retryAfterMs: 7000 })).toMatchObject({ code: 'partner.busy', retryAfterMs: 7000 });
	});

	it.each([
		[undefined, 'The service asks to slow down. Nothing was booked. Try again in a minute.'],
		[1000, 'The service asks to slow down. Nothing was booked. Try again in 1 second.'],
		[1001, 'The service asks to slow down. Nothing was booked. Try again in 2 seconds.'],
	])('with a pause of %s ms states when to try again', (waitMs, message) => {
		const error = slowDown(waitMs);
		expect(error).toMatchObject({ code: 'partner.busy', retryable: true, retryAfterMs: waitMs });
		expect(error.message).toBe(message);
	});

	it.each([408, 500, 503])('at status %i is retryable', (status) => {
		const error = refused(status, { message: 'The database is down' }, { retryAfterMs: 3000 });
		expect(error).toMatchObject({ code: 'partner.failed', retryable: true, retryAfterMs: 3000 });
		expect(error.message).toBe(`The service failed (${status}): The database is down. Nothing was booked.`);
		expect(refused(status, 'no JSON').message).toBe(`The service failed (${status}). Nothing was booked.`);
	});

	it('has the message and the field errors of the service', () => {
		const fields = [{ path: 'destinationAddress.zipcode', code: 'x', message: 'wrong' }];
		const error = refused(422, { errors: true, message: '<b>Zip</b> wrong', fields });
		expect(error).toMatchObject({
			code: 'partner.rejected',
			message: 'Zip wrong',
			retryable: false,
			fields: [{ path: 'to.zipcode', code: 'x', message: 'wrong' }],
		});
		expect(refused(422, { message: 'Zip wrong', fields: [{ path: 7 }] })).toMatchObject({
			message: 'Zip wrong',
			fields: [],
		});
	});

	it('has the texts of the errors as its message when there is none', () => {
		expect(refused(422, { errors: ['Zip wrong.', { code: 7 }, '<i>City</i> wrong.'] }).message).toBe(
			'Zip wrong. City wrong.',
		);
		expect(refused(422, { errors: ['Zip wrong.', 'City wrong.'] }).message).toBe('Zip wrong. City wrong.');
	});

	it('has the message and the texts of the errors', () => {
		const both = { message: 'Both wrong.', errors: ['Zip wrong.', { field: 'city', message: 'is missing' }] };
		expect(refused(422, both).message).toBe('Both wrong. Zip wrong. city: is missing');
		expect(refused(503, both).message).toBe(
			'The service failed (503): Both wrong. Zip wrong. city: is missing. Nothing was booked.',
		);
		expect(refused(503, { message: 'Down. ' }).message).toBe('The service failed (503): Down. Nothing was booked.');
	});

	it('has the reason that stands in another field than specified', () => {
		const error = refused(400, { error: 'zip <b>invalid</b>.', fields: [{ path: 'x', code: 'y', message: 'z' }] });
		expect(error).toMatchObject({ code: 'partner.rejected', fields: [{ path: 'x', code: 'y', message: 'z' }] });
		expect(error.message).toBe('The service refused the request (400): zip invalid. Nothing was booked.');
		expect(refused(400, { message: 'Wrong.', error: 'zip' }).message).toBe('Wrong.');
		expect(refused(500, { error: 'Internal Server Error' }).message).toBe(
			'The service failed (500): Internal Server Error. Nothing was booked.',
		);
	});

	it.each([404, 405])('at status %i comes from the partner service when the body reports errors', (status) => {
		for (const flag of [{ errors: true }, { hasErrors: true }, { errors: ['x'] }])
			expect(refused(status, { ...flag, message: 'Product 9 is unknown.' })).toMatchObject({
				code: 'partner.rejected',
				message: expect.stringContaining('Product 9 is unknown.'),
			});
	});

	it.each([
		[400, { errors: true }],
		[418, []],
		[422, ''],
		[204, ''],
	])('at status %i with the body %j has no reason', (status, body) => {
		const error = refused(status, body);
		expect(error).toMatchObject({ code: 'partner.rejected', retryable: false, fields: [] });
		expect(error.message).toBe(`The service refused the request (${status}) without saying why. Nothing was booked.`);
	});

	it.each([400, 413, 415, 422, 200, 299])('at status %i concerns the request, and its text is the reason', (status) => {
		const error = refused(status, '<p>Too large</p>');
		expect(error).toMatchObject({ code: 'partner.rejected', fields: [] });
		expect(error.message).toBe(`The service refused the request (${status}): Too large. Nothing was booked.`);
	});

	it.each([
		[404, { message: 'Not Found' }, 'it is not in the form of the partner service'],
		[405, { message: 'Not Allowed' }, 'it is not in the form of the partner service'],
		[418, 'null', 'it is not in the form of the partner service'],
		[418, '"text"', 'it is not in the form of the partner service'],
		[199, 'text', 'it is not in the form of the partner service'],
		[300, 'text', 'it is not in the form of the partner service'],
		[499, signInPage, 'a web page came instead of data, titled "Sign in"'],
	])('at status %i with the body %j does not come from the partner service', (status, body, reason) => {
		const error = refused(status, body);
		expect(error).toMatchObject({ code: 'partner.unreadable', retryable: false });
		expect(error.message).toBe(
			`What answers at the service's address is not the partner service (${status}, ${reason}). Nothing was booked. Check the service address in Settings.`,
		);
	});

	it.each([
		['destinationAddress', 'to'],
		['destinationAddress.city', 'to.city'],
		['pickupAddress.city', 'from.city'],
		['contentItems', 'contents'],
		['contentItems.12.price', 'contents.12.priceEur'],
		['contentItems.12.cost', 'contents.12.priceEur'],
		['contentItems.12.numberOfItems', 'contents.12.quantity'],
		['contentItems.12.tariff', 'contents.12.hsCode'],
		['contentItems.12.country', 'contents.12.originCountry'],
		['contentItems.12.description', 'contents.12.description'],
		['parcels.12.weight', 'parcels.12.weightKg'],
		['parcels.12.length', 'parcels.12.lengthCm'],
		['parcels.12.width', 'parcels.12.widthCm'],
		['parcels.12.height', 'parcels.12.heightCm'],
		['parcels.12.count', 'parcels.12.count'],
		// Fields that only look like one of these keep their names.
		['notes.destinationAddress', 'notes.destinationAddress'],
		['notes.pickupAddress', 'notes.pickupAddress'],
		['notes.contentItems', 'notes.contentItems'],
		...['price', 'cost', 'numberOfItems', 'tariff', 'country'].flatMap((name) => [
			[`contents.1.${name}s`, `contents.1.${name}s`],
			[`x.contents.1.${name}`, `x.contents.1.${name}`],
		]),
		...['weight', 'length', 'width', 'height'].flatMap((name) => [
			[`parcels.1.${name}s`, `parcels.1.${name}s`],
			[`x.parcels.1.${name}`, `x.parcels.1.${name}`],
		]),
	])('maps the field %s to the form field %s', (path, expected) => {
		const error = refused(422, { message: 'wrong', fields: [{ path, code: 'x', message: 'wrong' }] });
		expect(error.fields).toEqual([{ path: expected, code: 'x', message: 'wrong' }]);
	});
});

describe('the Retry-After header', () => {
	const clock = new Date('2026-11-21T10:00:00Z');

	it.each([
		[null, undefined],
		['7', 7000],
		['120', 120_000],
		[' 5 ', 5000],
		['  60  ', 60_000],
		['0', 0],
		['Sat, 21 Nov 2026 10:00:05 GMT', 5000],
		['Sat, 21 Nov 2026 09:00:00 GMT', 0],
		['soon', undefined],
		['5 minutes', undefined],
		['1e5', undefined],
	])('%j is %s ms', (header, expected) => {
		expect(retryAfterMs(header, clock)).toBe(expected);
	});

	it('with a date needs the clock of the service', () => {
		expect(retryAfterMs('Sat, 21 Nov 2026 10:00:05 GMT', undefined)).toBeUndefined();
		expect(retryAfterMs('7', undefined)).toBe(7000);
	});
});

describe('the retention time of Idempotency-Keys', () => {
	const openApi = (parameters: unknown) => ({ paths: { '/partners-api/v1/shipments': { post: { parameters } } } });
	const named = { name: 'Idempotency-Key', in: 'header' };
	const defaultMs = 15 * 60_000;

	it.each([
		['?1; max-age=86400', 86_400_000],
		[' ?1;max-age=60 ', 60_000],
		['?1  ;  max-age  =  60', 60_000],
		['?1', defaultMs],
		['?1; other=2', defaultMs],
	])('is read from the header %j', (header, expected) => {
		expect(keysKeptForMs(header, undefined)).toBe(expected);
	});

	it.each(['?0', '', 'yes', 'x ?1', '1'])('is 0 with the header %j: nothing is repeated', (header) => {
		expect(keysKeptForMs(header, undefined)).toBe(0);
	});

	it('is read from the header rather than from the service description', () => {
		expect(keysKeptForMs('?1; max-age=60', openApi([{ ...named, 'x-max-age': 5 }]))).toBe(60_000);
	});

	it.each<[string, unknown, number]>([
		['with its time', openApi([{ ...named, 'x-max-age': 60 }]), 60_000],
		['in any case of its name', openApi([{ ...named, name: 'IDEMPOTENCY-KEY', 'x-max-age': 60 }]), 60_000],
		['behind others', openApi([{ in: 'header' }, { name: 'X-Other', in: 'header' }, named]), defaultMs],
		['without a time', openApi([named]), defaultMs],
		['with a time that is no number', openApi([{ ...named, 'x-max-age': '60' }]), defaultMs],
		['with no time at all', openApi([{ ...named, 'x-max-age': 0 }]), defaultMs],
		['with a negative time', openApi([{ ...named, 'x-max-age': -60 }]), defaultMs],
	])('is read from the service description that names the header %s', (_name, document, expected) => {
		expect(keysKeptForMs(null, document)).toBe(expected);
	});

	it.each<[string, unknown]>([
		['is missing', undefined],
		['is no object', 7],
		['has no paths', {}],
		['has paths of another form', { paths: { '/partners-api/v1/shipments': 7 } }],
		['lacks the path of shipments', { paths: { '/other': { post: { parameters: [named] } } } }],
		['lacks the booking call', { paths: { '/partners-api/v1/shipments': {} } }],
		['has a booking call of another form', { paths: { '/partners-api/v1/shipments': { post: 7 } } }],
		['has no parameters', { paths: { '/partners-api/v1/shipments': { post: {} } } }],
		['has parameters of another form', openApi(7)],
		['has no such parameter', openApi([{ name: 'X-Other', in: 'header' }])],
		['has it outside of the headers', openApi([{ ...named, in: 'query' }])],
	])('is 0 when the service description %s', (_name, document) => {
		expect(keysKeptForMs(null, document)).toBe(0);
	});

	it('is read when another path has no POST operation', () => {
		const document = openApi([{ ...named, 'x-max-age': 60 }]);
		expect(keysKeptForMs(null, { paths: { '/other': {}, ...document.paths } })).toBe(60_000);
	});
});
