// The service under a flood of requests without a valid key, sent as another user where this process may switch users. Measures how
// long a desk waits for rates, and checks that each of its bookings is made once.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { EmbeddedMessage } from '../../src-broker/embedded';
import { openStore } from '../../src-broker/store/store';
import { GOODS_INDEX_DIR } from '../../tools/goods-index.mjs';
import { ratesRequest, shipmentRequest } from '../fixtures/requests';
import type { BenchRow } from './benches';
import { startServiceProcess } from './service-process';

const CONNECTIONS = 128;
const PHASE_MS = 6_000;
const BOOKINGS = 10;
const MAX_P95_MS = 100;
/** Debian's user `nobody`. */
const OTHER_USER = 65_534;

/** A standalone program, because another user may not read this folder. Ends when its standard input closes, or after a minute. */
const FLOODER = `
const { Agent, request } = require('node:http');
const { url, connections, headers, body } = JSON.parse(process.argv[1]);
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const counts = {};
let isOn = true;
const end = () => { if (!isOn) return; isOn = false; process.stdout.write(JSON.stringify(counts), () => process.exit(0)); };
process.stdin.on('end', end).resume();
setTimeout(end, 60000);
let sent = 0;
function send() {
	if (!isOn) return;
	const count = (name) => { counts[name] = (counts[name] || 0) + 1; setImmediate(send); };
	const key = headers[sent++ % headers.length];
	const outgoing = request(url, { method: 'POST', agent, headers: { 'Content-Type': 'application/json', ...key } }, (answer) => {
		answer.resume();
		answer.on('end', () => count(answer.statusCode));
	});
	outgoing.on('error', () => count('error'));
	outgoing.end(body);
}
for (let index = 0; index < connections; index += 1) send();
`;

interface Target {
	url: string;
	dataDir: string;
	key: string;
	secret: string;
	stop: () => Promise<void>;
}

async function startStandalone(): Promise<Target> {
	const service = await startServiceProcess();
	const [key = '', secret = ''] = service.credentials.split('@');
	return { url: service.url, dataDir: service.dataDir, key, secret, stop: service.stop };
}

