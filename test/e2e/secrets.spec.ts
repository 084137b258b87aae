// Works at a desk with its own account, then searches everything the run may have written or sent for the key and the secret: files,
// logs, the storage and memory of the page, and the messages to it. They must be found nowhere.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { containsAny, encodingsOf, findFilesContaining } from '../fixtures/hidden-text';
import { startKeyring } from '../fixtures/keyring';
import { booked, json, type PartnerServer, RATES, startPartnerServer } from '../fixtures/partner-server';
import { exampleDraft, recipient, sender } from '../fixtures/shipment-draft';
import { newDataDir, type Station, startStation } from './station';

const KEY = 'desk-Key+4471/zQ=of-the-test';
const SECRET = 'Zt7/pW+e9Vx2Rb=Lm4xYv2Kb8-of-the-test';
const PASSPHRASE = 'a Passphrase of the test/42+';
const SEARCHED_TEXTS = [KEY, SECRET, PASSPHRASE];
/** Personal data of recipients and senders. */
const PERSONAL_DATA = [recipient, sender].flatMap(({ companyName, contactPerson, addressLine1, email, phone }) => [
	companyName,
	contactPerson,
	addressLine1,
	email,
	phone,
]);
const label = Buffer.from('^XA^FO50,50^FDTEST0001^FS^XZ').toString('base64');
let server: PartnerServer;

test.beforeAll(async () => {
	server = await startPartnerServer(json(200, RATES));
});
test.afterAll(() => server.close());

/** Records everything that the main process sends to the page. */
const recordMessages = ({ app }: Station): Promise<void> =>
	app.evaluate(({ ipcMain, BrowserWindow }) => {
		const messages: string[] = [];
		Object.assign(globalThis, { messages });
		const handlers = (ipcMain as unknown as { _invokeHandlers: Map<string, (...call: unknown[]) => Promise<unknown>> })
			._invokeHandlers;
		for (const [channel, handler] of handlers)
			handlers.set(channel, async (event, method, input) => {
				const answer = await handler(event, method, input);
				const recordedInput = /^credentials\.(set|unlock)$/.test(String(method)) ? '' : input;
				messages.push(JSON.stringify([method, recordedInput, answer]));
				return answer;
			});
		const contents = BrowserWindow.getAllWindows()[0]?.webContents;
		if (!contents) throw new Error('there is no window');
		const send = contents.send.bind(contents);
		contents.send = (channel, ...args) => {
			messages.push(JSON.stringify(args));
			send(channel, ...args);
		};
	});

const ask = (page: Page, method: string, input?: unknown): Promise<unknown> =>
	page.evaluate(([name, given]) => window.waybill.invoke(name as string, given), [method, input] as const);

/** Types through input events, so that no script of the test contains the text. */
async function type(page: Page, field: string, text: string): Promise<void> {
	await page.getByLabel(field, { exact: true }).click();
	await page.keyboard.insertText(text);
}

async function enterKey(page: Page, protection: RegExp): Promise<void> {
	await page.getByRole('link', { name: 'Settings' }).click();
	await type(page, 'Key', KEY);
	await type(page, 'Secret', SECRET);
	await page.getByRole('radio', { name: protection }).click();
	if (protection.source.includes('passphrase')) await type(page, 'Passphrase', PASSPHRASE);
	await page.getByRole('button', { name: 'Save key' }).click();
	await expect(page.getByText(/^Set, ends in/)).toBeVisible();
}

/** Gets rates and books with a service that echoes requests in every kind of error. */
async function ship(page: Page): Promise<void> {
	const ratesInput = { from: sender, to: recipient, parcels: exampleDraft.parcels, insured: false, totalValueEur: 25 };
	const book = () => ask(page, 'shipments.create', { draft: exampleDraft, productId: 1, book: true });
	server.behave(json(200, RATES));
	expect(await ask(page, 'rates.quote', ratesInput)).toMatchObject({ ok: true });
	server.behave(json(200, booked(label)));
	expect(await book()).toMatchObject({ ok: true, value: { shipment: { state: 'booked' } } });
	const unicodeEscaped = [...SECRET]
		.map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
		.join('');
	for (const status of [200, 401, 422, 500]) {
		server.behave((request, response) => {
			const echo = `${JSON.stringify(request.headers['x-pp-api'] ?? '').slice(1, -1)} ${unicodeEscaped}`;
			response
				.writeHead(status)
				.end(`{"errors":true,"message":"${echo}","fields":[{"path":"x","code":"y","message":"${unicodeEscaped}"}]}`);
		});
		await book();
		await ask(page, 'rates.quote', ratesInput);
		await ask(page, 'service.test');
	}
	for (const method of [
		'credentials.status',
		'settings.read',
		'station.status',
		'shipments.listUnknown',
		'printing.listOpen',
	])
		await ask(page, method);
	await ask(page, 'no.such.method', { key: 'none' });
	await page.getByRole('link', { name: 'Shipments' }).click();
	await expect(page.getByText('Muster GmbH').first()).toBeVisible();
}

/** Strings that are still reachable in the page's memory. */
async function memoryOf(page: Page): Promise<string> {
	const session = await page.context().newCDPSession(page);
	const chunks: string[] = [];
	session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
	await session.send('HeapProfiler.enable');
	await session.send('HeapProfiler.collectGarbage');
	await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
	await session.detach();
	return chunks.join('');
}

