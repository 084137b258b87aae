// Sections 4, 5, 7 and 9 of the specification, and the rules of docs/partner-api.md where the specification is silent.
import { createHook } from 'node:async_hooks';
import crypto from 'node:crypto';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { expect, it, vi } from 'vitest';
import { ratesRequest, shipmentRequest } from '../fixtures/requests';
import { onEachDatabase } from './on-each-database';

const ROUTES = ['rates', 'shipments', 'duties-taxes-estimate'] as const;

onEachDatabase('transport', (service) => {
	it('answers 401 with the same body to every header without a valid account', async () => {
		for (const value of ['', 'nonsense', 'a@b', '@', '@@', 'x'.repeat(5000)])
			for (const route of ROUTES) {
				const { status, body } = await service().post(route, ratesRequest, { 'X-PP-API': value });
				expect(status).toBe(401);
				const flag = route === 'duties-taxes-estimate' ? 'hasErrors' : 'errors';
				expect(body).toEqual({ [flag]: true, message: expect.stringContaining('X-PP-API'), fields: [] });
			}
	});

	it('has a different error for a body that is not JSON, unreadable, no object, too deep or too large, a missing route and a wrong method', async () => {
		const { post, url, header } = service();
		for (const route of ROUTES) {
			expect((await post(route, ratesRequest, { 'Content-Type': 'text/plain' })).status).toBe(415);
			expect((await post(route, '{')).status).toBe(400);
			expect((await post(route, '')).status).toBe(400);
			for (const body of ['null', '[]', '3', '"x"', 'true']) expect((await post(route, body)).status).toBe(400);
			expect((await post(route, `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`)).status).toBe(400);
			expect((await post(route, { filler: 'x'.repeat(1024 * 1024) })).status).toBe(413);
			for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
				const response = await fetch(`${url}/partners-api/v1/${route}`, { method, headers: { 'X-PP-API': header } });
				expect(response.status).toBe(405);
				expect(response.headers.get('allow')).toBe('POST');
				expect(await response.json()).toMatchObject({ message: 'Use POST.' });
			}
		}
		for (const path of ['/partners-api/v1/nothing', '/partners-api/v2/rates', '/nothing']) {
			const response = await fetch(url + path, { method: 'POST' });
			expect(response.status).toBe(404);
			expect(await response.json()).toMatchObject({ errors: true });
		}
	});

	it('stops reading a body of unstated length at 1 MiB, and survives one that is cut off', async () => {
		const { post, url, header } = service();
		const { hostname, port } = new URL(url);
		const head = `POST /partners-api/v1/rates HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nX-PP-API: ${header}\r\n`;
		const endless = connect(Number(port), hostname);
		const answer = new Promise<string>((resolve) => {
			endless.once('data', (data) => resolve(data.toString()));
			endless.on('error', () => undefined);
		});
		endless.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
		const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
		for (let sent = 0; sent < 20; sent += 1) endless.write(chunk);
		expect(await answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*connection: close/i);
		endless.destroy();

		const broken = connect(Number(port), hostname);
		broken.on('error', () => undefined);
		await new Promise((resolve) => broken.write(`${head}Content-Length: 500\r\n\r\n{"par`, resolve));
		broken.destroy();
		expect((await post('rates', ratesRequest)).status).toBe(200);
		// An unread body must not block the next request of its connection.
		const agent = { 'X-PP-API': 'nobody@nothing', Connection: 'keep-alive' };
		for (let times = 0; times < 3; times += 1)
			expect((await post('rates', { filler: 'x'.repeat(200_000) }, agent)).status).toBe(401);
	});

	it('accepts a charset in the content type, and a chunked body', async () => {
		const { post, url, header } = service();
		expect((await post('rates', ratesRequest, { 'Content-Type': 'application/json; charset=utf-8' })).status).toBe(200);
		const text = JSON.stringify(ratesRequest);
		const stream = new ReadableStream({
			start(controller) {
				for (const part of [text.slice(0, 20), text.slice(20)]) controller.enqueue(new TextEncoder().encode(part));
				controller.close();
			},
		});
		const response = await fetch(`${url}/partners-api/v1/rates`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', 'X-PP-API': header },
			body: stream,
			duplex: 'half',
		} as RequestInit);
		expect(response.status).toBe(200);
	});

	it('names every invalid field in the message and in fields', async () => {
		const { status, body } = await service().post('rates', {
			...ratesRequest,
			fromCountry: 'NLD',
			parcels: [{ type: 'NONDOC', count: 0 }],
		});
		expect(status).toBe(422);
		expect(body.errors).toBe(true);
		const paths = body.fields.map(({ path }: { path: string }) => path);
		expect(paths).toEqual(expect.arrayContaining(['fromCountry', 'parcels.0.weight', 'parcels.0.count']));
		for (const path of paths) expect(body.message).toContain(path);
		for (const field of body.fields) expect(Object.keys(field).sort()).toEqual(['code', 'message', 'path']);
	});

	it('repeats the first answer for an Idempotency-Key for 24 hours, also to concurrent requests', async () => {
		const { post, clock } = service();
		const headers = { 'Idempotency-Key': 'once' };
		const answers = await Promise.all(Array.from({ length: 6 }, () => post('shipments', shipmentRequest, headers)));
		expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
		expect((await post('shipments', { ...shipmentRequest, reference: 'another' }, headers)).status).toBe(409);
		expect((await post('shipments', shipmentRequest, { 'Idempotency-Key': 'x'.repeat(300) })).status).toBe(400);
		const before = clock.now;
		clock.now = new Date(before.getTime() + 25 * 3_600_000);
		const later = await post('shipments', shipmentRequest, headers);
		expect(later.body.data.trackingNumber).not.toBe(answers[0]?.body.data.trackingNumber);
		clock.now = before;
	});

	it('limits wrong keys from one address, but never a valid one', async () => {
		const { post, broker } = service();
		const [used, unused] = [await broker.accounts.create('used'), await broker.accounts.create('unused')];
		const call = (key: string, secret: string) => post('rates', ratesRequest, { 'X-PP-API': `${key}@${secret}` });
		expect((await call(used.key, used.secret)).status).toBe(200);
		const answers = await Promise.all(Array.from({ length: 150 }, (_, index) => call(`wb_guess${index}`, used.secret)));
		const limited = answers.filter(({ status }) => status === 429);
		expect(limited.length).toBeGreaterThan(80);
		expect(answers.filter(({ status }) => status === 401).length + limited.length).toBe(150);
		expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
		expect((await call(used.key, used.secret)).status).toBe(200);
		expect((await call(unused.key, unused.secret)).status).toBe(200);
		// Malformed and missing keys are recognised without hashing and are not limited.
		expect((await post('rates', ratesRequest, { 'X-PP-API': '' })).status).toBe(401);
		expect((await call(unused.key, 'short')).status).toBe(401);
	});

	it('runs no scrypt for missing, malformed, unknown, wrong and right keys', async () => {
		const { post, credentials, header } = service();
		const scrypt = vi.spyOn(crypto, 'scrypt');
		try {
			const values = [
				'',
				'nonsense',
				'a@b',
				`wb_unknown12345@${credentials.secret}`,
				`${credentials.key}@${'x'.repeat(43)}`,
			];
			const statuses: number[] = [];
			for (const value of values) statuses.push((await post('rates', ratesRequest, { 'X-PP-API': value })).status);
			expect(statuses.every((status) => status === 401 || status === 429)).toBe(true);
			expect((await post('rates', ratesRequest, { 'X-PP-API': header })).status).toBe(200);
			expect(scrypt).not.toHaveBeenCalled();
		} finally {
			scrypt.mockRestore();
		}
	});

	it('answers the desk while 64 connections send requests without a key, and runs no scrypt for these', async () => {
		const { post, url } = service();
		let scrypts = 0;
		const hook = createHook({
			init(_id, type) {
				if (type === 'SCRYPTREQUEST') scrypts += 1;
			},
		}).enable();
		const agent = new Agent({ keepAlive: true, maxSockets: 64 });
		const counts: Record<number, number> = {};
		let isOn = true;
		/** Missing and malformed keys, alternating. */
		const keys: Record<string, string>[] = [{}, { 'X-PP-API': '' }, { 'X-PP-API': 'nonsense' }, { 'X-PP-API': 'a@b' }];
		const send = (headers: Record<string, string>) =>
			new Promise<void>((resolve, reject) => {
				const options = { method: 'POST', agent, headers: { 'Content-Type': 'application/json', ...headers } };
				const sent = request(`${url}/partners-api/v1/rates`, options, (answer) => {
					counts[answer.statusCode ?? 0] = (counts[answer.statusCode ?? 0] ?? 0) + 1;
					answer.resume();
					answer.on('end', resolve);
				});
				sent.on('error', reject);
				sent.end('{}');
			});
		const flood = Array.from({ length: 64 }, async (_, index) => {
			while (isOn) await send(keys[index % keys.length] ?? {});
		});
		try {
			await expect.poll(() => counts[401] ?? 0).toBeGreaterThan(30);
			for (let asked = 0; asked < 10; asked += 1) expect((await post('rates', ratesRequest)).status).toBe(200);
			isOn = false;
			await Promise.all(flood);
			expect(Object.keys(counts)).toEqual(['401']);
			expect(counts[401]).toBeGreaterThanOrEqual(64);
			expect(scrypts).toBe(0);
			// Verifies that the hook counts scrypt calls.
			await new Promise((resolve) => crypto.scrypt('password', 'salt', 64, resolve));
			expect(scrypts).toBeGreaterThan(0);
		} finally {
			isOn = false;
			hook.disable();
			agent.destroy();
			await Promise.allSettled(flood);
		}
	});

	it('accepts the key of an account from an older version, and runs one scrypt at a time for wrong keys', async () => {
		const { post, store, broker } = service();
		const { key, secret } = await broker.accounts.create('old');
		await store.updateTable('account').set({ secret_digest: null }).where('name', '=', 'old').execute();
		await broker.accounts.enable('old');
		const call = (value: string) => post('rates', ratesRequest, { 'X-PP-API': `${key}@${value}` });
		const wrong = await Promise.all(Array.from({ length: 40 }, (_, index) => call(`${index}`.padStart(43, 'x'))));
		const statuses = wrong.map(({ status }) => status);
		expect(statuses.filter((status) => status === 401).length).toBeGreaterThan(0);
		expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(20);
		expect((await call(secret)).status).toBe(200);
		const row = await store.selectFrom('account').selectAll().where('name', '=', 'old').executeTakeFirstOrThrow();
		expect(row.secret_digest).toContain(row.secret_salt);
		expect((await call(secret)).status).toBe(200);
		const renewed = await broker.accounts.rotate('old');
		expect((await call(secret)).status).toBe(401);
		expect((await call(renewed.secret)).status).toBe(200);
	});

	it('rejects a page of another site and a foreign host before it checks the key', async () => {
		const { url, header } = service();
		const { hostname, port } = new URL(url);
		const send = (headers: Record<string, string>, method = 'POST', path = '/partners-api/v1/rates') =>
			new Promise<{ status: number; text: string }>((resolve, reject) => {
				const sent = request({ hostname, port, path, method, headers }, (answer) => {
					let text = '';
					answer.on('data', (data: Buffer) => {
						text += data;
					});
					answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
				});
				sent.on('error', reject);
				sent.end(method === 'POST' ? JSON.stringify(ratesRequest) : undefined);
			});
		const json = { 'Content-Type': 'application/json' };
		const right = { ...json, 'X-PP-API': header };
		expect((await send(right)).status).toBe(200);
		expect((await send({ ...right, Origin: url, 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200);
		expect((await send({ ...right, Host: `localhost:${port}` })).status).toBe(200);
		const foreign: Record<string, string>[] = [
			{ Origin: 'http://shop.example.com' },
			{ Origin: 'null' },
			{ Origin: `http://127.0.0.1:${Number(port) + 1}` },
			{ 'Sec-Fetch-Site': 'cross-site' },
			{ 'Sec-Fetch-Site': 'same-site' },
			{ Host: `rebound.example.com:${port}` },
		];
		for (const headers of foreign) {
			for (const base of [json, right]) {
				const { status, text } = await send({ ...base, ...headers });
				expect(status, JSON.stringify(headers)).toBe(403);
				expect(JSON.parse(text)).toMatchObject({ errors: true, message: expect.stringMatching(/site|host name/) });
			}
		}
		// The request of a page that sends no Origin header: fetch(…, { mode: 'no-cors' }).
		expect((await send({ 'Content-Type': 'text/plain' })).status).toBe(415);
		expect((await send({ Host: 'rebound.example.com' }, 'GET', '/docs')).status).toBe(403);
		expect((await send({ 'Sec-Fetch-Site': 'cross-site' }, 'GET', '/account/sign-in')).status).toBe(200);
	});

	it('does not read a large body of a caller without a key', async () => {
		const { hostname, port } = new URL(service().url);
		const socket = connect(Number(port), hostname);
		const answer = new Promise<string>((resolve) => {
			let text = '';
			socket.on('data', (data) => {
				text += data;
			});
			socket.on('error', () => undefined);
			socket.on('close', () => resolve(text));
		});
		socket.write(
			'POST /partners-api/v1/rates HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 900000000\r\n\r\n{',
		);
		// The service closes the connection although the body was not sent.
		expect(await answer).toMatch(/^HTTP\/1\.1 401 [\s\S]*connection: close/i);
	});

	it('reports that it is running, that it is ready, and what it offers', async () => {
		const { url } = service();
		expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: 'ok' });
		expect(await (await fetch(`${url}/ready`)).json()).toEqual({ status: 'ready' });
		const document = await (await fetch(`${url}/openapi.json`)).json();
		expect(document.openapi).toBe('3.1.0');
		expect(Object.keys(document.paths)).toEqual(ROUTES.map((route) => `/partners-api/v1/${route}`));
	});

	it('serves the API reference under a strict policy, from its own files', async () => {
		const { url } = service();
		const page = await fetch(`${url}/docs`);
		const policy = page.headers.get('content-security-policy') ?? '';
		expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'nonce-[\w-]{22}'; connect-src 'self';/);
		expect(policy).not.toContain('unsafe-');
		expect((await fetch(`${url}/docs`)).headers.get('content-security-policy')).not.toBe(policy);
		const markup = await page.text();
		expect(markup).toContain('<script defer src="/docs/start.js">');
		expect(markup).not.toMatch(/<script[^>]*>[^<]|<style|https?:/);
		for (const [name, length] of [
			['start.js', 1000],
			['library.js', 1_000_000],
		] as const) {
			const script = await fetch(`${url}/docs/${name}`);
			expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
			expect((await script.text()).length).toBeGreaterThan(length);
			const etag = script.headers.get('etag') ?? '';
			const again = await fetch(`${url}/docs/${name}`, { headers: { 'If-None-Match': etag } });
			expect([again.status, await again.text()]).toEqual([304, '']);
			const plain = await fetch(`${url}/docs/${name}`, { headers: { 'Accept-Encoding': 'identity' } });
			expect(plain.headers.get('content-encoding')).toBe(null);
			expect((await plain.text()).length).toBeGreaterThan(length);
		}
		expect((await fetch(`${url}/docs/other.js`)).status).toBe(404);
	});

	it('rejects a disabled account and an old secret within seconds', async () => {
		const { broker, post } = service();
		const { key, secret } = await broker.accounts.create('short');
		const call = (value: string) => post('rates', ratesRequest, { 'X-PP-API': `${key}@${value}` });
		expect((await call(secret)).status).toBe(200);
		const renewed = await broker.accounts.rotate('short');
		expect((await call(secret)).status).toBe(401);
		expect((await call(renewed.secret)).status).toBe(200);
		await broker.accounts.disable('short');
		expect((await call(renewed.secret)).status).toBe(401);
		await broker.accounts.enable('short');
		expect((await call(renewed.secret)).status).toBe(200);
	});

	it('logs neither secrets nor personal data', () => {
		const text = service().log.join('\n');
		expect(text).toContain('request');
		for (const secret of [service().credentials.secret, 'Max Muster', 'max@example.com', 'Invalidenstr'])
			expect(text).not.toContain(secret);
	});
});

