import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
let deadUrl = '';
const client = createPartnerClient({ fetch, endpoint: async () => ({ baseUrl, key: 'key', secret: SECRET }) });
const question = { ...exampleDraft, totalValueEur: 25 };
const estimateQuestion = {
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
		['a web page for 404', html(404), 'partner.unreadable', /not a partner service/],
		['a refusal', json(422, { message: 'toZipcode: is wrong', fields: [] }), 'partner.rejected', /toZipcode/],
		['a slow-down', json(429, {}), 'partner.busy', /service is busy/],
		['nothing', json(200, {}), 'partner.unreadable', /unexpected format/],
	] as const)('tells %s in plain words', async (_name, behaviour, code, message) => {
		server.behave(behaviour);
		const error = await client.rates(question).catch((caught) => caught);
		expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
		expect(JSON.stringify(error.toReport())).not.toContain(SECRET);
	});

	it.each<[string, object, string]>([
		['errors without data', { errors: true, message: 'No service to this zip code.' }, 'No service to this zip code.'],
		['errors as an object', { errors: { toZipcode: 'is wrong' } }, 'toZipcode: is wrong'],
		['hasErrors and a message', { hasErrors: true, message: 'Not now.' }, 'Not now.'],
	])('is refused in the words of the service by a 200 with %s', async (_name, body, message) => {
		server.behave(json(200, body));
		for (const asked of [client.rates(question), client.estimate(estimateQuestion)])
			await expect(asked).rejects.toMatchObject({ code: 'partner.rejected', message });
	});

	it('is answered with the options that can be used, cheapest first', async () => {
		const option = RATES.data[0];
		const data = [30, 10, 20, 'NaN', -1, 0].map((price, index) => ({ ...option, price, productId: index + 1 }));
		server.behave(json(200, { ...RATES, data }));
		const rates = await client.rates(question);
		expect(rates.data.map(({ price }) => price)).toEqual([10, 20, 30]);
		expect(rates.notes).toEqual(['3 options from the service cannot be used and are not shown (no usable price).']);
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
		expect((await client.createShipment(exampleDraft, 'one-key', booking)).kind).toBe(kind);
		expect(server.bookings.length).toBe(before + 1);
	});

	it('is certainly not sent when nothing listens', async () => {
		const down = createPartnerClient({
			fetch,
			endpoint: async () => ({ baseUrl: deadUrl, key: 'k', secret: 's' }),
		});
		expect(await down.createShipment(exampleDraft, 'key', booking)).toMatchObject({
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
		const outcome = await client.createShipment(exampleDraft, 'key', booking);
		expect(outcome.kind === 'rejected' && outcome.error.fields.map(({ path }) => path)).toEqual([
			'to.zipcode',
			'contents.0.priceEur',
		]);
	});
});

