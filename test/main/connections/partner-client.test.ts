// The client of the partner API against HTTP servers: outcomes, retries, key retention and hostile answers.
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readShipmentAnswer } from '../../../src-main/connections/partner-v1/booking-response';
import { idempotencyKeyRetentionMs } from '../../../src-main/connections/partner-v1/capabilities';
import { createPartnerClient } from '../../../src-main/connections/partner-v1/client';
import { htmlToPlainText } from '../../../src-main/connections/partner-v1/response-body';
import {
	type Behaviour,
	booked,
	json,
	type PartnerServer,
	RATES,
	startPartnerServer,
} from '../../fixtures/partner-server';
import { startService } from '../../fixtures/service';
import { exampleDraft } from '../../fixtures/shipment-draft';

const SECRET = 'a-secret-of-the-test';
let server: PartnerServer;
let baseUrl = '';
/** Address at which no server listens. */
let deadUrl = '';
const client = createPartnerClient({ fetch, endpoint: async () => ({ baseUrl, key: 'key', secret: SECRET }) });
const quoteInput = { ...exampleDraft, totalValueEur: 25 };
const estimateInput = {
	from: { countryCode: 'NL' },
	to: { countryCode: 'US' },
	items: [{ description: 'Cotton shirt', quantity: 1, priceEur: 10 }],
};
const booking = { productId: 1, isBooking: true };

beforeAll(async () => {
	server = await startPartnerServer(json(200, RATES));
	baseUrl = server.url;
	const dead = await startPartnerServer(json(200, RATES));
	deadUrl = dead.url;
	await dead.close();
});
afterAll(() => server.close());

describe('rates of the built-in service', () => {
	it('are for pallets within a country and for documents, and their message says when there are none', async () => {
		const service = await startService();
		const builtIn = createPartnerClient({
			fetch,
			endpoint: async () => ({ baseUrl: service.url, ...service.credentials }),
		});
		const place = { countryCode: 'NL', companyName: 'Example BV' };
		const input = { from: place, to: place, parcels: [], insured: false, totalValueEur: 0 };
		const pallet = { count: 1, lengthCm: 120, widthCm: 80, heightCm: 150, weightKg: 300, isStackable: false };
		const price = async (changes: object) => (await builtIn.rates({ ...input, ...changes })).data[0]?.price ?? 0;
		const topmost = await price({ pallets: [pallet] });
		expect(topmost).toBeGreaterThan(0);
		expect(await price({ pallets: [{ ...pallet, isStackable: true }] })).toBeLessThan(topmost);
		expect(await price({ documents: { count: 1 } })).toBeGreaterThan(0);
		const none = await builtIn.rates({ ...input, pallets: [{ ...pallet, heightCm: 900 }] });
		expect(none.data).toEqual([]);
		expect(none.message).toMatch(/too large/);
		await service.stop();
	});
});

