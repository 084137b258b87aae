// Requests through a real proxy to a TLS server whose authority only a file names.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testConnection } from '../../../src-main/connections/availability';
import { trustedCertificates } from '../../../src-main/connections/certificates';
import { createNetwork } from '../../../src-main/connections/network';
import { createPartnerClient } from '../../../src-main/connections/partner-v1/client';
import { failedToConnect, ProxyError } from '../../../src-main/connections/partner-v1/connection-error';
import { createAuthority, startProxy, startTlsServer, type TestProxy } from '../../fixtures/certificates';
import { RATES } from '../../fixtures/partner-server';
import { exampleDraft } from '../../fixtures/shipment-draft';

const LOGIN = { user: 'desk', password: 'a-password-of-the-proxy' };
const folder = mkdtempSync(path.join(tmpdir(), 'waybill-network-'));
const authorityFile = path.join(folder, 'authority.pem');
/** Ports of the TLS servers, by host name. */
const hosts: Record<string, number> = {};
/** Requests that the servers received. */
let received: string[] = [];
let answer: RequestListener;
const answerRates: RequestListener = (_request, response) =>
	void response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(RATES));
const closers: (() => void)[] = [];

beforeAll(async () => {
	const authority = await createAuthority();
	writeFileSync(authorityFile, authority.cert);
	const certificates = {
		'partner.test': await authority.issue('partner.test'),
		'expired.test': await authority.issue('expired.test', -1),
		'other.test': await authority.issue('partner.test'),
	};
	for (const [host, certificate] of Object.entries(certificates)) {
		const server = await startTlsServer(certificate, (request, response) => {
			received.push(`${request.method} ${request.url}`);
			answer(request, response);
		});
		hosts[host] = server.port;
		closers.push(server.close);
	}
});
afterAll(() => {
	for (const close of closers) close();
	rmSync(folder, { recursive: true, force: true });
});
afterEach(() => {
	received = [];
	answer = answerRates;
});
answer = answerRates;

async function openProxy(login?: string): Promise<TestProxy> {
	const proxy = await startProxy(hosts, login);
	closers.push(proxy.close);
	return proxy;
}

/** @param list what the PAC script returns */
function connect(list: string, host = 'partner.test', file: string | undefined = authorityFile) {
	const network = createNetwork({
		resolveProxy: async () => list,
		logins: new Map([[list.replace(/^\w+ /, ''), LOGIN]]),
		trusted: () => trustedCertificates(file),
	});
	const baseUrl = `https://${host}`;
	const client = createPartnerClient({
		fetch: network.fetch,
		endpoint: async () => ({ baseUrl, key: 'key', secret: 'secret' }),
	});
	return { network, client, test: () => testConnection(client, () => network.routeTo(baseUrl)) };
}
const book = ({ client }: ReturnType<typeof connect>) =>
	client.createShipment(exampleDraft, 'key', { productId: 1, isBooking: true });
const rates = ({ client }: ReturnType<typeof connect>) =>
	client.rates({ ...exampleDraft, totalValueEur: 25 }).catch((error: Error) => error);

