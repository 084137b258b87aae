// Attacks on the standalone service in its own process: its data folder, sign-in, oversized bodies, tracking pages and sessions. Each
// case states an attack and its outcome. The cases run in order, because some use what earlier ones created.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WAIT_LIMIT_MS } from '../../fixtures/hang-limit';
import { ratesRequest, shipmentRequest } from '../../fixtures/requests';

const SCRIPT = path.resolve('tools/broker.mjs');
/** The service trusts X-Forwarded-For if it has a public address, so each caller below has an address of its own. */
const PUBLIC_URL = 'https://shipping.example.com';
/** Shown on the tracking page only to callers who may see the shipment. */
const JOURNEY = 'Journey';
const POSTCODE_FORM = 'name="postcode"';

interface Answer {
	status: number;
	text: string;
	headers: Record<string, string | string[] | undefined>;
}

const parent = mkdtempSync(path.join(tmpdir(), 'waybill-attacks-'));
const dataDir = path.join(parent, 'data');
const victimFile = path.join(parent, 'victim.txt');
const victimFolder = path.join(parent, 'victim');
const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8);
const ownModes = (...names: string[]): string => names.map((name) => modeOf(path.join(dataDir, name))).join(' ');

let service: ChildProcess;
let port = 0;
let log = '';
let owner = { key: '', secret: '' };
let cookie = '';
/** Two shipments to postcode 10115. */
let shipments: { trackingNumber: string; token: string }[] = [];
/** What the client that stays silent receives until the service closes its connection. */
let silentClient: Promise<string>;
const outcomes: string[] = [];

/** Runs the command line with a file mode mask that protects nothing. */
const withoutMask = (...parameters: string[]): [string, string[]] => [
	'sh',
	['-c', 'umask 000; exec "$0" "$@"', process.execPath, SCRIPT, ...parameters, '--data-dir', dataDir],
];
async function runCommand(...parameters: string[]): Promise<string> {
	return (await promisify(execFile)(...withoutMask(...parameters))).stdout.trim();
}

interface Call {
	method?: string;
	/** Address of the caller that the proxy states. */
	from?: string;
	headers?: Record<string, string>;
	body?: string;
}
function call(target: string, { method = 'GET', from = '198.51.100.1', headers = {}, body }: Call = {}) {
	return new Promise<Answer>((resolve, reject) => {
		const options = {
			host: '127.0.0.1',
			port,
			path: target,
			method,
			headers: { 'X-Forwarded-For': from, ...headers },
		};
		const sent = request(options, (answer) => {
			let text = '';
			answer.on('data', (chunk: Buffer) => {
				text += chunk;
			});
			answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers }));
		});
		sent.on('error', reject);
		sent.end(body);
	});
}
const sendForm = (target: string, fields: Record<string, string>, options: Call = {}) =>
	call(target, {
		...options,
		method: 'POST',
		body: new URLSearchParams(fields).toString(),
		headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...options.headers },
	});
const repeat = <Result>(count: number, action: (index: number) => Promise<Result>) =>
	Promise.all(Array.from({ length: count }, (_, index) => action(index)));
/** Number of answers by status, such as `401: 5, 429: 15`. */
function countStatuses(answers: readonly Answer[]): string {
	const counts = new Map<number, number>();
	for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
	const statuses = [...counts].sort(([a], [b]) => a - b);
	return statuses.map(([status, count]) => `${status}: ${count}`).join(', ');
}

const credentials = () => `${owner.key}@${owner.secret}`;
const signIn = (fields: Record<string, string>, options: Call = {}) => sendForm('/account/sign-in', fields, options);
const wrongSecret = () => ({ key: owner.key, secret: 'x'.repeat(43) });
const openAccount = (cookieHeader: string) => call('/account/shipments', { headers: { Cookie: cookieHeader } });
const cookieOf = ({ headers }: Answer): string => String(headers['set-cookie']?.[0]).split(';')[0] as string;
async function post(route: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
	const json = { 'Content-Type': 'application/json', 'X-PP-API': credentials(), ...headers };
	return call(`/partners-api/v1/${route}`, { method: 'POST', headers: json, body: JSON.stringify(body) });
}

