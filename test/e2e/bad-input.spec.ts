// Failures of services, labels and disks: each must give a clear message and lose nothing.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { booked, json, type PartnerServer, RATES, startPartnerServer } from '../fixtures/partner-server';
import { expect, test } from './fixtures';
import { fillShip, usePartner } from './seed';
import { answerDialogs, book, openScreen, RECIPIENT, waitForOptions } from './station';

const SECRET = 'e2e-secret-that-must-not-leave-9f3c';
let server: PartnerServer;

test.beforeEach(async () => {
	server = await startPartnerServer(json(200, RATES));
});
test.afterEach(() => server.close());

/** Enters the service and its key in Settings. */
async function typeService(page: Page, url: string): Promise<void> {
	await openScreen(page, 'Settings');
	await page.getByLabel('Service address').fill(url);
	await page.getByRole('button', { name: 'Save settings' }).click();
	await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
	await page.getByRole('textbox', { name: 'Key', exact: true }).fill('desk-key-7b21');
	await page.getByRole('textbox', { name: 'Secret', exact: true }).fill(SECRET);
	await page.getByText('Until Waybill closes').click();
	await page.getByRole('button', { name: 'Save key' }).click();
	await expect(page.getByText('Set, ends in 7b21. Kept until Waybill closes.')).toBeVisible();
}

test('reports a wrong key', { tag: '@journey' }, async ({ station }) => {
	server.behave(json(401, { errors: true, message: `refused ${SECRET}` }));
	await typeService(station.page, server.url);
	await station.page.getByRole('button', { name: 'Test' }).click();
	await expect(station.page.getByText(/does not accept this key and secret.*Check them in Settings/)).toBeVisible();
	await openScreen(station.page, 'Ship');
	await fillShip(station.page);
	await expect(station.page.getByText(/does not accept this key and secret/)).toBeVisible();
	await expect(
		station.page.getByRole('region', { name: 'To', exact: true }).getByText(RECIPIENT['Street and number']),
	).toBeVisible();
	expect(await station.page.content()).not.toContain(SECRET.slice(-9));
	expect(
		readdirSync(station.dataDir)
			.filter((name) => name.endsWith('.json'))
			.map((name) => readFileSync(path.join(station.dataDir, name), 'utf8'))
			.join(),
	).not.toContain(SECRET);
});

test('reports a service that is down', async ({ station }) => {
	await usePartner(station, server.url, SECRET);
	await server.close();
	await fillShip(station.page);
	await expect(station.page.getByText(/cannot be reached.*Nothing was booked\. Your input is kept/)).toBeVisible();
	await station.page.keyboard.press('Control+Enter');
	await expect(station.page.getByRole('alert').filter({ hasText: 'cannot be reached' }).last()).toBeVisible();
	await openScreen(station.page, 'Shipments');
	await expect(station.page.getByText('Nothing has been shipped from this desk yet')).toBeVisible();
	await openScreen(station.page, 'Ship');
	await expect(station.page.getByLabel('Item 1: description')).toHaveValue('Cotton T-shirt');
});

test('shows a message when rates are a web page, and an unknown outcome without a retry when a booking is one', async ({
	station,
}) => {
	await usePartner(station, server.url, SECRET);
	await fillShip(station.page);
	await waitForOptions(station.page);
	server.behave((_request, response) => {
		response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><h1>Sign in</h1>');
	});
	await station.page.keyboard.press('Control+Enter');
	await expect(
		station.page.getByText(/could not be read \(the answer is a web page\).*may or may not be booked/),
	).toBeVisible();
	await expect(station.page.getByText('Unconfirmed 1')).toBeVisible();
	expect(server.bookings).toHaveLength(1);
	await station.reopen();
	await openScreen(station.page, 'Shipments');
	await station.page.getByRole('region', { name: 'Unconfirmed' }).getByRole('button').first().click();
	await station.page.getByPlaceholder('Scan or type').fill('SCANNED123');
	await station.page.getByRole('button', { name: 'Mark as booked' }).click();
	await expect(station.page.getByRole('row', { name: /Booked.*SCAN NED1 23/ })).toBeVisible();
	expect(server.bookings).toHaveLength(1);
});

test('keeps a label that is not a PDF and reports it with the booking', async ({ station }) => {
	server.behave((request, response, body) =>
		(request.url?.endsWith('/rates')
			? json(200, RATES)
			: json(200, booked(Buffer.from('no label at all').toString('base64'))))(request, response, body),
	);
	await usePartner(station, server.url, SECRET);
	await fillShip(station.page);
	await waitForOptions(station.page);
	expect(await book(station.page)).toBe('TEST0001');
	await expect(
		station.page.getByText(/is booked, but its label cannot be printed: .* The file is kept\./),
	).toBeVisible();
	await expect(station.page.getByRole('button', { name: 'Save file' })).toBeVisible();
});

test('keeps the label when the labels folder is full, and prints it when there is space', async ({ station }) => {
	test.skip(process.platform !== 'linux' || process.getuid?.() !== 0, 'only root can mount a full disk');
	const disk = mkdtempSync(path.join(tmpdir(), 'waybill-full-'));
	execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4k', 'tmpfs', disk]);
	try {
		const { page } = station;
		await answerDialogs(station, { agrees: true });
		await openScreen(page, 'Printers');
		await page.getByRole('button', { name: 'Profile of Labels folder' }).click();
		await page.getByLabel('Folder', { exact: true }).fill(disk);
		await page.getByRole('button', { name: 'Save', exact: true }).click();
		await expect(page.getByText('Saved.')).toBeVisible();
		await openScreen(page, 'Ship');
		await fillShip(page);
		await waitForOptions(page);
		await book(page);
		await expect(page.getByText(/disk of .* is full\. Nothing was written\. The document is kept/)).toBeVisible();
		expect(readdirSync(disk)).toEqual([]);
		execFileSync('mount', ['-o', 'remount,size=4m', disk]);
		// The station tries again automatically. The button would print a second label if that has just happened.
		await expect(page.getByText('Saved to folder')).toBeVisible();
		expect(readdirSync(disk).filter((name) => name.endsWith('-label.pdf'))).toHaveLength(1);
	} finally {
		execFileSync('umount', ['-l', disk]);
	}
});
