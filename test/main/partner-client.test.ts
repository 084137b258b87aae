import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toRatesRequest, toShipmentRequest } from '../../src-contract/shipment';
import { createPartnerClient } from '../../src-main/partner/client';
import { composition } from '../fixtures/composition';
import {
	type Behaviour,
	booked,
	json,
	type PartnerServer,
	RATES,
	startPartnerServer,
} from '../fixtures/partner-server';

const SECRET = 'a-secret-of-the-test';
let server: PartnerServer;
let baseUrl = '';
let deadUrl = '';
const client = createPartnerClient({ fetch, endpoint: async () => ({ baseUrl, key: 'key', secret: SECRET }) });
const question = toRatesRequest({ ...composition, totalValueEur: 25 });
const order = toShipmentRequest(composition, 1, true);

beforeAll(async () => {
	server = await startPartnerServer(json(200, RATES));
	baseUrl = server.url;
	const dead = await startPartnerServer(json(200, RATES));
	deadUrl = dead.url;
	await dead.close();
});
afterAll(() => server.close());

describe('a question', () => {
	it('is answered', async () => {
		server.behave(json(200, RATES));
		expect((await client.rates(question)).data[0]?.price).toBe(9.5);
	});

	it('reads numbers that come as strings', async () => {
		server.behave(json(200, { ...RATES, data: [{ ...RATES.data[0], price: '9.50', productId: '1' }] }));
		expect((await client.rates(question)).data[0]).toMatchObject({ price: 9.5, productId: 1 });
	});

	it.each([
		[
			'a wrong key',
			json(401, { errors: true, message: `no: key@${SECRET}` }),
			'partner.unauthorised',
			/key and secret.*Settings/,
		],
		['a web page', html(200), 'partner.unreadable', /web page.*address/],
		['a web page for 404', html(404), 'partner.unreadable', /not the partner service/],
		['a refusal', json(422, { message: 'toZipcode: is wrong', fields: [] }), 'partner.rejected', /toZipcode/],
		['a slow-down', json(429, {}), 'partner.busy', /slow down/],
		['nothing', json(200, {}), 'partner.unreadable', /not in the form/],
	] as const)('tells %s in plain words', async (_name, behaviour, code, message) => {
		server.behave(behaviour);
		const error = await client.rates(question).catch((caught) => caught);
		expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
		expect(JSON.stringify(error.toReport())).not.toContain(SECRET);
	});

	it('says that a service is down', async () => {
		const down = createPartnerClient({
			fetch,
			endpoint: async () => ({ baseUrl: deadUrl, key: 'k', secret: 's' }),
		});
		await expect(down.rates(question)).rejects.toMatchObject({ code: 'partner.unreachable', retryable: true });
	});
});

describe('a shipment request', () => {
	it.each([
		['booked', json(200, booked('JVBERi0=')), 'booked'],
		['booked without labels', json(200, booked(undefined)), 'booked'],
		[
			'booked with odd values',
			json(200, {
				...booked('JVBERi0='),
				message: null,
				data: { ...booked('JVBERi0=').data, price: null, trackingUrl: null, trackingNumber: 12345 },
			}),
			'booked',
		],
		[
			'more than a draft and less than a booking',
			json(200, { errors: false, message: '', data: { id: 3, labels: 'JVBERi0=' } }),
			'unknown',
		],
		['a draft', json(200, { errors: false, message: 'draft', data: { id: '12' } }), 'draft'],
		['a refusal', json(422, { errors: true, message: 'no', fields: [] }), 'rejected'],
		['errors in a 200', json(200, { errors: ['no'], message: 'no' }), 'rejected'],
		['a wrong key', json(401, {}), 'rejected'],
		['a fault of the service', json(500, { errors: true, message: 'fault' }), 'unknown'],
		['a page instead of data', html(200), 'unknown'],
		['a gateway', html(502), 'unknown'],
		['a redirect after the fact', (_q, response) => void response.writeHead(303, { Location: '/' }).end(), 'unknown'],
		['a cut line', (request) => void request.socket.destroy(), 'unknown'],
		[
			'half an answer',
			(_q, response) =>
				void response.writeHead(200, { 'Content-Length': '999' }).write('{"errors"', () => response.destroy()),
			'unknown',
		],
	] as [string, Behaviour, string][])('that meets %s', async (_name, behaviour, kind) => {
		server.behave(behaviour);
		const before = server.bookings.length;
		expect((await client.createShipment(order, 'one-key')).kind).toBe(kind);
		expect(server.bookings.length).toBe(before + 1);
	});

	it('is certainly not sent when nothing listens', async () => {
		const down = createPartnerClient({
			fetch,
			endpoint: async () => ({ baseUrl: deadUrl, key: 'k', secret: 's' }),
		});
		expect(await down.createShipment(order, 'key')).toMatchObject({
			kind: 'rejected',
			error: { code: 'partner.unreachable' },
		});
	});

	it('names faults as the form names its fields', async () => {
		server.behave(
			json(422, {
				message: 'x',
				fields: [
					{ path: 'destinationAddress.zipcode', code: 'x', message: 'wrong' },
					{ path: 'contentItems.0.price', code: 'x', message: 'wrong' },
				],
			}),
		);
		const outcome = await client.createShipment(order, 'key');
		expect(outcome.kind === 'rejected' && outcome.error.fields.map(({ path }) => path)).toEqual([
			'to.zipcode',
			'contents.0.priceEur',
		]);
	});
});

function html(status: number): Behaviour {
	return (_request, response) => {
		response.writeHead(status, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Sign in</title>');
	};
}