describe('a rates request', () => {
	it('returns prices', async () => {
		server.behave(json(200, RATES));
		expect((await client.rates(quoteInput)).data[0]?.price).toBe(9.5);
	});

	it('reads numbers that are sent as strings', async () => {
		server.behave(json(200, { ...RATES, data: [{ ...RATES.data[0], price: '9.50', productId: '1' }] }));
		expect((await client.rates(quoteInput)).data[0]).toMatchObject({ price: 9.5, productId: 1 });
	});

	it.each([
		[
			'a wrong key',
			json(401, { errors: true, message: `no: key@${SECRET}` }),
			'partner.unauthorised',
			/key and secret.*Settings/,
		],
		['a web page', html(200), 'partner.unreadable', /web page.*address/],
		['a web page for 404', html(404), 'partner.unreadable', /not a partner service/],
		['a refusal', json(422, { message: 'toZipcode: is wrong', fields: [] }), 'partner.rejected', /toZipcode/],
		['a rate limit', json(429, {}), 'partner.busy', /service is busy/],
		['an empty object', json(200, {}), 'partner.unreadable', /unexpected format/],
	] as const)('reports %s in plain words', async (_name, behaviour, code, message) => {
		server.behave(behaviour);
		const error = await client.rates(quoteInput).catch((caught) => caught);
		expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
		expect(JSON.stringify(error.toReport())).not.toContain(SECRET);
	});

	it.each<[string, object, string]>([
		['errors without data', { errors: true, message: 'No service to this zip code.' }, 'No service to this zip code.'],
		['errors as an object', { errors: { toZipcode: 'is wrong' } }, 'toZipcode: is wrong'],
		['hasErrors and a message', { hasErrors: true, message: 'Not now.' }, 'Not now.'],
	])('is refused when a 200 has %s, and the error has the message of the service', async (_name, body, message) => {
		server.behave(json(200, body));
		for (const request of [client.rates(quoteInput), client.estimate(estimateInput)])
			await expect(request).rejects.toMatchObject({ code: 'partner.rejected', message });
	});

	it('returns the usable options, cheapest first', async () => {
		const option = RATES.data[0];
		const data = [30, 10, 20, 'NaN', -1, 0].map((price, index) => ({ ...option, price, productId: index + 1 }));
		server.behave(json(200, { ...RATES, data }));
		const rates = await client.rates(quoteInput);
		expect(rates.data.map(({ price }) => price)).toEqual([10, 20, 30]);
		expect(rates.notes).toEqual(['3 options from the service cannot be used and are not shown (no usable price).']);
	});

	it('reports that a service is offline', async () => {
		const down = createPartnerClient({
			fetch,
			endpoint: async () => ({ baseUrl: deadUrl, key: 'k', secret: 's' }),
		});
		await expect(down.rates(quoteInput)).rejects.toMatchObject({ code: 'partner.unreachable', retryable: true });
	});
});

describe('a shipment request', () => {
	it.each([
		['a booking', json(200, booked('JVBERi0=')), 'booked'],
		['a booking without labels', json(200, booked(undefined)), 'booked'],
		[
			'a booking with unusual values',
			json(200, {
				...booked('JVBERi0='),
				message: null,
				data: { ...booked('JVBERi0=').data, price: null, trackingUrl: null, trackingNumber: 12345 },
			}),
			'booked',
		],
		[
			'an id and labels without a status and a tracking number',
			json(200, { errors: false, message: '', data: { id: 3, labels: 'JVBERi0=' } }),
			'unknown',
		],
		['a draft', json(200, { errors: false, message: 'draft', data: { id: '12' } }), 'draft'],
		['a refusal', json(422, { errors: true, message: 'no', fields: [] }), 'rejected'],
		['errors in a 200', json(200, { errors: ['no'], message: 'no' }), 'rejected'],
		['a wrong key', json(401, {}), 'rejected'],
		['a server error', json(500, { errors: true, message: 'failure' }), 'unknown'],
		['a web page', html(200), 'unknown'],
		['the web page of a gateway', html(502), 'unknown'],
		['a redirect', (_request, response) => void response.writeHead(303, { Location: '/' }).end(), 'unknown'],
		['a lost connection', (request) => void request.socket.destroy(), 'unknown'],
		[
			'a truncated answer',
			(_request, response) =>
				void response.writeHead(200, { 'Content-Length': '999' }).write('{"errors"', () => response.destroy()),
			'unknown',
		],
	] as [string, Behaviour, string][])('is sent once and gets its outcome from %s', async (_name, behaviour, kind) => {
		server.behave(behaviour);
		const before = server.bookings.length;
		expect((await client.createShipment(exampleDraft, 'one-key', booking)).kind).toBe(kind);
		expect(server.bookings.length).toBe(before + 1);
	});

	it('is unknown when its answer cannot be read, because it was sent', async () => {
		server.behave(json(200, booked('JVBERi0=')));
		const failing = createPartnerClient({
			fetch,
			endpoint: async () => ({ baseUrl, key: 'key', secret: SECRET }),
			readShipment: () => Promise.reject(new RangeError('out of memory')),
		});
		expect(await failing.createShipment(exampleDraft, 'key', booking)).toEqual({
			kind: 'unknown',
			message: 'The answer could not be read (out of memory).',
		});
	});

	it('is not sent when nothing listens at the address', async () => {
		const down = createPartnerClient({
			fetch,
			endpoint: async () => ({ baseUrl: deadUrl, key: 'k', secret: 's' }),
		});
		expect(await down.createShipment(exampleDraft, 'key', booking)).toMatchObject({
			kind: 'rejected',
			error: { code: 'partner.unreachable' },
		});
	});

	it('maps field errors to the fields of the form', async () => {
		server.behave(
			json(422, {
				message: 'x',
				fields: [
					{ path: 'destinationAddress.zipcode', code: 'x', message: 'wrong' },
					{ path: 'contentItems.0.price', code: 'x', message: 'wrong' },
				],
			}),
		);
		const outcome = await client.createShipment(exampleDraft, 'key', booking);
		expect(outcome.kind === 'rejected' && outcome.error.fields.map(({ path }) => path)).toEqual([
			'to.zipcode',
			'contents.0.priceEur',
		]);
	});
});

