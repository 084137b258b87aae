// Takes the screenshots of the user guide: every screen with data, in each language.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { LANGUAGES } from '../../src-contract/i18n';
import { keysOf } from '../../src-contract/lib/keys';
import { log } from '../../tools/log.mjs';
import { projectRoot } from '../../tools/project-root.mjs';
import { ordersCsv } from '../fixtures/orders';
import {
	book,
	changeSettings,
	chooseCountry,
	invoke,
	newDataDir,
	SWISS_RECIPIENT,
	startStation,
	typeAddresses,
	typeContents,
	typeParcel,
	waitForOptions,
} from './station';

const guide = path.join(projectRoot, 'docs', 'guide');
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
		await goTo(3, 'Duties');
		await page.keyboard.press('Alt+s');
		await page.getByTestId('landed-cost').waitFor();
		await picture('duties');
		await goTo(1, 'Ship');
		await book(page);
		await page.locator('canvas[data-drawn="true"]').waitFor();
		await picture('booked');
		await page.keyboard.press('Enter');
		await goTo(2, 'Quote');
		await chooseCountry(page, 'To: country', 'France');
		await page.keyboard.press('Alt+2');
		await waitForOptions(page);
		await picture('quote');
		const file = path.join(dataDir, 'monday.csv');
		writeFileSync(file, ordersCsv(12));
		await app.evaluate(({ dialog }, chosen) => {
			dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
		}, file);
		await goTo(4, 'Batch');
		await page.getByRole('button', { name: 'Import orders…' }).click();
		await page.getByRole('button', { name: 'Import orders', exact: true }).click();
		await page.getByRole('button', { name: 'Get rates' }).click();
		await page.getByRole('button', { name: /Book \+ print/ }).click();
		await page.getByText('12 of 12').waitFor({ timeout: 60_000 });
		await picture('batch');
		await goTo(5, 'Shipments');
		await page.getByRole('row', { name: /Muster AG/ }).click();
		await page.getByRole('complementary', { name: 'Shipment' }).waitFor();
		await picture('shipments');
		for (const [key, name] of [
			[6, 'Addresses'],
			[7, 'Printers'],
			[8, 'Reports'],
			[9, 'Settings'],
		] as const) {
			await goTo(key, name);
			await picture(name.toLowerCase());
		}
	} finally {
		await station.close();
	}
}
