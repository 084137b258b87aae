import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sender } from '../fixtures/shipment-draft';
import { expect, test } from './fixtures';
import { usePartner } from './seed';
import { answerDialogs, invoke } from './station';

test.use({ settings: { sender, deskName: 'Desk of Jan' } });

test('shows the support file before saving it exactly as shown', async ({ station }) => {
	const { page, dataDir } = station;
	const file = path.join(dataDir, 'for-support.json');
	await answerDialogs(station, { save: file });
	const savedBeforePreview = await page.evaluate(() => window.waybill.invoke('support.save', undefined));
	expect(savedBeforePreview).toMatchObject({ ok: false, error: { code: 'input.invalid' } });
	await page.getByRole('link', { name: 'Settings' }).click();
	await page.getByRole('button', { name: 'Preview report' }).click();
	const shown = await page.getByTestId('support-text').innerText();
	expect(existsSync(file)).toBe(false);
	await page.getByRole('button', { name: 'Save as a file…' }).click();
	await expect(page.getByText(`Saved as ${file}. Nothing was sent.`)).toBeVisible();
	const saved = readFileSync(file, 'utf8');
	expect(saved.trim()).toBe(shown.trim());
	expect(JSON.parse(saved)).toMatchObject({ shipments: { booked: 0 }, settings: { sender: 'set, left out' } });
	expect(saved).not.toMatch(/Jan|Voorbeeld|Damrak|1012 LG|example\.com/);
});

test('names the host of a partner service in the support file', async ({ station }) => {
	await usePartner(station, 'http://127.0.0.1:9/tenants/one');
	const { text } = await invoke<{ text: string }>(station.page, 'support.collect');
	expect(JSON.parse(text)).toMatchObject({ service: { host: '127.0.0.1:9' }, key: { state: 'set' } });
});