describe('automatic retries', () => {
	/** Answers each request with the next behaviour, and all further ones with the last. @returns the number of requests so far */
	const answerInTurn = (partner: PartnerServer, behaviours: Behaviour[]) => {
		let requestCount = 0;
		partner.behave((request, response, body) => {
			const behaviour = behaviours[Math.min(requestCount, behaviours.length - 1)] as Behaviour;
			requestCount += 1;
			behaviour(request, response, body);
		});
		return () => requestCount;
	};
	const createFreshClient = (url = baseUrl) =>
		createPartnerClient({ fetch, endpoint: async () => ({ baseUrl: url, key: 'key', secret: SECRET }) });
	const resetConnection: Behaviour = (request) => void request.socket.destroy();

	it('repeat a rates request twice after failures', async () => {
		const requestCount = answerInTurn(server, [resetConnection, json(503, {}), json(200, RATES)]);
		expect((await createFreshClient().rates(quoteInput)).data).toHaveLength(1);
		expect(requestCount()).toBe(3);
		const failingRequestCount = answerInTurn(server, [resetConnection]);
		await expect(createFreshClient().rates(quoteInput)).rejects.toMatchObject({ code: 'partner.unreachable' });
		expect(failingRequestCount()).toBe(3);
	});

	it('never repeat a booking', async () => {
		const requestCount = answerInTurn(server, [resetConnection]);
		expect((await createFreshClient().createShipment(exampleDraft, 'key', booking)).kind).toBe('unknown');
		expect(requestCount()).toBe(1);
	});

	it('do not repeat a refused request', async () => {
		const requestCount = answerInTurn(server, [json(422, { message: 'no' })]);
		await expect(createFreshClient().rates(quoteInput)).rejects.toThrow('no');
		expect(requestCount()).toBe(1);
	});

	it('wait as long as the service requests, unless that is too long for a screen', async () => {
		const rateLimitError =
			(seconds: string): Behaviour =>
			(_request, response) =>
				void response.writeHead(429, { 'Retry-After': seconds }).end('{}');
		const requestCount = answerInTurn(server, [rateLimitError('1'), json(200, RATES)]);
		const start = performance.now();
		await createFreshClient().rates(quoteInput);
		expect(performance.now() - start).toBeGreaterThan(900);
		expect(requestCount()).toBe(2);
		const freshClient = createFreshClient();
		const delayedRequestCount = answerInTurn(server, [rateLimitError('30')]);
		await expect(freshClient.rates(quoteInput)).rejects.toMatchObject({ code: 'partner.busy', retryAfterMs: 30_000 });
		await expect(freshClient.rates(quoteInput)).rejects.toThrow(/Try again in \d+ seconds/);
		expect(delayedRequestCount()).toBe(1);
	});

	it('are made during a requested pause when the user asks, and only then', async () => {
		const busyClient = createFreshClient();
		const requestCount = answerInTurn(server, [
			(_request, response) => void response.writeHead(429, { 'Retry-After': '999999999999' }).end('{}'),
			json(200, RATES),
		]);
		const error = await busyClient.rates(quoteInput).catch((caught) => caught);
		expect(error).toMatchObject({ code: 'partner.busy', retryAfterMs: 15 * 60_000 });
		expect(error.message).toMatch(/Try again at \d\d:\d\d\.$/);
		await expect(busyClient.rates(quoteInput)).rejects.toMatchObject({ code: 'partner.busy' });
		expect(requestCount()).toBe(1);
		expect((await busyClient.rates(quoteInput, { isUserRequest: true })).data).toHaveLength(1);
	});

	it('keep the reason, however often the service did not answer', async () => {
		const requestCount = answerInTurn(server, [resetConnection]);
		const freshClient = createFreshClient();
		for (let attempt = 0; attempt < 4; attempt += 1) {
			await expect(freshClient.rates(quoteInput)).rejects.toMatchObject({
				code: 'partner.unreachable',
				message: expect.stringContaining('the connection was lost'),
			});
		}
		expect(requestCount()).toBe(12);
	});
});

