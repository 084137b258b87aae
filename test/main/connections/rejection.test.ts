// Errors created from answers that report a failure, and the Retry-After header.
import { describe, expect, it } from 'vitest';
import { errorOfAnswer, parseRetryAfter, rateLimitError } from '../../../src-main/connections/partner-v1/rejection';
import type { Answer } from '../../../src-main/connections/partner-v1/response-body';
import { answer, signInPage } from '../../fixtures/partner-answers';

describe('a rejection', () => {
	const refused = (status: number, body: unknown, changes: Partial<Answer> = {}) =>
		errorOfAnswer(answer(status, body, changes));

	it.each([401, 403])('at status %i is about the key and the secret', (status) => {
		const error = refused(status, { message: 'no' });
		expect(error).toMatchObject({ code: 'partner.unauthorised', retryable: false });
		expect(error.message).toBe(
			'The service does not accept this key and secret. Nothing was booked. Check them in Settings.',
		);
	});

	it('at status 429 has the pause that the service requests', () => {
		expect(refused(429, {}, { retryAfterMs: 7000 })).toMatchObject({ code: 'partner.busy', retryAfterMs: 7000 });
	});

	it.each([
		[undefined, 'The service is busy. Nothing was booked. Try again in a minute.'],
		[1000, 'The service is busy. Nothing was booked. Try again in 1 second.'],
		[1001, 'The service is busy. Nothing was booked. Try again in 2 seconds.'],
	])('with a pause of %s ms states when to try again', (waitMs, message) => {
		const error = rateLimitError(waitMs);
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

	it('uses the error texts as its message when there is no message', () => {
		expect(refused(422, { errors: ['Zip wrong.', { code: 7 }, '<i>City</i> wrong.'] }).message).toBe(
			'Zip wrong. City wrong.',
		);
		expect(refused(422, { errors: ['Zip wrong.', 'City wrong.'] }).message).toBe('Zip wrong. City wrong.');
	});

	it('combines the message and the error texts', () => {
		const both = { message: 'Both wrong.', errors: ['Zip wrong.', { field: 'city', message: 'is missing' }] };
		expect(refused(422, both).message).toBe('Both wrong. Zip wrong. city: is missing');
		expect(refused(503, both).message).toBe(
			'The service failed (503): Both wrong. Zip wrong. city: is missing. Nothing was booked.',
		);
		expect(refused(503, { message: 'Down. ' }).message).toBe('The service failed (503): Down. Nothing was booked.');
	});

	it('uses a reason in a field that the specification does not name', () => {
		const error = refused(400, { error: 'zip <b>invalid</b>.', fields: [{ path: 'x', code: 'y', message: 'z' }] });
		expect(error).toMatchObject({ code: 'partner.rejected', fields: [{ path: 'x', code: 'y', message: 'z' }] });
		expect(error.message).toBe('The service refused the request (400): zip invalid. Nothing was booked.');
		expect(refused(400, { message: 'Wrong.', error: 'zip' }).message).toBe('Wrong.');
		expect(refused(500, { error: 'Internal Server Error' }).message).toBe(
			'The service failed (500): Internal Server Error. Nothing was booked.',
		);
	});

	it.each([404, 405])('at status %i is from the partner service when the body reports errors', (status) => {
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
		expect(error.message).toBe(
			`The service refused the request (${status}) without giving a reason. Nothing was booked.`,
		);
	});

	it.each([400, 413, 415, 422, 200, 299])(
		'at status %i is about the request, with the body text as the reason',
		(status) => {
			const error = refused(status, '<p>Too large</p>');
			expect(error).toMatchObject({ code: 'partner.rejected', fields: [] });
			expect(error.message).toBe(`The service refused the request (${status}): Too large. Nothing was booked.`);
		},
	);

	it.each([
		[404, { message: 'Not Found' }, 'unexpected format'],
		[405, { message: 'Not Allowed' }, 'unexpected format'],
		[418, 'null', 'unexpected format'],
		[418, '"text"', 'unexpected format'],
		[199, 'text', 'unexpected format'],
		[300, 'text', 'unexpected format'],
		[499, signInPage, 'the answer is a web page with the title "Sign in"'],
	])('at status %i with the body %j is not from the partner service', (status, body, reason) => {
		const error = refused(status, body);
		expect(error).toMatchObject({ code: 'partner.unreadable', retryable: false });
		expect(error.message).toBe(
			`The server at the service address is not a partner service (${status}, ${reason}). Nothing was booked. Check the service address in Settings.`,
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
		// Fields with similar names are not mapped.
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
		expect(parseRetryAfter(header, clock)).toBe(expected);
	});

	it('requires the service time when it is a date', () => {
		expect(parseRetryAfter('Sat, 21 Nov 2026 10:00:05 GMT', undefined)).toBeUndefined();
		expect(parseRetryAfter('7', undefined)).toBe(7000);
	});
});