const storageOf = (page: Page): Promise<string> =>
	page.evaluate(async () => {
		const databases = (await indexedDB.databases?.()) ?? [];
		const caches = await window.caches?.keys().catch(() => []);
		const fields = [...document.querySelectorAll('input')].map(({ value }) => value);
		return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, databases, caches, fields]);
	});

test('finds every encoding of a text', () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'waybill-found-'));
	for (const [at, form] of encodingsOf(SECRET).entries())
		writeFileSync(path.join(folder, String(at)), Buffer.concat([Buffer.from('{"a":"'), form, Buffer.from('"}')]));
	const base64Credentials = Buffer.from(JSON.stringify({ key: KEY, secret: SECRET })).toString('base64');
	writeFileSync(path.join(folder, 'wrapped'), base64Credentials);
	const { found, searched } = findFilesContaining([folder], [SECRET]);
	expect(searched).toBe(encodingsOf(SECRET).length + 1);
	expect(found).toHaveLength(searched);
});

for (const { name, protection, hasKeyring } of [
	{ name: 'a keyring', protection: /In this computer's keyring/, hasKeyring: true },
	{ name: 'a passphrase', protection: /With a passphrase/, hasKeyring: false },
	{ name: 'neither', protection: /Until Waybill closes/, hasKeyring: false },
]) {
	test(`finds the secret nowhere with ${name}`, async () => {
		test.skip(process.platform !== 'linux', 'the test uses the keyring and the folders of Linux');
		const home = mkdtempSync(path.join(tmpdir(), 'waybill-home-'));
		for (const folder of ['config', 'cache', 'data']) mkdirSync(path.join(home, folder));
		const keyring = hasKeyring ? await startKeyring(home) : undefined;
		const env = {
			HOME: home,
			XDG_CONFIG_HOME: path.join(home, 'config'),
			XDG_CACHE_HOME: path.join(home, 'cache'),
			XDG_DATA_HOME: path.join(home, 'data'),
			...(keyring ? keyring.env : { DBUS_SESSION_BUS_ADDRESS: 'disabled:' }),
		};
		const store = hasKeyring ? 'gnome-libsecret' : 'basic';
		const options = { env, switches: [`--password-store=${store}`] };
		const dataDir = newDataDir({ serviceUrl: server.url, sender });
		chmodSync(dataDir, 0o755);
		try {
			const station = await startStation(dataDir, options);
			const { page, app } = station;
			await recordMessages(station);
			await enterKey(page, protection);
			await ship(page);
			const messages = await app.evaluate(() => (globalThis as unknown as { messages: string[] }).messages);
			const written = await app.evaluate(({ app }) => [
				app.getPath('logs'),
				app.getPath('crashDumps'),
				app.getPath('temp'),
			]);
			await page.evaluate(() => Object.assign(window, { planted: ['planted', 'in', 'the', 'page'].join('-') }));
			const memory = await memoryOf(page);
			expect(memory).toContain('planted-in-the-page');
			expect(messages.length).toBeGreaterThan(20);
			expect(messages.filter((message) => containsAny(Buffer.from(message), SEARCHED_TEXTS))).toEqual([]);
			expect(containsAny(Buffer.from(memory), SEARCHED_TEXTS), 'in the memory of the page').toBe(false);
			expect(containsAny(Buffer.from(await storageOf(page)), SEARCHED_TEXTS), 'in the storage of the page').toBe(false);
			const isPrivate = (name: string) => (statSync(path.join(dataDir, name)).mode & 0o077) === 0;
			const files = ['', 'waybill.db', 'waybill.db-wal', 'addresses.db', 'settings.json'];
			expect(
				files.filter((name) => !isPrivate(name)),
				'read by others',
			).toEqual([]);
			await station.close();

			const { found, searched } = findFilesContaining([dataDir, home, ...written.slice(0, 2)], SEARCHED_TEXTS);
			expect(found).toEqual([]);
			const log = readFileSync(path.join(dataDir, 'logs', 'station.log'), 'utf8');
			expect(
				PERSONAL_DATA.filter((text) => text !== '' && log.includes(text)),
				'of persons in the log',
			).toEqual([]);
			const envelope = readFileSync(path.join(dataDir, 'credentials.json'), { encoding: 'utf8', flag: 'a+' });
			const storedMode = { keyring: '"keyring"', passphrase: '"passphrase"', memory: '' }[
				hasKeyring ? 'keyring' : name === 'neither' ? 'memory' : 'passphrase'
			];
			expect(envelope).toContain(storedMode);
			console.info(
				`${name}: ${searched} files, ${messages.length} messages, ${Math.round(memory.length / 1e6)} MB of memory searched`,
			);

			// Stored credentials open again; others must be entered again.
			const restarted = await startStation(dataDir, options);
			const state = hasKeyring ? 'set' : name === 'neither' ? 'absent' : 'locked';
			expect(await ask(restarted.page, 'credentials.status')).toMatchObject({
				value: { state, keyringAvailable: hasKeyring },
			});
			await restarted.close();
		} finally {
			keyring?.close();
		}
	});
}
