// Every screen in every theme: nothing that the rules of accessible pages find, and what assistive technology is told of it.
import { expect, type Page, test } from '@playwright/test';
import { expectNoFindings } from './axe';
import {
	newDataDir,
	type Station,
	SWISS_RECIPIENT,
	startStation,
	typeAddresses,
	typeContents,
	typeParcel,
} from './station';

const SCREENS = ['Ship', 'Quote', 'Duties', 'Batch', 'Shipments', 'Addresses', 'Printers', 'Reports', 'Settings'];
const THEMES = ['light', 'dark', 'contrast'] as const;

async function goTo(page: Page, screen: string): Promise<void> {
	await page.keyboard.press(`Control+${SCREENS.indexOf(screen) + 1}`);
	await expect(page).toHaveTitle(`Waybill · ${screen}`);
	await page.getByRole('main').waitFor();
}

let station: Station;
test.afterEach(() => station.close());

for (const theme of THEMES) {
	test(`axe finds nothing on any screen, ${theme}`, async () => {
		test.setTimeout(180_000);
		station = await startStation(newDataDir({ theme }));
		const { page } = station;
		await page.getByRole('combobox', { name: /To: search/ }).waitFor();
		await expectNoFindings(page, 'Ship, empty');
		await typeAddresses(page, SWISS_RECIPIENT);
		await typeParcel(page);
		await typeContents(page);
		await page.getByRole('radiogroup').waitFor();
		await expect(page.getByRole('region', { name: 'Duties and taxes' }).getByText('VAT')).toBeVisible();
		await expectNoFindings(page, 'Ship, filled in');
		await page.getByLabel('Reason for export').click();
		await page.getByRole('option', { name: 'Commercial' }).click();
		await page.getByLabel('Incoterms').click();
		await page.getByRole('option', { name: /^DAP/ }).click();
		await page.keyboard.press('Control+Enter');
		await page.getByTestId('tracking-number').waitFor();
		await expect(page.locator('canvas[data-drawn="true"]')).toBeVisible();
		await expectNoFindings(page, 'Ship, booked');
		for (const screen of SCREENS.slice(1)) {
			await goTo(page, screen);
			await page.waitForLoadState('networkidle');
			await expectNoFindings(page, screen);
		}
		await goTo(page, 'Shipments');
		await page.getByRole('row', { name: /Zoë|Muster AG/ }).click();
		await page.getByRole('complementary', { name: 'Shipment' }).waitFor();
		await expectNoFindings(page, 'Shipments, one opened');
		await goTo(page, 'Duties');
		await page.keyboard.press('Alt+s');
		await page.getByTestId('landed-cost').waitFor();
		await expectNoFindings(page, 'Duties, estimated');
		await page.keyboard.press('Control+k');
		await page.getByRole('dialog').waitFor();
		await expectNoFindings(page, 'the palette');
		await page.keyboard.press('Escape');
		await page.keyboard.press('F1');
		await page.getByRole('complementary', { name: 'Help' }).waitFor();
		await expectNoFindings(page, 'the help');
	});
}

test('assistive technology is told what each part of Ship is, and in the order of the work', async () => {
	station = await startStation();
	const { page } = station;
	await page.getByRole('combobox', { name: /To: search/ }).waitFor();
	await expect(page.getByRole('navigation', { name: 'Screens' })).toMatchAriaSnapshot(`
    - navigation "Screens":
      - link "Ship"
      - link "Quote"
      - link "Duties"
      - link "Batch"
      - link "Shipments"
      - link "Addresses"
      - link "Printers"
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
        - 'combobox "Item 1: made in"'
        - 'combobox "Item 1: HS code"'
      - region "More about the shipment":
        - textbox "Reference"
        - checkbox "Insured"
        - checkbox "Pickup"
        - checkbox "Notify the recipient" [checked]
      - region "Options":
        - heading "Options" [level=2]
      - button /Save draft/
      - button /Book \\+ print/
  `);
});
