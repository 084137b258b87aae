// Work without a mouse: from the empty screen to the printed label, and the main path of every screen.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { ordersCsv } from '../fixtures/orders';
import { sender } from '../fixtures/shipment-draft';
import { expect, test } from './fixtures';
import { bookFilled, fillDutiableShip } from './seed';
import {
	answerDialogs,
	changeSettings,
	invoke,
	openScreen,
	RECIPIENT,
	type Station,
	SWISS_RECIPIENT,
	waitForOptions,
} from './station';

const MAX_KEYSTROKES = 6;
const MAX_FIRST_KEYSTROKES = 220;

const labelsOf = ({ labelsDir }: Station): string[] =>
	existsSync(labelsDir) ? readdirSync(labelsDir).filter((name) => name.endsWith('-label.pdf')) : [];

/** Presses Tab until an element with this name is focused. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
	for (let presses = 0; presses < 120; presses += 1) {
		const focused = await page.evaluate(() => {
			const element = document.activeElement as HTMLElement | null;
			// While nothing is focused, the active element is the body, which contains every text. The heading of a screen that was just
			// opened may have the focus, but no key acts on it.
			if (element === document.body || element?.matches('h1')) return '';
			return element?.getAttribute('aria-label') ?? element?.innerText ?? '';
		});
		if (name.test(focused)) return;
		await page.keyboard.press('Tab');
	}
	throw new Error(`no focusable element is named ${name}`);
}

test('ships to a known recipient in at most 6 keystrokes from the empty screen to the printed label', {
	tag: '@journey',
}, async ({ station }) => {
	const { page } = station;
	await bookFilled(page);
	await expect.poll(() => labelsOf(station).length).toBe(1);
	await page.keyboard.press('Enter');
	await page.getByRole('combobox', { name: /To: search/ }).waitFor();

	let keystrokes = 0;
	/** Every key of a combination counts. */
	const press = async (keys: string) => {
		keystrokes += keys.split('+').length;
		await page.keyboard.press(keys);
	};
	for (const key of 'mus') await press(key);
	await expect(page.getByRole('option', { name: /Muster GmbH/ })).toBeVisible();
	await press('Enter');
	await expect(page.getByRole('region', { name: 'To', exact: true })).toContainText('Invalidenstraße 10');
	await expect(page.getByRole('button', { name: /Same as last time/ })).toBeVisible();
	await expect(page.getByLabel('Parcel 1: Length (cm)')).toBeFocused();
	await press('F4');
	await expect(page.getByText(/^Copied from /)).toBeVisible();
	await waitForOptions(page);
	await expect(page.getByRole('button', { name: /Book/ })).toBeFocused();
	await press('Enter');
	await expect(page.getByTestId('tracking-number')).toBeVisible();
	await expect.poll(() => labelsOf(station).length).toBe(2);
	expect(keystrokes).toBeLessThanOrEqual(MAX_KEYSTROKES);
	console.info(`keystrokes of a repeat shipment: ${keystrokes}`);
});

