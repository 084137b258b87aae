// The Pack screen with a simulated scanner: whole orders by scans alone, each kind of refused scan, and scans at awkward moments.
import { existsSync, readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { sender } from '../fixtures/shipment-draft';
import { expect, test } from './fixtures';
import { importOrderFile, saveItem } from './seed';
import { invoke, openScreen, scan } from './station';

test.use({ settings: { sender } });

const TEE = '4006381333931';
const MUG = '5901234123457';
const HAT = '9521234543213';

/** A CSV file with a row for each SKU of each order. */
function orderRows(orders: Record<string, Record<string, number>>): string {
	const rows = Object.entries(orders).flatMap(([number, lines]) =>
		Object.entries(lines).map(([sku, quantity]) =>
			[
				number,
				`Customer ${number}`,
				'Invalidenstraße 10;10115;Berlin;Germany;+49 30 123456;customer@example.com',
				sku,
				`The ${sku}`,
				quantity,
				'12,50;NL;30;20;10',
			].join(';'),
		),
	);
	const titles =
		'Order number;Contact person;Street;Postcode;City;Country;Phone;E-mail;SKU;Item description;Quantity;Unit price;Made in;Length;Width;Height';
	return `${[titles, ...rows].join('\r\n')}\r\n`;
}

async function saveItems(page: Page): Promise<void> {
	await saveItem(page, { sku: 'TEE', name: 'Cotton T-shirt', codes: [{ code: TEE, quantity: 1 }] });
	await saveItem(page, { sku: 'MUG', name: 'Blue mug', codes: [{ code: MUG, quantity: 1 }] });
	await saveItem(page, { sku: 'HAT', name: 'Straw hat', codes: [{ code: HAT, quantity: 1 }] });
}

/** Scans a code, and waits until the band shows this answer. */
async function scanFor(page: Page, code: string, verdict: 'right' | 'wrong' | 'ask' | 'done', title: string | RegExp) {
	await scan(page, code);
	await expect(page.getByTestId('pack-title')).toHaveText(title);
	await expect(page.getByTestId('pack-band')).toHaveAttribute('data-verdict', verdict);
}
/** Number of packed and wanted pieces of a line, as `1 / 2`. */
const countOf = (page: Page, sku: string) => page.locator(`[data-sku="${sku}"]`).getByTestId('pack-line-count');

/** Waits until the label of the order on the screen is printed. @returns the code of its label */
async function untilPrinted(page: Page, labelsDir: string, labelCount: number): Promise<string> {
	const number = page.getByTestId('pack-tracking-number');
	await expect(number).toBeVisible();
	// The folder is created with the first label.
	const labels = () =>
		existsSync(labelsDir) ? readdirSync(labelsDir).filter((name) => name.endsWith('-label.pdf')) : [];
	await expect.poll(() => labels().length).toBe(labelCount);
	return (await number.innerText()).replace(/\s/g, '');
}

test('packs orders with as many scans as they have items, and two more for the order and its label', {
	tag: '@journey',
}, async ({ station }) => {
	const { page, labelsDir } = station;
	await saveItems(page);
	await importOrderFile(station, orderRows({ 'SO-1': { TEE: 2, MUG: 1 }, 'SO-2': { HAT: 1, TEE: 1 } }));
	await openScreen(page, 'Pack');
	await expect(page.getByRole('region', { name: 'Open orders' })).toContainText('SO-1');

	const items = [TEE, MUG, TEE];
	let scanCount = 0;
	const countedScan = async (
		...parameters: Parameters<typeof scanFor> extends [unknown, ...infer Rest] ? Rest : never
	) => {
		scanCount += 1;
		await scanFor(page, ...parameters);
	};
	await countedScan('SO-1', 'right', 'Order SO-1');
	await countedScan(TEE, 'right', 'Cotton T-shirt');
	await expect(countOf(page, 'TEE')).toHaveText('1 / 2');
	await countedScan(MUG, 'right', 'Blue mug');
	// The last item closes the package, books and prints.
	scanCount += 1;
	await scan(page, TEE);
	const label = await untilPrinted(page, labelsDir, 1);
	// The label is verified, and opens the next order.
	await countedScan(label, 'done', 'Label OK');
	await expect(page.getByTestId('pack-order')).toHaveText('SO-2');
	expect(scanCount).toBe(items.length + 2);

	// The next order needs no scan of its number.
	await scanFor(page, HAT, 'right', 'Straw hat');
	await scan(page, TEE);
	await scanFor(page, await untilPrinted(page, labelsDir, 2), 'done', 'Label OK');
	await expect(page.getByText('No order waits to be packed.')).toBeVisible();
	const { orders } = await invoke<{ orders: { state: string }[] }>(page, 'orders.list', {
		filter: {},
		sort: { by: 'number', isDescending: false },
		offset: 0,
		limit: 10,
	});
	expect(orders.map(({ state }) => state)).toEqual(['shipped', 'shipped']);

	// The panels of the shipment and the order show what was done.
	await openScreen(page, 'Shipments');
	await page.getByRole('row', { name: /Customer SO-1/ }).click();
	const panel = page.getByRole('complementary', { name: 'Shipment' });
	await panel.getByText('Packing', { exact: true }).click();
	await expect(panel.getByText('Scanned: 1 × TEE')).toHaveCount(2);
	await expect(panel.getByText(`Label verified: ${label}`)).toBeVisible();
});

test('refuses wrong, surplus and unknown items, finishing too early, and undoes the last scan', async ({ station }) => {
	const { page } = station;
	await saveItems(page);
	await importOrderFile(station, orderRows({ 'SO-1': { TEE: 1, MUG: 2 } }));
	await openScreen(page, 'Pack');
	await scanFor(page, 'SO-1', 'right', 'Order SO-1');
	await scanFor(page, TEE, 'right', 'Cotton T-shirt');
	await scanFor(page, HAT, 'wrong', 'Not in this order');
	await expect(page.getByTestId('pack-band')).toContainText('Straw hat is not in this order. Put it back.');
	await scanFor(page, TEE, 'wrong', 'Already complete');
	await scanFor(page, 'FINISHCODE', 'wrong', 'Not complete');
	await expect(countOf(page, 'TEE')).toHaveText('1 / 1');
	await expect(countOf(page, 'MUG')).toHaveText('0 / 2');

	await scanFor(page, 'UNDOCODE', 'right', 'Undone');
	await expect(countOf(page, 'TEE')).toHaveText('0 / 1');
	await scanFor(page, MUG, 'right', 'Blue mug');

	// Only data on disk remains: the order is continued with the same lines.
	const linesBefore = await page.getByRole('region', { name: 'Lines' }).innerText();
	await station.reopen();
	await openScreen(page, 'Pack');
	await expect(page.getByTestId('pack-order')).toHaveText('SO-1');
	expect(await page.getByRole('region', { name: 'Lines' }).innerText()).toBe(linesBefore);
	await scanFor(page, TEE, 'right', 'Cotton T-shirt');

	// A code that nobody knows is taught on the spot, and counts.
	await scanFor(page, 'MUG-OLD-CODE', 'wrong', 'Unknown code');
	await page.keyboard.press('Alt+c');
	const form = page.getByTestId('pack-teach');
	await expect(form).toContainText('MUG-OLD-CODE');
	await expect(form.getByRole('combobox', { name: 'Item' })).toHaveValue(/Blue mug/);
	await page.keyboard.press('Enter');
	await expect(form).toHaveCount(0);
	await expect(page.getByTestId('pack-tracking-number')).toBeVisible();
	const [mug] = (
		await invoke<{ items: { codes: { code: string }[] }[] }>(page, 'items.list', {
			text: 'Blue mug',
			onlyIncomplete: false,
			offset: 0,
			limit: 1,
		})
	).items;
	expect(mug?.codes.map(({ code }) => code)).toEqual([MUG, 'MUG-OLD-CODE']);
});

test('asks for serial numbers, and continues an order that was put off', async ({ station }) => {
	const { page, labelsDir } = station;
	await saveItems(page);
	await saveItem(page, {
		sku: 'CAM',
		name: 'Camera',
		codes: [{ code: '7612345678900', quantity: 1 }],
		flags: ['needsSerial'],
	});
	await importOrderFile(station, orderRows({ 'SO-1': { CAM: 2 }, 'SO-2': { CAM: 1 } }));
	await openScreen(page, 'Pack');
	await scanFor(page, 'SO-1', 'right', 'Order SO-1');
	await scanFor(page, '7612345678900', 'ask', 'Scan the serial number');
	await expect(page.getByLabel('Serial number of Camera')).toBeFocused();
	// The bar code of the item is a frequent mistake.
	await scanFor(page, '7612345678900', 'wrong', 'Code not readable');
	await scanFor(page, 'SN-0001', 'right', 'Camera');
	await scanFor(page, 'LATERCODE', 'right', 'Postponed');
	const waiting = page.getByRole('listitem').filter({ hasText: 'SO-1' });
	await expect(waiting).toContainText('Postponed');

	await scanFor(page, 'SO-1', 'right', 'Order SO-1');
	await expect(countOf(page, 'CAM')).toHaveText('1 / 2');
	await scanFor(page, '7612345678900', 'ask', 'Scan the serial number');
	await scanFor(page, 'SN-0001', 'wrong', 'Serial number used before');
	await scan(page, 'SN-0002');
	await scanFor(page, await untilPrinted(page, labelsDir, 1), 'done', 'Label OK');
	await expect(page.getByTestId('pack-order')).toHaveText('SO-2');
	await scanFor(page, '7612345678900', 'ask', 'Scan the serial number');
	await scanFor(page, 'SN-0002', 'wrong', 'Serial number used before');
});

test('takes scans while a field or a dialog has the focus, and types nothing into it', async ({ station }) => {
	const { page } = station;
	await saveItems(page);
	await importOrderFile(station, orderRows({ 'SO-1': { TEE: 4, MUG: 1 }, 'SO-2': { MUG: 1 } }));
	await openScreen(page, 'Shipments');
	const search = page.getByLabel('Search shipments');
	await search.focus();
	await search.fill('berlin');
	await scan(page, 'SO-1');
	await expect(page).toHaveTitle('Waybill · Pack');
	await expect(page.getByTestId('pack-order')).toHaveText('SO-1');

	await scan(page, TEE);
	await expect(countOf(page, 'TEE')).toHaveText('1 / 4');
	await expect(page.getByRole('textbox', { name: 'Scan or type a code' })).toHaveValue('');

	await page.keyboard.press('Alt+h');
	const note = page.getByTestId('pack-problem').getByLabel('Note');
	await note.fill('One is scratched');
	await scan(page, TEE);
	await expect(countOf(page, 'TEE')).toHaveText('2 / 4');
	await expect(note).toHaveValue('One is scratched');
	await note.press('Escape');

	await page.keyboard.press('Control+k');
	const commands = page.getByPlaceholder('Search or run…');
	await commands.fill('add');
	await scan(page, TEE);
	await expect(countOf(page, 'TEE')).toHaveText('3 / 4');
	await expect(commands).toHaveValue('add');
	await page.keyboard.press('Escape');

	// Two codes at once.
	await scan(page, TEE);
	await scan(page, TEE);
	await expect(countOf(page, 'TEE')).toHaveText('4 / 4');
	await expect(page.getByTestId('pack-title')).toHaveText('Already complete');

	// Another order while this one is half packed.
	await openScreen(page, 'Shipments');
	await expect(search).toHaveValue('berlin');
	await scan(page, 'SO-2');
	await expect(page.getByTestId('pack-title')).toHaveText('Another order');
	await expect(page.getByTestId('pack-order')).toHaveText('SO-1');
});
