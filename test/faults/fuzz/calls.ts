// Every method that the screens may call, asked as by a page that somebody hostile took over: through the real router and the real
// services of a desk, with a partner service, dialogs and a browser that note what they are asked.
import { existsSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { PDFDocument } from 'pdf-lib';
import { type MethodName, stationApi } from '../../../src-contract/api';
import type { ErrorCode } from '../../../src-contract/errors';
import { createHandlers, type Handlers } from '../../../src-main/ipc/handlers';
import { createRouter } from '../../../src-main/ipc/router';
import type { Desktop } from '../../../src-main/platform/desktop';
import { defaultSettings } from '../../../src-main/settings/settings';
import { composition, sender } from '../../fixtures/composition';
import { openServices, standIn } from '../../fixtures/desk-services';
import { booked, RATES } from '../../fixtures/partner-server';
import { bodyOf, holdsSecret, KEY, SECRET } from './answers';
import { exampleFiles } from './files';
import { inputFor } from './from-schema';
import { anything, CANARY, mutated } from './hostile';
import { attemptAll, type SurfaceReport } from './surface';
import type { Threads } from './threads';

/** A code that is added to the contract is added here, or this does not compile. */
const CODES: Record<ErrorCode, true> = {
	'input.invalid': true,
	internal: true,
	'settings.serviceAddress': true,
	'credentials.locked': true,
	'credentials.noKeyring': true,
	'credentials.passphraseWrong': true,
	'partner.unreachable': true,
	'partner.unauthorised': true,
	'partner.rejected': true,
	'partner.unreadable': true,
	'partner.busy': true,
	'partner.failed': true,
	'partner.unknownOutcome': true,
	'service.starting': true,
	'address.notFound': true,
	'address.noFile': true,
	'address.cancelled': true,
	'goods.unknownCode': true,
	'shipment.notFound': true,
	'shipment.outcomeKnown': true,
	'shipment.inFlight': true,
	'shipment.settled': true,
	'order.noFile': true,
	'batch.notFound': true,
	'batch.running': true,
	'document.notFound': true,
	'document.notPrintable': true,
	'document.locked': true,
	'printer.notFound': true,
	'printer.full': true,
	'printer.failed': true,
	'printer.offline': true,
	'printer.attentionRequired': true,
	'printer.unknownOutcome': true,
	'printer.otherLanguage': true,
	'printer.mismatch': true,
	'printer.codesLost': true,
	'storage.newer': true,
	'storage.full': true,
	'storage.busy': true,
	'link.refused': true,
	'site.invalidCode': true,
	'site.unreachable': true,
	'site.refused': true,
	'site.otherVersion': true,
	'site.changed': true,
};
const METHODS = Object.keys(stationApi) as MethodName[];

/** @returns what became of it @throws when it is no answer that the screens can read, or holds the secret */
function judged(answer: unknown): string {
	const { ok, error } = answer as { ok: boolean; error?: { code: ErrorCode; message: string; fields: unknown[] } };
	if (holdsSecret(answer)) throw new Error(`the secret stands in the answer: ${JSON.stringify(answer).slice(0, 300)}`);
	if (ok === true && Object.hasOwn(answer as object, 'value')) return 'ok';
	const isError =
		ok === false &&
		error !== undefined &&
		Object.hasOwn(CODES, error.code) &&
		typeof error.message === 'string' &&
		Array.isArray(error.fields);
	if (!isError) throw new Error(`it is no answer: ${JSON.stringify(answer).slice(0, 300)}`);
	return error.code;
}

const oddMethod = fc.oneof(
	fc.constantFrom<unknown>(
		'constructor',
		'__proto__',
		'toString',
		'hasOwnProperty',
		'valueOf',
		'',
		'station',
		'station.status ',
		'Station.status',
		'credentials.read',
		'credentials.get',
	),
	anything,
);
const secretsOf = fc.record({
	key: fc.constant(KEY),
	secret: fc.constant(SECRET),
	protection: fc.constantFrom('memory', 'keyring', 'passphrase'),
	passphrase: fc.constantFrom('a long passphrase', 'short', undefined),
});

const byMethod = new Map<string, fc.Arbitrary<unknown>>();
function inputs(methods: readonly MethodName[]): fc.Arbitrary<{ method: unknown; input: unknown }> {
	const known = fc.constantFrom(...methods).chain((method) => {
		const input =
			byMethod.get(method) ??
			(method === 'credentials.set'
				? fc.oneof({ weight: 3, arbitrary: secretsOf as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: anything })
				: inputFor(stationApi[method].input));
		byMethod.set(method, input);
		return fc.record({ method: fc.constant<unknown>(method), input });
	});
	return fc.oneof(
		{ weight: 30, arbitrary: known },
		{ weight: 1, arbitrary: fc.record({ method: oddMethod, input: anything }) },
	);
}

/** The door alone: what passes it is what the contract says, and nothing else reaches a service. */
export function knockAtRouter(count: number, seed: number): Promise<SurfaceReport> {
	const passed = { value: undefined as unknown };
	const handlers = Object.fromEntries(
		METHODS.map((name) => [
			name,
			(input: unknown) => {
				passed.value = input;
				return null;
			},
		]),
	);
	const route = createRouter({
		handlers: handlers as unknown as Handlers,
		log: (_event, detail) => {
			throw new Error(`the door failed: ${JSON.stringify(detail)}`);
		},
	});
	return attemptAll({
		inputs: inputs(METHODS),
		count,
		seed,
		withinMs: 2_000,
		async attempt({ method, input }) {
			const outcome = judged(await route(method, input));
			if (outcome !== 'ok') return outcome;
			if (typeof method !== 'string' || !METHODS.includes(method as MethodName))
				throw new Error('a method that is none was answered');
			const schema = stationApi[method as MethodName].input;
			if (!schema.safeParse(passed.value).success && !schema.safeParse(input).success)
				throw new Error('a service was given what the contract does not say');
			return outcome;
		},
	});
}

/** What lies in a folder, with when it was changed last. */
function lying(folder: string): string[] {
	return readdirSync(folder, { recursive: true })
		.map(String)
		.sort()
		.map((name) => {
			const found = lstatSync(path.join(folder, name));
			return `${name} ${found.isDirectory() ? 'folder' : `${found.size} ${found.mtimeMs}`}`;
		});
}

/** @param folder of this run: `data` and `chosen` may be written to, what else lies in it may not */
export async function callStation(
	folder: string,
	threads: Threads,
	count: number,
	seed: number,
): Promise<SurfaceReport> {
	const place = (name: string) => path.join(folder, name);
	for (const name of ['data', 'chosen', 'outside']) mkdirSync(place(name), { recursive: true });
	writeFileSync(path.join(place('outside'), 'private.csv'), 'Company,City\nSomebody,Somewhere\n');
	const before = lying(place('outside'));
	const paper = await PDFDocument.create();
	paper.addPage([595, 842]);
	const page = await paper.save();
	const internals = new Map<string, string>();
	const odd: string[] = [];
	const files = fc.sample(mutated(exampleFiles()), { numRuns: 200, seed });
	const bodies = fc.sample(bodyOf(true), { numRuns: 500, seed });
	let turn = 0;
	const next = <One>(list: readonly One[]): One => list[turn++ % list.length] as One;
	const label = Buffer.from('^XA^FO50,50^FDTEST0001^FS^XZ').toString('base64');

	/** Mostly a service as it should be, else one that answers anything. */
	const fetch = async (url: string | URL | Request) => {
		const body =
			turn++ % 4 === 0 ? next(bodies) : JSON.stringify(String(url).endsWith('/rates') ? RATES : booked(label));
		return new Response(body, {
			status: turn % 11 === 0 ? 422 : 200,
			headers: { date: new Date().toUTCString(), 'idempotency-key': '?1; max-age=86400' },
		});
	};
	const log = (event: string, detail: Record<string, unknown>) => {
		const text = JSON.stringify({ event, ...detail });
		if (holdsSecret(text)) odd.push(`the secret stands in the log: ${text.slice(0, 300)}`);
		if (event === 'internal')
			internals.set(`${detail.method}: ${String(detail.error).split('\n').slice(0, 3).join(' ')}`, text);
	};
	/** What a person is asked for bears a name, and no way to another place. */
	const chosen = (name: string): string => {
		if (/[/\\\u0000]/.test(name) || name === '' || name.startsWith('.'))
			odd.push(`a file is to be called ${JSON.stringify(name)}`);
		return path.join(place('chosen'), name.replace(/[^\w.-]/g, '_').slice(0, 100) || 'file');
	};
	const desktop: Desktop = {
		chooseFolder: async () => place('chosen'),
		async chooseFile(_what, extensions) {
			if (turn++ % 5 === 0) return null;
			const file = path.join(place('chosen'), `chosen.${extensions[0]}`);
			writeFileSync(file, next(files));
			return file;
		},
		chooseSavePath: async (name) => (turn++ % 4 === 0 ? null : chosen(name)),
		async saveFile(name, bytes) {
			const to = chosen(name);
			writeFileSync(to, bytes);
			return to;
		},
		confirm: async () => false,
		async openInBrowser(url) {
			if (!/^https?:\/\/[^\s]+$/i.test(url)) odd.push(`the browser is to open ${JSON.stringify(url)}`);
		},
		async openAccount(url) {
			if (!url.startsWith('http://127.0.0.1:')) odd.push(`a window is to open ${JSON.stringify(url)}`);
		},
		copy: () => {},
		pageAsPdf: async () => page,
	};
	const services = openServices(place('data'), 'http://127.0.0.1:9', '', {
		// Whichever service is asked knows the same secret.
		builtInService: standIn({ baseUrl: 'http://127.0.0.1:9', key: KEY, secret: SECRET }),
		desktop,
		fetch: fetch as typeof globalThis.fetch,
		startDocumentWorker: threads.startDocumentWorker,
		startGoodsWorker: () => threads.startGoodsWorker(place('data')),
		startAddressWorker: threads.startAddressWorker(place('data')),
		log,
		push(name, detail) {
			if (holdsSecret(detail)) odd.push(`the secret stands in the event ${name}`);
		},
	});
	const route = createRouter({ handlers: createHandlers(services), log });

	async function setUp(): Promise<void> {
		await route('settings.save', {
			...defaultSettings(),
			sender,
			serviceUrl: turn % 2 === 0 ? 'https://service.example' : '',
		});
		await route('credentials.set', { key: KEY, secret: SECRET, protection: 'memory' });
		await route('shipments.create', { composition, productId: 1, book: true });
		await route('shipments.queue', { composition, rule: { kind: 'cheapest' }, limitEur: 20 });
	}
	let asked = 0;
	const report = await attemptAll({
		inputs: inputs(METHODS),
		count,
		seed,
		withinMs: 45_000,
		// As many as a page would ask at once.
		atOnce: 4,
		async attempt({ method, input }) {
			if (asked++ % 100 === 0) await setUp();
			return judged(await route(method, input));
		},
	});
	await services.close();
	if (JSON.stringify(lying(place('outside'))) !== JSON.stringify(before))
		odd.push(`outside lies ${lying(place('outside'))}`);
	for (const where of ['/tmp', '/etc', '/', folder, path.dirname(folder)])
		if (readdirSync(where).some((name) => name.includes(CANARY))) odd.push(`there is ${CANARY} in ${where}`);
	if (existsSync(path.resolve(CANARY))) odd.push(`there is ${CANARY} where the station runs`);
	for (const name of readdirSync(folder))
		if (!['data', 'chosen', 'outside'].includes(name)) odd.push(`there is ${name} beside the data`);
	report.faults.push(
		...odd.slice(0, 10),
		...[...internals.keys()].slice(0, 20).map((one) => `internal: ${one}; ${internals.get(one)?.slice(0, 900)}`),
	);
	return report;
}
