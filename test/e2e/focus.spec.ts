// The focus never falls to the body of the page: after each step of a working day, some element has it.
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { bookFilled, fillDutiableShip, fillShip } from './seed';
import { emptyDataDir, openScreen, waitForOptions } from './station';

/** Name of the focused element; BODY if no element has the focus. */
const focusedName = (page: Page): Promise<string> =>
	page.evaluate(() => {
		const element = document.activeElement;
		if (!element || element === document.body) return 'BODY';
		return element.getAttribute('aria-label') ?? (element as HTMLElement).innerText.trim() ?? element.tagName;
	});
const expectFocus = (page: Page, step: string, name: RegExp = /^(?!BODY$)/) =>
	expect.poll(() => focusedName(page), { message: `the focus after ${step}` }).toMatch(name);

test('stays on the screen through a shipment', async ({ station }) => {
	const { page } = station;
	await bookFilled(page);
	await expectFocus(page, 'booking');
	await page.keyboard.press('Enter');
	await expectFocus(page, 'Next parcel', /^To: search/);

	await page.getByRole('combobox', { name: /^To: search/ }).fill('muster');
	await page.getByRole('option', { name: /Muster GmbH/ }).waitFor();
	await page.keyboard.press('Enter');
	await expectFocus(page, 'choosing an address', /^(Same as last time|Parcel 1)/);
	await page.keyboard.press('F2');
	await expectFocus(page, 'opening the address form', /^To: Company/);
	await page.getByRole('region', { name: 'To', exact: true }).getByRole('button', { name: 'Done' }).focus();
	await page.keyboard.press('Enter');
	await expectFocus(page, 'Done', /^Parcel 1: Length/);
	await page.getByRole('button', { name: 'Choose another' }).first().focus();
	await page.keyboard.press('Enter');
	await expectFocus(page, 'Choose another', /^To: search/);

	await fillDutiableShip(page);
	await page.keyboard.press('Alt+p');
	await expectFocus(page, 'Alt P', /^Parcel 2: Length/);
	await page.keyboard.press('Alt+c');
	await expectFocus(page, 'Alt C', /^Item 2: description/);
	// An empty item would be filled in before another one is added.
	await page.keyboard.type('Mug');
	await page.getByRole('region', { name: 'Contents' }).getByRole('button', { name: /^Add/ }).focus();
	await page.keyboard.press('Enter');
	await expectFocus(page, 'Add', /^Item 3: description/);
	for (const [line, left] of [
		[3, 2],
		[2, 1],
	]) {
		await page.getByRole('button', { name: `Remove item ${line}` }).focus();
		await page.keyboard.press('Enter');
		await expect(page.getByLabel(/^Item \d: description/)).toHaveCount(left ?? 0);
		await expectFocus(page, `removing item ${line}`, /item/i);
	}
	await page.getByRole('button', { name: 'Remove parcel 2' }).focus();
	await page.keyboard.press('Enter');
	await expectFocus(page, 'removing a parcel', /^Parcel 1/);

	// A route that needs no customs details: the field with the focus disappears.
	await page.getByRole('combobox', { name: 'Incoterms' }).focus();
	await fillShip(page);
	await expect(page.getByRole('combobox', { name: 'Incoterms' })).toHaveCount(0);
	await expectFocus(page, 'the customs details disappeared');
	await waitForOptions(page);
	await page.keyboard.press('Control+s');
	await expect(page.getByRole('region', { name: 'Result' })).toBeVisible();
	await expectFocus(page, 'saving a draft', /^Next parcel/);
	await page.keyboard.press('Enter');
	await expectFocus(page, 'Next parcel after a draft', /^To: search/);
});

test('stays on the screen when panels close and screens change', async ({ station }) => {
	const { page } = station;
	await bookFilled(page);
	await page.keyboard.press('Enter');
	await page.getByLabel('Reference').focus();
	await page.keyboard.press('F1');
	await page.getByRole('complementary', { name: 'Help' }).waitFor();
	await page.keyboard.press('Escape');
	await expectFocus(page, 'closing the help', /^Reference/);
	await page.keyboard.press('Control+k');
	await page.getByPlaceholder('Search or run…').waitFor();
	await page.keyboard.press('Escape');
	await expectFocus(page, 'closing the command menu', /^Reference/);

	for (const screen of [
		'Shipments',
		'Addresses',
		'Printers',
		'Bulk mode',
		'Reports',
		'Settings',
		'Duties',
		'Ship',
	] as const) {
		await openScreen(page, screen);
		await expectFocus(page, `opening ${screen}`);
	}

	await openScreen(page, 'Shipments');
	await page.getByRole('row', { name: /Muster GmbH/ }).click();
	const panel = page.getByRole('complementary', { name: 'Shipment' });
	await panel.waitFor();
	await panel.getByRole('button', { name: 'Close' }).focus();
	await page.keyboard.press('Enter');
	await expect(panel).toHaveCount(0);
	await expectFocus(page, 'closing the shipment');

	await openScreen(page, 'Printers');
	const rules = page.getByRole('region', { name: 'Print rules' });
	const removeButtons = rules.getByRole('button', { name: /^Rule \d+: remove/ });
	// Disabled until the rules are loaded.
	await expect(rules.getByRole('button', { name: 'Add rule' })).toBeEnabled();
	const count = await removeButtons.count();
	await rules.getByRole('button', { name: 'Add rule' }).focus();
	await page.keyboard.press('Enter');
	await expect(removeButtons).toHaveCount(count + 1);
	await expectFocus(page, 'adding a rule');
	for (let left = count; left >= 0; left -= 1) {
		await removeButtons.last().focus();
		await page.keyboard.press('Enter');
		await expect(removeButtons).toHaveCount(left);
		await expectFocus(page, 'removing a rule');
	}
});

test('stays on the screen through the first run', async ({ station }) => {
	const { page } = station;
	await station.open(emptyDataDir());
	const dialog = page.getByRole('dialog');
	await dialog.waitFor();
	for (const step of ['This desk', 'Shipping service', 'Label printer']) {
		await expect(dialog.getByRole('heading', { name: step })).toBeVisible();
		await expectFocus(page, step);
		await dialog.getByRole('button', { name: 'Skip this step' }).focus();
		await page.keyboard.press('Enter');
	}
	await expect(dialog).toHaveCount(0);
	await expectFocus(page, 'the first run', /^To: search/);
});

test('moves on from a field whose value changes the screen', async ({ station }) => {
	const { page } = station;
	await openScreen(page, 'Shipments');
	const showAll = page.getByRole('button', { name: 'Show all', exact: true });
	await page.getByLabel('From', { exact: true }).fill('01.11.2026');
	await page.keyboard.press('Tab');
	await expect(showAll).toBeVisible();
	await expectFocus(page, 'Tab', /^From: open calendar/);

	await showAll.click();
	await page.getByLabel('From', { exact: true }).fill('01.11.2026');
	await page.getByLabel('To', { exact: true }).click();
	await expect(showAll).toBeVisible();
	await expectFocus(page, 'a click on the next field', /^To$/);
});