test.describe('with a sender in the settings', () => {
	test.use({ settings: { sender } });

	test('ships two items to a new recipient abroad in at most 220 keystrokes', async ({ station }) => {
		const { page } = station;
		let keystrokes = 0;
		/** Every key of a combination counts. */
		const press = async (keys: string) => {
			keystrokes += keys.split('+').length;
			await page.keyboard.press(keys);
		};
		/** Types into the field that must have the focus. */
		const type = async (label: string, text: string) => {
			await expect(page.getByLabel(label, { exact: true })).toBeFocused();
			keystrokes += [...text].length;
			// Keys without pauses would count as a scan.
			await page.keyboard.insertText(text);
		};
		await page.getByRole('combobox', { name: /To: search/ }).waitFor();
		await press('F2');
		for (const [label, text] of Object.entries(SWISS_RECIPIENT)) {
			await type(`To: ${label}`, label === 'Country' ? 'CH' : text);
			await press('Enter');
		}
		await type('Parcel 1: Length (cm)', '40');
		await press('Enter');
		await type('Parcel 1: Width (cm)', '30');
		await press('Enter');
		await type('Parcel 1: Height (cm)', '20');
		await press('Enter');
		await type('Parcel 1: Weight (kg)', '5.5');
		await press('Enter');
		await type('Item 1: description', 'Cotton T-shirt');
		await press('Tab');
		await type('Item 1: quantity', '2');
		await press('Enter');
		await type('Item 1: price each in euros', '12.50');
		await press('Enter');
		const reason = page.getByRole('combobox', { name: 'Reason for export' });
		/** Chooses the first suggested HS code. */
		const chooseCode = async (item: number) => {
			await expect(page.getByLabel(`Item ${item}: HS code`)).toBeFocused();
			await expect(page.getByTestId(`hs-hint-${item}`)).toContainText('Suggested');
			await press('ArrowDown');
			await press('Enter');
			await expect(page.getByLabel(`Item ${item}: HS code`)).not.toHaveValue('');
			await expect(reason).toBeFocused();
		};
		await chooseCode(1);
		await press('Alt+c');
		await type('Item 2: description', 'Leather belt');
		await press('Enter');
		await type('Item 2: price each in euros', '24');
		await press('Enter');
		await chooseCode(2);
		await press('Enter');
		await expect(page.getByRole('option', { name: 'Commercial' })).toHaveAttribute('aria-selected', 'true');
		await press('Enter');
		await expect(page.getByRole('combobox', { name: 'Incoterms' })).toBeFocused();
		await press('Enter');
		await expect(page.getByRole('option', { name: /^DAP/ })).toHaveAttribute('aria-selected', 'true');
		await press('Enter');
		await type('Reference', 'ORDER-1');
		await press('Enter');
		await waitForOptions(page);
		await expect(page.getByRole('button', { name: /Book/ })).toBeFocused();
		await press('Enter');
		await expect(page.getByTestId('tracking-number')).toBeVisible();
		console.info(`keystrokes of a first shipment: ${keystrokes}`);
		expect(keystrokes).toBeLessThanOrEqual(MAX_FIRST_KEYSTROKES);
	});

	test('ships a first parcel by keyboard, from the address to the next parcel', async ({ station }) => {
		const { page } = station;
		await page.getByRole('combobox', { name: /To: search/ }).waitFor();
		await page.keyboard.press('F2');
		await expect(page.getByLabel('To: Company', { exact: true })).toBeFocused();
		for (const [label, text] of Object.entries(RECIPIENT)) {
			await tabTo(page, new RegExp(`^To: ${label}`));
			if (label !== 'Country') {
				await page.keyboard.insertText(text);
				continue;
			}
			await page.keyboard.type('de');
			await page.keyboard.press('Enter');
			await expect(page.getByLabel('To: Country')).toHaveValue('Germany (DE)');
		}
		await tabTo(page, /^Done/);
		await page.keyboard.press('Enter');
		await page.keyboard.press('Alt+2');
		await expect(page.getByLabel('Parcel 1: Length (cm)')).toHaveValue('40');
		await tabTo(page, /^Item 1: description/);
		await page.keyboard.insertText('Cotton T-shirt');
		await tabTo(page, /^Item 1: price/);
		await page.keyboard.insertText('12.5');
		await tabTo(page, /^Item 1: country of origin/);
		await page.keyboard.type('NL');
		await page.keyboard.press('Enter');
		await expect(page.getByLabel('Item 1: country of origin')).toHaveValue('NL');
		await waitForOptions(page);
		// Select another option than the cheapest, and return.
		const radios = page.getByRole('radiogroup').getByRole('radio');
		await page.keyboard.press('Alt+o');
		await expect(radios.nth(1)).toBeChecked();
		await page.keyboard.press('Alt+Shift+o');
		await expect(radios.nth(0)).toBeChecked();
		await page.keyboard.press('Control+Enter');
		const code = (await page.getByTestId('tracking-number').innerText()).replace(/\s/g, '');
		// The scanner types into the focused field for the label.
		await expect(page.getByLabel('Scan the label')).toBeFocused();
		await page.keyboard.type(code);
		await page.keyboard.press('Enter');
		await expect(page.getByText('Label OK. The parcel is verified.')).toBeVisible();
		await page.keyboard.press('Enter');
		await expect(page.getByRole('combobox', { name: /To: search/ })).toBeFocused();
	});
});

