// Requirements for every connection, whatever service it uses. The test file of a partner API calls this suite.
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quoteInputOf } from '../../../src-contract/rules/quote-input';
import type { Connection, Endpoint } from '../../../src-main/connections/service-interface';
import { freePort, listenOn } from '../../fixtures/free-port';
import { exampleDraft } from '../../fixtures/shipment-draft';

export interface ConnectionUnderTest {
	connect: (dependencies: { fetch: typeof fetch; endpoint: () => Promise<Endpoint> }) => Connection;
	/** Starts a service with an account that accepts every request of the suite. */
	startService: () => Promise<{ endpoint: Endpoint; stop: () => Promise<void> }>;
}

const SECRET = 'a-secret-of-the-suite';
const quoteInput = quoteInputOf(exampleDraft);
const booking = { productId: undefined, isBooking: true };

/** Server that gives every request the same answer and counts the requests. */
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
		/** A new connection, whose requests are counted in `requests`. */
		let connectCounted: () => Connection;
		const connectTo = (endpoint: Endpoint) => connect({ fetch, endpoint: async () => endpoint });

		beforeAll(async () => {
			service = await startService();
			const counted: typeof fetch = (...input) => {
				requests += 1;
				return fetch(...input);
			};
			connectCounted = () => connect({ fetch: counted, endpoint: async () => service.endpoint });
			connection = connectCounted();
		});
		afterAll(() => service.stop());

		it('returns rates, cheapest first', async () => {
			const { data } = await connection.rates(quoteInput);
			expect(data.length).toBeGreaterThan(1);
			const prices = data.map(({ price }) => price);
			expect(prices).toEqual([...prices].sort((left, right) => left - right));
			expect(prices.every((price) => price > 0)).toBe(true);
		});

		it('names the field of the draft when rates are refused', async () => {
			const refused = connection.rates({ ...quoteInput, to: { ...quoteInput.to, countryCode: 'X' } });
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

		it('books once per key, with a label', async () => {
			const [{ productId = 0 } = {}] = (await connection.rates(quoteInput)).data;
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

		it('stores a draft when no booking is requested', async () => {
			const outcome = await connection.createShipment(exampleDraft, 'key-2', { ...booking, isBooking: false });
			expect(outcome).toMatchObject({ kind: 'draft', partnerId: expect.stringMatching(/./) });
		});

		it('names the field of the draft when a booking is refused', async () => {
			const wrong = {
				...exampleDraft,
				contents: exampleDraft.contents.map((item) => ({ ...item, originCountry: 'ZZ' })),
			};
			expect(await connection.createShipment(wrong, 'key-3', booking)).toMatchObject({
				kind: 'rejected',
				error: { code: 'partner.rejected', fields: [expect.objectContaining({ path: 'contents.0.originCountry' })] },
			});
		});

		it('counts the freight in an estimate, and values goods for personal use as the destination does', async () => {
			const { from, contents: items } = exampleDraft;
			const to = { countryCode: 'JP', zipcode: '100-0001', city: 'Tokyo' };
			const estimateEur = async (more: object) =>
				(await connection.estimate({ from, to, items: items.map((item) => ({ ...item, priceEur: 900 })), ...more }))
					.estimate;
			const withoutFreight = await estimateEur({});
			expect(await estimateEur({ freightEur: 100 })).toBeGreaterThan(withoutFreight);
			expect(await estimateEur({ isPersonalUse: true })).toBeCloseTo(0.6 * withoutFreight, 1);
		});

		it('returns its operations, and requests them from the service once', async () => {
			const before = requests;
			const connection = connectCounted();
			const { operations, isDeclared } = await connection.capabilities();
			expect(operations).toMatchObject({ rates: true, shipments: true, duties: true });
			expect(isDeclared).toBe(true);
			expect(requests).toBeGreaterThan(before);
			const after = requests;
			await connection.capabilities();
			expect(requests).toBe(after);
		});

		it('returns the operations of the specification when the service has no document or is offline', async () => {
			const specifiedOperations = {
				operations: { rates: true, shipments: true, duties: true },
				isDeclared: false,
				acceptsFreight: false,
			};
			const undocumentedService = await startServer(404);
			const undocumented = connectTo({ baseUrl: undocumentedService.url, key: 'key', secret: SECRET });
			expect(await undocumented.capabilities()).toEqual(specifiedOperations);
			expect(undocumentedService.requests.map(({ key }) => key)).toEqual(['']);
			await undocumentedService.close();
			expect(await connectTo({ baseUrl: undocumentedService.url, key: 'key', secret: SECRET }).capabilities()).toEqual(
				specifiedOperations,
			);
		});

		it('distinguishes a wrong key from a refusal', async () => {
			const wrong = connectTo({ ...service.endpoint, secret: SECRET });
			await expect(wrong.rates(quoteInput)).rejects.toMatchObject({ code: 'partner.unauthorised' });
			const outcome = await wrong.createShipment(exampleDraft, 'key-4', booking);
			expect(outcome).toMatchObject({ kind: 'rejected', error: { code: 'partner.unauthorised' } });
		});

		it('reports a booking as not sent when nothing listens at the address', async () => {
			const unreachable = connectTo({ baseUrl: `http://127.0.0.1:${await freePort()}`, key: 'key', secret: SECRET });
			await expect(unreachable.rates(quoteInput)).rejects.toMatchObject({
				code: 'partner.unreachable',
				retryable: true,
			});
			const outcome = await unreachable.createShipment(exampleDraft, 'key-5', booking);
			expect(outcome).toMatchObject({ kind: 'rejected', error: { code: 'partner.unreachable' } });
		});

		it('leaves a booking unknown when the service fails, and sends it once', async () => {
			const failing = await startServer(500);
			const outcome = await connectTo({ baseUrl: failing.url, key: 'key', secret: SECRET }).createShipment(
				exampleDraft,
				'key-6',
				booking,
			);
			expect(failing.requests).toHaveLength(1);
			expect(outcome.kind).toBe('unknown');
			expect(JSON.stringify(outcome)).not.toContain(SECRET);
			await failing.close();
		});

		it.each([301, 302, 303, 307, 308])(
			'does not send the key to the target of a redirect with status %i',
			async (status) => {
				const target = await startServer(200);
				const redirecting = await startServer(status, { Location: `${target.url}/elsewhere` });
				const redirected = connectTo({ baseUrl: redirecting.url, key: 'key', secret: SECRET });
				await expect(redirected.rates(quoteInput)).rejects.toMatchObject({ code: 'partner.unreadable' });
				expect((await redirected.createShipment(exampleDraft, 'key-7', booking)).kind).not.toBe('booked');
				await redirected.capabilities();
				await redirected.keyRetention();
				expect(redirecting.requests.length).toBeGreaterThan(3);
				expect(target.requests).toEqual([]);
				await redirecting.close();
				await target.close();
			},
		);
	});
}
