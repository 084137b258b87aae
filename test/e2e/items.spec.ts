// The catalogue of items in the station: import, search by a scanned code, edit, undo.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './fixtures';
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
