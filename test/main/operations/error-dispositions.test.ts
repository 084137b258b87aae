// Every error of a request carries a disposition, which decides what happens to the requests queued behind it.
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src-contract/errors';
import { quoteInputOf } from '../../../src-contract/rules/quote-input';
import { createPartnerClient } from '../../../src-main/connections/partner-v1/client';
import { exampleDraft } from '../../fixtures/shipment-draft';

const endpoint = async () => ({ baseUrl: 'http://service.example', key: 'a-long-key', secret: 'a-secret' });
const refused = () => Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } }));
const answer = (status: number, body: unknown) => async () =>
	new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
const book = (fetch: () => Promise<Response>, ready: typeof endpoint = endpoint) =>
	createPartnerClient({ fetch, endpoint: ready }).createShipment(exampleDraft, 'a key', {
		productId: 1,
		isBooking: true,
	});

describe('the disposition of a booking error', () => {
	it.each([
		['connection refused', refused, 'partner.unreachable', 'retry'],
		['429', answer(429, {}), 'partner.busy', 'retry'],
		['401', answer(401, {}), 'partner.unauthorised', 'stop'],
		['403', answer(403, {}), 'partner.unauthorised', 'stop'],
		['422', answer(422, { message: 'zipcode: is wrong', fields: [] }), 'partner.rejected', 'reject'],
		['400 without a reason', answer(400, ''), 'partner.rejected', 'reject'],
		[
			'200 with errors',
			answer(200, { errors: true, message: 'The postal code is wrong.' }),
			'partner.rejected',
			'reject',
		],
		['a web page for 404', answer(404, '<html><title>Router</title></html>'), 'partner.unreadable', 'unknown'],
	] as const)('follows from %s', async (_title, fetch, code, disposition) => {
		expect(await book(fetch)).toMatchObject({ kind: 'rejected', error: { code, disposition } });
	});

	it('is taken from the error that prevented the request', async () => {
		const locked = new AppError('credentials.locked', 'No key.', { disposition: 'stop' });
		expect(await book(answer(200, {}), () => Promise.reject(locked))).toEqual({ kind: 'rejected', error: locked });
	});
});

describe('the disposition of a rates error', () => {
	const rates = (fetch: () => Promise<Response>) =>
		createPartnerClient({ fetch, endpoint }).rates(quoteInputOf(exampleDraft));
	it.each([
		['422', answer(422, { message: 'toZipcode: is wrong', fields: [] }), 'partner.rejected', 'reject'],
		['a web page', answer(200, '<html><title>Portal</title></html>'), 'partner.unreadable', 'unknown'],
	] as const)('follows from %s', async (_title, fetch, code, disposition) => {
		await expect(rates(fetch)).rejects.toMatchObject({ code, disposition });
	});
});