describe('automatic retries', () => {
	const counted = (server_: PartnerServer, behaviours: Behaviour[]) => {
		let asked = 0;
		server_.behave((request, response, body) => {
			const behaviour = behaviours[Math.min(asked, behaviours.length - 1)] as Behaviour;
			asked += 1;
			behaviour(request, response, body);
		});
		return () => asked;
	};
	const fresh = (url = baseUrl) =>
		createPartnerClient({ fetch, endpoint: async () => ({ baseUrl: url, key: 'key', secret: SECRET }) });
	const reset: Behaviour = (request) => void request.socket.destroy();

	it('is a question after a cut line, a few times', async () => {
		const asked = counted(server, [reset, json(503, {}), json(200, RATES)]);
		expect((await fresh().rates(question)).data).toHaveLength(1);
		expect(asked()).toBe(3);
		const always = counted(server, [reset]);
		await expect(fresh().rates(question)).rejects.toMatchObject({ code: 'partner.unreachable' });
		expect(always()).toBe(3);
	});

	it('is never a booking', async () => {
		const asked = counted(server, [reset]);
		expect((await fresh().createShipment(exampleDraft, 'key', booking)).kind).toBe('unknown');
		expect(asked()).toBe(1);
	});

	it('is nothing that was refused', async () => {
		const asked = counted(server, [json(422, { message: 'no' })]);
		await expect(fresh().rates(question)).rejects.toThrow('no');
		expect(asked()).toBe(1);
	});

	it('waits as long as the service asks, and no screen for longer', async () => {
		const rateLimitError =
			(seconds: string): Behaviour =>
			(_request, response) =>
				void response.writeHead(429, { 'Retry-After': seconds }).end('{}');
		const asked = counted(server, [rateLimitError('1'), json(200, RATES)]);
		const start = performance.now();
		await fresh().rates(question);
		expect(performance.now() - start).toBeGreaterThan(900);
		expect(asked()).toBe(2);
		const client_ = fresh();
		const long = counted(server, [rateLimitError('30')]);
		await expect(client_.rates(question)).rejects.toMatchObject({ code: 'partner.busy', retryAfterMs: 30_000 });
		await expect(client_.rates(question)).rejects.toThrow(/Try again in \d+ seconds/);
		expect(long()).toBe(1);
	});

	it('leaves a service alone that does not answer', async () => {
		const asked = counted(server, [reset]);
		const client_ = fresh();
		for (let at = 0; at < 4; at += 1) await client_.rates(question).catch(() => {});
		expect(asked()).toBe(6);
		await expect(client_.rates(question)).rejects.toMatchObject({
			code: 'partner.unreachable',
			message: expect.stringContaining('Retrying in 5 seconds'),
		});
	});
});

