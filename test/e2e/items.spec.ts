// The catalogue of items in the station: import, search by a scanned code, edit, undo.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { sender } from '../fixtures/shipment-draft';
import { expect, test } from './fixtures';
import { importOrderFile, saveItem } from './seed';
import { answerDialogs, openScreen, scan } from './station';

test('imports items, finds one by its bar code, changes it, and undoes that', async ({ station }) => {
	const { page, dataDir } = station;
	await openScreen(page, 'Items');
	await expect(page.getByText('No items yet.')).toBeVisible();
	const file = path.join(dataDir, 'items.csv');
	writeFileSync(file, 'SKU,Name,EAN,Weight (g)\nMUG-1,Blue mug,9521234543213,300\nMUG-2,Red mug,,300\n,No number,,\n');
	await answerDialogs(station, { open: file });
	await page.getByRole('button', { name: 'Import a file' }).click();
	await page.getByRole('button', { name: 'Choose a file…' }).click();
	await page.getByRole('button', { name: 'Preview import' }).click();
	await expect(page.getByRole('row', { name: /A SKU is required/ })).toBeVisible();
	await page.getByRole('button', { name: 'Import 2 items' }).click();
	await page.getByRole('button', { name: 'View items' }).click();
	await expect(page.getByRole('row', { name: /mug/ })).toHaveCount(2);

	await page.getByLabel('Search items').fill('95212');
	await expect(page.getByRole('row', { name: /mug/ })).toHaveCount(1);
	await page.getByRole('row', { name: /Blue mug/ }).click();
	const panel = page.getByRole('complementary', { name: 'Edit item' });
	await panel.getByLabel('Name').fill('Sky mug');
	await panel.getByRole('button', { name: 'Add bar code' }).click();
	await scan(page, 'MUG1-ALT');
	await expect(panel.getByRole('textbox', { name: 'Bar code 2' })).toHaveValue('MUG1-ALT');
	await panel.getByRole('button', { name: 'Save' }).click();
	await expect(page.getByRole('row', { name: /Sky mug/ })).toBeVisible();

	// A scan on another screen opens the item.
	await openScreen(page, 'Ship');
	await scan(page, '9521234543213');
	await expect(panel.getByLabel('Name')).toHaveValue('Sky mug');
	await panel.getByRole('button', { name: 'Undo' }).first().click();
	await expect(page.getByRole('row', { name: /Blue mug/ })).toBeVisible();
});

test.describe('a picture', () => {
	test.use({ settings: { sender } });

	test('is shown in Pack; a file that is no picture changes nothing', async ({ station }) => {
		const { page } = station;
		await saveItem(page, { sku: 'TEE', name: 'Cotton T-shirt' });
		await openScreen(page, 'Items');
		await page.getByRole('row', { name: /Cotton T-shirt/ }).click();
		const field = page.getByRole('group', { name: 'Picture' });
		const file = field.locator('input[type=file]');
		// A picture of 600×300 pixels, drawn by the page.
		const png = await page.evaluate(async () => {
			const canvas = new OffscreenCanvas(600, 300);
			const context = canvas.getContext('2d');
			if (context) context.fillStyle = 'red';
			context?.fillRect(0, 0, 600, 300);
			return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer())];
		});
		await file.setInputFiles({ name: 'tee.png', mimeType: 'image/png', buffer: Buffer.from(png) });
		const picture = field.getByRole('img', { name: 'Cotton T-shirt' });
		await expect(picture).toBeVisible();
		expect(await picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(480);
		await file.setInputFiles({ name: 'bad.png', mimeType: 'image/png', buffer: Buffer.from(png.slice(0, 60)) });
		await expect(field.getByRole('alert')).toHaveText('The picture cannot be read. Nothing was saved.');
		await expect(picture).toBeVisible();

		await importOrderFile(
			station,
			'Order number;Contact person;Street;Postcode;City;Country;SKU;Item description;Quantity;Unit price\nSO-1;A;Invalidenstraße 10;10115;Berlin;Germany;TEE;Shirt;1;5\n',
		);
		await openScreen(page, 'Pack');
		await scan(page, 'SO-1');
		await expect(page.locator('[data-sku=TEE] img')).toBeVisible();
		await openScreen(page, 'Items');
		await page.getByRole('row', { name: /Cotton T-shirt/ }).click();
		await field.getByRole('button', { name: 'Remove the picture' }).click();
		await expect(field.getByRole('img')).toHaveCount(0);
	});
});
