import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBroker } from '../../src-broker/app';
import { openStore, type Store } from '../../src-broker/store/store';
import { bookedResponseSchema, dutiesResponseSchema, ratesResponseSchema } from '../../src-contract/partner-api';
import { destinationAddress, ratesRequest, shipmentRequest } from '../fixtures/requests';
import { pageSizesMm, readSymbols } from '../fixtures/symbols';

const swiss = { ...destinationAddress, countryCode: 'CH', zipcode: '8001', city: 'Zürich' };
const logged: string[] = [];
let store: Store;
let app: ReturnType<typeof createBroker>['app'];
let header = '';
let dataDir = '';

function open() {
	return createBroker({
		store,
		resourcesDir: path.resolve('resources'),
		publicUrl: () => 'http://127.0.0.1:1',
		now: () => new Date('2026-11-21T10:00:00Z'),
		log: (event, detail) => logged.push(JSON.stringify({ event, ...detail })),
	});
}

beforeAll(async () => {
	dataDir = mkdtempSync(path.join(tmpdir(), 'waybill-broker-'));
	store = await openStore(dataDir);
	const broker = open();
	app = broker.app;
	const { key, secret } = await broker.accounts.create('test');
	header = `${key}@${secret}`;
});
afterAll(() => store.destroy());

async function post(route: string, body: unknown, headers: Record<string, string> = {}) {
	const response = await app.request(`/partners-api/v1/${route}`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json', 'X-PP-API': header, ...headers },
		body: typeof body === 'string' ? body : JSON.stringify(body),
	});
	// biome-ignore lint/suspicious/noExplicitAny: what came back is what the test looks into
	return { status: response.status, body: (await response.json()) as any };
}

describe('transport', () => {
	it.each(['', 'nonsense', 'a@b', '@'])('answers 401 with one body to the header "%s"', async (value) => {
		const { status, body } = await post('rates', ratesRequest, { 'X-PP-API': value });
		expect(status).toBe(401);
		expect(body).toEqual({ errors: true, message: expect.stringContaining('X-PP-API'), fields: [] });
	});

	it('tells what is not JSON, not readable, not an object, not there and not POST apart', async () => {
		expect((await post('rates', ratesRequest, { 'Content-Type': 'text/plain' })).status).toBe(415);
		expect((await post('rates', '{')).status).toBe(400);
		for (const body of ['null', '[]', '3', '"x"']) expect((await post('rates', body)).status).toBe(400);
		expect((await post('nothing', {})).status).toBe(404);
		expect((await app.request('/partners-api/v1/rates', { headers: { 'X-PP-API': header } })).status).toBe(405);
		expect((await post('rates', { filler: 'x'.repeat(1024 * 1024) })).status).toBe(413);
	});

	it('names every field at fault', async () => {
		const { status, body } = await post('rates', {
			...ratesRequest,
			fromCountry: 'NLD',
			parcels: [{ type: 'NONDOC', count: 0 }],
		});
		expect(status).toBe(422);
		expect(body.errors).toBe(true);
		const paths = body.fields.map(({ path: at }: { path: string }) => at);
		expect(paths).toEqual(expect.arrayContaining(['fromCountry', 'parcels.0.weight', 'parcels.0.count']));
		for (const at of paths) expect(body.message).toContain(at);
	});
});

