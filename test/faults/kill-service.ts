// Kills the service (SIGKILL) repeatedly while clients book. Answered bookings must be present, none twice, and unanswered ones must
// be repeatable under their idempotency keys.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStore } from '../../src-broker/store/store';
import { WAIT_LIMIT_MS } from '../fixtures/hang-limit';
import { newDatabase, startPostgres } from '../fixtures/postgres';
import { shipmentRequest } from '../fixtures/requests';

const SCRIPT = path.resolve('tools/broker.mjs');
const CLIENTS = 4;
const MAX_LIFETIME_MS = 1500;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export interface ServiceKillReport {
	answered: number;
	unanswered: number;
	boughtTwice: number;
	lost: number;
	misreported: number;
}

interface Running {
	url: string;
	child: ChildProcess;
}

function start(parameters: string[]): Promise<Running> {
	const child = spawn(process.execPath, [SCRIPT, 'serve', '--port', '0', ...parameters], {
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	return new Promise((resolve, reject) => {
		child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
		child.stdout?.on('data', (data: Buffer) => {
			const url = /^listening on (\S+)$/m.exec(String(data))?.[1];
			if (url) resolve({ url, child });
		});
	});
}

/** Books a shipment. @returns path and query of its tracking page, which are the same after a restart on another port */
async function book(url: string, credentials: string, key: string): Promise<string> {
	const response = await fetch(`${url}/partners-api/v1/shipments`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json', 'X-PP-API': credentials, 'Idempotency-Key': key },
		body: JSON.stringify({ ...shipmentRequest, reference: key, inlineLabel: false }),
		signal: AbortSignal.timeout(10_000),
	});
	const { data } = (await response.json()) as { data: { trackingUrl: string } };
	const { pathname, search } = new URL(data.trackingUrl);
	return pathname + search;
}

/** @param count number of kills @param databaseUrl a PostgreSQL database; SQLite without it */
export async function killServiceOn(count: number, databaseUrl: string | undefined): Promise<ServiceKillReport> {
	const dataDir = mkdtempSync(path.join(tmpdir(), 'waybill-kill-'));
	const location = ['--data-dir', dataDir, ...(databaseUrl ? ['--database', databaseUrl] : [])];
	const credentials = execFileSync(process.execPath, [SCRIPT, 'account', 'create', '--name', 'site', ...location], {
		encoding: 'utf8',
	}).trim();
	const answered = new Map<string, string>();
	const unanswered = new Set<string>();

	for (let round = 0; round < count; round += 1) {
		const { url, child } = await start(location);
		let alive = true;
		const clients = Array.from({ length: CLIENTS }, async () => {
			while (alive) {
				const key = randomUUID();
				try {
					answered.set(key, await book(url, credentials, key));
				} catch {
					unanswered.add(key);
				}
			}
		});
		// Wait for the first answer, so that each run has some; then kill at a random time.
		const before = answered.size;
		for (let waited = 0; answered.size === before && waited < WAIT_LIMIT_MS; waited += 20) await pause(20);
		await pause(Math.random() * MAX_LIFETIME_MS);
		alive = false;
		const ended = new Promise((resolve) => child.once('exit', resolve));
		child.kill('SIGKILL');
		await ended;
		await Promise.all(clients);
	}

	const { url, child } = await start(location);
	let lost = 0;
	let misreported = 0;
	for (const [key, trackingPath] of answered) {
		const page = await (await fetch(url + trackingPath)).text();
		if (!page.includes('Registered with the carrier')) lost += 1;
		if ((await book(url, credentials, key)) !== trackingPath) misreported += 1;
	}
	// Send each unanswered request twice: both answers must be the same booking.
	for (const key of unanswered) {
		const first = await book(url, credentials, key);
		if ((await book(url, credentials, key)) !== first) misreported += 1;
	}
	child.kill('SIGTERM');
	await new Promise((resolve) => child.once('exit', resolve));

	const store = await openStore({ dataDir, databaseUrl });
	const rows = await store.selectFrom('shipment').select(['request', 'tracking_number']).execute();
	const documents = await store.selectFrom('documents').select('shipment_id').execute();
	await store.destroy();
	const references = rows.map(({ request }) => (JSON.parse(request) as { reference: string }).reference);
	const trackingNumbers = rows.map(({ tracking_number }) => tracking_number);
	const boughtTwice = rows.length - new Set(references).size + (rows.length - new Set(trackingNumbers).size);
	lost += answered.size + unanswered.size - new Set(references).size + (rows.length - documents.length);
	return { answered: answered.size, unanswered: unanswered.size, boughtTwice, lost, misreported };
}

/** Half of the kills on SQLite, half on PostgreSQL. */
export async function killService(count: number): Promise<ServiceKillReport> {
	const sqlite = await killServiceOn(Math.ceil(count / 2), undefined);
	const server = await startPostgres();
	try {
		const postgres = await killServiceOn(Math.floor(count / 2), await newDatabase(server.url));
		const sum = (field: keyof ServiceKillReport) => sqlite[field] + postgres[field];
		return {
			answered: sum('answered'),
			unanswered: sum('unanswered'),
			boughtTwice: sum('boughtTwice'),
			lost: sum('lost'),
			misreported: sum('misreported'),
		};
	} finally {
		server.remove();
	}
}
