import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './fixtures';
import { fillDutiableShip } from './seed';
import { chooseCountry, openScreen, waitForOptions } from './station';

test('estimates duties with a chosen code, explains them by line, and copies and prints them', {
	tag: '@journey',
}, async ({ station }) => {
	const { page, app } = station;
	await openScreen(page, 'Duties');
	await chooseCountry(page, 'From: country', 'China');
	await chooseCountry(page, 'To: country', 'Germany');
	await page.getByLabel('To: postcode').fill('10115');
	await page.getByLabel('Item 1: description').fill('cotton t-shirt, printed');
	await expect(page.getByTestId('hs-hint-1')).toContainText('6109.10');
	// Announced with the field by screen readers.
	await expect(page.getByLabel('Item 1: HS code')).toHaveAccessibleDescription(/6109\.10/);
	await page.getByLabel('Item 1: quantity').fill('20');
	await page.getByLabel('Item 1: price each in euros').fill('10');
	await chooseCountry(page, 'Item 1: country of origin', 'China');
	await page.getByLabel('Item 1: HS code').focus();
	await page.keyboard.press('ArrowDown');
	await expect(page.getByRole('option', { name: /6109\.10/ })).toBeVisible();
	await page.keyboard.press('Enter');
	await expect(page.getByLabel('Item 1: HS code')).toHaveValue('6109.10');
	await expect(page.getByTestId('hs-hint-1')).toContainText('✓');
	await page.getByLabel(/Shipping price/).fill('30');
	const estimate = page.getByRole('region', { name: 'Estimate' });
	await expect(estimate.getByTestId('dues')).toHaveText('€76.54');
	await expect(estimate.getByText('MFN duty')).toBeVisible();
	await expect(estimate.getByText('12.0 % of 230.00 EUR (customs value with freight, CIF)')).toBeVisible();
	await expect(estimate.getByTestId('landed-cost')).toHaveText('€306.54');
	await expect(estimate.getByRole('region', { name: 'DAP' })).toContainText('€76.54');
	await expect(estimate.getByRole('region', { name: 'DDP' })).toContainText('€106.54');

	await estimate.getByRole('button', { name: 'Copy' }).click();
	await expect(estimate.getByRole('status')).toHaveText('Copied');
	expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toContain('MFN duty (6109.10): €27.60');
	await estimate.getByRole('button', { name: 'Print' }).click();
	await expect(estimate.getByRole('status')).toContainText('Sent to');
	const name = readdirSync(station.labelsDir).find((file) => file.includes('duties-estimate')) as string;
	expect(readFileSync(path.join(station.labelsDir, name)).subarray(0, 5).toString()).toBe('%PDF-');

	// The chosen code is remembered for the same description, also after a restart.
	await station.reopen();
	await openScreen(page, 'Duties');
	await page.getByLabel('Item 1: description').fill('Cotton T-shirt,  printed');
	await page.keyboard.press('Tab');
	await expect(page.getByLabel('Item 1: HS code')).toHaveValue('6109.10');
	await expect(page.getByTestId('hs-hint-1')).toContainText('chosen at this desk');
});

test('marks an invalid code and names it in the error', async ({ station }) => {
	const { page } = station;
	await openScreen(page, 'Duties');
	await chooseCountry(page, 'From: country', 'Netherlands');
	await chooseCountry(page, 'To: country', 'Switzerland');
	await page.getByLabel('Item 1: description').fill('Shirt');
	await page.getByLabel('Item 1: price each in euros').fill('10');
	await page.getByLabel('Item 1: HS code').fill('6109.99');
	await page.keyboard.press('Tab');
	await expect(page.getByRole('alert').filter({ hasText: /^610999 is not an HS 2022 code/ })).toBeVisible();
});

test('shows the landed cost of a dutiable shipment, and books an item without a code only after a warning', async ({
	station,
}) => {
	const { page } = station;
	const item = { description: 'Cotton T-shirt', quantity: 10, priceEur: 12.5, originCountry: 'NL', hsCode: '' };
	await fillDutiableShip(page, { contents: [item] });
	await waitForOptions(page);
	const duties = page.getByRole('region', { name: 'Duties and taxes' });
	await expect(duties.getByText('VAT')).toBeVisible();
	await expect(duties.getByText('Landed cost')).toBeVisible();
	await expect(page.getByTestId('hs-hint-1')).toContainText('Suggested: 6109.10');
	const warning = page.getByText(/has no HS code\. Suggestion: 6109\.10.*Nothing was sent/);
	await page.keyboard.press('Control+Enter');
	await expect(warning).toBeVisible();
	// A key press is ignored until the warning could be read (test/renderer/features/ship/ship.test.ts), so it is repeated.
	await expect(async () => {
		await page.keyboard.press('Control+Enter');
		await expect(page.getByTestId('tracking-number')).toBeVisible({ timeout: 2000 });
	}).toPass();
});
