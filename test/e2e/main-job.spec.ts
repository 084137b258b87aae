import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { readSymbols } from '../fixtures/symbols';
import {
	book,
	RECIPIENT,
	type Station,
	SWISS_RECIPIENT,
	startStation,
	typeAddresses,
	typeContents,
	typeParcel,
	waitForOptions,
} from './station';

let station: Station;
test.beforeEach(async () => {
	station = await startStation();
});
test.afterEach(() => station.close());

async function printed(suffix: string): Promise<Uint8Array> {
	const files = () => (existsSync(station.labelsDir) ? readdirSync(station.labelsDir) : []);
	const name = () => files().find((file) => file.endsWith(suffix));
	await expect.poll(name).toBeTruthy();
	return new Uint8Array(readFileSync(path.join(station.labelsDir, name() as string)));
}

test('a new address is rated, booked, and its label lies in the folder with a code that reads as the tracking number', async () => {
	const { page } = station;
	await typeAddresses(page);
	await typeParcel(page);
	await waitForOptions(page);
	const prices = await page.getByRole('radiogroup').locator('label .text-lg').allInnerTexts();
	const amounts = prices.map((text) => Number(text.replace(/[^\d.]/g, '')));
	expect(amounts).toEqual([...amounts].sort((a, b) => a - b));
	await typeContents(page);
	const trackingNumber = await book(page);
	const label = await printed('-label.pdf');
	for (const dpi of [203, 300]) {
		const texts = (await readSymbols(label, 0, dpi)).map(({ text }) => text);
		expect(texts).toContain(trackingNumber);
	}
	await expect(page.locator('canvas[data-drawn="true"]')).toBeVisible();
	await expect(page.getByText('Sent to the printer')).toBeVisible();

	// The next parcel keeps the sender and asks for a recipient, found by typing.
	await page.keyboard.press('Enter');
	await page.keyboard.type('muster');
	await expect(page.getByRole('option', { name: /Muster GmbH/ })).toBeVisible();
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('Enter');
	await expect(
		page.getByRole('region', { name: 'To', exact: true }).getByText(RECIPIENT['Street and number']),
	).toBeVisible();
	await expect(page.getByRole('region', { name: 'From', exact: true }).getByText('Damrak 1')).toBeVisible();
});

test('a dutiable lane asks for its papers, shows duties, and prints an invoice', async () => {
	const { page } = station;
	await typeAddresses(page, SWISS_RECIPIENT);
	await typeParcel(page);
	await typeContents(page);
	await page.keyboard.press('Control+Enter');
	await expect(page.getByText('a reason for export is required: the shipment is dutiable')).toBeVisible();
	await page.getByLabel('Reason for export').click();
	await page.getByRole('option', { name: 'Commercial' }).click();
	await page.getByLabel('Incoterms').click();
	await page.getByRole('option', { name: /^DAP/ }).click();
	await expect(page.getByRole('region', { name: 'Duties and taxes' }).getByText('VAT')).toBeVisible();
	await waitForOptions(page);
	await book(page);
	expect((await printed('-invoice.pdf')).length).toBeGreaterThan(1000);
	expect((await printed('-label.pdf')).length).toBeGreaterThan(1000);
});

test('a shipment is listed, reprinted, and still there after a restart', async () => {
	const { page } = station;
	await typeAddresses(page);
	await typeParcel(page);
	await typeContents(page);
	await waitForOptions(page);
	const trackingNumber = await book(page);
	await station.close();
	station = await startStation(station.dataDir);
	await station.page.keyboard.press('Control+5');
	await station.page.getByRole('row', { name: /Muster GmbH/ }).click();
	const panel = station.page.getByRole('complementary', { name: 'Shipment' });
	await expect(panel.getByText(trackingNumber.replace(/(.{4})(?=.)/g, '$1 '))).toBeVisible();
	await panel.getByRole('button', { name: 'Reprint' }).click();
	await expect(panel.getByText('REPRINT', { exact: true })).toBeVisible();
	await expect.poll(() => readdirSync(station.labelsDir).filter((name) => name.endsWith('.pdf')).length).toBe(2);

	// A draft is kept at the service and says so.
	await station.page.keyboard.press('Control+1');
	await station.page.keyboard.type('muster');
	await station.page.getByRole('option', { name: /Muster GmbH/ }).click();
	// The sender that shipped first from this desk stands ready.
	await expect(station.page.getByRole('region', { name: 'From', exact: true }).getByText('Damrak 1')).toBeVisible();
	await typeParcel(station.page);
	await typeContents(station.page);
	await station.page.keyboard.press('Control+Shift+s');
	await expect(station.page.getByText(/draft was created/)).toBeVisible();
});

test('fields at fault are marked where they are, and nothing is sent', async () => {
	const { page } = station;
	await page.keyboard.press('Control+Enter');
	await expect(page.getByText(/fields need attention\. Nothing was sent\./)).toBeVisible();
	await expect(page.getByRole('region', { name: 'To', exact: true }).getByText('An address is needed.')).toBeVisible();
	await expect(page.getByRole('region', { name: 'Parcels' }).getByText('Length is required')).toBeVisible();
	await expect(page.getByRole('region', { name: 'Contents' }).getByText('A description is required')).toBeVisible();
});