describe('an answer that does not end', () => {
	/** Sends the headers of an answer, then blanks until the client gives up. */
	const endless: Behaviour = (_request, response) => {
		response.writeHead(200, { 'Content-Type': 'application/json' });
		const timer = setInterval(() => response.write('  '), 5);
		response.on('close', () => clearInterval(timer));
	};
	const silent: Behaviour = (_request, response) => void response.writeHead(200).write('{');
	const LIMIT_MS = 15_000;
	/** A client for which `passedMs` pass as soon as the headers of the answer are there. */
	const clientAfter = (passedMs: number, limitMs: number) =>
		createPartnerClient(
			{
				fetch: async (input, init) => {
					const response = await fetch(input, init);
					setImmediate(() => vi.advanceTimersByTime(passedMs));
					return response;
				},
				endpoint: async () => ({ baseUrl, key: 'key', secret: SECRET }),
				monotonicMs: () => Date.now(),
			},
			{ queryMs: limitMs, bookingMs: limitMs },
		);
	const impatientClient = clientAfter(LIMIT_MS, LIMIT_MS);
	beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
	afterEach(() => void vi.useRealTimers());

	it.each([
		['blanks', endless],
		['nothing more', silent],
	])('ends an estimate and rates with an error, once, when it sends %s', async (_name, behaviour) => {
		let requestCount = 0;
		server.behave((...received) => {
			requestCount += 1;
			behaviour(...received);
		});
		for (const request of [() => impatientClient.rates(quoteInput), () => impatientClient.estimate(estimateInput)]) {
			requestCount = 0;
			await expect(request()).rejects.toMatchObject({
				code: 'partner.failed',
				message:
					'The service answered, but its answer did not end within 15 s. Nothing was booked. Your input is kept. Try again.',
			});
			expect(requestCount).toBe(1);
		}
	});

	it('leaves a booking unknown, and its reason is not a lost connection', async () => {
		server.behave(endless);
		expect(await impatientClient.createShipment(exampleDraft, 'key', booking)).toEqual({
			kind: 'unknown',
			message: 'The answer could not be received (its answer did not end within 15 s).',
		});
	});

	it('says for how long nothing more arrived when that ended it', async () => {
		server.behave(silent);
		expect(await clientAfter(20_000, 60_000).createShipment(exampleDraft, 'key', booking)).toEqual({
			kind: 'unknown',
			message: 'The answer could not be received (its answer stopped for 20 s).',
		});
	});

	it('is not waited for by requests about the service itself', async () => {
		server.behave(endless);
		await expect(impatientClient.keyRetention()).rejects.toThrow('did not end');
	});
});

