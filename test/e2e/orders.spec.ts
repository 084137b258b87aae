// Orders from a file, booked as a batch by keys and clicks; a row is edited; the result is exported; a folder is watched.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { killDuringBatch } from '../faults/batch';
import { ordersCsv } from '../fixtures/orders';
import { sender } from '../fixtures/shipment-draft';
import { expect, test } from './fixtures';
import { answerDialogs, choose, invoke, openScreen } from './station';

test.use({ settings: { sender } });

const ROW_WITHOUT_PAPERS =
	'SO-9;;Zoë Müller;Bahnhofstrasse 1;8001;Zürich;Switzerland;+41 44 123 45 67;zoe@example.com;Shirt;1;9;NL;1;20;20;20\r\n';

test('checks, corrects, prices, books and exports a file of orders', async ({ station }) => {
	const { page, dataDir } = station;
	const file = path.join(dataDir, 'monday.csv');
	const result = path.join(dataDir, 'result.csv');
	writeFileSync(file, ordersCsv(8) + ROW_WITHOUT_PAPERS);
	await answerDialogs(station, { open: file, save: result });
	await openScreen(page, 'Bulk mode');
	await page.getByRole('button', { name: 'Import orders…' }).click();
	await expect(page.getByLabel('Import Unit price as')).toHaveValue('Item: unit price');
	await page.getByRole('button', { name: 'Import orders', exact: true }).click();
	await expect(page.getByRole('button', { name: /Needs fixing/ })).toContainText('1');

	// Edit the row in the form, where its missing fields are marked.
	await page.getByRole('row', { name: /Zoë Müller/ }).click();
	await page.getByLabel('Reason for export').click();
	await page.getByRole('option', { name: 'Commercial' }).click();
	await page.getByLabel('Incoterms').click();
	await page.getByRole('option', { name: /DAP/ }).click();
	await page.keyboard.press('Control+s');
	await expect(page.getByRole('heading', { name: 'monday.csv' })).toBeVisible();
	await expect(page.getByRole('button', { name: /Needs fixing/ })).toHaveCount(0);

	await choose(page, 'Print order', 'By carrier');
	await page.getByRole('button', { name: 'Get rates' }).click();
	await page.getByRole('button', { name: 'Book + print 9' }).click();
	await expect(page.getByText('9 of 9')).toBeVisible();
	await expect(page.getByRole('row', { name: /Booked.*Zoë Müller/ })).toBeVisible();
	// The folder is created with the first label.
	const labels = () =>
		existsSync(station.labelsDir)
			? readdirSync(station.labelsDir).filter((name) => name.endsWith('-label.pdf')).length
			: 0;
	await expect.poll(labels).toBe(9);
	await page.getByRole('button', { name: 'Export result' }).click();
	await expect(page.getByText(/The result was saved to/)).toBeVisible();
	const lines = readFileSync(result, 'utf8').trim().split('\r\n');
	expect(lines).toHaveLength(10);
	expect(lines.slice(1).every((line) => line.split(',')[1] === 'booked')).toBe(true);

	// Find the shipments in the list by their properties.
	await openScreen(page, 'Shipments');
	await choose(page, 'Country', 'Switzerland');
	// The titles, the day and the shipment.
	await expect(page.getByRole('row')).toHaveCount(3);
	await page.getByLabel('Search shipments').fill('zoe');
	await expect(page.getByRole('row', { name: /Zoë Müller/ })).toBeVisible();
	await page.getByLabel('Search shipments').fill('nobody');
	await expect(page.getByText('No shipment matches the filters')).toBeVisible();
	await page.getByRole('button', { name: 'Show all' }).click();
	await choose(page, 'State', 'Booked');
	await page.getByRole('button', { name: 'Export' }).click();
	await expect(page.getByText(/9 shipments were saved to/)).toBeVisible();
	expect(readFileSync(result, 'utf8').trim().split('\r\n')).toHaveLength(10);

	// A new shipment with the same data is in the form.
	await page.getByRole('row', { name: /Zoë Müller/ }).click();
	await page.getByRole('complementary', { name: 'Shipment' }).waitFor();
	await page.keyboard.press('Control+d');
	await expect(page.getByRole('region', { name: 'To', exact: true })).toContainText('Zoë Müller');
	await expect(page.getByLabel('Reference')).toHaveValue('SO-9');
});

test('opens the first file of a watched folder once, and makes batches of later ones without a click', async ({
	station,
}) => {
	const { page, dataDir } = station;
	await answerDialogs(station, { agrees: true });
	await invoke(page, 'settings.save', { ...(await invoke<object>(page, 'settings.read')), ordersFolder: dataDir });
	writeFileSync(path.join(dataDir, 'first.csv'), ordersCsv(2));
	await openScreen(page, 'Bulk mode');
	await expect(page.getByText('open it once')).toBeVisible();
	await page.getByRole('button', { name: 'Open', exact: true }).click();
	await page.getByRole('button', { name: 'Import orders', exact: true }).click();
	await expect(page.getByRole('heading', { name: 'first.csv' })).toBeVisible();
	writeFileSync(path.join(dataDir, 'second.csv'), ordersCsv(3));
	await page.getByRole('button', { name: 'Bulk mode', exact: true }).click();
	await expect(page.getByRole('row', { name: /second\.csv/ })).toContainText('3');
	await expect.poll(() => existsSync(path.join(dataDir, 'taken', 'second.csv'))).toBe(true);
	await expect.poll(() => existsSync(path.join(dataDir, 'taken', 'first.csv'))).toBe(true);
	await expect(page.getByRole('row')).toHaveCount(3);
});

test('gives every row one outcome, booking and label when the station is killed during a batch', async () => {
	const report = await killDuringBatch(12, 1);
	expect(report).toMatchObject({
		kills: 1,
		outcomes: { booked: 12 },
		labels: 12,
		boughtTwice: 0,
		printedTwice: 0,
		lost: 0,
		misreported: 0,
	});
});