/** The head of a request, as bytes on the connection. */
const head = (target: string, ...fields: string[]): string =>
	[`POST ${target} HTTP/1.1`, 'Host: 127.0.0.1', ...fields, '', ''].join('\r\n');
const apiHead = (...fields: string[]): string =>
	head('/partners-api/v1/rates', 'Content-Type: application/json', `X-PP-API: ${credentials()}`, ...fields);
const HEALTH = 'GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n';
const FORM_TYPE = 'Content-Type: application/x-www-form-urlencoded';
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
/** Sends all bytes, then reads. @returns the statuses of the answers, or the error code of the connection, or `hangs` */
function sendBytes(...parts: string[]): Promise<string> {
	return new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1');
		let text = '';
		let failure = '';
		const timer = setTimeout(() => {
			failure = 'hangs';
			socket.destroy();
		}, WAIT_LIMIT_MS);
		socket.on('data', (data) => {
			text += data;
		});
		socket.on('error', (error: NodeJS.ErrnoException) => {
			failure = error.code ?? error.message;
		});
		socket.on('close', () => {
			clearTimeout(timer);
			resolve(failure || [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status).join(' '));
		});
		socket.pause();
		const sendNext = ([part, ...rest]: string[]): void => {
			if (part === undefined) socket.resume();
			else socket.write(part, () => sendNext(rest));
		};
		sendNext(parts);
	});
}

/** Announces a large body, sends one byte, and never closes the connection. */
function announceBodyAndStaySilent(): Promise<string> {
	return new Promise((resolve) => {
		const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
		let text = '';
		socket.on('data', (data) => {
			text += data;
		});
		socket.on('error', () => undefined);
		socket.on('close', () => resolve(text));
		// A write to a connection that the service has closed fails, and ends this side too.
		const timer = setInterval(() => socket.write('y'), 6_000);
		socket.on('close', () => clearInterval(timer));
		socket.write(`${apiHead('Content-Length: 900000000')}x`);
	});
}

const track = (number: string, query = '', options: Call = {}) => call(`/tracking/${number}${query}`, options);
const enterPostcode = (number: string, postcode: string, options: Call = {}) =>
	sendForm(`/tracking/${number}`, { postcode }, options);
const shown = ({ text }: Answer): string =>
	text.includes(JOURNEY) ? 'journey' : text.includes(POSTCODE_FORM) ? 'form' : 'neither';
const [LARGE, HUGE] = ['x'.repeat(200_000), 'x'.repeat(8_000_000)];

type Attack = [attack: string, outcome: string, run: () => string | Promise<string>];

const DATA_FOLDER: Attack[] = [
	['a folder and database opened to all users before the start', '700 600', () => ownModes('', 'broker.db')],
	['a subfolder opened to all users before the start', '700', () => ownModes('mail')],
	['a file mode mask of 000 for the write-ahead log', '600', () => ownModes('broker.db-wal')],
	['a symbolic link in mail to a file elsewhere', '644', () => modeOf(victimFile)],
	['a symbolic link from cache to a folder elsewhere', '755', () => modeOf(victimFolder)],
	['a foreign file in the folder', '644', () => ownModes('other.txt')],
	[
		'open permissions that the administrator did not notice',
		'logged with their number',
		() => (/"data.permissionsRestricted".*"count":[1-9]/.test(log) ? 'logged with their number' : log),
	],
];

