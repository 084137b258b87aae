// Calls every method of the bridge as a compromised page could, through the real router and the real services of a desk. The partner
// service, the dialogs and the browser are fakes that record what they are asked.

import { existsSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { PDFDocument } from 'pdf-lib';
import { type MethodName, stationApi } from '../../../src-contract/api';
import { AppError, type ErrorCode } from '../../../src-contract/errors';
import { createHandlers, type Handlers } from '../../../src-main/ipc/handlers';
import { createRouter } from '../../../src-main/ipc/router';
import type { Desktop } from '../../../src-main/platform/desktop';
import { defaultSettings } from '../../../src-main/settings/settings';
import { onlineService, openServices } from '../../fixtures/desk-services';
import { directNetwork } from '../../fixtures/network';
import { booked, RATES } from '../../fixtures/partner-server';
import { exampleDraft, sender } from '../../fixtures/shipment-draft';
import { bodyOf, containsSecret, KEY, SECRET } from './answers';
import { exampleFiles } from './files';
import { inputFor } from './from-schema';
import { anything, CANARY, mutated } from './hostile';
import { attemptAll, type SurfaceReport } from './surface';
import type { Threads } from './threads';

/** A record, so that a new error code fails to compile until it is listed here. */
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
	'address.fileFailed': true,
	'address.cancelled': true,
	'goods.unknownCode': true,
	'item.notFound': true,
	'item.taken': true,
	'item.fileFailed': true,
	'shipment.notFound': true,
	'shipment.alreadyResolved': true,
	'shipment.inFlight': true,
	'shipment.stateChanged': true,
	'order.importRefused': true,
	'order.notFound': true,
	'order.changed': true,
	'packing.changed': true,
	'people.signInRequired': true,
	'people.notAllowed': true,
	'people.refused': true,
	'people.locked': true,
	'people.notFound': true,
	'report.fileFailed': true,
	'evidence.none': true,
	'evidence.broken': true,
	'batch.notFound': true,
	'batch.repeatsOrders': true,
	'batch.running': true,
	'document.notFound': true,
	'document.notPrintable': true,
	'document.locked': true,
	'document.held': true,
	'document.void': true,
	'printer.notFound': true,
	'printer.full': true,
	'printer.failed': true,
	'printer.offline': true,
	'printer.attentionRequired': true,
	'printer.unknownOutcome': true,
	'printer.otherLanguage': true,
	'printer.mismatch': true,
	'printer.codesLost': true,
	'backup.noDesk': true,
	'backup.busy': true,
	'backup.passphraseWrong': true,
	'backup.unreadable': true,
	'storage.newer': true,
	'storage.full': true,
	'storage.damaged': true,
	'storage.busy': true,
	'link.refused': true,
	'site.invalidCode': true,
	'site.unreachable': true,
	'site.refused': true,
	'site.otherVersion': true,
	'site.changed': true,
};
const METHODS = Object.keys(stationApi) as MethodName[];

/** @returns `ok` or the error code @throws if the answer has no valid envelope or contains the secret */
function outcomeOf(answer: unknown): string {
	const { ok, error } = answer as { ok: boolean; error?: { code: ErrorCode; message: string; fields: unknown[] } };
	if (containsSecret(answer))
		throw new Error(`the answer contains the secret: ${JSON.stringify(answer).slice(0, 300)}`);
	if (ok === true && Object.hasOwn(answer as object, 'value')) return 'ok';
	const isError =
		ok === false &&
		error !== undefined &&
		Object.hasOwn(CODES, error.code) &&
		typeof error.message === 'string' &&
		Array.isArray(error.fields);
	if (!isError) throw new Error(`not a valid envelope: ${JSON.stringify(answer).slice(0, 300)}`);
	return error.code;
}

const unknownMethod = fc.oneof(
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
const credentials = fc.record({
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
				? fc.oneof({ weight: 3, arbitrary: credentials as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: anything })
				: inputFor(stationApi[method].input));
		byMethod.set(method, input);
		return fc.record({ method: fc.constant<unknown>(method), input });
	});
	return fc.oneof(
		{ weight: 30, arbitrary: known },
		{ weight: 1, arbitrary: fc.record({ method: unknownMethod, input: anything }) },
	);
}

/** The router with stub handlers: only known methods and input that matches their schema may pass. */
export function fuzzRouter(count: number, seed: number): Promise<SurfaceReport> {
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
		requireAccess: () => {},
		log: (_event, detail) => {
			throw new Error(`the router failed: ${JSON.stringify(detail)}`);
		},
	});
	return attemptAll({
		inputs: inputs(METHODS),
		count,
		seed,
		maxMs: 2_000,
		async attempt({ method, input }) {
			const outcome = outcomeOf(await route(method, input));
			if (outcome !== 'ok') return outcome;
			if (typeof method !== 'string' || !METHODS.includes(method as MethodName))
				throw new Error('an unknown method was answered');
			const schema = stationApi[method as MethodName].input;
			if (!schema.safeParse(passed.value).success && !schema.safeParse(input).success)
				throw new Error('a handler received input that does not match its schema');
			return outcome;
		},
	});
}