describe('an answer that is not quite as specified', () => {
	const answered = async (status: number, value: unknown, asked: 'book' | 'draft' = 'book') => {
		server.behave(json(status, value));
		return client.createShipment(exampleDraft, 'key', { ...booking, isBooking: asked === 'book' });
	};
	const { data } = booked(undefined);

	it.each([
		['errors missing', { message: 'ok', data }],
		['errors null', { errors: null, message: 'ok', data }],
		['errors as an empty text', { errors: '', message: 'ok', data }],
		['errors as 0', { errors: 0, data }],
		['errors as an empty object', { errors: {}, data }],
		['no status, but a number', { errors: [], data: { ...data, status: undefined } }],
		['labels null', { errors: [], data: { ...data, labels: null } }],
		['labels empty', { errors: [], data: { ...data, labels: '' } }],
		[
			'numbers as texts and fields of its own',
			{ errors: false, data: { ...data, id: '7', price: '9.5', x: [1] }, y: 1 },
		],
	])('is read all the same: %s', async (_name, value) => {
		expect(await answered(200, value)).toMatchObject({ kind: 'booked', shipment: { trackingNumber: 'TEST0001' } });
	});

	it('is a draft where one was asked for, whatever it says of it', async () => {
		const value = { errors: false, data: { id: 12, status: 'draft', url: 'x' } };
		expect(await answered(200, value, 'draft')).toMatchObject({ kind: 'draft', partnerId: '12' });
		expect((await answered(200, value)).kind).toBe('unknown');
	});

	it('is unknown when it contradicts itself, or names another request', async () => {
		expect((await answered(200, { ...booked(undefined), errors: ['oops'] })).kind).toBe('unknown');
		expect(
			(await answered(200, { errors: ['label failed'], data: { id: 7, status: 'created_at_carrier' } })).kind,
		).toBe('unknown');
		expect((await answered(200, { errors: ['x'], data: { trackingNumber: '3S1' } })).kind).toBe('unknown');
		expect((await answered(200, { errors: ['x'], data: null })).kind).toBe('rejected');
		expect((await answered(409, { errors: true, message: 'key used' })).kind).toBe('unknown');
	});

	it('says an error without its mark-up', async () => {
		const outcome = await answered(422, {
			errors: true,
			message: '<p>Zip&nbsp;code <b>12</b> is wrong &amp; unknown</p>',
		});
		expect(outcome.kind === 'rejected' && outcome.error.message).toBe('Zip code 12 is wrong & unknown');
		const listed = await answered(422, { errors: ['The postcode is wrong.', 'The city too.'] });
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
	])('is told as what it is: %s', async (status, value, code, message) => {
		server.behave(json(status, value));
		const fresh = createPartnerClient({ fetch, endpoint: async () => ({ baseUrl, key: 'key', secret: SECRET }) });
		await expect(fresh.rates(question)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
	});

	it('holds no secret, however it is written', async () => {
		const odd = 'se/cr&et"with\\signs';
		const endpoint = async () => ({ baseUrl, key: 'a-long-enough-key', secret: odd });
		const forms = [
			JSON.stringify({ message: `echo ${odd} a-long-enough-key` }),
			JSON.stringify({ message: `echo ${odd}` }).replaceAll('/', '\\/'),
			JSON.stringify({ message: `echo ${[...odd].map((letter) => `&#${letter.charCodeAt(0)};`).join('')}<b>` }),
			`<p>${odd.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}</p>`,
			`{"message": "${encodeURIComponent(odd)} ${Buffer.from(odd).toString('base64')}"}`,
		];
		for (const form of forms) {
			server.behave((_request, response) => void response.writeHead(422).end(form));
			const outcome = await createPartnerClient({ fetch, endpoint }).createShipment(exampleDraft, 'key', booking);
			const said = JSON.stringify(outcome) + (outcome.kind === 'rejected' ? outcome.error.message : '');
			for (const trace of [
				'cr&et',
				'cr&amp;et',
				'cr%26et',
				'with\\signs',
				'a-long-enough-key',
				Buffer.from(odd).toString('base64'),
			])
				expect(outcome.kind === 'rejected' ? outcome.error.message : said).not.toContain(trace);
		}
	});

	it('is kept without key, secret and labels', async () => {
		server.behave((request, response) =>
			response.writeHead(500).end(`echo ${request.headers['x-pp-api']} "labels":"${'A'.repeat(100)}"`),
		);
		const outcome = await client.createShipment(exampleDraft, 'key', booking);
		expect(outcome.kind === 'unknown' && outcome.answer).toEqual({ status: 500, text: 'echo … "labels":"…"' });
	});
});

describe('what a service says of its keys', () => {
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
		['a header of its health', header('?1; max-age=86400'), day],
		['a header without a time', header('?1'), 900_000],
		['a header that says no', header('?0'), 0],
		['its document', document(openApi([{ name: 'Idempotency-Key', in: 'header', 'x-max-age': 86_400 }])), day],
		['its document, without a time', document(openApi([{ name: 'idempotency-key', in: 'header' }])), 900_000],
		['a document without it', document(openApi([{ name: 'X-Other', in: 'header' }])), 0],
		['a document of another form', document({ paths: 7 }), 0],
		['nothing', json(404, {}), 0],
	] as [string, Behaviour, number][])('is taken from %s', async (_name, behaviour, retentionMs) => {
		server.behave(behaviour);
		const fresh = createPartnerClient({ fetch, endpoint: async () => ({ baseUrl, key: 'key', secret: SECRET }) });
		const kept = await fresh.keyRetention('shipments');
		expect(kept.retentionMs).toBe(retentionMs);
		expect(Math.abs((kept.serviceTime?.getTime() ?? 0) - Date.now())).toBeLessThan(5000);
	});

	it('is read for each operation, and without an operation from the header alone', async () => {
		server.behave(document(openApi([{ name: 'Idempotency-Key', in: 'header' }])));
		const fresh = createPartnerClient({ fetch, endpoint: async () => ({ baseUrl, key: 'key', secret: SECRET }) });
		expect((await fresh.keyRetention('shipments')).retentionMs).toBe(900_000);
		expect((await fresh.keyRetention('rates')).retentionMs).toBe(0);
		expect((await fresh.keyRetention()).retentionMs).toBe(0);
		expect((await fresh.keyRetention('shipments')).retentionMs).toBe(900_000);
	});

	it('is said by the service of this house', async () => {
		const service = await startService();
		const ours = createPartnerClient({
			fetch,
			endpoint: async () => ({ baseUrl: service.url, ...service.credentials }),
		});
		expect((await ours.keyRetention('shipments')).retentionMs).toBe(day);
		const openApi = await (await fetch(`${service.url}/openapi.json`)).json();
		expect(idempotencyKeyRetentionMs(null, openApi)).toBe(day);
		await service.stop();
	});
});

describe('a connection that gives no usable answer', () => {
	/** A client whose requests end as `work` does. */
	const meeting = (work: () => Promise<Response>) =>
		createPartnerClient({ fetch: work, endpoint: async () => ({ baseUrl: deadUrl, key: 'k', secret: 's' }) });
	const failing = (code: string) => async (): Promise<Response> => {
		throw Object.assign(new TypeError('fetch failed'), { cause: { code } });
	};
	const slow = async (): Promise<Response> => {
		throw new DOMException('The operation was aborted due to timeout', 'TimeoutError');
	};
	const large = async () => new Response(new Uint8Array(40 * 1024 * 1024 + 1));
	const booked_ = async (work: () => Promise<Response>) => {
		const outcome = await meeting(work).createShipment(exampleDraft, 'key', booking);
		return [
			outcome.kind,
			outcome.kind === 'rejected' ? outcome.error.message : 'message' in outcome && outcome.message,
		];
	};

	it('leaves a booking unknown, and says why in words', async () => {
		expect(await booked_(slow)).toEqual(['unknown', 'The answer could not be received (no answer within 60 s).']);
		expect(await booked_(large)).toEqual([
			'unknown',
			'The answer could not be received (the answer is larger than 40 MB).',
		]);
		expect(await booked_(failing('UND_ERR_SOCKET'))).toEqual([
			'unknown',
			'The answer could not be received (the connection was lost).',
		]);
		expect(await booked_(failing('HPE_INVALID_CONSTANT'))).toEqual([
			'unknown',
			'The answer could not be received (the answer is not valid HTTP).',
		]);
	});

	it('certainly did not send a booking when the certificate is not accepted', async () => {
		expect(await booked_(failing('CERT_NOT_YET_VALID'))).toEqual([
			'rejected',
			expect.stringContaining('(its certificate is not valid yet, check the clock of this computer)'),
		]);
	});

	it('says of a question why it was not answered, and does not repeat a large answer', async () => {
		let asked = 0;
		const counted = (work: () => Promise<Response>) => () => {
			asked += 1;
			return work();
		};
		await expect(meeting(counted(large)).rates(question)).rejects.toMatchObject({
			code: 'partner.unreadable',
			message: expect.stringContaining('could not be read: the answer is larger than 40 MB.'),
		});
		expect(asked).toBe(1);
		await expect(meeting(counted(slow)).rates(question)).rejects.toMatchObject({
			code: 'partner.unreachable',
			message: expect.stringContaining('(no answer within 15 s)'),
		});
		expect(asked).toBe(4);
	});

	it('names what Node reports for an answer that is not HTTP', async () => {
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
	it('does not contain the secret anywhere, also when its characters are written as escapes', async () => {
		const spelled = [...SECRET].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
		const fields = `[{"path":"x","code":"y","message":"${spelled}"}]`;
		server.behave((_request, response) => {
			response.writeHead(422).end(`{"errors":true,"message":"Refused","fields":${fields}}`);
		});
		const refused = await client.createShipment(exampleDraft, 'a-key', booking);
		expect(refused).toMatchObject({ kind: 'rejected', error: { code: 'partner.rejected' } });
		expect(JSON.stringify(refused.kind === 'rejected' && [refused.error.toReport(), refused.answer])).not.toContain(
			SECRET,
		);
		server.behave((_request, response) => {
			response.writeHead(200).end(JSON.stringify(RATES).replace('Test Carrier', spelled));
		});
		expect((await client.rates(question)).data[0]?.carrier).toBe('…');
	});

	it.each(['<script', '<title', '<head>', '<', '<a b="'])('is read in one pass when it is made of %s', (part) => {
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

	it('says to a reader what a reader sees', () => {
		const page =
			'<html><head><title>No</title></head><style>b{}</style><b>Weight &lt; 3</b> <script>x()</script>kg<style>';
		expect(htmlToPlainText(page, (text) => text.replace('&lt;', '<'))).toBe('Weight < 3 kg');
	});
});
