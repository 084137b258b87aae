// Takes the screenshots of the user guide: every screen with data, in each language.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { LANGUAGES } from '../../src-contract/i18n';
import { keysOf } from '../../src-contract/lib/keys';
import type { Item } from '../../src-contract/model/item';
import { log } from '../../tools/log.mjs';
import { projectRoot } from '../../tools/project-root.mjs';
import { ordersCsv } from '../fixtures/orders';
import { importOrderFile, saveItem } from './seed';
import {
	book,
	changeSettings,
	chooseCountry,
	invoke,
	newDataDir,
	SWISS_RECIPIENT,
	scan,
	startStation,
	typeAddresses,
	typeContents,
	typeParcel,
	waitForOptions,
} from './station';

const guide = path.join(projectRoot, 'docs', 'guide');
/** The order in the picture of Pack, and its items. */
const PACKED_ITEMS: (Partial<Item> & Pick<Item, 'sku'>)[] = [
	{ sku: 'TEE-BLACK-M', name: 'Cotton T-shirt, black, M', codes: [{ code: '4006381333931', quantity: 1 }] },
	{ sku: 'MUG-BLUE', name: 'Mug, blue', codes: [{ code: '5901234123457', quantity: 1 }], flags: ['isFragile'] },
	{ sku: 'STICKERS', name: 'Sheet of stickers', codes: [] },
	{ sku: 'CAM-2', name: 'Camera', codes: [{ code: '9521234543213', quantity: 1 }], flags: ['needsSerial'] },
];
const PACKED_ORDER = [
	'Order number;Company;Street;Postcode;City;Country;Phone;E-mail;SKU;Item description;Quantity;Unit price;Made in;Weight (kg);Length;Width;Height',
	...(
		[
			['TEE-BLACK-M', 'Cotton T-shirt', 3],
			['MUG-BLUE', 'Mug', 1],
			['STICKERS', 'Stickers', 2],
			['CAM-2', 'Camera', 1],
		] as const
	).map(
		([sku, name, quantity]) =>
			`WEB-1042;Atelier Exemple;Rue de la Loi 16;1000;Bruxelles;Belgium;+32 2 555 1042;web-1042@example.com;${sku};${name};${quantity};12,50;NL;2,4;40;30;20`,
	),
].join('\r\n');
/** Time for data to load and animations to end. */
const SETTLED_MS = 700;

export async function takePictures(): Promise<void> {
	const station = await startStation(newDataDir({ deskName: 'Desk 4', theme: 'light', language: 'en' }));
	const { app, page, dataDir } = station;
	const picture = async (name: string) => {
		// A print stores its message in the current language, so prints must be done before the language changes.
		await expect.poll(() => invoke(page, 'printing.listOpen')).toEqual([]);
		// English last: the steps name the controls in English.
		for (const language of [...keysOf(LANGUAGES).filter((name) => name !== 'en'), 'en'] as const) {
			await changeSettings(page, { language });
			await page.waitForTimeout(SETTLED_MS);
			const folder = path.join(guide, language === 'en' ? '' : language, 'images');
			mkdirSync(folder, { recursive: true });
			await page.screenshot({ path: path.join(folder, `${name}.png`) });
		}
		log(`guide: ${name}.png`);
	};
	const goTo = async (key: number, title: string) => {
		await page.keyboard.press(`Control+${key}`);
		await page.waitForFunction((wanted) => document.title.endsWith(wanted), title);
	};
	try {
		await page.getByTestId('service-state').getByText('online').waitFor();
		await typeAddresses(page, SWISS_RECIPIENT);
		await typeParcel(page);
		await typeContents(page);
		await page.getByLabel('Reason for export').click();
		await page.getByRole('option', { name: 'Commercial' }).click();
		await page.getByLabel('Incoterms').click();
		await page.getByRole('option', { name: /^DAP/ }).click();
		await waitForOptions(page);
		await page.getByTestId('saving').getByText(/Save/).waitFor();
		await picture('ship');
		await goTo(8, 'Quote');
		await page.getByRole('link', { name: 'Duties', exact: true }).click();
		await page.keyboard.press('Alt+s');
		await page.getByTestId('landed-cost').waitFor();
		await picture('duties');
		await goTo(2, 'Ship');
		await book(page);
		await page.locator('canvas[data-drawn="true"]').waitFor();
		await picture('booked');
		await page.keyboard.press('Enter');
		// The screen opens the tab that was used last.
		await goTo(8, 'Duties');
		await page.getByRole('link', { name: 'Quote', exact: true }).last().click();
		await chooseCountry(page, 'To: country', 'France');
		await page.keyboard.press('Alt+2');
		await waitForOptions(page);
		await picture('quote');
		const file = path.join(dataDir, 'monday.csv');
		writeFileSync(file, ordersCsv(12));
		await app.evaluate(({ dialog }, chosen) => {
			dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
		}, file);
		await goTo(3, 'Orders');
		await page.getByRole('button', { name: 'Import orders…' }).click();
		await page.getByRole('button', { name: 'Import orders', exact: true }).click();
		await page.getByRole('button', { name: 'Get rates' }).waitFor();
		await goTo(3, 'Orders');
		await page.getByRole('row', { name: /SO-/ }).first().click();
		await page.getByRole('complementary', { name: 'Order' }).waitFor();
		await picture('orders');
		await page.getByRole('button', { name: 'Bulk mode', exact: true }).click();
		await page.getByRole('row', { name: /monday/ }).click();
		await page.getByRole('button', { name: 'Get rates' }).click();
		await page.getByRole('button', { name: /Book \+ print/ }).click();
		await page.getByText('12 of 12').waitFor({ timeout: 60_000 });
		await picture('bulk');
		for (const item of PACKED_ITEMS) await saveItem(page, item);
		await importOrderFile(station, PACKED_ORDER, 'shop.csv');
		await goTo(1, 'Pack');
		for (const code of ['WEB-1042', '4006381333931', '4006381333931', '5901234123457']) await scan(page, code);
		await page.locator('[data-sku="MUG-BLUE"][data-done]').waitFor();
		await picture('pack');
		await page.keyboard.press('Alt+l');
		await page.getByRole('button', { name: 'Print the command card' }).waitFor();
		await goTo(4, 'Shipments');
		await page.getByRole('row', { name: /Muster AG/ }).click();
		await page.getByRole('complementary', { name: 'Shipment' }).waitFor();
		await picture('shipments');
		for (const [key, name] of [
			[5, 'Printers'],
			[6, 'Addresses'],
			[9, 'Reports'],
			[0, 'Settings'],
		] as const) {
			await goTo(key, name);
			await picture(name.toLowerCase());
		}
	} finally {
		await station.close();
	}
}