/** The script that the station starts for its built-in service, started by this process. */
async function startEmbedded(): Promise<Target> {
	const dataDir = mkdtempSync(path.join(tmpdir(), 'waybill-bench-embedded-'));
	const script = path.resolve('out/main/broker-process.js');
	const parentPortShim = `process.parentPort = { on: (name, listener) => process.on(name, (data) => listener({ data })), postMessage: (message) => process.send(message) }; require(${JSON.stringify(script)});`;
	const child = spawn(process.execPath, ['-e', parentPortShim], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
	const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
	const listening = await new Promise<Extract<EmbeddedMessage, { kind: 'listening' }>>((resolve, reject) => {
		child.on('message', (message: EmbeddedMessage) => {
			if (message.kind === 'listening') resolve(message);
			if (message.kind === 'failed') reject(new Error(message.message));
		});
		child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
		child.send({ dataDir, resourcesDir: path.resolve('resources'), goodsIndexDir: GOODS_INDEX_DIR, port: 0 });
	});
	return {
		url: listening.url,
		dataDir,
		key: listening.key,
		secret: listening.secret,
		async stop() {
			child.send('stop');
			await ended;
			rmSync(dataDir, { recursive: true, force: true });
		},
	};
}

/** The desk sends one request after the other over its own connection. */
function createDesk({ url, key, secret }: Target) {
	const agent = new Agent({ keepAlive: true });
	return (route: string, body: unknown, headers: Record<string, string> = {}) =>
		new Promise<{ status: number; text: string }>((resolve, reject) => {
			const sent = request(
				`${url}/partners-api/v1/${route}`,
				{
					method: 'POST',
					agent,
					headers: { 'Content-Type': 'application/json', 'X-PP-API': `${key}@${secret}`, ...headers },
				},
				(answer) => {
					let text = '';
					answer.on('data', (data: Buffer) => {
						text += data;
					});
					answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
				},
			);
			sent.on('error', reject);
			sent.end(JSON.stringify(body));
		});
}

function startFlood(url: string, headers: Record<string, string>[]) {
	const isRoot = process.getuid?.() === 0;
	const parameters = {
		url: `${url}/partners-api/v1/rates`,
		connections: CONNECTIONS,
		headers,
		body: JSON.stringify(ratesRequest),
	};
	const child = spawn(process.execPath, ['-e', FLOODER, JSON.stringify(parameters)], {
		cwd: tmpdir(),
		stdio: ['pipe', 'pipe', 'inherit'],
		...(isRoot && { uid: OTHER_USER, gid: OTHER_USER }),
	});
	let text = '';
	child.stdout?.on('data', (data: Buffer) => {
		text += data;
	});
	const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
	return async (): Promise<Record<string, number>> => {
		child.stdin?.end();
		await ended;
		return JSON.parse(text || '{}');
	};
}

const percentile95 = (times: readonly number[]): number =>
	[...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;

async function measure(name: string, target: Target): Promise<BenchRow[]> {
	const post = createDesk(target);
	const numbers = new Map<string, string>();
	const failures: string[] = [];

	async function book(key: string): Promise<void> {
		const { status, text } = await post('shipments', shipmentRequest, { 'Idempotency-Key': key });
		const number: unknown = status === 200 ? JSON.parse(text).data.trackingNumber : undefined;
		if (typeof number !== 'string' || (numbers.get(key) ?? number) !== number) failures.push(`${key}: ${status}`);
		else numbers.set(key, number);
	}

	/** @param keyPrefix prefix of the idempotency keys; undefined: no bookings */
	async function measureRates(keyPrefix: string | undefined): Promise<number> {
		const times: number[] = [];
		const until = performance.now() + PHASE_MS;
		let booked = 0;
		while (performance.now() < until || booked < (keyPrefix ? BOOKINGS : 0)) {
			const started = performance.now();
			const { status } = await post('rates', ratesRequest);
			times.push(performance.now() - started);
			if (status !== 200) failures.push(`rates: ${status}`);
			if (keyPrefix && booked < BOOKINGS && times.length % 5 === 0) {
				booked += 1;
				await book(`${keyPrefix}-${booked}`);
			}
		}
		return percentile95(times);
	}

	const unknownKey = { 'X-PP-API': `wb_unknown12345@${'x'.repeat(43)}` };
	const wrongKey = { 'X-PP-API': `${target.key}@${'x'.repeat(43)}` };
	const floods: [string, Record<string, string>[]][] = [
		['without a key', [{}]],
		['with wrong keys', [unknownKey, wrongKey, { 'X-PP-API': 'malformed' }]],
	];
	try {
		await measureRates(undefined);
		const idleP95Ms = await measureRates(undefined);
		const rows: BenchRow[] = [];
		for (const [description, headers] of floods) {
			const stop = startFlood(target.url, headers);
			const p95Ms = await measureRates(description);
			const counts = await stop();
			const { error = 0, ...answers } = counts;
			const total = Object.values(answers).reduce((sum, count) => sum + count, 0);
			const isRejected = total > CONNECTIONS && Object.keys(answers).every((status) => /^4(01|29)$/.test(status));
			if (!isRejected) throw new Error(`the flood was not rejected: ${JSON.stringify(counts)}`);
			rows.push({
				measure: `${name}: p95 of rates, ${CONNECTIONS} connections ${description} (${total} rejected, ${error} errors)`,
				ours: `${p95Ms.toFixed(1)} ms`,
				peer: `${idleP95Ms.toFixed(1)} ms without load`,
				ratio: (p95Ms / idleP95Ms).toFixed(2),
				limit: `≤ ${MAX_P95_MS} ms`,
				verdict: p95Ms <= MAX_P95_MS ? 'met' : 'missed',
			});
		}
		// Repeat each booking under its key: the answer must be the same shipment.
		for (const key of [...numbers.keys()]) await book(key);
		const store = await openStore({ dataDir: target.dataDir });
		const stored = await store.selectFrom('shipment').select('id').where('status', '<>', 'draft').execute();
		await store.destroy();
		const expectedBookings = BOOKINGS * floods.length;
		const bookedCount = new Set(numbers.values()).size;
		const isComplete = failures.length === 0 && bookedCount === expectedBookings && stored.length === expectedBookings;
		rows.push({
			measure: `${name}: bookings during the floods${failures.length > 0 ? ` (${failures.slice(0, 3).join(', ')})` : ''}`,
			ours: `${bookedCount} booked, ${stored.length} stored`,
			peer: '–',
			ratio: (stored.length / expectedBookings).toFixed(2),
			limit: `${expectedBookings}, once each`,
			verdict: isComplete ? 'met' : 'missed',
		});
		return rows;
	} finally {
		await target.stop();
	}
}

export const flood = async (): Promise<BenchRow[]> => [
	...(await measure('built-in service', await startEmbedded())),
	...(await measure('service of a site', await startStandalone())),
];
