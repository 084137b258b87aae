// The real station in a network that reaches the service only through a proxy, and whose certificates an own authority signs.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { createAuthority, startProxy, startTlsServer, type TestProxy } from '../fixtures/certificates';
import { RATES } from '../fixtures/partner-server';
import { expect, test } from './fixtures';
import { newDataDir, openScreen, removeDataDir, startStation } from './station';

const PASSWORD = 'proxy-password-4c1e';
const closers: (() => void)[] = [];
let dataDir = '';
let authorityFile = '';
let hosts: Record<string, number>;

test.beforeEach(async () => {
	dataDir = newDataDir({ serviceUrl: 'https://partner.test' });
	authorityFile = path.join(dataDir, 'authority.pem');
	const authority = await createAuthority();
	writeFileSync(authorityFile, authority.cert);
	hosts = {};
	const certificates = {
		'partner.test': await authority.issue('partner.test'),
		'expired.test': await authority.issue('expired.test', -1),
		'other.test': await authority.issue('partner.test'),
	};
	for (const [host, certificate] of Object.entries(certificates)) {
		const server = await startTlsServer(certificate, (_request, response) => {
			response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(RATES));
		});
		hosts[host] = server.port;
		closers.push(server.close);
	}
});
test.afterEach(() => {
	for (const close of closers.splice(0)) close();
	removeDataDir(dataDir);
});

async function openProxy(login?: string): Promise<TestProxy> {
	const proxy = await startProxy(hosts, login);
	closers.push(proxy.close);
	return proxy;
}

/** Enters a key for the service and tests the connection. */
async function testConnection(page: Page): Promise<void> {
	await openScreen(page, 'Settings');
	await page.getByRole('textbox', { name: 'Key', exact: true }).fill('desk-key-7b21');
	await page.getByRole('textbox', { name: 'Secret', exact: true }).fill('desk-secret');
	await page.getByText('Until Waybill closes').click();
	await page.getByRole('button', { name: 'Save key' }).click();
	await expect(page.getByText('Set, ends in 7b21. Kept until Waybill closes.')).toBeVisible();
	await page.getByRole('button', { name: 'Test' }).click();
}
async function changeService(page: Page, url: string): Promise<void> {
	await openScreen(page, 'Settings');
	await page.getByLabel('Service address').fill(url);
	await page.getByRole('button', { name: 'Save settings' }).click();
	await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
}

test('uses the proxy of the environment with its password, and the certificates of a file', async ({ display: _ }) => {
	const proxy = await openProxy(`desk:${PASSWORD}`);
	const station = await startStation(dataDir, {
		env: { HTTPS_PROXY: `http://desk:${PASSWORD}@127.0.0.1:${proxy.port}`, NODE_EXTRA_CA_CERTS: authorityFile },
	});
	const { page } = station;
	await testConnection(page);
	await expect(page.getByText(`The connection goes through the proxy 127.0.0.1:${proxy.port}.`)).toBeVisible();
	await expect(page.getByText(`The certificates in ${authorityFile} are trusted too.`)).toBeVisible();
	expect(proxy.connections.every((host) => host === 'partner.test:443')).toBe(true);
	for (const [host, reason] of [
		['expired.test', 'its certificate has expired'],
		['other.test', 'its certificate is for another host name'],
	] as const) {
		await changeService(page, `https://${host}`);
		await testConnection(page);
		await expect(page.getByText(reason).first()).toBeVisible();
	}
	expect(await page.content()).not.toContain(PASSWORD);
	await station.close();
});

test('uses the proxy that a PAC script names, and refuses an authority that no file names', async ({ display: _ }) => {
	const proxy = await openProxy();
	const script = createServer((_request, response) =>
		response
			.writeHead(200, { 'Content-Type': 'application/x-ns-proxy-autoconfig' })
			.end(`function FindProxyForURL(url, host) { return "PROXY 127.0.0.1:${proxy.port}"; }`),
	);
	await new Promise<void>((resolve) => script.listen(0, '127.0.0.1', resolve));
	closers.push(() => script.close());
	const { port } = script.address() as AddressInfo;
	const station = await startStation(dataDir, { switches: [`--proxy-pac-url=http://127.0.0.1:${port}/proxy.pac`] });
	await testConnection(station.page);
	await expect(
		station.page
			.getByText(`its certificate is not trusted by this computer, through the proxy 127.0.0.1:${proxy.port}`)
			.first(),
	).toBeVisible();
	await station.close();
});