const SIGN_IN: Attack[] = [
	[
		// The sixth guess follows within the wait of two seconds.
		'6 guesses of a secret, one after the other',
		'401 401 401 401 401 429',
		async () => {
			const statuses: number[] = [];
			for (let guess = 0; guess < 6; guess += 1)
				statuses.push((await signIn(wrongSecret(), { from: '198.51.100.9' })).status);
			return statuses.join(' ');
		},
	],
	[
		'a stranger who wants to lock the owner out',
		'303',
		async () => {
			const answer = await signIn(owner, { from: '198.51.100.2' });
			cookie = cookieOf(answer);
			return String(answer.status);
		},
	],
	[
		'the right secret from the address that must wait',
		'429',
		async () => String((await signIn(owner, { from: '198.51.100.9' })).status),
	],
	[
		'20 guesses at the same time',
		'401: 5, 429: 15',
		async () => countStatuses(await repeat(20, () => signIn(wrongSecret(), { from: '198.51.100.10' }))),
	],
	[
		'spaces around the key to get new guesses',
		'429',
		async () => String((await signIn({ ...wrongSecret(), key: ` ${owner.key}\t` }, { from: '198.51.100.10' })).status),
	],
	[
		'another first entry of X-Forwarded-For for each guess',
		'401: 5, 429: 4',
		async () =>
			countStatuses(await repeat(9, (index) => signIn(wrongSecret(), { from: `192.0.2.${index}, 198.51.100.11` }))),
	],
	[
		'another address of one IPv6 network for each guess',
		'401: 5, 429: 4',
		async () => countStatuses(await repeat(9, (index) => signIn(wrongSecret(), { from: `2001:db8::${index}` }))),
	],
	[
		'text that is no address in X-Forwarded-For',
		'303',
		async () => String((await signIn(owner, { from: "' OR 1=1" })).status),
	],
	[
		'a key of 100,000 characters',
		'400',
		async () => String((await signIn({ key: 'x'.repeat(100_000), secret: 'y' })).status),
	],
	[
		'SQL in key and secret',
		'401',
		async () => String((await signIn({ key: "' OR '1'='1", secret: "' OR '1'='1" })).status),
	],
	[
		'a sign-in form on a page of another site',
		'403',
		async () => String((await signIn(owner, { headers: { Origin: 'https://shop.example.com' } })).status),
	],
	[
		'a host name of the attacker that resolves to the service',
		'403',
		async () => String((await signIn(owner, { headers: { Host: 'rebound.example.com' } })).status),
	],
];

