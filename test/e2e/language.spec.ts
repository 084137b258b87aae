// A changed language changes every text at once, on every screen.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { textsOfOtherLanguage } from '../fixtures/language-texts';
import { ordersCsv } from '../fixtures/orders';
import { hostStatus, startRawPrinter } from '../fixtures/raw-printer';
import { expect, test } from './fixtures';
import { fillDutiableShip, fillShip } from './seed';
import { answerDialogs, changeSettings, chooseCountry, openScreen, scan, waitForOptions } from './station';

/** The texts of the page: what is visible, and what a screen reader or a pointer gets. */
const readPage = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const texts = [document.title];
		for (const element of document.querySelectorAll('body *')) {
			if (!element.checkVisibility() || element.closest('script, style')) continue;
			for (const node of element.childNodes)
				if (node instanceof Text && node.data.trim()) texts.push(node.data.trim().replace(/\s+/g, ' '));
			for (const name of ['alt', 'aria-description', 'aria-label', 'aria-roledescription', 'placeholder', 'title']) {
				const value = element.getAttribute(name);
				if (value) texts.push(value.trim());
			}
		}
		return [...new Set(texts)];
	});

/** Name of the test's printer. */
const PRINTER = 'Bench 7';
/** Texts that are data: the titles and values of the imported files, and a product of a rate sheet. */
const DATA = new RegExp(
	`^(?:${ordersCsv(1).split('\r\n', 1)[0]?.replace(/[()]/g, '\\$&').split(';').join('|')})(?=$| importieren| jako)|(?<=^\\p{L}+ 1: )(?:Order number|Company) · .*$|Business Plus|^\\w+ · \\w+ · \\w+$`,
	'u',
);

/**
 * Texts that keep their language: what the service wrote without a code, and the message that was stored with a failed print. The
 * latter is replaced with the next attempt.
 */
const STORED = new RegExp(`^The shipment has been booked\\.$|^\\d+ Nov–\\d+ Jan$|^${PRINTER}: `);

/** The languages that the page is shown in, one after another. The first one is last, because the steps name controls in English. */
const SWITCHES = [
	['de', 'en'],
	['pl', 'de'],
	['en', 'pl'],
] as const;

async function expectEveryTextToFollow(page: Page, where: string): Promise<void> {
	for (const [language, before] of SWITCHES) {
		await changeSettings(page, { language });
		await expect
			.soft(async () => {
				const texts = (await readPage(page)).filter((text) => !STORED.test(text)).map((text) => text.replace(DATA, ''));
				expect(texts.length).toBeGreaterThan(30);
				expect(textsOfOtherLanguage(texts, language, before), `${where}: ${before} → ${language}`).toEqual([]);
			})
			.toPass();
	}
}

test.use({ settings: { language: 'en', deskName: 'Pult 4', sounds: true } });