/** Names, sizes and modification times of everything in a folder. */
function listFolder(folder: string): string[] {
	return readdirSync(folder, { recursive: true })
		.map(String)
		.sort()
		.map((name) => {
			const found = lstatSync(path.join(folder, name));
			return `${name} ${found.isDirectory() ? 'folder' : `${found.size} ${found.mtimeMs}`}`;
		});
}

/** @param folder of this run; only its `data` and `chosen` folders may change */
export async function fuzzStation(
	folder: string,
	threads: Threads,
	count: number,
	seed: number,
): Promise<SurfaceReport> {
	const place = (name: string) => path.join(folder, name);
	for (const name of ['data', 'chosen', 'outside']) mkdirSync(place(name), { recursive: true });
	writeFileSync(path.join(place('outside'), 'private.csv'), 'Company,City\nExample Ltd,Exampletown\n');
	const before = listFolder(place('outside'));
	const paper = await PDFDocument.create();
	paper.addPage([595, 842]);
	const page = await paper.save();
	const internalErrors = new Map<string, string>();
	const findings: string[] = [];
	const files = fc.sample(mutated(exampleFiles()), { numRuns: 200, seed });
	const bodies = fc.sample(bodyOf(true), { numRuns: 500, seed });
	let turn = 0;
	const next = <One>(list: readonly One[]): One => list[turn++ % list.length] as One;
	const label = Buffer.from('^XA^FO50,50^FDTEST0001^FS^XZ').toString('base64');

	/** Mostly a well-behaved service; every fourth answer has a random body. */
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
		if (containsSecret(text)) findings.push(`the log contains the secret: ${text.slice(0, 300)}`);
		if (event === 'internal')
			internalErrors.set(`${detail.method}: ${String(detail.error).split('\n').slice(0, 3).join(' ')}`, text);
	};
	/** Proposed file names must be plain names without a path. */
	const chosen = (name: string): string => {
		if (/[/\\\u0000]/.test(name) || name === '' || name.startsWith('.'))
			findings.push(`invalid file name ${JSON.stringify(name)}`);
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
			if (!/^https?:\/\/[^\s]+$/i.test(url)) findings.push(`invalid URL for the browser ${JSON.stringify(url)}`);
		},
		async openAccount(url) {
			if (!url.startsWith('http://127.0.0.1:')) findings.push(`invalid URL for a window ${JSON.stringify(url)}`);
		},
		copy: () => {},
		pageAsPdf: async () => page,
	};
	const services = openServices(place('data'), 'http://127.0.0.1:9', '', {
		// The built-in service and the partner connection use the same secret.
		builtInService: onlineService({ baseUrl: 'http://127.0.0.1:9', key: KEY, secret: SECRET }),
		desktop,
		network: directNetwork(fetch as typeof globalThis.fetch),
		startDocumentWorker: threads.startDocumentWorker,
		startBackupWorker: threads.startBackupWorker,
		startCartonWorker: threads.startCartonWorker,
		stationControl: {
			runExclusively: (work) => work(),
			// A campaign has one desk, which stays open.
			whileClosed: () => Promise.reject(new AppError('backup.busy', 'the desk stays open')),
			reloadPage: () => {},
		},
		startGoodsWorker: threads.startGoodsWorker,
		startAddressWorker: threads.startAddressWorker(place('data')),
		log,
		push(name, detail) {
			if (containsSecret(detail)) findings.push(`the event ${name} contains the secret`);
		},
	});
	const route = createRouter({ handlers: createHandlers(services), requireAccess: () => {}, log });

	async function setUp(): Promise<void> {
		await route('settings.save', {
			...defaultSettings(),
			sender,
			serviceUrl: turn % 2 === 0 ? 'https://service.example' : '',
		});
		await route('credentials.set', { key: KEY, secret: SECRET, protection: 'memory' });
		await route('shipments.create', { draft: exampleDraft, productId: 1, book: true });
		await route('shipments.queue', { draft: exampleDraft, rule: { kind: 'cheapest' }, limitEur: 20 });
	}
	let asked = 0;
	const report = await attemptAll({
		inputs: inputs(METHODS),
		count,
		seed,
		maxMs: 45_000,
		// The number of calls that a page may make at the same time.
		concurrency: 4,
		async attempt({ method, input }) {
			if (asked++ % 100 === 0) await setUp();
			return outcomeOf(await route(method, input));
		},
	});
	await services.close();
	if (JSON.stringify(listFolder(place('outside'))) !== JSON.stringify(before))
		findings.push(`the folder outside changed: ${listFolder(place('outside'))}`);
	for (const where of ['/tmp', '/etc', '/', folder, path.dirname(folder)])
		if (readdirSync(where).some((name) => name.includes(CANARY))) findings.push(`${CANARY} was created in ${where}`);
	if (existsSync(path.resolve(CANARY))) findings.push(`${CANARY} was created in the working folder`);
	for (const name of readdirSync(folder))
		if (!['data', 'chosen', 'outside'].includes(name)) findings.push(`${name} was created beside the data`);
	report.failures.push(
		...findings.slice(0, 10),
		...[...internalErrors.keys()]
			.slice(0, 20)
			.map((item) => `internal: ${item}; ${internalErrors.get(item)?.slice(0, 900)}`),
	);
	return report;
}
