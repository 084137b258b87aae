// What a desk meets on a bad day: each gives a clear message and loses nothing.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { booked, json, type PartnerServer, RATES, startPartnerServer } from '../fixtures/partner-server';
import {
	agree,
	book,
	RECIPIENT,
	type Station,
	startStation,
	typeAddresses,
	typeContents,
	typeParcel,
	waitForOptions,
} from './station';

const SECRET = 'e2e-secret-that-must-not-leave-9f3c';
let station: Station;
let server: PartnerServer;

test.beforeEach(async () => {
	server = await startPartnerServer(json(200, RATES));
	station = await startStation();
});
test.afterEach(async () => {
	await station.close();
	await server.close();
});

async function useService(page: Page, url: string): Promise<void> {
	await page.keyboard.press('Control+9');
	await page.getByLabel('Service address').fill(url);
	await page.getByRole('button', { name: 'Save settings' }).click();
	await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
	await page.getByRole('textbox', { name: 'Key', exact: true }).fill('desk-key');
	await page.getByRole('textbox', { name: 'Secret', exact: true }).fill(SECRET);
	await page.getByText('For this run only').click();
	await page.getByRole('button', { name: 'Save key' }).click();
	await expect(page.getByText('Set, ends in 9f3c, kept for this run only.')).toBeVisible();
}

async function compose(page: Page): Promise<void> {
	await page.keyboard.press('Control+1');
	await typeAddresses(page);
	await typeParcel(page);
	await typeContents(page);
}

test('a wrong key', async () => {
	server.behave(json(401, { errors: true, message: `refused ${SECRET}` }));
	await useService(station.page, server.url);
	await station.page.getByRole('button', { name: 'Test' }).click();
	await expect(station.page.getByText(/does not accept this key and secret.*Check them in Settings/)).toBeVisible();
	await compose(station.page);
	await expect(station.page.getByText(/does not accept this key and secret/)).toBeVisible();
	await expect(
		station.page.getByRole('region', { name: 'To', exact: true }).getByText(RECIPIENT['Street and number']),
	).toBeVisible();
	expect(await station.page.content()).not.toContain(SECRET);
	expect(
		readdirSync(station.dataDir)
			.filter((name) => name.endsWith('.json'))
			.map((name) => readFileSync(path.join(station.dataDir, name), 'utf8'))
			.join(),
	).not.toContain(SECRET);
});

test('a service that is down', async () => {
	await useService(station.page, server.url);
	await server.close();
	await compose(station.page);
	await expect(station.page.getByText(/cannot be reached.*Nothing was booked, what you typed is kept/)).toBeVisible();
	await station.page.keyboard.press('Control+Enter');
	await expect(station.page.getByRole('alert').filter({ hasText: 'cannot be reached' }).last()).toBeVisible();
	await station.page.keyboard.press('Control+5');
	await expect(station.page.getByText('Nothing has been shipped from this desk yet.')).toBeVisible();
	await station.page.keyboard.press('Control+1');
	await expect(station.page.getByLabel('Item 1: description')).toHaveValue('Cotton T-shirt');
	server = await startPartnerServer(json(200, RATES));
});

test('a service that answers a web page: to rates a message, to a booking an unknown outcome that is not sent again', async () => {
	await useService(station.page, server.url);
	await compose(station.page);
	await waitForOptions(station.page);
	server.behave((_request, response) => {
		response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><h1>Sign in</h1>');
	});
	await station.page.keyboard.press('Control+Enter');
	await expect(
		station.page.getByText(/could not be read \(a web page came instead of data\).*may be booked or not/),
	).toBeVisible();
	await expect(station.page.getByText('Unknown 1')).toBeVisible();
	expect(server.bookings).toHaveLength(1);
	await station.close();
	station = await startStation(station.dataDir);
	await station.page.keyboard.press('Control+5');
	await station.page.getByRole('region', { name: 'Unknown' }).getByRole('button').first().click();
	await station.page.getByPlaceholder('Scan or type it').fill('SCANNED123');
	await station.page.getByRole('button', { name: 'It was booked' }).click();
	await expect(station.page.getByRole('row', { name: /Booked.*SCAN NED1 23/ })).toBeVisible();
	expect(server.bookings).toHaveLength(1);
});

test('a label that is not a PDF: booked, kept, said', async () => {
	server.behave((request, response, body) =>
		(request.url?.endsWith('/rates')
			? json(200, RATES)
			: json(200, booked(Buffer.from('no label at all').toString('base64'))))(request, response, body),
	);
	await useService(station.page, server.url);
	await compose(station.page);
	await waitForOptions(station.page);
	expect(await book(station.page)).toBe('TEST0001');
	await expect(
		station.page.getByText(/is booked, but what came as its label cannot be printed: .* It is kept\./),
	).toBeVisible();
	await expect(station.page.getByRole('button', { name: 'Save the file' })).toBeVisible();
});

test('a full disk for the labels folder: booked, kept, printed when there is room', async () => {
	test.skip(process.platform !== 'linux' || process.getuid?.() !== 0, 'only root can mount a disk that is full');
	const disk = mkdtempSync(path.join(tmpdir(), 'waybill-full-'));
	execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4k', 'tmpfs', disk]);
	try {
		const { page } = station;
		await agree(station);
		await page.keyboard.press('Control+7');
		await page.getByRole('button', { name: 'Profile of Labels folder' }).click();
		await page.getByLabel('Folder', { exact: true }).fill(disk);
		await page.getByRole('button', { name: 'Save', exact: true }).click();
		await expect(page.getByText('Saved.')).toBeVisible();
		await compose(page);
		await waitForOptions(page);
		await book(page);
		await expect(page.getByText(/disk of .* is full\. Nothing was written; the document is kept/)).toBeVisible();
		expect(readdirSync(disk)).toEqual([]);
		execFileSync('mount', ['-o', 'remount,size=4m', disk]);
		await page.getByRole('button', { name: 'Print again' }).first().click();
		await expect(page.getByText('Sent to the printer')).toBeVisible();
		expect(readdirSync(disk).filter((name) => name.endsWith('-label.pdf'))).toHaveLength(1);
	} finally {
		execFileSync('umount', ['-l', disk]);
	}
});
