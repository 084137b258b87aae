// The service under load: rates compared with a trivial route of the same server and with a mock server of our API document, bookings
// with labels, memory over many requests, and the growth of the account's list.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import autocannon from 'autocannon';
import { createAccounts } from '../../src-broker/accounts/accounts';
import { indexShipment, optimizeFtsIndex } from '../../src-broker/booking/search';
import { createShipmentList } from '../../src-broker/booking/shipment-list';
import { openStore } from '../../src-broker/store/store';
import { shipmentRequestSchema } from '../../src-contract/partner-api';
import { freePort } from '../fixtures/free-port';
import { ratesRequest, shipmentRequest } from '../fixtures/requests';
import type { BenchRow } from './benches';
import { spawnOnFirstCore, startServiceProcess, waitForLine } from './service-process';

const CONNECTIONS = 32;
/** The servers are loaded alternately and the median round counts, because these machines have other load. */
const ROUNDS = 5;
const SECONDS = 3;
/** The ratio of two routes of one server varies by half from second to second: use the median of many short rounds. */
const PAIRS = 31;
const PAIR_SECONDS = 1;
const MIN_RATIO_TO_BARE = 0.35;
const MIN_RATIO_TO_MOCK = 3;
const MAX_P99_MS = 25;
const MIN_BOOKINGS_PER_SECOND = 40;
const MEMORY_REQUESTS = 100_000;
const MAX_MEMORY_GROWTH = 1.15;
const MAX_LIST_GROWTH = 1.5;
const MOCK_SERVER = '@stoplight/prism-cli@5.16.0';

const body = JSON.stringify(ratesRequest);

interface Load {
	requests: number;
	p99: number;
}

async function load(url: string, options: Partial<autocannon.Options> = {}): Promise<Load> {
	const result = await autocannon({
		url,
		connections: CONNECTIONS,
		duration: SECONDS,
		method: 'POST',
		body,
		...options,
	});
	if (result.non2xx > 0 || result.errors > 0)
		throw new Error(`${result.non2xx} rejections, ${result.errors} errors at ${url}`);
	return { requests: result.requests.average, p99: result.latency.p99 };
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;

/** Downloaded once into the cache; only the benchmarks need it. */
function mockServer(): string {
	const folder = path.join(homedir(), '.cache', 'waybill', 'prism');
	const binary = path.join(folder, 'node_modules', '.bin', 'prism');
	if (!existsSync(binary)) {
		mkdirSync(folder, { recursive: true });
		execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, MOCK_SERVER], { stdio: 'ignore' });
	}
	return binary;
}

/** Retries with another port: a connection may take the free port before the slow mock server listens. */
async function startMock(document: string) {
	for (let attempt = 1; ; attempt += 1) {
		const port = await freePort();
		const parameters = [mockServer(), 'mock', '-p', String(port), '-h', '127.0.0.1', document];
		const mock = spawnOnFirstCore(process.execPath, parameters);
		try {
			await waitForLine(mock, /(listening on)/, 60);
			return { mock, port };
		} catch (error) {
			if (attempt === 3) throw error;
		}
	}
}

const row = (measure: string, ours: string, peer: string, ratio: number, limit: string, isMet: boolean): BenchRow => ({
	measure,
	ours,
	peer,
	ratio: ratio.toFixed(2),
	limit,
	verdict: isMet ? 'met' : 'missed',
});
const perSecond = (value: number) => `${Math.round(value)}/s`;

export async function rates(): Promise<BenchRow[]> {
	const service = await startServiceProcess();
	const { headers, url } = service;
	try {
		const requestRates = (duration = SECONDS) => load(`${url}/partners-api/v1/rates`, { headers, duration });
		const greet = (duration = SECONDS) => load(`${url}/health`, { method: 'GET', body: undefined as never, duration });
		// Excludes the first seconds, in which the runtime compiles hot functions.
		await greet();
		for (let warming = 0; warming < 3; warming += 1) await requestRates();
		const rounds: { bare: Load; ours: Load }[] = [];
		for (let round = 0; round < PAIRS; round += 1)
			rounds.push({ bare: await greet(PAIR_SECONDS), ours: await requestRates(PAIR_SECONDS) });
		const ofBare = median(rounds.map((round) => round.ours.requests / round.bare.requests));
		const bare = median(rounds.map((round) => round.bare.requests));
		const ours = median(rounds.map((round) => round.ours.requests));
		const p99 = median(rounds.map((round) => round.ours.p99));
		const document = path.join(mkdtempSync(path.join(tmpdir(), 'waybill-openapi-')), 'openapi.json');
		writeFileSync(document, await (await fetch(`${url}/openapi.json`)).text());
		const { mock, port } = await startMock(document);
		const peers: number[] = [];
		try {
			for (let round = 0; round < ROUNDS; round += 1)
				peers.push((await load(`http://127.0.0.1:${port}/partners-api/v1/rates`, { headers })).requests);
		} finally {
			mock.kill();
		}
		const peer = median(peers);
		const ofMock = ours / peer;
		return [
			row(
				'rates against the bare route',
				perSecond(ours),
				perSecond(bare),
				ofBare,
				`≥ ${MIN_RATIO_TO_BARE}`,
				ofBare >= MIN_RATIO_TO_BARE,
			),
			row(
				'rates against a mock of our document',
				perSecond(ours),
				perSecond(peer),
				ofMock,
				`≥ ${MIN_RATIO_TO_MOCK}`,
				ofMock >= MIN_RATIO_TO_MOCK,
			),
			row(
				`rates, p99 at ${CONNECTIONS} connections`,
				`${p99} ms`,
				'–',
				p99 / MAX_P99_MS,
				`≤ ${MAX_P99_MS} ms`,
				p99 <= MAX_P99_MS,
			),
		];
	} finally {
		await service.stop();
	}
}

