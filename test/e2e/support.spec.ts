import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { sender } from '../fixtures/composition';
import { newDataDir, startStation } from './station';

test('what support is told is shown, and saved as it was shown', async () => {
	const dataDir = newDataDir({ sender, deskName: 'Desk of Jan' });
	const station = await startStation(dataDir);
	const { page, app } = station;
	const file = path.join(dataDir, 'for-support.json');
	await app.evaluate(({ dialog }, filePath) => {
		dialog.showSaveDialog = (async () => ({ canceled: false, filePath })) as typeof dialog.showSaveDialog;
	}, file);
	const unseen = await page.evaluate(() => window.waybill.invoke('support.save', undefined));
	expect(unseen).toMatchObject({ ok: false, error: { code: 'input.invalid' } });
	await page.getByRole('link', { name: 'Settings' }).click();
	await page.getByRole('button', { name: 'Show what it holds' }).click();
	const shown = await page.getByTestId('support-text').innerText();
	expect(existsSync(file)).toBe(false);
	await page.screenshot({ path: 'out/support.png' });
	await page.getByRole('button', { name: 'Save as a file…' }).click();
	await expect(page.getByText(`Saved as ${file}. Nothing was sent.`)).toBeVisible();
	const saved = readFileSync(file, 'utf8');
	expect(saved.trim()).toBe(shown.trim());
	expect(JSON.parse(saved)).toMatchObject({ shipments: { booked: 0 }, settings: { sender: 'set, left out' } });
	expect(saved).not.toMatch(/Jan|Voorbeeld|Damrak|1012 LG|example\.com/);
	await station.close();
});
