// Every screen against the accessibility rules: all rules in the light theme, colour contrast in the others.
import type { Page } from '@playwright/test';
import { keysOf } from '../../src-contract/lib/keys';
import { ordersCsv } from '../fixtures/orders';
import { sender } from '../fixtures/shipment-draft';
import { expectNoFindings } from './axe';
import { expect, test } from './fixtures';
import { SCREEN_GROUPS, settings } from './screen-states';
import { bookFilled, fillDutiableShip, importOrderFile } from './seed';
import { changeSettings, openScreen, SCREENS } from './station';

test.use({ settings: { theme: 'light' } });

/** The screens besides Ship, which a test has filled in. */
const OTHER_SCREENS = SCREENS.filter((screen) => screen !== 'Ship');

async function expectAccessible(page: Page, where: string): Promise<void> {
	await expectNoFindings(page, where);
	for (const theme of ['dark', 'contrast'] as const) {
		await changeSettings(page, { theme });
		// Finish colour transitions first: the rule applies to the final colours.
		await page.evaluate(() => {
			for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
		});
		await expectNoFindings(page, `${where}, ${theme}`, ['color-contrast']);
	}
	await changeSettings(page, { theme: 'light' });
}

test('breaks no accessibility rule on any empty screen', { tag: '@journey' }, async ({ station }) => {
	const { page } = station;
	for (const screen of SCREENS) {
		await openScreen(page, screen);
		await page.waitForLoadState('networkidle');
		await expectNoFindings(page, screen);
	}
});

test('breaks no accessibility rule on any screen in any theme', async ({ station }) => {
	const { page } = station;
	await page.getByRole('combobox', { name: /To: search/ }).waitFor();
	await expectAccessible(page, 'Ship, empty');
	await fillDutiableShip(page);
	await page.getByRole('radiogroup').waitFor();
	await expect(page.getByRole('region', { name: 'Duties and taxes' }).getByText('VAT')).toBeVisible();
	await expectAccessible(page, 'Ship, filled in');
	await page.getByRole('combobox', { name: 'Reason for export' }).press('Enter');
	await page.getByRole('listbox').waitFor();
	await expectAccessible(page, 'Ship, a list opened');
	await page.keyboard.press('Escape');
	await page.keyboard.press('Control+Enter');
	await page.getByTestId('tracking-number').waitFor();
	await expect(page.locator('canvas[data-drawn="true"]')).toBeVisible();
	await expectAccessible(page, 'Ship, booked');
	for (const screen of OTHER_SCREENS) {
		await openScreen(page, screen);
		await page.waitForLoadState('networkidle');
		await expectAccessible(page, screen);
	}
	await openScreen(page, 'Shipments');
	await page.getByRole('row', { name: /Muster AG/ }).click();
	await page.getByRole('complementary', { name: 'Shipment' }).waitFor();
	await expectAccessible(page, 'Shipments, one opened');
	await openScreen(page, 'Duties');
	await page.keyboard.press('Alt+s');
	await page.getByTestId('landed-cost').waitFor();
	await expectAccessible(page, 'Duties, estimated');
	await page.keyboard.press('Control+k');
	await page.getByRole('dialog').waitFor();
	await expectAccessible(page, 'the palette');
	await page.keyboard.press('Escape');
	await page.keyboard.press('F1');
	await page.getByRole('complementary', { name: 'Help' }).waitFor();
	await expectAccessible(page, 'the help');
});

test.describe('while packing', () => {
	test.use({ settings });

	test('breaks no accessibility rule in any state of Pack in any theme', async ({ station }) => {
		for (const { name, show } of SCREEN_GROUPS.Pack ?? []) {
			await show(station);
			await expectAccessible(station.page, name);
		}
	});
});

/** Height in pixels and font size of every text field, list and date field on the screen, each combination once. */
const fieldSizes = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const types = ['checkbox', 'radio', 'file'];
		const sizes = [...document.querySelectorAll<HTMLElement>('main input, main select')]
			.filter((field) => field.checkVisibility() && field.ariaHidden !== 'true')
			.filter((field) => !types.includes(field.getAttribute('type') ?? ''))
			// The filters in the title of a panel are smaller.
			.filter((field) => !field.closest('.select-sm'))
			.map((field) => `${Math.round(field.getBoundingClientRect().height)} ${getComputedStyle(field).fontSize}`);
		return [...new Set(sizes)];
	});

test('gives every field, list and date field one height and one font size', async ({ station }) => {
	const { page } = station;
	await fillDutiableShip(page);
	await page.getByRole('combobox', { name: 'Incoterms' }).waitFor();
	for (const screen of SCREENS) {
		await openScreen(page, screen);
		// The fields of a screen may appear once its data is loaded.
		await expect.poll(() => fieldSizes(page), screen).toEqual(['36 13.125px']);
	}
	await changeSettings(page, { isLarge: true });
	await expect.poll(() => fieldSizes(page)).toEqual(['44 15.75px']);
	expect(await page.locator('select').count()).toBe(0);
});