const BODIES: Attack[] = [
	[
		'32 MB with a length, all sent before reading',
		'413',
		() => sendBytes(apiHead(`Content-Length: ${4 * HUGE.length}`), HUGE, HUGE, HUGE, HUGE),
	],
	[
		'32 MB in chunks, all sent before reading',
		'413',
		() => {
			const part = chunk(HUGE);
			return sendBytes(apiHead('Transfer-Encoding: chunked'), part, part, part, part, chunk(''));
		},
	],
	[
		'8 MB without a key',
		'401',
		() =>
			sendBytes(
				head('/partners-api/v1/rates', 'Content-Type: application/json', `Content-Length: ${HUGE.length}`),
				HUGE,
			),
	],
	[
		'a second request inside the part of a refused body that is not read',
		'413',
		() => {
			const inner = JSON.stringify(ratesRequest);
			const smuggled = `${apiHead(`Content-Length: ${inner.length}`)}${inner}`;
			return sendBytes(apiHead('Content-Length: 2000000') + 'x'.repeat(2_000_000) + smuggled);
		},
	],
	[
		'length and chunks in one request, to hide a second request',
		'400',
		() => sendBytes(apiHead('Content-Length: 6', 'Transfer-Encoding: chunked'), `${chunk('')}${HEALTH}`),
	],
	[
		'two different lengths, to hide a second request',
		'400',
		() => sendBytes(apiHead('Content-Length: 0', `Content-Length: ${HEALTH.length}`), HEALTH),
	],
	[
		'a misspelt Transfer-Encoding, to hide a second request',
		'400',
		() => sendBytes(apiHead('Transfer-Encoding: x-chunked'), `${chunk('')}${HEALTH}`),
	],
	['a line break in a header, to hide a second request', '400', () => sendBytes(apiHead(`X-Filler: a\n\n${HEALTH}`))],
	[
		'a form over its limit, which blocks the next request of the connection',
		'400 200',
		() => sendBytes(head('/tracking/09520000888888', FORM_TYPE, `Content-Length: ${LARGE.length}`), LARGE, HEALTH),
	],
	[
		'a form for no page, which blocks the next request of the connection',
		'404 200',
		() => sendBytes(head('/tracking/-', FORM_TYPE, `Content-Length: 15000`), LARGE.slice(0, 15_000), HEALTH),
	],
	[
		'a form without a session, which blocks the next request of the connection',
		'303 200',
		() => sendBytes(head('/account/shipments/1', FORM_TYPE, `Content-Length: ${LARGE.length}`), LARGE, HEALTH),
	],
	[
		'16 MB in chunks without a session, and a request behind them',
		'400',
		() => {
			const form = head('/account/shipments/1', FORM_TYPE, 'Transfer-Encoding: chunked');
			return sendBytes(form, chunk(HUGE), chunk(HUGE), chunk(''), HEALTH);
		},
	],
	[
		'an 8 MB form for sign-in',
		'400',
		() => sendBytes(head('/account/sign-in', FORM_TYPE, `Content-Length: ${HUGE.length}`), HUGE, HEALTH),
	],
	[
		'a sign-in form of 300,000 fields, which take long to read',
		'400 200',
		() => {
			const fields = 'a&'.repeat(300_000);
			return sendBytes(head('/account/sign-in', FORM_TYPE, `Content-Length: ${fields.length}`), fields, HEALTH);
		},
	],
	['headers of 20 kB', '431', () => sendBytes(apiHead(`X-Filler: ${'x'.repeat(20_000)}`, 'Content-Length: 0'))],
];

const TRACKING: Attack[] = [
	['the number without a token', 'form', async () => shown(await track(numberOf(0)))],
	['the token of another shipment', 'form', async () => shown(await track(numberOf(0), tokenQuery(1)))],
	[
		'a token without its last character',
		'form',
		async () => shown(await track(numberOf(0), tokenQuery(0).slice(0, -1))),
	],
	['a token in other case', 'form', async () => shown(await track(numberOf(0), `?token=${swapCase(tokenOf(0))}`))],
	['a token of 8,000 characters', 'form', async () => shown(await track(numberOf(0), `?token=${'x'.repeat(8000)}`))],
	['a token as a list, and none', 'form', async () => shown(await track(numberOf(0), '?token%5B%5D=1&token='))],
	['the token null', 'form', async () => shown(await track(numberOf(0), '?token=null'))],
	['unreadable escapes in the token', 'form', async () => shown(await track(numberOf(0), '?token=%FF%E0%A4%'))],
	[
		'a comparison of the forms of a number that exists and one that does not',
		'same status and page',
		async () => {
			const existing = await track(numberOf(0));
			const other = await track('09520000999999');
			const isSamePage = existing.text.replaceAll(numberOf(0), '') === other.text.replaceAll('09520000999999', '');
			return existing.status === other.status && isSamePage ? 'same status and page' : other.text;
		},
	],
	[
		'60 postcodes for one number at the same time',
		'404: 5, 429: 55',
		async () => {
			const guess = (index: number) => enterPostcode(numberOf(0), String(10_200 + index), { from: '198.51.100.20' });
			return countStatuses(await repeat(60, guess));
		},
	],
	[
		'one postcode for 40 numbers',
		'404: 30, 429: 10',
		async () => {
			const number = (index: number) => `0952000088${String(index).padStart(4, '0')}`;
			return countStatuses(
				await repeat(40, (index) => enterPostcode(number(index), '10115', { from: '198.51.100.21' })),
			);
		},
	],
	[
		'patterns instead of a postcode',
		'form form form form',
		async () => {
			const answers = await repeat(4, (index) =>
				enterPostcode(numberOf(0), ['%', '*', '1011_', "' OR '1'='1"][index] as string, { from: '198.51.100.22' }),
			);
			return answers.map(shown).join(' ');
		},
	],
	[
		'a postcode of 100,000 characters',
		'400',
		async () => String((await enterPostcode(numberOf(0), 'x'.repeat(100_000))).status),
	],
	[
		'the postcode form on a page of another site',
		'403',
		async () => {
			const headers = { Origin: 'https://shop.example.com' };
			return String((await enterPostcode(numberOf(0), '10115', { headers })).status);
		},
	],
	[
		'markup in the number',
		'404',
		async () => String((await track(encodeURIComponent('<script>alert(1)</script>'))).status),
	],
	[
		'persons, streets and postcodes on the page with the token',
		'journey, no person',
		async () => {
			const answer = await track(numberOf(0), tokenQuery(0));
			const names = /Max Muster|Muster GmbH|Example BV|Jan Voorbeeld|Invalidenstr|Damrak|example\.com|10115/;
			return `${shown(answer)}, ${names.exec(answer.text)?.[0] ?? 'no person'}`;
		},
	],
];