describe('an answer that deviates from the specification', () => {
	/** Outcome of a shipment request that the service answers with `value`. */
	const outcomeOf = async (status: number, value: unknown, requested: 'book' | 'draft' = 'book') => {
		server.behave(json(status, value));
		return client.createShipment(exampleDraft, 'key', { ...booking, isBooking: requested === 'book' });
	};
	const { data } = booked(undefined);

	it.each([
		['errors missing', { message: 'ok', data }],
		['errors null', { errors: null, message: 'ok', data }],
		['errors as an empty text', { errors: '', message: 'ok', data }],
		['errors as 0', { errors: 0, data }],
		['errors as an empty object', { errors: {}, data }],
		['no status, but a tracking number', { errors: [], data: { ...data, status: undefined } }],
		['labels null', { errors: [], data: { ...data, labels: null } }],
		['labels empty', { errors: [], data: { ...data, labels: '' } }],
		['numbers as texts and unknown fields', { errors: false, data: { ...data, id: '7', price: '9.5', x: [1] }, y: 1 }],
	])('is accepted: %s', async (_name, value) => {
		expect(await outcomeOf(200, value)).toMatchObject({ kind: 'booked', shipment: { trackingNumber: 'TEST0001' } });
	});

	it('is a draft with further fields only when a draft was requested', async () => {
		const value = { errors: false, data: { id: 12, status: 'draft', url: 'x' } };
		expect(await outcomeOf(200, value, 'draft')).toMatchObject({ kind: 'draft', partnerId: '12' });
		expect((await outcomeOf(200, value)).kind).toBe('unknown');
	});

	it('leaves the outcome unknown when it contradicts itself or belongs to another request', async () => {
		expect((await outcomeOf(200, { ...booked(undefined), errors: ['oops'] })).kind).toBe('unknown');
		expect(
			(await outcomeOf(200, { errors: ['label failed'], data: { id: 7, status: 'created_at_carrier' } })).kind,
		).toBe('unknown');
		expect((await outcomeOf(200, { errors: ['x'], data: { trackingNumber: '3S1' } })).kind).toBe('unknown');
		expect((await outcomeOf(200, { errors: ['x'], data: null })).kind).toBe('rejected');
		expect((await outcomeOf(409, { errors: true, message: 'key used' })).kind).toBe('unknown');
	});

	it('is shown without its HTML', async () => {
		const outcome = await outcomeOf(422, {
			errors: true,
			message: '<p>Zip&nbsp;code <b>12</b> is wrong &amp; unknown</p>',
		});
		expect(outcome.kind === 'rejected' && outcome.error.message).toBe('Zip code 12 is wrong & unknown');
		const listed = await outcomeOf(422, { errors: ['The postcode is wrong.', 'The city too.'] });
		expect(listed.kind === 'rejected' && listed.error.message).toBe('The postcode is wrong. The city too.');
	});

	it.each([
		[
			503,
			{ errors: true, message: 'The service cannot reach its database.' },
			'partner.failed',
			/failed \(503\): The service cannot/,
		],
		[400, { error: 'zip invalid' }, 'partner.rejected', /refused the request \(400\)/],
		[404, { message: 'Not Found' }, 'partner.unreadable', /not a partner service/],
	])('is classified by its status: %s', async (status, value, code, message) => {
		server.behave(json(status, value));
		const freshClient = createPartnerClient({
			fetch,
			endpoint: async () => ({ baseUrl, key: 'key', secret: SECRET }),
		});
		await expect(freshClient.rates(quoteInput)).rejects.toMatchObject({
			code,
			message: expect.stringMatching(message),
		});
	});

	it('never shows the secret, however it is encoded', async () => {
		const odd = 'se/cr&et"with\\signs';
		const endpoint = async () => ({ baseUrl, key: 'a-long-enough-key', secret: odd });
		const forms = [
			JSON.stringify({ message: `echo ${odd} a-long-enough-key` }),
			JSON.stringify({ message: `echo ${odd}` }).replaceAll('/', '\\/'),
			JSON.stringify({ message: `echo ${[...odd].map((char) => `&#${char.charCodeAt(0)};`).join('')}<b>` }),
			`<p>${odd.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}</p>`,
			`{"message": "${encodeURIComponent(odd)} ${Buffer.from(odd).toString('base64')}"}`,
		];
		for (const form of forms) {
			server.behave((_request, response) => void response.writeHead(422).end(form));
			const outcome = await createPartnerClient({ fetch, endpoint }).createShipment(exampleDraft, 'key', booking);
			const outcomeText = JSON.stringify(outcome) + (outcome.kind === 'rejected' ? outcome.error.message : '');
			for (const trace of [
				'cr&et',
				'cr&amp;et',
				'cr%26et',
				'with\\signs',
				'a-long-enough-key',
				Buffer.from(odd).toString('base64'),
			])
				expect(outcome.kind === 'rejected' ? outcome.error.message : outcomeText).not.toContain(trace);
		}
	});

	it('is stored without key, secret and labels', async () => {
		server.behave((request, response) =>
			response.writeHead(500).end(`echo ${request.headers['x-pp-api']} "labels":"${'A'.repeat(100)}"`),
		);
		const outcome = await client.createShipment(exampleDraft, 'key', booking);
		expect(outcome.kind === 'unknown' && outcome.answer).toEqual({ status: 500, text: 'echo … "labels":"…"' });
	});
});

describe('the retention time of idempotency keys', () => {
	const openApi = (parameters: unknown) => ({ paths: { '/partners-api/v1/shipments': { post: { parameters } } } });
	const header =
		(value: string): Behaviour =>
		(_request, response) =>
			void response.writeHead(200, { 'Idempotency-Key': value }).end('{}');
	const document =
		(value: unknown): Behaviour =>
		(request, response, body) =>
			json(200, request.url === '/openapi.json' ? value : {})(request, response, body);
	const day = 86_400_000;

	it.each([
		['the header of its health endpoint', header('?1; max-age=86400'), day],
		['the header without a time', header('?1'), 900_000],
		['the header that declines', header('?0'), 0],
		['the API document', document(openApi([{ name: 'Idempotency-Key', in: 'header', 'x-max-age': 86_400 }])), day],
		['the API document without a time', document(openApi([{ name: 'idempotency-key', in: 'header' }])), 900_000],
		['an API document without the header', document(openApi([{ name: 'X-Other', in: 'header' }])), 0],
		['an API document in another form', document({ paths: 7 }), 0],
		['nothing', json(404, {}), 0],
	] as [string, Behaviour, number][])('is read from %s', async (_name, behaviour, retentionMs) => {
		server.behave((request, response, body) => {
			response.setHeader('Date', 'Mon, 02 Mar 2026 12:00:00 GMT');
			behaviour(request, response, body);
		});
		const freshClient = createPartnerClient({
			fetch,
			endpoint: async () => ({ baseUrl, key: 'key', secret: SECRET }),
		});
		const retention = await freshClient.keyRetention('shipments');
		expect(retention.retentionMs).toBe(retentionMs);
		// The time of the answer, plus the time since then.
		expect(retention.serviceTime?.toISOString()).toMatch(/^2026-03-02T12:/);
	});

	it('is read from the API document for a given operation only', async () => {
		server.behave(document(openApi([{ name: 'Idempotency-Key', in: 'header' }])));
		const freshClient = createPartnerClient({ fetch, endpoint: async () => ({ baseUrl, key: 'key', secret: SECRET }) });
		expect((await freshClient.keyRetention('shipments')).retentionMs).toBe(900_000);
		expect((await freshClient.keyRetention('rates')).retentionMs).toBe(0);
		expect((await freshClient.keyRetention()).retentionMs).toBe(0);
		expect((await freshClient.keyRetention('shipments')).retentionMs).toBe(900_000);
	});

	it('is declared by the built-in service', async () => {
		const service = await startService();
		const builtInClient = createPartnerClient({
			fetch,
			endpoint: async () => ({ baseUrl: service.url, ...service.credentials }),
		});
		expect((await builtInClient.keyRetention('shipments')).retentionMs).toBe(day);
		const builtInDocument = await (await fetch(`${service.url}/openapi.json`)).json();
		expect(idempotencyKeyRetentionMs(null, builtInDocument)).toBe(day);
		await service.stop();
	});
});

describe('a connection that gives no usable answer', () => {
	/** A client that calls `fetchAnswer` instead of `fetch`. */
	const clientWith = (fetchAnswer: () => Promise<Response>) =>
		createPartnerClient({ fetch: fetchAnswer, endpoint: async () => ({ baseUrl: deadUrl, key: 'k', secret: 's' }) });
	const failing = (code: string) => async (): Promise<Response> => {
		throw Object.assign(new TypeError('fetch failed'), { cause: { code } });
	};
	const slow = async (): Promise<Response> => {
		throw new DOMException('The operation was aborted due to timeout', 'TimeoutError');
	};
	const large = async () => new Response(new Uint8Array(40 * 1024 * 1024 + 1));
	const bookWith = async (fetchAnswer: () => Promise<Response>) => {
		const outcome = await clientWith(fetchAnswer).createShipment(exampleDraft, 'key', booking);
		return [
			outcome.kind,
			outcome.kind === 'rejected' ? outcome.error.message : 'message' in outcome && outcome.message,
		];
	};

	it('leaves a booking unknown, and describes the error', async () => {
		expect(await bookWith(slow)).toEqual(['unknown', 'The answer could not be received (no answer within 60 s).']);
		expect(await bookWith(large)).toEqual([
			'unknown',
			'The answer could not be received (the answer is larger than 40 MB).',
		]);
		expect(await bookWith(failing('UND_ERR_SOCKET'))).toEqual([
			'unknown',
			'The answer could not be received (the connection was lost).',
		]);
		expect(await bookWith(failing('HPE_INVALID_CONSTANT'))).toEqual([
			'unknown',
			'The answer could not be received (the answer is not valid HTTP).',
		]);
	});

	it('reports a booking as not sent when the certificate is not accepted', async () => {
		expect(await bookWith(failing('CERT_NOT_YET_VALID'))).toEqual([
			'rejected',
			expect.stringContaining('(its certificate is not valid yet, check the clock of this computer)'),
		]);
	});

	it('describes why a rates request failed, and does not repeat it after a large answer', async () => {
		let requestCount = 0;
		const counted = (fetchAnswer: () => Promise<Response>) => () => {
			requestCount += 1;
			return fetchAnswer();
		};
		await expect(clientWith(counted(large)).rates(quoteInput)).rejects.toMatchObject({
			code: 'partner.unreadable',
			message: expect.stringContaining('could not be read: the answer is larger than 40 MB.'),
		});
		expect(requestCount).toBe(1);
		await expect(clientWith(counted(slow)).rates(quoteInput)).rejects.toMatchObject({
			code: 'partner.unreachable',
			message: expect.stringContaining('(no answer within 15 s)'),
		});
		expect(requestCount).toBe(4);
	});

	it('describes an answer that is not HTTP', async () => {
		const raw = createServer((socket) =>
			socket
				.on('error', () => {})
				.resume()
				.end('SSH-2.0-OpenSSH_9\r\n'),
		);
		await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve));
		const { port } = raw.address() as AddressInfo;
		const endpoint = async () => ({ baseUrl: `http://127.0.0.1:${port}`, key: 'k', secret: 's' });
		const outcome = await createPartnerClient({ fetch, endpoint }).createShipment(exampleDraft, 'key', booking);
		expect(outcome).toMatchObject({
			kind: 'unknown',
			message: 'The answer could not be received (the answer is not valid HTTP).',
		});
		const tls = async () => ({ baseUrl: `https://127.0.0.1:${new URL(baseUrl).port}`, key: 'k', secret: 's' });
		expect(
			await createPartnerClient({ fetch, endpoint: tls }).createShipment(exampleDraft, 'key', booking),
		).toMatchObject({
			kind: 'rejected',
			error: { message: expect.stringContaining('(a secure connection (HTTPS) could not be established)') },
		});
		await new Promise((resolve) => raw.close(resolve));
	});
});