export async function booking(): Promise<BenchRow[]> {
	const service = await startServiceProcess();
	try {
		const request = { ...shipmentRequest, parcels: ratesRequest.parcels };
		const book = () =>
			load(`${service.url}/partners-api/v1/shipments`, {
				headers: service.headers,
				body: JSON.stringify(request),
				connections: 8,
			});
		await book();
		const rounds: Load[] = [];
		for (let round = 0; round < ROUNDS; round += 1) rounds.push(await book());
		const requests = median(rounds.map((round) => round.requests));
		return [
			row(
				'bookings with a label',
				perSecond(requests),
				'–',
				requests / MIN_BOOKINGS_PER_SECOND,
				`≥ ${MIN_BOOKINGS_PER_SECOND}/s`,
				requests >= MIN_BOOKINGS_PER_SECOND,
			),
		];
	} finally {
		await service.stop();
	}
}

export async function memory(): Promise<BenchRow[]> {
	const service = await startServiceProcess();
	try {
		const url = `${service.url}/partners-api/v1/rates`;
		const requestRates = (amount: number) =>
			autocannon({ url, connections: CONNECTIONS, amount, method: 'POST', body, headers: service.headers });
		await requestRates(MEMORY_REQUESTS / 5);
		const memoryBefore = service.residentMegabytes();
		await requestRates(MEMORY_REQUESTS);
		const late = service.residentMegabytes();
		return [
			row(
				`resident memory after ${MEMORY_REQUESTS} more requests`,
				`${late.toFixed(0)} MB`,
				`${memoryBefore.toFixed(0)} MB`,
				late / memoryBefore,
				`≤ ${MAX_MEMORY_GROWTH}`,
				late / memoryBefore <= MAX_MEMORY_GROWTH,
			),
		];
	} finally {
		await service.stop();
	}
}

const CITIES = ['Berlin', 'Lyon', 'Porto', 'Gdansk', 'Malmö', 'Graz', 'Brno', 'Turin', 'Gent', 'Cork'];

/** Creates an account with that many drafts. @returns searches of its list, each returning its matches */
async function createListSearches(count: number) {
	const store = await openStore({ dataDir: mkdtempSync(path.join(tmpdir(), 'waybill-growth-')) });
	await createAccounts(store).create('growth');
	const account = { id: 1, name: 'growth', marginPercent: 0, timeZone: undefined, secretSalt: '' };
	const request = shipmentRequestSchema.parse(shipmentRequest);
	for (let first = 0; first < count; first += 2000) {
		await store.transaction().execute(async (transaction) => {
			for (let index = first; index < Math.min(count, first + 2000); index += 1) {
				const city = CITIES[index % CITIES.length] as string;
				const drawn = {
					...request,
					reference: `PO-${index}`,
					destinationAddress: { ...request.destinationAddress, city, companyName: `Company ${index % 977}` },
				};
				const { id } = await transaction
					.insertInto('shipment')
					.values({
						account_id: 1,
						status: 'draft',
						request: JSON.stringify(drawn),
						created_at: '2026-11-24T10:00:00Z',
					})
					.returning('id')
					.executeTakeFirstOrThrow();
				await indexShipment(store.kind, transaction, { id, accountId: 1, request: drawn });
			}
		});
	}
	// As the service does daily, one step at a time.
	for (let isFirst = true; await optimizeFtsIndex(store, isFirst); isFirst = false);
	const list = createShipmentList(store);
	const medianId = Math.floor(count / 2);
	const searches: Record<string, () => Promise<unknown[]>> = {
		'first page': () => list.findPage(account, { text: '' }, undefined, 26),
		'a page in the middle': () => list.findPage(account, { text: '' }, medianId, 26),
		'search, a rare word': () => list.findPage(account, { text: `PO ${medianId}` }, undefined, 26),
		'search, a common word': () => list.findPage(account, { text: 'berl' }, undefined, 26),
		'filter by state': () => list.findPage(account, { text: '', status: 'draft' }, medianId, 26),
		'search and filter': () => list.findPage(account, { text: 'berl', status: 'draft' }, undefined, 26),
		'search, two words': () => list.findPage(account, { text: 'company berlin' }, undefined, 26),
	};
	return { searches, close: () => store.destroy() };
}

/** Searches both lists alternately, so that other load affects both. */
export async function growth(): Promise<BenchRow[]> {
	const lists = [await createListSearches(1_000), await createListSearches(200_000)] as const;
	const rows: BenchRow[] = [];
	for (const name of Object.keys(lists[0].searches)) {
		const times: [number[], number[]] = [[], []];
		for (let run = 0; run < 400; run += 1) {
			for (const [which, { searches }] of lists.entries()) {
				const started = performance.now();
				const found = (await searches[name]?.()) ?? [];
				times[which]?.push(performance.now() - started);
				if (found.length === 0) throw new Error(`${name}: no match`);
			}
		}
		const [peer, ours] = times.map(median) as [number, number];
		const ratio = ours / peer;
		rows.push(
			row(
				`${name}, 200,000 against 1,000`,
				`${ours.toFixed(2)} ms`,
				`${peer.toFixed(2)} ms`,
				ratio,
				`≤ ${MAX_LIST_GROWTH}`,
				ratio <= MAX_LIST_GROWTH,
			),
		);
	}
	await Promise.all(lists.map((list) => list.close()));
	return rows;
}
