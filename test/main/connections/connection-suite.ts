// What every connection does, whatever service is behind it. A partner API joins by a test file that calls this suite.
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quoteInputOf } from '../../../src-contract/rules/quote-input';
import type { Connection, Endpoint } from '../../../src-main/connections/port';
import { freePort, listenOn } from '../../fixtures/free-port';
import { exampleDraft } from '../../fixtures/shipment-draft';

export interface ConnectionUnderTest {
	connect: (dependencies: { fetch: typeof fetch; endpoint: () => Promise<Endpoint> }) => Connection;
	/** A service with an account, to which every request of the suite is acceptable. */
	startService: () => Promise<{ endpoint: Endpoint; stop: () => Promise<void> }>;
}

const SECRET = 'a-secret-of-the-suite';
const question = quoteInputOf(exampleDraft);
const booking = { productId: undefined, isBooking: true };

/** A server that answers all requests alike and counts them. */
async function startServer(status: number, headers: Record<string, string> = {}) {
	const requests: { url: string; key: string }[] = [];
	const server = createServer((request, response) => {
		requests.push({ url: request.url ?? '', key: String(request.headers['x-pp-api'] ?? '') });
		response.writeHead(status, headers).end();
	});
	const port = await freePort();
	await listenOn(server, port);
	return {
		url: `http://127.0.0.1:${port}`,
		requests,
		close() {
			server.closeAllConnections();
			return new Promise((resolve) => server.close(resolve));
		},
	};
}