test('reaches the other screens and their main functions by keyboard', async ({ station }) => {
	const { page } = station;
	await bookFilled(page);

	// Quote: parcel, country, price, and on to Ship.
	await openScreen(page, 'Quote');
	await tabTo(page, /^To: country/);
	await page.keyboard.type('FR');
	await page.keyboard.press('Enter');
	await expect(page.getByLabel('To: country')).toHaveValue('France (FR)');
	await page.keyboard.press('Alt+1');
	await waitForOptions(page);
	await page.keyboard.press('Alt+s');
	await expect(page).toHaveTitle('Waybill · Ship');
	await expect(page.getByLabel('Parcel 1: Length (cm)')).toHaveValue('25');

	// Shipments: find by the end of the number, open, reprint.
	const [shipment] = await invoke<{ trackingNumber: string }[]>(page, 'shipments.list', { limit: 1 });
	const ending = shipment?.trackingNumber.slice(-3) ?? '';
	let keystrokes = 0;
	const press = async (key: string) => {
		await page.keyboard.press(key);
		keystrokes += 1;
	};
	await press('Control+4');
	await expect(page.getByLabel(/Search/i).first()).toBeFocused();
	for (const character of ending) await press(character);
	await page.getByRole('row', { name: /Muster GmbH/ }).waitFor();
	// To the first row, and into it.
	await press('Enter');
	await expect(page.getByRole('row', { name: /Muster GmbH/ })).toBeFocused();
	await press('Enter');
	const panel = page.getByRole('complementary', { name: 'Shipment' });
	await panel.waitFor();
	await press('Control+p');
	await expect(panel.getByText('REPRINT', { exact: true })).toBeVisible();
	console.info(`keystrokes of a reprint: ${keystrokes}`);
	expect(keystrokes).toBeLessThanOrEqual(7);

	// Reports: period and exports.
	await openScreen(page, 'Reports');
	await page.keyboard.press('Alt+1');
	await expect(page.getByRole('row', { name: /Overland Parcel/ }).first()).toBeVisible();
	const table = path.join(station.dataDir, 'report.csv');
	await answerDialogs(station, { save: table });
	await page.keyboard.press('Alt+e');
	await expect(page.getByText(`Saved as ${table}.`)).toBeVisible();
	expect(readFileSync(table, 'utf8')).toContain('Overland Parcel');
	const reportFile = path.join(station.dataDir, 'report.pdf');
	await answerDialogs(station, { save: reportFile });
	await page.keyboard.press('Alt+f');
	await expect(page.getByText(`Saved as ${reportFile}.`)).toBeVisible();
	expect(readFileSync(reportFile).subarray(0, 5).toString()).toBe('%PDF-');

	// Settings: save a 1.5 kg preset with Enter, and reach the colour scheme.
	await openScreen(page, 'Settings');
	await page.getByRole('heading', { name: 'Settings' }).waitFor();
	await tabTo(page, /^Box 2: Weight/);
	await page.keyboard.insertText('1.5');
	await expect(page.getByLabel('Box 2: Weight (kg)')).toHaveValue('1.5');
	await page.keyboard.press('Enter');
	await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
	await tabTo(page, /^Colours/);

	// Addresses: search. Printers: state of each. Bulk mode: first step.
	await openScreen(page, 'Addresses');
	await tabTo(page, /Search/i);
	await page.keyboard.insertText('muster');
	await expect(page.getByRole('row', { name: /Muster GmbH/ }).first()).toBeVisible();
	await openScreen(page, 'Printers');
	await expect(page.getByRole('region', { name: 'Labels folder' })).toBeVisible();
	await openScreen(page, 'Bulk mode');
	await tabTo(page, /Import orders/i);

	// The command palette runs commands without a key of their own; the help closes again.
	await page.keyboard.press('Control+k');
	await page.getByPlaceholder('Search or run…').waitFor();
	await page.keyboard.insertText('Duties');
	await page
		.getByRole('option', { name: /Duties/ })
		.first()
		.waitFor();
	await page.keyboard.press('Enter');
	await expect(page).toHaveTitle('Waybill · Duties');
	await page.keyboard.press('F1');
	await expect(page.getByRole('complementary', { name: 'Help' })).toContainText('See what customs will charge');
	await page.keyboard.press('Escape');
	await expect(page.getByRole('complementary', { name: 'Help' })).toHaveCount(0);
});

test.describe('with a sender and orders', () => {
	test.use({ settings: { sender } });

	test('imports, prices and books a file of orders by keyboard, and opens a booked order', { tag: '@journey' }, async ({
		station,
	}) => {
		const { page } = station;
		const file = path.join(station.dataDir, 'orders.csv');
		writeFileSync(file, ordersCsv(2));
		await answerDialogs(station, { open: file });
		await openScreen(page, 'Bulk mode');
		await tabTo(page, /^Import orders…/);
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { name: 'Import orders' }).waitFor();
		await tabTo(page, /^Import orders$/);
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { name: 'orders.csv' }).waitFor();
		await tabTo(page, /^Get rates/);
		await page.keyboard.press('Enter');
		await page.getByRole('button', { name: 'Book + print 2' }).waitFor();
		await tabTo(page, /^Book \+ print 2/);
		await page.keyboard.press('Enter');
		await expect(page.getByText('2 of 2')).toBeVisible();
		await expect.poll(() => labelsOf(station).length).toBe(2);
		await tabTo(page, /Booked[\s\S]*Ben Voorbeeld/);
		await page.keyboard.press('Enter');
		await expect(page.getByRole('complementary', { name: 'Shipment' })).toContainText('Ben Voorbeeld');
	});
});