const SESSIONS: Attack[] = [
	['a session of the owner, for comparison', '200', async () => String((await openAccount(cookie)).status)],
	[
		'a cookie that scripts, other sites or plain connections can use',
		'HttpOnly, SameSite=Strict, Secure',
		async () => {
			const [setCookie = ''] = (await signIn(owner)).headers['set-cookie'] ?? [];
			return ['HttpOnly', 'SameSite=Strict', 'Secure'].filter((word) => setCookie.includes(word)).join(', ');
		},
	],
	[
		'an invented cookie',
		'303',
		async () => String((await openAccount(`${cookie.split('=')[0]}=${'A'.repeat(43)}`)).status),
	],
	[
		'a form with the token of another session',
		'403',
		async () => String((await sendForm('/account/sign-out', { csrf: 'x' }, { headers: { Cookie: cookie } })).status),
	],
	[
		'the old secret, used without a pause while it is replaced',
		'no session is left',
		async () => {
			const oldSecret = { ...owner };
			const cookies: string[] = [cookie];
			let isReplaced = false;
			const thief = (async () => {
				for (let last: Answer | undefined; !isReplaced || last?.status === 303; ) {
					last = await signIn(oldSecret, { from: '198.51.100.30' });
					if (last.status === 303) cookies.push(cookieOf(last));
				}
			})();
			const output = await runCommand('account', 'rotate', '--name', 'owner');
			isReplaced = true;
			await thief;
			owner = credentialsOf(output);
			expect(cookies.length).toBeGreaterThan(2);
			const answers = await Promise.all(cookies.map(openAccount));
			return answers.some(({ status }) => status === 200) ? countStatuses(answers) : 'no session is left';
		},
	],
	[
		'the cookie after a sign-out',
		'303',
		async () => {
			cookie = cookieOf(await signIn(owner));
			const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec((await openAccount(cookie)).text) ?? [];
			expect((await sendForm('/account/sign-out', { csrf }, { headers: { Cookie: cookie } })).status).toBe(303);
			return String((await openAccount(cookie)).status);
		},
	],
	[
		'the session of an account that is disabled',
		'303',
		async () => {
			cookie = cookieOf(await signIn(owner));
			expect((await openAccount(cookie)).status).toBe(200);
			await runCommand('account', 'disable', '--name', 'owner');
			return String((await openAccount(cookie)).status);
		},
	],
	[
		'a sign-in to a disabled account',
		'401',
		async () => {
			await expect.poll(async () => (await post('rates', ratesRequest)).status).toBe(401);
			return String((await signIn(owner)).status);
		},
	],
	[
		'the old session after the account is enabled again',
		'303',
		async () => {
			await runCommand('account', 'enable', '--name', 'owner');
			return String((await openAccount(cookie)).status);
		},
	],
];