describe('rates', () => {
	it('answers in the form of the specification', async () => {
		const { status, body } = await post('rates', ratesRequest);
		expect(status).toBe(200);
		expect(ratesResponseSchema.parse(body).errors).toBe(false);
	});

	it.each([
		[{ insured: true }, 'totalValue'],
		[
			{
				recipientType: undefined,
				parcels: [{ type: 'PALLET', weight: 100, length: 120, width: 80, height: 100, count: 1 }],
			},
			'recipientType',
		],
		[{ parcels: [...ratesRequest.parcels, { type: 'DOC', count: 1 }] }, 'parcels'],
		[{ toCountry: 'ZZ' }, 'toCountry'],
	])('refuses %j at %s', async (changes, at) => {
		const { status, body } = await post('rates', { ...ratesRequest, ...changes });
		expect(status).toBe(422);
		expect(body.fields[0].path).toBe(at);
	});

	it('answers an empty list that says why when nothing takes the parcel', async () => {
		const { body } = await post('rates', {
			...ratesRequest,
			parcels: [{ type: 'NONDOC', weight: 30_000, length: 40, width: 30, height: 20, count: 1 }],
		});
		expect(body).toEqual({ errors: false, message: expect.stringMatching(/too heavy/), data: [] });
	});
});

describe('shipments', () => {
	it('makes a draft that answers its id and nothing else', async () => {
		const { body } = await post('shipments', { ...shipmentRequest, bookShipment: undefined });
		expect(body).toEqual({
			errors: false,
			message: expect.stringContaining('API shipments section'),
			data: { id: expect.any(Number) },
		});
	});

	it('books at the price of the rates, with labels that an independent reader reads at 203 and 300 dpi', async () => {
		const { body } = await post('shipments', shipmentRequest);
		const { errors, data } = bookedResponseSchema.parse(body);
		expect(errors).toEqual([]);
		expect(data.status).toBe('created_at_carrier');
		const rates = await post('rates', { ...ratesRequest, parcels: shipmentRequest.parcels });
		expect(data.price).toBe(rates.body.data[0].price);
		const pdf = new Uint8Array(Buffer.from(data.labels ?? '', 'base64'));
		const sizes = await pageSizesMm(pdf);
		expect(sizes).toHaveLength(2);
		expect(sizes[0]?.widthMm).toBeCloseTo(101.6, 1);
		expect(sizes[0]?.heightMm).toBeCloseTo(152.4, 1);
		for (const dpi of [203, 300]) {
			for (const page of [0, 1]) {
				const texts = (await readSymbols(pdf, page, dpi)).map(({ text }) => text);
				expect(texts).toContain(data.trackingNumber);
				expect(texts.some((text) => /^(\(00\)|00)0095200\d{11}$/.test(text))).toBe(true);
			}
		}
		const page = await app.request(new URL(data.trackingUrl).pathname);
		expect(page.status).toBe(200);
		expect(await page.text()).toContain(data.trackingNumber);
	});

	it('adds a commercial invoice when dutiable, and asks for what customs asks for', async () => {
		const bare = await post('shipments', { ...shipmentRequest, destinationAddress: swiss });
		expect(bare.status).toBe(422);
		expect(bare.body.fields.map(({ path: at }: { path: string }) => at)).toEqual(['reasonForExport', 'incoterms']);
		const { body } = await post('shipments', {
			...shipmentRequest,
			destinationAddress: swiss,
			reasonForExport: 'commercial',
			incoterms: 'DAP',
		});
		const sizes = await pageSizesMm(new Uint8Array(Buffer.from(body.data.labels, 'base64')));
		expect(sizes).toHaveLength(3);
		expect(sizes[2]?.widthMm).toBeCloseTo(210, 0);
	});

	it('leaves out the labels when inlineLabel is false', async () => {
		const { body } = await post('shipments', { ...shipmentRequest, inlineLabel: false });
		expect(body.data).not.toHaveProperty('labels');
		expect(body.data.trackingNumber).toBeTruthy();
	});

	it.each([
		[{ contentItems: [] }, 'contentItems'],
		[{ currency: 'GBP' }, 'currency'],
		[{ preferredShippingOption: 999 }, 'preferredShippingOption'],
		[{ pickupTimeFrom: '15:00', pickupTimeTo: '09:00' }, 'pickupTimeTo'],
		[{ parcels: [{ ...shipmentRequest.parcels[0], type: 'DOC' }] }, 'parcels.0.type'],
		[{ pickupAddress: { ...shipmentRequest.pickupAddress, sendNotification: true } }, 'pickupAddress.sendNotification'],
		[{ contentItems: [{ ...shipmentRequest.contentItems[0], price: 1200 }] }, 'destinationAddress.vatNumber'],
		[{ destinationAddress: { ...destinationAddress, contactPerson: '山田' } }, 'destinationAddress.contactPerson'],
		[
			{ destinationAddress: { ...destinationAddress, addressLine1: 'A very long street name '.repeat(5) } },
			'destinationAddress.addressLine1',
		],
	])('refuses %j at %s', async (changes, at) => {
		const { status, body } = await post('shipments', { ...shipmentRequest, ...changes });
		expect(status).toBe(422);
		expect(body.fields[0].path).toBe(at);
	});

	it('answers the same Idempotency-Key with the first booking, also at one time', async () => {
		const headers = { 'Idempotency-Key': 'once' };
		const answers = await Promise.all(Array.from({ length: 6 }, () => post('shipments', shipmentRequest, headers)));
		expect(new Set(answers.map(({ body }) => body.data.trackingNumber)).size).toBe(1);
		expect((await post('shipments', { ...shipmentRequest, reference: 'another' }, headers)).status).toBe(409);
	});

	it('keeps bookings and numbers from run to run', async () => {
		const before = (await post('shipments', shipmentRequest)).body.data.trackingNumber;
		await store.destroy();
		store = await openStore(dataDir);
		app = open().app;
		const after = (await post('shipments', shipmentRequest)).body.data.trackingNumber;
		expect(after).not.toBe(before);
		expect((await app.request(`/tracking/${before}`)).status).toBe(200);
	});
});

