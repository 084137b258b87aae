// When the service closes a connection, so that a client neither loses a response nor sends a request into a closed connection.
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { ratesRequest, shipmentRequest } from '../fixtures/requests';
import { onEachDatabase } from './on-each-database';

const MEGABYTE = 1024 * 1024;
const CHUNK = `${(0x10000).toString(16)}\r\n${'x'.repeat(0x10000)}\r\n`;

onEachDatabase('connections', (service) => {
	/** A connection that collects what the service sends. */
	function open() {
		const { hostname, port } = new URL(service().url);
		const socket = connect(Number(port), hostname);
		const connection = { text: '', error: '', socket, closed: Promise.resolve() };
		socket.on('data', (data) => {
			connection.text += data;
		});
		socket.on('error', (error: NodeJS.ErrnoException) => {
			connection.error = error.code ?? String(error);
		});
		connection.closed = new Promise((resolve) => socket.once('close', () => resolve()));
		return connection;
	}
	const head = (key: string, framing: string, route = 'rates') =>
		`POST /partners-api/v1/${route} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nX-PP-API: ${key}\r\n${framing}\r\n\r\n`;
	const write = (socket: Socket, text: string) => new Promise<void>((resolve) => socket.write(text, () => resolve()));
	const countDrafts = async () =>
		Number(
			(
				await service()
					.store.selectFrom('shipment')
					.select((eb) => eb.fn.countAll().as('count'))
					.executeTakeFirstOrThrow()
			).count,
		);

	it('closes a connection cleanly after a body over the limit, also for a client that sends all of it before it reads', async () => {
		const bytes = 24 * MEGABYTE;
		const body = 'x'.repeat(bytes);
		const { header } = service();
		const cases: [text: string, status: number][] = [
			[head(header, `Content-Length: ${bytes}`) + body, 413],
			[`${head(header, 'Transfer-Encoding: chunked') + CHUNK.repeat(bytes / 0x10000)}0\r\n\r\n`, 413],
			[head('nobody@nothing', `Content-Length: ${bytes}`) + body, 401],
		];
		for (const [text, status] of cases) {
			const connection = open();
			connection.socket.pause();
			await write(connection.socket, text);
			connection.socket.resume();
			await connection.closed;
			expect(connection.error).toBe('');
			expect(connection.text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*connection: close[\\s\\S]*\\}$`, 'i'));
		}
	});

	it('does not carry out a request that follows on the closing connection', async () => {
		const { header } = service();
		const draft = JSON.stringify({ ...shipmentRequest, bookShipment: false });
		const draftRequest = head(header, `Content-Length: ${Buffer.byteLength(draft)}`, 'shipments') + draft;
		const before = await countDrafts();
		const length = 2 * MEGABYTE;
		const refused = open();
		refused.socket.write(head(header, `Content-Length: ${length}`) + 'x'.repeat(length) + draftRequest);
		await refused.closed;
		expect(refused.text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413']);
		expect(await countDrafts()).toBe(before);
		// The same request on a connection of its own is carried out.
		const accepted = open();
		accepted.socket.write(draftRequest);
		await expect.poll(() => accepted.text).toMatch(/^HTTP\/1\.1 200/);
		accepted.socket.destroy();
		expect(await countDrafts()).toBe(before + 1);
	});

	it('answers the next request of a client whose last body was over the limit', async () => {
		const { post } = service();
		for (let times = 0; times < 20; times += 1) {
			expect((await post('rates', { filler: 'x'.repeat(3 * MEGABYTE) })).status).toBe(413);
			expect((await post('rates', ratesRequest)).status).toBe(200);
		}
	});

	it('keeps an idle connection open for longer than it tells the client', async () => {
		const { header } = service();
		const body = JSON.stringify(ratesRequest);
		const request = head(header, `Content-Length: ${body.length}`) + body;
		const connection = open();
		const answers = () => connection.text.match(/HTTP\/1\.1 \d+/g) ?? [];
		connection.socket.write(request);
		await expect.poll(answers).toEqual(['HTTP/1.1 200']);
		const [, seconds] = /^keep-alive: timeout=(\d+)\r$/im.exec(connection.text) ?? [];
		expect(Number(seconds)).toBeGreaterThanOrEqual(2);
		// A client that is busy for so long sends its next request before it can notice that the time has passed. The service runs in
		// this process: its timers expire during the wait, and are handled before it reads the request.
		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(seconds) * 1000 + 2000);
		connection.socket.write(request);
		await expect.poll(() => [...answers(), connection.error]).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', '']);
		connection.socket.destroy();
	});
});