test('gives the parts of Ship their roles and names in the order of the work', async ({ station }) => {
	const { page } = station;
	await page.getByRole('combobox', { name: /To: search/ }).waitFor();
	await expect(page.getByRole('navigation', { name: 'Screens' })).toMatchAriaSnapshot(`
    - navigation "Screens":
      - link "Pack"
      - link "Ship"
      - link "Orders"
      - link "Shipments"
      - link "Printers"
      - link "Addresses"
      - link "Items"
      - link "Quote"
      - link "Reports"
      - link "Settings"
  `);
	await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Ship" [level=1]
      - region "To":
        - heading "To" [level=2]
        - 'combobox "To: search saved addresses"'
        - button "New F2"
      - region "From":
        - heading "From" [level=2]
        - 'combobox "From: search saved addresses"'
        - button "New F3"
      - region "Parcels":
        - heading "Parcels" [level=2]
        - 'spinbutton "Parcel 1: Count (×)"'
        - 'spinbutton "Parcel 1: Length (cm)"'
        - 'spinbutton "Parcel 1: Width (cm)"'
        - 'spinbutton "Parcel 1: Height (cm)"'
        - 'spinbutton "Parcel 1: Weight (kg)"'
      - region "Contents":
        - heading "Contents" [level=2]
        - 'textbox "Item 1: description"'
        - 'spinbutton "Item 1: quantity"'
        - 'spinbutton "Item 1: price each in euros"'
        - 'combobox "Item 1: country of origin"'
        - 'combobox "Item 1: HS code"'
      - region "Shipment options":
        - textbox "Reference"
        - checkbox "Insured"
        - checkbox "Pickup"
        - checkbox "Notify recipient" [checked]
      - region "Options":
        - heading "Options" [level=2]
      - button /Save draft/
      - button /Book \\+ print/
  `);
});

const locationOf = (end: string): string => `
  - region "${end}":
    - 'combobox "${end}: country"'
    - 'textbox "${end}: postcode"'
    - 'textbox "${end}: city"'`;

/** Parts of the screens that every release keeps; other parts may stand between them. */
const PARTS_OF_SCREENS: Partial<Record<Parameters<typeof openScreen>[1], string>> = {
	Pack: `
- main:
  - heading "Pack" [level=1]
  - status:
    - paragraph: Scan an order, an item or a tote
  - textbox "Scan or type a code"
  - region "Open orders":
    - button /Open the next order/
  - paragraph:
    - button "Print the command card"`,
	Orders: `
- main:
  - heading "Orders" [level=1]
  - textbox "Search orders"
  - button "Import orders…"
  - button "Bulk mode"
  - table "Orders":
    - rowgroup:
      - row /SO-2/`,
	'Bulk mode': `
- main:
  - heading "Bulk mode" [level=1]
  - button "Import orders…"
  - table:
    - rowgroup:
      - row /orders\\.csv/`,
	Quote: `
- main:
  - heading "Quote" [level=1]${locationOf('From')}${locationOf('To')}
  - region "Parcels":
    - 'spinbutton "Parcel 1: Count (×)"'
    - 'spinbutton "Parcel 1: Length (cm)"'
    - 'spinbutton "Parcel 1: Width (cm)"'
    - 'spinbutton "Parcel 1: Height (cm)"'
    - 'spinbutton "Parcel 1: Weight (kg)"'
  - region "Options"`,
	Duties: `
- main:
  - heading "Duties and taxes" [level=1]
  - button "Copy from shipment Alt S"${locationOf('From')}${locationOf('To')}
  - region "Goods":
    - 'textbox "Item 1: description"'
    - 'spinbutton "Item 1: quantity"'
    - 'spinbutton "Item 1: price each in euros"'
    - 'combobox "Item 1: country of origin"'
    - 'combobox "Item 1: HS code"'
  - region "Shipping":
    - spinbutton /Shipping price/`,
	Shipments: `
- main:
  - heading /Shipments/ [level=1]
  - textbox "Search shipments"
  - group "Filters"
  - table "Shipments":
    - rowgroup:
      - row /Muster GmbH/`,
	Addresses: `
- main:
  - heading /Addresses/ [level=1]
  - textbox "Search addresses"
  - table "Addresses":
    - rowgroup:
      - row /Muster GmbH/`,
	Printers: `
- main:
  - heading "Printers" [level=1]
  - button "Add printer"
  - region "Labels folder":
    - button "Profile of Labels folder"
  - region "Documents folder":
    - button "Profile of Documents folder"
  - region "Print rules":
    - table:
      - rowgroup:
        - row /Label Labels folder/
        - row /Everything else Documents folder/
    - button "Save rules"
  - region "Recent prints"`,
	Reports: `
- main:
  - heading "Reports" [level=1]
  - group "Period":
    - button "Today Alt 1"
  - textbox "From"
  - textbox "To"
  - button "CSV Alt E"
  - button "PDF Alt F"
  - heading "Shipments by day and carrier" [level=2]
  - table "Shipments by day and carrier":
    - rowgroup:
      - row "Overland Parcel"`,
};

test.describe('with a sender in the settings', () => {
	test.use({ settings: { theme: 'light', sender } });

	test('gives the parts of the other screens their roles and names in the order of the work', async ({ station }) => {
		const { page } = station;
		await bookFilled(page);
		await importOrderFile(station, ordersCsv(2));
		for (const screen of keysOf(PARTS_OF_SCREENS)) {
			await openScreen(page, screen);
			await expect(page.getByRole('main')).toMatchAriaSnapshot(PARTS_OF_SCREENS[screen] ?? '');
		}
	});
});