describe('duties', () => {
	const estimate = async (toCountry: string, item: Record<string, unknown>, rest: Record<string, unknown> = {}) => {
		const { status, body } = await post('duties-taxes-estimate', {
			contentItems: [item],
			fromCountry: 'NL',
			toCountry,
			...rest,
		});
		expect(status).toBe(200);
		const response = dutiesResponseSchema.parse(body);
		const sum = response.taxDetails.reduce((total, { amount }) => total + Math.round(amount * 100), 0);
		expect(Math.round(response.estimate * 100)).toBe(sum);
		return response;
	};
	const shirts = {
		description: 'Cotton T-shirt',
		numberOfItems: '20',
		cost: '50',
		tariff: '6109.10',
		originCountry: 'NL',
	};

	it('owes nothing within one territory, and says so', async () => {
		expect(await estimate('DE', shirts)).toMatchObject({
			estimate: 0,
			taxDetails: [],
			message: expect.stringContaining('one customs'),
		});
	});

	it('charges duty by code and tax on value and duty', async () => {
		const { taxDetails } = await estimate('GB', shirts);
		expect(taxDetails.map(({ name }) => name)).toEqual(['MFN duty', 'VAT']);
		expect(taxDetails[0]?.amount).toBe(120);
		expect(taxDetails[1]?.amount).toBe(224);
	});

	it('finds the code from the description', async () => {
		const { hsCode } = await estimate('CH', { ...shirts, tariff: undefined });
		expect(hsCode).toBe('610910');
	});

	it('says what is not known instead of 0', async () => {
		const { taxDetails } = await estimate('ES', shirts, { toZipcode: '35001' });
		expect(taxDetails[0]?.name).toMatch(/not known/);
	});

	it('shows hasErrors when it refuses', async () => {
		const { status, body } = await post('duties-taxes-estimate', { contentItems: [] });
		expect(status).toBe(422);
		expect(body.hasErrors).toBe(true);
	});
});

it('logs neither secrets nor personal data', () => {
	const text = logged.join('\n');
	expect(text).toContain('request');
	for (const secret of [header.split('@')[1] as string, 'Max Muster', 'max@example.com', 'Invalidenstr'])
		expect(text).not.toContain(secret);
});