const LAST: Attack[] = [
	[
		'900 MB announced by a client that stays silent and never closes',
		'413, closed',
		async () => {
			// Resolves when the service has closed the connection.
			const text = await silentClient;
			return `${/HTTP\/1\.1 (\d+)/.exec(text)?.[1]}, closed`;
		},
	],
	[
		'secrets, tokens and tracking numbers in the log',
		'none',
		() => {
			const secrets = [owner.secret, ...shipments.flatMap(({ trackingNumber, token }) => [trackingNumber, token])];
			return secrets.find((text) => log.includes(text)) ?? 'none';
		},
	],
	[
		'line breaks in an address, to write false lines into the log',
		'every line is one event',
		async () => {
			await call('/none%0A%7B%22event%22:%22false%22%7D');
			const lines = log.trim().split('\n');
			return lines.every((line) => 'event' in JSON.parse(line)) ? 'every line is one event' : log;
		},
	],
	[
		'all of these',
		'the service still answers',
		async () => ((await post('rates', ratesRequest)).status === 200 ? 'the service still answers' : 'no answer'),
	],
];

const numberOf = (index: number): string => shipments[index]?.trackingNumber ?? '';
const tokenOf = (index: number): string => shipments[index]?.token ?? '';
const tokenQuery = (index: number): string => `?token=${tokenOf(index)}`;
const swapCase = (text: string): string =>
	text.replace(/[a-z]/gi, (char) => (char === char.toUpperCase() ? char.toLowerCase() : char.toUpperCase()));
function credentialsOf(output: string): typeof owner {
	const at = output.lastIndexOf('@');
	return { key: output.slice(0, at), secret: output.slice(at + 1) };
}

describe.skipIf(process.platform === 'win32')('the standalone service withstands', () => {
	beforeAll(async () => {
		owner = credentialsOf(await runCommand('account', 'create', '--name', 'owner'));
		chmodSync(dataDir, 0o777);
		chmodSync(path.join(dataDir, 'broker.db'), 0o666);
		mkdirSync(path.join(dataDir, 'mail'));
		chmodSync(path.join(dataDir, 'mail'), 0o777);
		for (const file of [victimFile, path.join(dataDir, 'other.txt')]) {
			writeFileSync(file, 'not of the service');
			chmodSync(file, 0o644);
		}
		mkdirSync(victimFolder);
		chmodSync(victimFolder, 0o755);
		symlinkSync(victimFile, path.join(dataDir, 'mail', 'link.eml'));
		symlinkSync(victimFolder, path.join(dataDir, 'link'));
		service = spawn(...withoutMask('serve', '--port', '0', '--public-url', PUBLIC_URL), {
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		service.stderr?.on('data', (data: Buffer) => {
			log += data;
		});
		port = await new Promise<number>((resolve, reject) => {
			service.once('exit', (code) => reject(new Error(`ended with ${code}: ${log}`)));
			service.stdout?.on('data', (data: Buffer) => {
				const listening = /listening on .*:(\d+)$/m.exec(String(data));
				if (listening) resolve(Number(listening[1]));
			});
		});
		silentClient = announceBodyAndStaySilent();
		const booked = await repeat(2, () => post('shipments', { ...shipmentRequest, inlineLabel: false }));
		shipments = booked.map(({ text }) => {
			const { trackingNumber, trackingUrl } = JSON.parse(text).data;
			return { trackingNumber, token: new URL(trackingUrl).searchParams.get('token') ?? '' };
		});
	});

	afterAll(() => {
		service?.kill('SIGTERM');
		console.log(outcomes.join('\n'));
	});

	const attacks = [...DATA_FOLDER, ...SIGN_IN, ...BODIES, ...TRACKING, ...SESSIONS, ...LAST];
	it.each(attacks)('%s: %s', async (attack, outcome, run) => {
		const seen = await run();
		outcomes.push(`${seen === outcome ? 'held' : 'FELL'}: ${attack}: ${seen}`);
		expect(seen).toBe(outcome);
	});
});