onEachDatabase(
	'a limit of requests',
	(service) => {
		it('answers 429 with a waiting time, to that account only', async () => {
			const { post, broker } = service();
			const statuses = await Promise.all(
				Array.from({ length: 8 }, async () => (await post('rates', ratesRequest)).status),
			);
			expect(statuses.filter((status) => status === 200)).toHaveLength(5);
			const refused = await post('rates', ratesRequest);
			expect(refused.status).toBe(429);
			expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
			const other = await broker.accounts.create('other');
			expect((await post('rates', ratesRequest, { 'X-PP-API': `${other.key}@${other.secret}` })).status).toBe(200);
		});
	},
	{ requestsPerMinute: 5 },
);

onEachDatabase(
	'a service behind a proxy',
	(service) => {
		it('is reachable under its public host name, with its pages under their own origin', async () => {
			const { url, credentials } = service();
			const { hostname, port } = new URL(url);
			const signIn = (headers: Record<string, string>) =>
				new Promise<number>((resolve, reject) => {
					const sent = request({ hostname, port, path: '/account/sign-in', method: 'POST', headers }, (answer) => {
						answer.resume();
						answer.on('end', () => resolve(answer.statusCode ?? 0));
					});
					sent.on('error', reject);
					sent.end(new URLSearchParams({ ...credentials }).toString());
				});
			const form = { 'Content-Type': 'application/x-www-form-urlencoded', Host: 'shipping.example.com' };
			expect(await signIn({ ...form, Origin: 'https://shipping.example.com:8443' })).toBe(303);
			expect(await signIn({ ...form, Origin: 'https://shop.example.com' })).toBe(403);
			expect(await signIn({ ...form, Host: 'shop.example.com' })).toBe(403);
		});
	},
	{ publicUrl: 'https://shipping.example.com:8443' },
);