export function describeConnection(name: string, { connect, startService }: ConnectionUnderTest): void {
	describe(`the connection ${name}`, () => {
		let service: Awaited<ReturnType<typeof startService>>;
		let requests = 0;
		let connection: Connection;
		const to = (endpoint: Endpoint) => connect({ fetch, endpoint: async () => endpoint });

		beforeAll(async () => {
			service = await startService();
			const counted: typeof fetch = (...input) => {
				requests += 1;
				return fetch(...input);
			};
			connection = connect({ fetch: counted, endpoint: async () => service.endpoint });
		});
		afterAll(() => service.stop());

		it('gives rates, cheapest first', async () => {
			const { data } = await connection.rates(question);
			expect(data.length).toBeGreaterThan(1);
			const prices = data.map(({ price }) => price);
			expect(prices).toEqual([...prices].sort((one, other) => one - other));
			expect(prices.every((price) => price > 0)).toBe(true);
		});

		it('names the field of the draft when it refuses rates', async () => {
			const refused = connection.rates({ ...question, to: { ...question.to, countryCode: 'X' } });
			await expect(refused).rejects.toMatchObject({
				code: 'partner.rejected',
				fields: [expect.objectContaining({ path: 'to.countryCode' })],
			});
		});

		it('estimates duties and taxes', async () => {
			const { from, contents: items } = exampleDraft;
			const estimate = await connection.estimate({ from, to: { countryCode: 'GB', zipcode: 'SW1A 1AA' }, items });
			expect(estimate.taxDetails.length).toBeGreaterThan(0);
			expect(estimate.estimate).toBeGreaterThan(0);
		});

		it('books once under one key, with a label', async () => {
			const [{ productId = 0 } = {}] = (await connection.rates(question)).data;
			const outcome = await connection.createShipment(exampleDraft, 'key-1', { productId, isBooking: true });
			expect(outcome).toMatchObject({ kind: 'booked', shipment: { productId }, warnings: [] });
			if (outcome.kind !== 'booked') return;
			expect(outcome.shipment.trackingNumber).not.toBe('');
			expect(outcome.documents.length).toBeGreaterThan(0);
			const { retentionMs, serviceTime } = await connection.keyRetention();
			expect(serviceTime).toBeInstanceOf(Date);
			if (retentionMs === 0) return;
			expect(await connection.createShipment(exampleDraft, 'key-1', { productId, isBooking: true })).toMatchObject({
				kind: 'booked',
				shipment: { id: outcome.shipment.id, trackingNumber: outcome.shipment.trackingNumber },
			});
		});

		it('stores a draft when no booking is wanted', async () => {
			const outcome = await connection.createShipment(exampleDraft, 'key-2', { ...booking, isBooking: false });
			expect(outcome).toMatchObject({ kind: 'draft', partnerId: expect.stringMatching(/./) });
		});

		it('names the field of the draft when it refuses a booking', async () => {
			const wrong = {
				...exampleDraft,
				contents: exampleDraft.contents.map((one) => ({ ...one, originCountry: 'ZZ' })),
			};
			expect(await connection.createShipment(wrong, 'key-3', booking)).toMatchObject({
				kind: 'rejected',
				error: { code: 'partner.rejected', fields: [expect.objectContaining({ path: 'contents.0.originCountry' })] },
			});
		});

		it('says what it offers, and asks the service once for that', async () => {
			const before = requests;
			const { operations, isDeclared } = await connection.capabilities();
			expect(operations).toMatchObject({ rates: true, shipments: true, duties: true });
			expect(isDeclared).toBe(true);
			expect(requests).toBeGreaterThan(before);
			const after = requests;
			await connection.capabilities();
			expect(requests).toBe(after);
		});

		it('offers what the specification has when the service has no document, or cannot be reached', async () => {
			const base = { operations: { rates: true, shipments: true, duties: true }, isDeclared: false };
			const other = await startServer(404);
			const bare = to({ baseUrl: other.url, key: 'key', secret: SECRET });
			expect(await bare.capabilities()).toEqual(base);
			expect(other.requests.map(({ key }) => key)).toEqual(['']);
			await other.close();
			expect(await to({ baseUrl: other.url, key: 'key', secret: SECRET }).capabilities()).toEqual(base);
		});

		it('tells a wrong key from a refusal', async () => {
			const wrong = to({ ...service.endpoint, secret: SECRET });
			await expect(wrong.rates(question)).rejects.toMatchObject({ code: 'partner.unauthorised' });
			const outcome = await wrong.createShipment(exampleDraft, 'key-4', booking);
			expect(outcome).toMatchObject({ kind: 'rejected', error: { code: 'partner.unauthorised' } });
		});

		it('has surely not booked where nothing listens', async () => {
			const gone = to({ baseUrl: `http://127.0.0.1:${await freePort()}`, key: 'key', secret: SECRET });
			await expect(gone.rates(question)).rejects.toMatchObject({ code: 'partner.unreachable', retryable: true });
			const outcome = await gone.createShipment(exampleDraft, 'key-5', booking);
			expect(outcome).toMatchObject({ kind: 'rejected', error: { code: 'partner.unreachable' } });
		});

		it('leaves a booking unknown when the service fails, and sends it once', async () => {
			const failing = await startServer(500);
			const outcome = await to({ baseUrl: failing.url, key: 'key', secret: SECRET }).createShipment(
				exampleDraft,
				'key-6',
				booking,
			);
			expect(failing.requests).toHaveLength(1);
			expect(outcome.kind).toBe('unknown');
			expect(JSON.stringify(outcome)).not.toContain(SECRET);
			await failing.close();
		});

		it.each([301, 302, 303, 307, 308])('does not carry the key along a redirect of status %i', async (status) => {
			const other = await startServer(200);
			const redirecting = await startServer(status, { Location: `${other.url}/elsewhere` });
			const redirected = to({ baseUrl: redirecting.url, key: 'key', secret: SECRET });
			await expect(redirected.rates(question)).rejects.toMatchObject({ code: 'partner.unreadable' });
			expect((await redirected.createShipment(exampleDraft, 'key-7', booking)).kind).not.toBe('booked');
			await redirected.capabilities();
			await redirected.keyRetention();
			expect(redirecting.requests.length).toBeGreaterThan(3);
			expect(other.requests).toEqual([]);
			await redirecting.close();
			await other.close();
		});
	});
}
