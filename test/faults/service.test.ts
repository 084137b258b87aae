// The service under failures: killed, without its database, with a full disk, and with hostile request bodies.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { databases } from '../fixtures/databases';
import { newDatabase, type Postgres, startPostgres } from '../fixtures/postgres';
import { ratesRequest, shipmentRequest } from '../fixtures/requests';
import { type Service, startService } from '../fixtures/service';
import { killServiceOn } from './kill-service';

it.each(databases)('keeps every answered booking exactly once through kill -9 under load on %s', async (database) => {
	const databaseUrl = database === 'postgres' ? await newDatabase(inject('postgresUrl')) : undefined;
	const report = await killServiceOn(1, databaseUrl);
	expect(report.answered).toBeGreaterThan(0);
	expect(report).toMatchObject({ boughtTwice: 0, lost: 0, misreported: 0 });
});

describe('a PostgreSQL server that stops', () => {
	let postgres: Postgres;
	let service: Service;
	beforeAll(async () => {
		postgres = await startPostgres();
		service = await startService({ databaseUrl: await newDatabase(postgres.url) });
	});
	afterAll(async () => {
		await service.stop();
		postgres.remove();
	});

	it('answers 503, loses no booking, and continues when the server is back', async () => {
		const before = await service.post('shipments', shipmentRequest);
		const pending = Array.from({ length: 8 }, (_, index) =>
			service.post('shipments', shipmentRequest, { 'Idempotency-Key': `lost ${index}` }),
		);
		await postgres.kill();
		for (const { status, body } of await Promise.all(pending)) {
			expect([200, 503]).toContain(status);
			if (status === 503) expect(body.message).toMatch(/cannot reach its database.*same Idempotency-Key/);
		}
		const rejected = await service.post('shipments', shipmentRequest);
		expect(rejected.status).toBe(503);
		expect(rejected.headers.get('retry-after')).toBeTruthy();
		expect((await fetch(`${service.url}/ready`)).status).toBe(503);
		expect((await fetch(`${service.url}/health`)).status).toBe(200);
		await service.broker.tick();
		await postgres.start();
		expect((await fetch(`${service.url}/ready`)).status).toBe(200);
		expect((await fetch(before.body.data.trackingUrl)).status).toBe(200);
		const repeated = await Promise.all(
			Array.from({ length: 8 }, (_, index) =>
				service.post('shipments', shipmentRequest, { 'Idempotency-Key': `lost ${index}` }),
			),
		);
		expect(new Set(repeated.map(({ body }) => body.data.trackingNumber)).size).toBe(8);
	});
});

describe.runIf(process.getuid?.() === 0 && process.platform === 'linux')('a full disk (tmpfs of 3 MiB)', () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'waybill-full-'));
	afterAll(() => {
		spawnSync('umount', [folder]);
	});

	it('rejects bookings with a clear error, keeps the answered ones, and continues when there is space', async () => {
		execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder]);
		const service = await startService({ dataDir: folder });
		const booked: string[] = [];
		let rejected = 0;
		for (let index = 0; index < 200 && rejected < 5; index += 1) {
			const { status, body } = await service.post('shipments', shipmentRequest);
			if (status === 200) booked.push(body.data.trackingUrl);
			else {
				expect(status).toBe(503);
				expect(body.message).toMatch(/disk of the service is full\. Nothing was saved/);
				rejected += 1;
			}
		}
		expect(booked.length).toBeGreaterThan(3);
		expect(rejected).toBe(5);
		for (const url of booked) expect((await fetch(url)).status).toBe(200);
		execFileSync('mount', ['-o', 'remount,size=16m', folder]);
		expect((await service.post('shipments', shipmentRequest)).status).toBe(200);
		await service.stop();
	});
});

describe.each(databases)('hostile request bodies on %s', (database) => {
	let service: Service;
	beforeAll(async () => {
		const databaseUrl = database === 'postgres' ? await newDatabase(inject('postgresUrl')) : undefined;
		service = await startService({ databaseUrl });
	});
	afterAll(() => service.stop());

	const hostile = fc.oneof(
		fc.string({ unit: 'binary' }),
		fc.string(),
		fc.constantFrom(
			'',
			' ',
			'\u0000',
			'\ud800',
			'\u202e',
			'A'.repeat(3000),
			'1e999',
			'-0',
			'٣',
			'__proto__',
			'DE',
			'XX',
			'00:00',
		),
		fc.double(),
		fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(Number),
		fc.constantFrom(null, true, 0, -1, 1e308, 0.1 + 0.2, [], {}, [[]], { a: { b: [] } }),
		fc.jsonValue(),
	);
	const isPath = (holder: unknown, key: string) =>
		typeof holder === 'object' &&
		holder !== null &&
		Object.hasOwn(holder, key) &&
		!(Array.isArray(holder) && key === 'length');
	/** A valid body with up to four values replaced. */
	const corrupted = (valid: object) => {
		const paths: (string | number)[][] = [];
		const walk = (value: unknown, at: (string | number)[]) => {
			if (at.length > 0) paths.push(at);
			if (Array.isArray(value)) for (const [index, item] of value.entries()) walk(item, [...at, index]);
			else if (typeof value === 'object' && value !== null)
				for (const [key, item] of Object.entries(value)) walk(item, [...at, key]);
		};
		walk(valid, []);
		return fc.array(fc.tuple(fc.constantFrom(...paths), hostile), { minLength: 1, maxLength: 4 }).map((changes) => {
			const body = structuredClone(valid);
			for (const [at, value] of changes) {
				// biome-ignore lint/suspicious/noExplicitAny: a path through any body
				const holder = at.slice(0, -1).reduce<any>((inner, key) => inner?.[key], body);
				const key = at.at(-1) as string;
				// An earlier change may have removed the path. Copy the value: later changes may modify it.
				if (isPath(holder, key)) holder[key] = structuredClone(value);
			}
			return body;
		});
	};

	const duties = {
		contentItems: [{ description: 'Shirt', numberOfItems: 2, cost: 5, tariff: '610910', originCountry: 'NL' }],
		fromCountry: 'NL',
		fromZipcode: '1012',
		fromCity: 'Amsterdam',
		toCountry: 'CH',
		toZipcode: '8001',
		toCity: 'Zürich',
	};
	it.each([
		['rates', ratesRequest],
		['shipments', { ...shipmentRequest, inlineLabel: false }],
		['shipments', { ...shipmentRequest, bookShipment: false, preferredShippingOption: 401, pickupTimeFrom: '09:00' }],
		['duties-taxes-estimate', duties],
	])('answers %s without a server error or a timeout', async (route, valid) => {
		await fc.assert(
			fc.asyncProperty(
				fc.oneof({ weight: 6, arbitrary: corrupted(valid) }, { weight: 1, arbitrary: hostile }),
				async (body) => {
					const { status, text } = await service.post(route, JSON.stringify(body) ?? 'null');
					expect(status, `${text} to ${JSON.stringify(body)}`).toBeLessThan(500);
				},
			),
			{ numRuns: Number(process.env.WAYBILL_FUZZ_RUNS ?? 120), interruptAfterTimeLimit: 40_000 },
		);
	});
});