describe('a proxy', () => {
	it('with a user name and password is used, and the connection test names it and the file of certificates', async () => {
		const proxy = await openProxy(`${LOGIN.user}:${LOGIN.password}`);
		const { message } = await connect(`PROXY 127.0.0.1:${proxy.port}`).test();
		expect(message).toContain(`The connection goes through the proxy 127.0.0.1:${proxy.port}.`);
		expect(message).toContain(`The certificates in ${authorityFile} are trusted too.`);
		expect(message).not.toContain(LOGIN.password);
		expect(proxy.connections).toEqual(['partner.test:443']);
	});

	it('that refuses the password is named, and nothing was sent', async () => {
		const proxy = await openProxy('someone:else');
		const desk = connect(`PROXY 127.0.0.1:${proxy.port}`);
		expect(await book(desk)).toMatchObject({
			kind: 'rejected',
			error: { message: expect.stringMatching(/the proxy 127\.0\.0\.1:\d+ requires a user name and password/) },
		});
		expect(JSON.stringify(await book(desk))).not.toContain(LOGIN.password);
		expect(received).toEqual([]);
	});

	it('that does not connect to the service is named with its status', async () => {
		const proxy = await openProxy();
		expect(await rates(connect(`PROXY 127.0.0.1:${proxy.port}`, 'unknown.test'))).toMatchObject({
			code: 'partner.unreachable',
			message: expect.stringMatching(/the proxy 127\.0\.0\.1:\d+ does not connect to the service \(status 403\)/),
		});
	});

	it('that cannot be reached is named, and the next one of the list is used', async () => {
		const dead = await openProxy();
		dead.close();
		const list = `PROXY 127.0.0.1:${dead.port}`;
		expect(await book(connect(list))).toMatchObject({
			kind: 'rejected',
			error: { message: expect.stringContaining(`connection refused, through the proxy 127.0.0.1:${dead.port}`) },
		});
		const proxy = await openProxy();
		expect(await rates(connect(`${list}; PROXY 127.0.0.1:${proxy.port}; DIRECT`))).toMatchObject({
			data: [{ price: 9.5 }],
		});
		expect(received).toHaveLength(1);
	});

	it('that could not be reached is tried last by the next requests, and the connection test names the one that answers', async () => {
		const [dead, second] = [await openProxy(), await openProxy()];
		dead.close();
		const desk = connect(`PROXY 127.0.0.1:${dead.port}; PROXY 127.0.0.1:${second.port}`);
		await rates(desk);
		expect(await desk.network.routeTo('https://partner.test')).toMatchObject({ proxy: `127.0.0.1:${second.port}` });
	});

	it('that could not be reached is tried again when there is no direct way either', async () => {
		const dead = await openProxy();
		dead.close();
		// Without the proxy, the name of the host is not known.
		const desk = connect(`PROXY 127.0.0.1:${dead.port}; DIRECT`);
		const direct = await book(desk);
		const second = await book(desk);
		expect(direct).toMatchObject({ kind: 'rejected', error: { message: expect.not.stringContaining('proxy') } });
		expect(second).toMatchObject({
			kind: 'rejected',
			error: { message: expect.stringContaining(`through the proxy 127.0.0.1:${dead.port}`) },
		});
		expect(received).toEqual([]);
	});

	it('of a kind that is not supported is named, and nothing was sent', async () => {
		expect(await book(connect('SOCKS 127.0.0.1:1'))).toMatchObject({
			kind: 'rejected',
			error: { message: expect.stringContaining('the proxy "SOCKS 127.0.0.1:1" is of a kind that Waybill cannot use') },
		});
	});

	it('whose error does not say that nothing was sent leaves a booking unknown', () => {
		const notTls = { code: 'ERR_SSL_WRONG_VERSION_NUMBER' };
		for (const cause of [undefined, notTls])
			expect(failedToConnect(new ProxyError('127.0.0.1:1', undefined, cause))).toBe(false);
	});

	it('whose connection is lost after a booking was sent leaves it unknown, and it is sent once', async () => {
		const proxy = await openProxy();
		const second = await openProxy();
		answer = () => proxy.cut();
		const outcome = await book(connect(`PROXY 127.0.0.1:${proxy.port}; PROXY 127.0.0.1:${second.port}`));
		expect(outcome.kind).toBe('unknown');
		expect(received).toEqual(['POST /partners-api/v1/shipments']);
	});
});

describe('a certificate', () => {
	it.each([
		['of an unknown authority', 'partner.test', '', 'its certificate is not trusted by this computer'],
		['that has expired', 'expired.test', authorityFile, 'its certificate has expired'],
		['for another host', 'other.test', authorityFile, 'its certificate is for another host name'],
	])('%s is refused in words, and nothing was sent', async (_name, host, file, reason) => {
		const proxy = await openProxy();
		const outcome = await book(connect(`PROXY 127.0.0.1:${proxy.port}`, host, file));
		expect(outcome).toMatchObject({ kind: 'rejected', error: { message: expect.stringContaining(reason) } });
		// The reason is not replaced by that of the next way.
		const withNext = await book(connect(`PROXY 127.0.0.1:${proxy.port}; DIRECT`, host, file));
		expect(withNext).toMatchObject({ error: { message: expect.stringContaining(reason) } });
		expect(received).toEqual([]);
	});

	it('of this computer is trusted, and of a file that cannot be read is said', async () => {
		expect(trustedCertificates(undefined).certificates.length).toBeGreaterThan(50);
		const missing = path.join(folder, 'missing.pem');
		const { network } = connect('DIRECT', 'partner.test', missing);
		const { message } = await testConnection({ rates: async () => RATES } as never, () =>
			network.routeTo('https://partner.test'),
		);
		expect(message).toMatch(/The certificates in .*missing\.pem could not be read: /);
	});
});
