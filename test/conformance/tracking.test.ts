// Who may open the tracking page: callers with the token in `trackingUrl`, and callers who know the recipient's postcode.
import { expect, it } from 'vitest';
import { destinationAddress, shipmentRequest } from '../fixtures/requests';
import type { Service } from '../fixtures/service';
import { onEachDatabase } from './on-each-database';

/** Sends the postcode form from an address that a proxy states. */
async function enterPostcode(service: Service, number: string, postcode: string, address: string) {
	const response = await fetch(`${service.url}/tracking/${number}`, {
		method: 'POST',
		headers: { 'X-Forwarded-For': address },
		body: new URLSearchParams({ postcode }),
	});
	return { status: response.status, text: await response.text() };
}

onEachDatabase(
	'the tracking page',
	(service) => {
		const book = async (headers: Record<string, string> = {}) =>
			(await service().post('shipments', { ...shipmentRequest, inlineLabel: false }, headers)).body.data;
		const open = async (path: string) => {
			const response = await fetch(new URL(path, service().url));
			return { status: response.status, text: await response.text() };
		};
		const enter = (number: string, postcode: string, address = '203.0.113.1') =>
			enterPostcode(service(), number, postcode, address);
		const FORM = 'name="postcode"';
		const JOURNEY = 'Created at carrier';

		it('opens with the token of trackingUrl, which a repeated request returns again', async () => {
			const headers = { 'Idempotency-Key': 'tracked' };
			const { trackingUrl, trackingNumber } = await book(headers);
			const url = new URL(trackingUrl);
			expect(url.pathname).toBe(`/tracking/${trackingNumber}`);
			expect(url.searchParams.get('token')).toMatch(/^[\w-]{22}$/);
			expect((await open(trackingUrl)).text).toContain(JOURNEY);
			expect((await book(headers)).trackingUrl).toBe(trackingUrl);
			expect((await book()).trackingUrl.slice(-22)).not.toBe(trackingUrl.slice(-22));
		});

		it('shows a form without the token, with a wrong one and for a number that does not exist, and no part of the journey', async () => {
			const { trackingUrl, trackingNumber } = await book();
			const { trackingUrl: otherUrl } = await book();
			const token = new URL(trackingUrl).searchParams.get('token') ?? '';
			const queries = ['', '?token=', `?token=${token.slice(0, -1)}`, `?token=${token}x`, new URL(otherUrl).search];
			const [form, ...others] = await Promise.all(queries.map((query) => open(`/tracking/${trackingNumber}${query}`)));
			expect(form?.status).toBe(200);
			expect(form?.text).toContain(FORM);
			for (const word of [JOURNEY, 'Overland', 'Germany', '2026']) expect(form?.text).not.toContain(word);
			for (const other of others) expect(other).toEqual(form);
			const unknownNumber = [...trackingNumber].reverse().join('');
			const unknown = await open(`/tracking/${unknownNumber}`);
			expect(unknown).toEqual({ ...form, text: form?.text.replaceAll(trackingNumber, unknownNumber) });
		});

		it('opens with the postcode of the recipient in any spelling, not with that of the sender', async () => {
			const { trackingNumber } = await book();
			expect((await enter(trackingNumber, ' 10-115 ')).text).toContain(JOURNEY);
			const wrong = await enter(trackingNumber, '1012LG');
			expect(wrong.status).toBe(404);
			expect(wrong.text).toContain('There is no parcel with this number and postcode.');
			const unknownNumber = [...trackingNumber].reverse().join('');
			expect((await enter(unknownNumber, '10115')).text).toBe(wrong.text.replaceAll(trackingNumber, unknownNumber));
			for (const postcode of ['', ' ', '-', '%', '1011', '101155'])
				expect((await enter(trackingNumber, postcode, '203.0.113.2')).text).not.toContain(JOURNEY);
			const unnumbered = { ...destinationAddress, countryCode: 'FR', zipcode: '-', city: 'Paris' };
			const { body } = await service().post('shipments', { ...shipmentRequest, destinationAddress: unnumbered });
			expect((await enter(body.data.trackingNumber, '-')).text).not.toContain(JOURNEY);
		});

		it('limits wrong postcodes by address and number together, and forms by address', async () => {
			const { trackingNumber } = await book();
			const guess = (index: number) => enter(trackingNumber, String(10_200 + index), '203.0.113.3');
			const statuses = await Promise.all(Array.from({ length: 12 }, (_, index) => guess(index)));
			expect(statuses.filter(({ status }) => status === 404)).toHaveLength(5);
			expect(statuses.filter(({ status }) => status === 429)).toHaveLength(7);
			expect((await enter(trackingNumber, '10115', '203.0.113.4')).text).toContain(JOURNEY);
			const numbers = Array.from({ length: 40 }, (_, index) => enter(`0952000099${index}`, '10115', '203.0.113.5'));
			expect((await Promise.all(numbers)).filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(9);
		});

		it('asks for the postcode of a shipment that an older version booked on the same database', async () => {
			const { trackingNumber, id } = await book();
			await service().store.updateTable('shipment').set({ tracking_token: null }).where('id', '=', id).execute();
			for (const query of ['', '?token=', '?token=null', '?token=undefined'])
				expect((await open(`/tracking/${trackingNumber}${query}`)).text).toContain(FORM);
			expect((await enter(trackingNumber, '10115')).text).toContain(JOURNEY);
		});
	},
	{ isBehindProxy: true },
);

onEachDatabase('postcode forms', (service) => {
	it('are not counted by the address that a caller states when there is no proxy', async () => {
		const guesses = Array.from({ length: 9 }, (_, index) =>
			enterPostcode(service(), '09520000888888', '10115', `203.0.113.${index}`),
		);
		expect((await Promise.all(guesses)).filter(({ status }) => status === 429)).toHaveLength(4);
	});
});

onEachDatabase(
	'postcode forms over IPv6',
	(service) => {
		it('are counted by network, because a caller has all addresses of one', async () => {
			const guess = (address: string) => enterPostcode(service(), '09520000777777', '10115', address);
			const own = Array.from({ length: 9 }, (_, index) => guess(`2001:db8:0:1:${index}::${index}`));
			expect((await Promise.all(own)).filter(({ status }) => status === 429)).toHaveLength(4);
			expect((await guess('2001:DB8:0:1::')).status).toBe(429);
			for (const other of ['2001:db8:0:2::1', '2001:db8::1', '::1', '::ffff:203.0.113.9', '203.0.113.10'])
				expect((await guess(other)).status).toBe(404);
		});
	},
	{ isBehindProxy: true },
);