test('no text of the previous language remains on any screen', async ({ station }) => {
	const { page, dataDir } = station;
	const paperless = await startRawPrinter({ answer: () => hostStatus({ paperOut: true }) });
	const expectAll = (where: string) => expectEveryTextToFollow(page, where);

	await page.getByRole('combobox', { name: /To: search/ }).waitFor();
	await page.keyboard.press('Control+Enter');
	await expectAll('Ship, empty, with errors');
	await page.keyboard.press('F2');
	await expectAll('Ship, new recipient');
	await page.keyboard.press('Escape');
	await fillDutiableShip(page, { parcels: [{ count: 1, lengthCm: 40, widthCm: 30, heightCm: 20, weightKg: 5.1 }] });
	await waitForOptions(page);
	await page.getByRole('region', { name: 'Duties and taxes' }).getByText('VAT').waitFor();
	await expectAll('Ship, filled in');
	await page.keyboard.press('Control+Enter');
	await page.getByTestId('tracking-number').waitFor();
	await page.locator('canvas[data-drawn="true"]').waitFor();
	await expectAll('Ship, booked');
	await page.keyboard.press('Enter');

	await openScreen(page, 'Quote');
	await expectAll('Quote, empty');
	await chooseCountry(page, 'To: country', 'France');
	await page.keyboard.press('Alt+2');
	await waitForOptions(page);
	await expectAll('Quote');

	await openScreen(page, 'Ship');
	await fillDutiableShip(page);
	await openScreen(page, 'Duties');
	await page.keyboard.press('Alt+s');
	await page.getByTestId('landed-cost').waitFor();
	await expectAll('Duties');

	const orders = path.join(dataDir, 'monday.csv');
	writeFileSync(orders, ordersCsv(6).replace('DE;', 'XX;').replace('10115', ''));
	await answerDialogs(station, { open: orders, agrees: true });
	await openScreen(page, 'Bulk mode');
	await expectAll('Bulk mode, empty');
	await page.getByRole('button', { name: 'Import orders…' }).click();
	await page.getByRole('button', { name: 'Import orders', exact: true }).waitFor();
	await expectAll('Bulk mode, order file');
	await page.getByRole('button', { name: 'Import orders', exact: true }).click();
	await page.getByRole('button', { name: 'Get rates' }).waitFor();
	await expectAll('Bulk mode, imported');
	await page.getByRole('button', { name: 'Get rates' }).click();
	await page.getByRole('button', { name: /Book \+ print/ }).waitFor();
	await expectAll('Bulk mode, rated');

	await openScreen(page, 'Orders');
	await page.getByRole('row', { name: /SO-2/ }).click();
	await page.getByRole('complementary', { name: 'Order' }).waitFor();
	await expectAll('Orders');
	await openScreen(page, 'Pack');
	await page.getByRole('button', { name: /Open the next order/ }).waitFor();
	await expectAll('Pack, queue');
	await scan(page, 'SO-2');
	await page.getByTestId('pack-order').waitFor();
	await page.keyboard.press('Alt+h');
	await page.getByTestId('pack-problem').waitFor();
	await expectAll('Pack, an order');
	await page.keyboard.press('Escape');
	await page.getByRole('button', { name: 'Count by hand' }).click();
	await page.keyboard.press('Enter');
	await page.locator('[data-phase]').waitFor();
	await expectAll('Pack, packed');

	await openScreen(page, 'Printers');
	await page.getByRole('button', { name: 'Add printer' }).click();
	await expectAll('Printers, new printer');
	await page.getByRole('button', { name: /^ZPL/ }).click();
	await page.getByLabel('Name', { exact: true }).fill(PRINTER);
	await page.getByLabel('Address', { exact: true }).fill(paperless.connection);
	await expectAll('Printers, profile');
	await page.getByRole('button', { name: 'Save', exact: true }).click();
	await page.getByRole('region', { name: PRINTER }).getByText('out of paper').waitFor();
	await expectAll('Printers, out of paper');
	const rules = page.getByRole('region', { name: 'Print rules' });
	await rules.getByRole('combobox', { name: 'Rule 1: printer' }).click();
	await page.getByRole('option', { name: PRINTER }).click();
	await rules.getByRole('button', { name: 'Save rules' }).click();
	await openScreen(page, 'Ship');
	await fillShip(page);
	await waitForOptions(page);
	// A key press is ignored until a question of the form could be read, so it is repeated.
	await expect(async () => {
		await page.keyboard.press('Control+Enter');
		await page.getByTestId('tracking-number').waitFor({ timeout: 2000 });
	}).toPass();
	await page.getByText(/The printer is out of paper/).waitFor();
	await expectAll('Ship, failed print');
	await openScreen(page, 'Printers');
	await expectAll('Printers, failed print');

	await openScreen(page, 'Shipments');
	await page.getByRole('row', { name: /Muster AG/ }).click();
	await page.getByRole('complementary', { name: 'Shipment' }).waitFor();
	await expectAll('Shipments');

	const contacts = path.join(dataDir, 'contacts.csv');
	writeFileSync(
		contacts,
		'Company;Contact person;Street;Postcode;City;Country;Phone;E-mail\r\nMuster GmbH;Max Müster;Invalidenstr. 10;10115;Berlin;DE;+49 30 1;max@\r\n;;;;;;;\r\nNeu KG;Eva Neu;Weg 1;1;Köln;Atlantis;12;eva@example.com\r\n',
	);
	await answerDialogs(station, { open: contacts, agrees: true });
	await openScreen(page, 'Addresses');
	await page.getByRole('row', { name: /Muster AG/ }).click();
	await expectAll('Addresses');
	await page.keyboard.press('Escape');
	await page.getByRole('button', { name: 'Import', exact: true }).click();
	await page.getByRole('button', { name: 'Choose a file…' }).click();
	await page.getByRole('button', { name: 'Preview import' }).waitFor();
	await expectAll('Addresses, import');
	await page.getByRole('button', { name: 'Preview import' }).click();
	await page.getByRole('button', { name: /^Import \d+ address/ }).waitFor();
	await expectAll('Addresses, import preview');
	await openScreen(page, 'Ship');
	await openScreen(page, 'Addresses');
	await page.getByRole('button', { name: 'Duplicates' }).click();
	await expectAll('Addresses, duplicates');
	await openScreen(page, 'Ship');
	await openScreen(page, 'Reports');
	await expectAll('Reports');
	await openScreen(page, 'Settings');
	await expectAll('Settings');
	await page.keyboard.press('F1');
	await page.getByRole('complementary', { name: 'Help' }).waitFor();
	await expectAll('Help');
	await page.keyboard.press('Escape');
	await page.keyboard.press('Control+k');
	await page.getByRole('dialog').waitFor();
	await expectAll('the command menu');
	await paperless.stop();
});
