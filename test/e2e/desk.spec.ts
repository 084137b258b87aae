// Settings of a desk: setup, language, appearance, scanner and scale.
import { readLocale } from '../../tools/i18n.mjs';
import { ordersCsv } from '../fixtures/orders';
import { sender } from '../fixtures/shipment-draft';
import { expect, test } from './fixtures';
import { bookFilled, fillShip, importOrderFile } from './seed';
import { choose, emptyDataDir, openScreen, scan, waitForOptions } from './station';

test('guides through three steps by keyboard on the first start only', async ({ station }) => {
	const { page } = station;
	await station.open(emptyDataDir());
	const step = page.getByRole('dialog');
	await expect(step.getByRole('heading', { name: 'This desk' })).toBeVisible();
	await page.keyboard.insertText('Desk 4');
	await page.keyboard.press('Enter');
	await expect(step.getByRole('heading', { name: 'Shipping service' })).toBeVisible();
	await expect(step.getByRole('radio', { name: /Try it now/ })).toBeChecked();
	await page.keyboard.press('Enter');
	await expect(step.getByRole('heading', { name: 'Label printer' })).toBeVisible();
	await page.keyboard.press('Enter');
	await expect(step).toHaveCount(0);
	await expect(page.getByRole('banner').getByText('Desk 4')).toBeVisible();
	await station.reopen();
	await expect(page.getByRole('banner').getByText('Desk 4')).toBeVisible();
	await expect(page.getByRole('combobox', { name: /To: search/ })).toBeVisible();
	await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('skips the setup with one key', async ({ station }) => {
	const { page } = station;
	await station.open(emptyDataDir());
	await page.getByRole('dialog').waitFor();
	await page.keyboard.press('Escape');
	await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('shows every screen in Polish at once and after a restart, with its number and date formats', {
	tag: '@journey',
}, async ({ station }) => {
	const { page } = station;
	await bookFilled(page);
	await openScreen(page, 'Settings');
	await choose(page, 'Language', 'Polski');
	await page.keyboard.press('Control+s');
	await expect(page.getByRole('navigation').getByText('Ustawienia')).toBeVisible();
	await expect(page.getByRole('banner').getByText(readLocale('pl')['Built-in service'] ?? '')).toBeVisible();
	await page.keyboard.press('Control+9');
	await expect(page.getByText(/\d,\d\d\s€/).first()).toBeVisible();
	// Messages of the main process are translated too.
	await page.keyboard.press('Control+0');
	await page
		.getByRole('textbox', { name: /obserwowan/i })
		.first()
		.fill('orders');
	await page.keyboard.press('Control+s');
	await expect(page.getByRole('status').filter({ hasText: /[ąęłóśżźćń]/ })).toBeVisible();
	await station.reopen();
	await expect(page.getByRole('navigation').getByText('Przesyłki')).toBeVisible();
	expect(await page.evaluate(() => document.documentElement.lang)).toBe('pl');
});

test('closes a parcel when its label is scanned on any screen, and warns when it is scanned again', async ({
	station,
}) => {
	const { page } = station;
	const trackingNumber = await bookFilled(page);
	await openScreen(page, 'Settings');
	const field = page.getByLabel('Sender: Company');
	await field.focus();
	const before = await field.inputValue();
	await scan(page, trackingNumber);
	await expect(page.getByTestId('scan-notice')).toHaveText(/Muster GmbH · ORDER-1: label OK, parcel verified\./);
	// The focused field keeps its text.
	await expect(field).toHaveValue(before);
	await scan(page, trackingNumber);
	await expect(page.getByTestId('scan-notice')).toHaveText(
		/STOP: the label for Muster GmbH · ORDER-1 was already scanned/,
	);
	await page.getByTestId('scan-notice').getByRole('button', { name: 'OK' }).click();
	await scan(page, 'ORDER-1');
	await expect(page.getByTestId('scan-notice')).toHaveText(/ORDER-1 already has a shipment, to Muster GmbH/);
	await expect(page.getByRole('complementary', { name: 'Shipment' })).toBeVisible();
	await scan(page, 'NOTHING-KNOWN-1');
	await expect(page.getByTestId('scan-notice')).toHaveText(/not found at this desk/);
});

test.describe('with a sender in the settings', () => {
	test.use({ settings: { sender } });

	test('opens a row of a batch in Ship, and updates the batch when it is booked', async ({ station }) => {
		const { page } = station;
		await importOrderFile(station, ordersCsv(2));
		await openScreen(page, 'Bulk mode');
		await page.getByRole('row', { name: /orders\.csv/ }).click();
		await page.getByRole('row', { name: /Ben Voorbeeld/ }).click();
		await expect(page).toHaveTitle('Waybill · Ship');
		await expect(page.getByLabel('Reference')).toHaveValue('SO-1');
		await waitForOptions(page);
		await page.keyboard.press('Control+Enter');
		await page.getByTestId('tracking-number').waitFor();
		await openScreen(page, 'Bulk mode');
		await page.getByRole('row', { name: /orders\.csv/ }).click();
		await expect(page.getByRole('row', { name: /Booked.*Ben Voorbeeld/ })).toBeVisible();
		// The number of the other order opens Pack.
		await scan(page, 'SO-2');
		await expect(page).toHaveTitle('Waybill · Pack');
		await expect(page.getByTestId('pack-order')).toHaveText('SO-2');
	});
});

// No scale is connected: the browser's device is fake, everything behind it is the station's.
test('fills in the weight once the scale is stable', async ({ station }) => {
	const { page } = station;
	await page.getByRole('button', { name: 'Scale' }).waitFor();
	await page.evaluate(() => {
		const scale = Object.assign(new EventTarget(), {
			opened: false,
			productName: 'Bench scale 30 kg',
			open: async () => {},
			close: async () => {},
		});
		// The browser reports known devices late: a scale that the user has chosen meanwhile stays.
		const getDevices = () =>
			new Promise((resolve) => {
				Object.assign(window, { answerLate: () => resolve([]) });
			});
		const hid = Object.assign(new EventTarget(), { getDevices, requestDevice: async () => [scale] });
		Object.defineProperty(navigator, 'hid', { value: hid });
		Object.assign(window, {
			weigh(status: number, tenGrams: number) {
				const data = new DataView(Uint8Array.of(status, 3, 0xfe, tenGrams & 255, tenGrams >> 8).buffer);
				scale.dispatchEvent(Object.assign(new Event('inputreport'), { reportId: 3, data }));
			},
		});
	});
	const weigh = (status: number, tenGrams: number) =>
		page.evaluate(
			([first, second]) =>
				(window as unknown as { weigh(a: number, b: number): void }).weigh(first as number, second as number),
			[status, tenGrams],
		);
	await openScreen(page, 'Settings');
	await openScreen(page, 'Ship');
	await page.waitForFunction(() => 'answerLate' in window);
	await page.getByRole('button', { name: 'Scale' }).waitFor();
	await page.keyboard.press('F8');
	await page.evaluate(() => (window as unknown as { answerLate(): void }).answerLate());
	await expect(page.getByTestId('scale')).toHaveText('Scale');
	const weight = page.getByLabel('Parcel 1: Weight (kg)');
	await weigh(3, 410);
	await expect(page.getByTestId('scale')).toHaveText('4.1 kg');
	await expect(weight).toHaveValue('');
	await weigh(4, 432);
	await expect(weight).toHaveValue('4.32');
	await page.getByRole('button', { name: /^Add/ }).first().click();
	await weigh(2, 0);
	await weigh(4, 115);
	await expect(page.getByLabel('Parcel 2: Weight (kg)')).toHaveValue('1.15');
	await expect(weight).toHaveValue('4.32');
});

test('fills in pasted dimensions and offers a small saving', async ({ station }) => {
	const { page } = station;
	await fillShip(page, { parcels: [{ count: 1 }] });
	await page.getByLabel('Parcel 1: Length (cm)').focus();
	await page.evaluate(() => {
		const clipboardData = new DataTransfer();
		clipboardData.setData('text', '40x30x20 5.2kg');
		document.activeElement?.dispatchEvent(
			new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
		);
	});
	await expect(page.getByLabel('Parcel 1: Height (cm)')).toHaveValue('20');
	await expect(page.getByLabel('Parcel 1: Weight (kg)')).toHaveValue('5.2');
	await waitForOptions(page);
	// 5.2 kg are billed as 6 kg: the hint must match the rates.
	const before = await page.getByRole('radiogroup').locator('label .option-price').first().innerText();
	await expect(page.getByTestId('saving')).toHaveText(/^Save €\d\.\d\d by removing 0\.2 kg$/);
	const saved = Number(/€(\d\.\d\d)/.exec(await page.getByTestId('saving').innerText())?.[1]);
	await page.getByLabel('Parcel 1: Weight (kg)').fill('5');
	const first = page.getByRole('radiogroup').locator('label .option-price').first();
	await expect(first).not.toHaveText(before);
	expect(Number((await first.innerText()).slice(1))).toBeCloseTo(Number(before.slice(1)) - saved, 2);
});
