// People at a shared desk: sign-in by PIN and by a printed badge, what each role sees, and whose name the evidence has.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { verifyEvidence } from '../../tools/verify-evidence.mjs';
import { sender } from '../fixtures/shipment-draft';
import { readSymbols } from '../fixtures/symbols';
import { expect, test } from './fixtures';
import { importOrderFile, saveItem } from './seed';
import { answerDialogs, invoke, openScreen, scan } from './station';

test.use({ settings: { sender } });

const MUG = '5901234123457';

async function enterPin(page: Page, pin: string): Promise<void> {
	await page.getByLabel('PIN', { exact: true }).fill(pin);
	await page.keyboard.press('Enter');
}

test('people sign in, see the screens of their role, and their names are in the evidence', async ({ station }) => {
	const { page, labelsDir, dataDir } = station;
	await saveItem(page, { sku: 'MUG', name: 'Blue mug', codes: [{ code: MUG, quantity: 1 }], weightKg: 0.42 });
	const titles =
		'Order number;Contact person;Street;Postcode;City;Country;Phone;E-mail;SKU;Item description;Quantity;Unit price;Made in;Length;Width;Height';
	const row =
		'SO-1;Max Muster;Invalidenstraße 10;10115;Berlin;Germany;+49 30 123456;max@example.com;MUG;The mug;1;12,50;NL;20;20;20';
	await importOrderFile(station, `${titles}\r\n${row}\r\n`);

	await openScreen(page, 'Settings');
	const people = page.getByRole('region', { name: 'People' });
	const form = people.locator('form');
	for (const [name, role, pin] of [
		['Ada', 'Administrator', '902751'],
		['Finn', 'Packer', ''],
	] as const) {
		await form.getByLabel('Name').fill(name);
		await form.getByRole('combobox', { name: 'Role' }).click();
		await page.getByRole('option', { name: role }).click();
		await form.getByLabel('PIN').fill(pin);
		await form.getByRole('button', { name: 'Add person' }).click();
		await expect(people.getByRole('listitem').filter({ hasText: name })).toBeVisible();
	}
	await people.getByRole('listitem').filter({ hasText: 'Finn' }).getByRole('button', { name: 'Print badge' }).click();
	await expect(people.getByRole('status')).toContainText('The badge of Finn was sent to');
	const badgeFile = existsSync(labelsDir) ? readdirSync(labelsDir).find((name) => name.includes('badge')) : undefined;
	const [code] = await readSymbols(readFileSync(path.join(labelsDir, badgeFile ?? 'none')), 0, 300);
	expect(code?.text).toMatch(/^BDG/);
	await people.getByLabel('Packers see prices').uncheck();
	await people.getByLabel('People sign in at this desk').click();

	await expect(page.getByTestId('sign-in')).toBeVisible();
	await expect(page.getByRole('navigation', { name: 'Screens' })).toBeVisible();
	await enterPin(page, '111222');
	await expect(page.getByRole('alert')).toContainText('This is not the PIN of Ada.');
	// The screen says what the main process enforces.
	await expect(invoke(page, 'settings.save', {})).rejects.toThrow();
	await expect(invoke(page, 'people.list')).rejects.toThrow('Sign in first');

	await scan(page, code?.text ?? '');
	await expect(page.getByTestId('signed-in')).toContainText('Finn');
	const screens = page.getByRole('navigation', { name: 'Screens' }).getByRole('link');
	await expect(screens).toHaveCount(4);
	await expect(invoke(page, 'shipments.listUnknown')).rejects.toThrow('people.notAllowed');
	await openScreen(page, 'Pack');
	await scan(page, 'SO-1');
	await scan(page, MUG);
	await expect(page.getByTestId('pack-tracking-number')).toBeVisible();
	const trackingNumber = (await page.getByTestId('pack-tracking-number').textContent()) ?? '';
	await scan(page, trackingNumber.replace(/\s/g, ''));

	await page.keyboard.press('Control+l');
	await expect(page.getByTestId('sign-in')).toBeVisible();
	await enterPin(page, '902751');
	await expect(page.getByTestId('signed-in')).toContainText('Administrator');
	await expect(screens).toHaveCount(10);
	await openScreen(page, 'Shipments');
	await page.getByRole('row').filter({ hasText: 'Max Muster' }).first().click();
	const savePath = path.join(dataDir, 'evidence.pdf');
	await answerDialogs(station, { save: savePath });
	await page.getByRole('button', { name: /^Evidence/ }).click();
	await expect.poll(() => existsSync(savePath)).toBe(true);
	const { events } = verifyEvidence(readFileSync(savePath.replace('.pdf', '.evidence'), 'utf8'));
	const packerOf = (kind: string) => events.find((event) => event.kind === kind)?.packer;
	expect(packerOf('packing.scanned')).toBe('Finn');
	expect(packerOf('packing.labelVerified')).toBe('Finn');
	expect(packerOf('order.imported')).toBe('');
});
