// Printing as a desk meets it: a label printer set up by its address, a rule, a test label, the switch to another printer, and
// the scan that closes the parcel.
import { readdirSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { faultsWhilePrinting } from '../faults/printing';
import { hostStatus, type RawPrinter, startRawPrinter } from '../fixtures/raw-printer';
import { book, type Station, startStation, typeAddresses, typeContents, typeParcel, waitForOptions } from './station';

let station: Station;
let printer: RawPrinter;
let isPaperOut = false;

test.beforeEach(async () => {
	isPaperOut = false;
	printer = await startRawPrinter({ answer: () => hostStatus({ paperOut: isPaperOut }) });
	station = await startStation();
});
test.afterEach(async () => {
	await station.close();
	await printer.stop();
});

async function addLabelPrinter(page: Page): Promise<void> {
	await page.keyboard.press('Control+5');
	await page.getByRole('button', { name: 'Add a printer' }).click();
	await page.getByRole('button', { name: /^ZPL/ }).click();
	await page.getByLabel('Name', { exact: true }).fill('Bench printer');
	await page.getByLabel('Address', { exact: true }).fill(printer.connection);
	await page.getByRole('button', { name: 'Save', exact: true }).click();
	await expect(page.getByRole('region', { name: 'Bench printer' }).getByText('Ready')).toBeVisible();
}

async function sendLabelsToIt(page: Page): Promise<void> {
	const rules = page.getByRole('region', { name: 'Rules' });
	await rules.getByRole('combobox', { name: 'Rule 1: printer' }).click();
	await page.getByRole('option', { name: 'Bench printer' }).click();
	await rules.getByRole('button', { name: 'Save rules' }).click();
	await expect(rules.getByText('Saved.')).toBeVisible();
}

async function ship(page: Page): Promise<string> {
	await page.keyboard.press('Control+1');
	await typeAddresses(page);
	await typeParcel(page);
	await typeContents(page);
	await waitForOptions(page);
	return book(page);
}

const labelsPrinted = () => printer.received().toString('latin1').split('^XZ').length - 1;

test('a label printer is added, proved with a test label, and prints what its rule sends it', async () => {
	const { page } = station;
	await addLabelPrinter(page);
	await page.getByRole('button', { name: 'Profile of Bench printer' }).click();
	await page.getByRole('button', { name: 'Print test label' }).click();
	await expect(page.getByText(/^Test label sent: tcp:/)).toBeVisible();
	expect(labelsPrinted()).toBe(1);
	await page.getByLabel('Scan a code of the test label').fill('T2-203');
	await page.keyboard.press('Enter');
	await expect(page.getByText('Reads bars of 0.25 mm.')).toBeVisible();
	await page.getByLabel('What the ruler measures').fill('97');
	await page.getByRole('button', { name: 'Note' }).click();
	await expect(page.getByText(/100 mm measure 97\.0 mm: something between here and the paper scales/)).toBeVisible();
	await sendLabelsToIt(page);
	await ship(page);
	await expect(page.getByText(/Sent to Bench printer: tcp:/)).toBeVisible();
	expect(labelsPrinted()).toBe(2);
	expect(readdirSync(station.labelsDir)).toEqual([]);
});

test('a printer without paper says so; one key sends what waits to another', async () => {
	const { page } = station;
	await addLabelPrinter(page);
	await sendLabelsToIt(page);
	isPaperOut = true;
	await ship(page);
	await expect(
		page.getByText(/Bench printer: The paper is out\. Nothing was sent; the document is kept/),
	).toBeVisible();
	await page.keyboard.press('F9');
	await expect(page.getByText(/Sent to Labels folder: .*-label\.pdf/)).toBeVisible();
	expect(labelsPrinted()).toBe(0);
	expect(readdirSync(station.labelsDir).filter((name) => name.endsWith('-label.pdf'))).toHaveLength(1);
});

test('the scan of its label closes a parcel; a wrong one warns loudly and Enter does not pass it over', async () => {
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
	await expect(page.getByText('The right label. The parcel is closed.')).toBeVisible();
	await page.keyboard.type(trackingNumber);
	await page.keyboard.press('Enter');
	await expect(page.getByText(/STOP: this label was scanned before/)).toBeVisible();
});

test('printers that misbehave, a full disk and kills at each step: nothing lost, nothing printed twice', async () => {
	test.setTimeout(300_000);
	const { runs, faults, printedTwice, lost, dishonest } = await faultsWhilePrinting(8);
	expect(faults).toEqual([]);
	expect([runs, printedTwice, lost, dishonest]).toEqual([8, 0, 0, 0]);
});