function html(status: number): Behaviour {
	return (_request, response) => {
		response.writeHead(status, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Sign in</title>');
	};
}

describe('an answer of a hostile service', () => {
	it('never contains the secret, even when its characters are written as escapes', async () => {
		const escapedSecret = [...SECRET].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
		const fields = `[{"path":"x","code":"y","message":"${escapedSecret}"}]`;
		server.behave((_request, response) => {
			response.writeHead(422).end(`{"errors":true,"message":"Refused","fields":${fields}}`);
		});
		const refused = await client.createShipment(exampleDraft, 'a-key', booking);
		expect(refused).toMatchObject({ kind: 'rejected', error: { code: 'partner.rejected' } });
		expect(JSON.stringify(refused.kind === 'rejected' && [refused.error.toReport(), refused.answer])).not.toContain(
			SECRET,
		);
		server.behave((_request, response) => {
			response.writeHead(200).end(JSON.stringify(RATES).replace('Test Carrier', escapedSecret));
		});
		expect((await client.rates(quoteInput)).data[0]?.carrier).toBe('…');
	});

	it.each(['<script', '<title', '<head>', '<', '<a b="'])('is read in one pass when it consists of %s', (part) => {
		const page = `<html>${part.repeat(1_000_000)}`;
		expect(htmlToPlainText(page, (text) => text).length).toBeLessThanOrEqual(300);
		const answer = {
			status: 200,
			text: page,
			retryAfterMs: undefined,
			toPlainText: (text: string) => text.slice(0, 9),
		};
		expect(readShipmentAnswer(answer, true).kind).toBe('unknown');
	});

	it('is reduced to its visible text', () => {
		const page =
			'<html><head><title>No</title></head><style>b{}</style><b>Weight &lt; 3</b> <script>x()</script>kg<style>';
		expect(htmlToPlainText(page, (text) => text.replace('&lt;', '<'))).toBe('Weight < 3 kg');
	});
});