test('adds, finds and changes an address by keyboard', async ({ station }) => {
	const { page } = station;
	await invoke(page, 'addresses.save', sender);
	await openScreen(page, 'Addresses');
	await page.getByRole('row', { name: /Example BV/ }).waitFor();
	await tabTo(page, /^New address/);
	await page.keyboard.press('Enter');
	for (const [label, text] of Object.entries(RECIPIENT)) {
		await tabTo(page, new RegExp(`^Address: ${label}`));
		if (label !== 'Country') {
			await page.keyboard.insertText(text);
			continue;
		}
		await page.keyboard.type('DE');
		await page.keyboard.press('Enter');
		await expect(page.getByLabel('Address: Country')).toHaveValue('Germany (DE)');
	}
	await tabTo(page, /^Save$/);
	await page.keyboard.press('Enter');
	const row = page.getByRole('row', { name: /Muster GmbH/ });
	await expect(row).toBeVisible();
	await tabTo(page, /^Search addresses/);
	await page.keyboard.insertText('invaliden');
	await expect(page.getByRole('row', { name: /Example BV/ })).toHaveCount(0);
	await tabTo(page, /Muster GmbH/);
	await page.keyboard.press('Enter');
	await tabTo(page, /^Address: City/);
	await page.keyboard.press('Control+a');
	await page.keyboard.insertText('Bonn');
	await page.keyboard.press('Enter');
	await expect(page.getByRole('row', { name: /Bonn/ })).toBeVisible();
});

test('prints a test label by keyboard', async ({ station }) => {
	const { page } = station;
	await openScreen(page, 'Printers');
	await tabTo(page, /^Profile of Labels folder/);
	await page.keyboard.press('Enter');
	await tabTo(page, /^Print test label/);
	await page.keyboard.press('Enter');
	await expect(page.getByText(/Test label/).last()).toBeVisible();
	await expect.poll(() => (existsSync(station.labelsDir) ? readdirSync(station.labelsDir) : [])).toHaveLength(1);
});

test('takes a typed or pasted decimal comma in a number field', async ({ station }) => {
	const { page } = station;
	const weight = page.getByRole('spinbutton', { name: 'Parcel 1: Weight (kg)' });
	await weight.click();
	await page.keyboard.type('5,5');
	await expect(weight).toHaveValue('5,5');
	await page.keyboard.press('Tab');
	await expect(weight).toHaveValue('5.5');
	await weight.press('Control+a');
	await page.keyboard.insertText('1,75');
	await page.keyboard.press('Tab');
	await expect(weight).toHaveValue('1.75');
	// A unit may be typed until the field is left, but no other letters.
	await weight.press('Control+a');
	await page.keyboard.insertText('2400 g');
	await page.keyboard.type('x');
	await expect(weight).toHaveValue('2400 g');
	await page.keyboard.press('Tab');
	await expect(weight).toHaveValue('2.4');
	await changeSettings(page, { language: 'de' });
	await expect(page.getByRole('spinbutton', { name: 'Paket 1: Gewicht (kg)' })).toHaveValue('2,4');
});

test('chooses with Enter in a list, and moves on to the next field', async ({ station }) => {
	const { page } = station;
	await fillDutiableShip(page, { reasonForExport: null, incoterms: null });
	const reason = page.getByRole('combobox', { name: 'Reason for export' });
	await reason.focus();
	await page.keyboard.press('Enter');
	await expect(page.getByRole('listbox')).toBeVisible();
	await page.keyboard.press('Enter');
	await expect(page.getByRole('listbox')).toHaveCount(0);
	await expect(reason).toHaveValue('Commercial');
	const incoterms = page.getByRole('combobox', { name: 'Incoterms' });
	await expect(incoterms).toBeFocused();
	await page.keyboard.type('ddp');
	await page.keyboard.press('Enter');
	await expect(incoterms).toHaveValue('DDP · you pay');
	await expect(page.getByRole('textbox', { name: 'Reference' })).toBeFocused();
});

test('chooses a country by its code, typed as fast as the keyboard sends it', async ({ station }) => {
	const { page } = station;
	await page.keyboard.press('F2');
	await page.getByLabel('To: Address line 2').focus();
	await page.keyboard.press('Tab');
	await page.keyboard.type('CH');
	await page.keyboard.press('Enter');
	await expect(page.getByLabel('To: Country')).toHaveValue('Switzerland (CH)');
	await expect(page.getByLabel('To: Postcode')).toBeFocused();
	// The country of origin, which is shown by its code. Tab chooses too.
	await page.getByLabel('Item 1: price each in euros').focus();
	await page.keyboard.press('Tab');
	await page.keyboard.type('nl');
	await page.keyboard.press('Tab');
	await expect(page.getByLabel('Item 1: country of origin')).toHaveValue('NL');
	await expect(page.getByLabel('Item 1: HS code')).toBeFocused();
});
