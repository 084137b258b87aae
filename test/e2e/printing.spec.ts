// Printing at a desk: a label printer with an address, a print rule, a test label, the fallback printer, and the scan that closes a
// parcel.
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { printerSchema } from '../../src-contract/model/print';
import { makePayload } from '../../src-main/printing/payload';
import { BAR_MM, CODE, makeMeasuredPage } from '../fixtures/measured-page';
import { hostStatus, type RawPrinter, startRawPrinter } from '../fixtures/raw-printer';
import { drawPage, longestBlackRunPx, pageSizesMm, symbolsOn } from '../fixtures/symbols';
import { expect, test } from './fixtures';
import { bookFilled } from './seed';
import { openScreen } from './station';

let printer: RawPrinter;
let isPaperOut = false;

test.beforeEach(async () => {
	isPaperOut = false;
	printer = await startRawPrinter({ answer: () => hostStatus({ paperOut: isPaperOut }) });
});
test.afterEach(() => printer.stop());

async function addLabelPrinter(page: Page): Promise<void> {
	await openScreen(page, 'Printers');
	await page.getByRole('button', { name: 'Add printer' }).click();
	await page.getByRole('button', { name: /^ZPL/ }).click();
	await page.getByLabel('Name', { exact: true }).fill('Bench printer');
	await page.getByLabel('Address', { exact: true }).fill(printer.connection);
	await page.getByRole('button', { name: 'Save', exact: true }).click();
	await expect(page.getByRole('region', { name: 'Bench printer' }).getByText('Ready')).toBeVisible();
}

async function sendLabelsToIt(page: Page): Promise<void> {
	const rules = page.getByRole('region', { name: 'Print rules' });
	await rules.getByRole('combobox', { name: 'Rule 1: printer' }).click();
	await page.getByRole('option', { name: 'Bench printer' }).click();
	await rules.getByRole('button', { name: 'Save rules' }).click();
	await expect(rules.getByText('Saved.')).toBeVisible();
}

async function ship(page: Page): Promise<string> {
	await openScreen(page, 'Ship');
	return bookFilled(page);
}

const labelsPrinted = () => printer.received().toString('latin1').split('^XZ').length - 1;

test('adds a label printer, verifies it with a test label, and prints what its rule assigns', async ({ station }) => {
	const { page } = station;
	await addLabelPrinter(page);
	await page.getByRole('button', { name: 'Profile of Bench printer' }).click();
	await page.getByRole('button', { name: 'Print test label' }).click();
	await expect(page.getByText(/^Test label sent: tcp:/)).toBeVisible();
	expect(labelsPrinted()).toBe(1);
	await page.getByLabel('Scan a barcode of the test label').fill('T2-203');
	await page.keyboard.press('Enter');
	await expect(page.getByText('The scanner reads bars of 0.25 mm.')).toBeVisible();
	await page.getByLabel('Measured ruler length in mm').fill('97');
	await page.getByRole('button', { name: 'Save result' }).click();
	await expect(page.getByText(/The 100 mm ruler measures 97 mm: the print is scaled somewhere/)).toBeVisible();
	await sendLabelsToIt(page);
	await ship(page);
	await expect(page.getByText(/Sent to Bench printer: tcp:/)).toBeVisible();
	expect(labelsPrinted()).toBe(2);
	expect(readdirSync(station.labelsDir)).toEqual([]);
});

test('reports a printer without paper, and sends waiting prints to another with one key', async ({ station }) => {
	const { page } = station;
	await addLabelPrinter(page);
	await sendLabelsToIt(page);
	isPaperOut = true;
	await ship(page);
	await expect(
		page.getByText(/Bench printer: The printer is out of paper\. Nothing was sent\. The document is kept/),
	).toBeVisible();
	await page.keyboard.press('F9');
	await expect(page.getByText(/Saved to Labels folder: .*-label\.pdf/)).toBeVisible();
	expect(labelsPrinted()).toBe(0);
	expect(readdirSync(station.labelsDir).filter((name) => name.endsWith('-label.pdf'))).toHaveLength(1);
});

test('closes a parcel when its label is scanned; a wrong one sounds a warning that Enter does not dismiss', async ({
	station,
}) => {
	const { page } = station;
	const trackingNumber = await ship(page);
	const field = page.getByLabel('Scan the label');
	await expect(field).toBeFocused();
	await page.keyboard.type('00000000000000');
	await page.keyboard.press('Enter');
	await expect(page.getByRole('alert').getByText('STOP: this is not the label of this parcel.')).toBeVisible();
	await page.keyboard.press('Enter');
	await expect(page.getByTestId('tracking-number')).toBeVisible();
	await page.keyboard.type(trackingNumber);
	await page.keyboard.press('Enter');
	await expect(page.getByText('Label OK. The parcel is verified.')).toBeVisible();
	await page.keyboard.type(trackingNumber);
	await page.keyboard.press('Enter');
	await expect(page.getByText(/STOP: this label was already scanned/)).toBeVisible();
});

// The page for systems that print through windows. Their spooler and Electron's printing are not available here, so the same Chromium
// writes the page to a PDF.
test('makes a page for windows printing at true size with readable codes', async ({ station }) => {
	const file = path.join(station.dataDir, 'page.html');
	for (const dpi of [203, 300] as const) {
		const printer = printerSchema.parse({
			id: 'p',
			name: 'P',
			device: { driver: 'system', queue: 'q' },
			stock: '4x6',
			dpi,
		});
		const layout = { printer, isLabel: true, oversize: 'refuse' } as const;
		const page = await makeMeasuredPage(101.6, 152.4);
		const { bytes } = await makePayload({ bytes: page, format: 'pdf', language: 'html', layout });
		writeFileSync(file, bytes);
		const base64 = await station.app.evaluate(async ({ BrowserWindow }, path) => {
			const window = new BrowserWindow({ show: false, webPreferences: { javascript: false } });
			await window.loadFile(path);
			const pdf = await window.webContents.printToPDF({
				pageSize: { width: 4, height: 6 },
				margins: { top: 0, bottom: 0, left: 0, right: 0 },
				printBackground: true,
			});
			window.destroy();
			return pdf.toString('base64');
		}, file);
		const pdf = new Uint8Array(Buffer.from(base64, 'base64'));
		const sizes = await pageSizesMm(pdf);
		expect(sizes).toHaveLength(1);
		expect(sizes[0]?.widthMm).toBeCloseTo(101.6, 0);
		const drawn = drawPage(pdf, 0, dpi);
		const rulerMm = (longestBlackRunPx(drawn) / dpi) * 25.4;
		expect(Math.abs(rulerMm - BAR_MM)).toBeLessThanOrEqual(0.3);
		expect((await symbolsOn(drawn)).map(({ text }) => text)).toContain(CODE);
	}
});
