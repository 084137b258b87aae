// Addresses come in from files of other programs, are made one, brought back from a snapshot, and go out again.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { type Station, startStation } from './station';

const files = path.resolve(import.meta.dirname, '../fixtures/address-book/files');
let station: Station;
test.beforeEach(async () => {
	station = await startStation();
});
test.afterEach(() => station.close());

/** The system's own dialogs cannot be pressed from here: they answer at once. */
async function dialogsAnswer({ app }: Station, answers: { open?: string; save?: string }): Promise<void> {
	await app.evaluate(({ dialog }, { open, save }) => {
		dialog.showOpenDialog = (async () => ({ canceled: !open, filePaths: open ? [open] : [] })) as never;
		dialog.showSaveDialog = (async () => ({ canceled: !save, filePath: save ?? '' })) as never;
	}, answers);
}

async function openImport({ page }: Station): Promise<void> {
	await page.keyboard.press('Control+6');
	await page.getByRole('button', { name: /^Import/ }).click();
	await page.getByRole('button', { name: 'Choose a file…' }).click();
}

test('a file is shown row by row, imported, exported unchanged, and taken back', async () => {
	const { page, dataDir } = station;
	await dialogsAnswer(station, { open: path.join(files, 'outlook-de.csv') });
	await openImport(station);
	await expect(page.getByLabel('Postleitzahl geschäftlich is taken as')).toHaveValue('zipcode 1');
	await page.getByLabel('Notizen is taken as').selectOption('Not taken');
	await page.getByLabel('Into the book').fill('Recipients');
	await page.getByRole('button', { name: 'See what would come in' }).click();
	const rows = page.getByRole('table', { name: 'Rows of the file' }).getByRole('row');
	await expect(rows).toHaveCount(5);
	await expect(rows.nth(1)).toContainText('New');
	await page.getByRole('button', { name: 'Import 4 addresses' }).click();
	await expect(page.getByText('4 addresses were added. This can be undone for 30 days.')).toBeVisible();
	await page.getByRole('button', { name: 'To the addresses' }).click();
	await expect(page.getByRole('row', { name: /Füssel Gartenbau GmbH/ })).toBeVisible();

	const exported = path.join(dataDir, 'out.csv');
	await dialogsAnswer(station, { open: exported, save: exported });
	await page.getByRole('button', { name: 'Export' }).click();
	await page.getByRole('menuitem', { name: 'CSV, for spreadsheets' }).click();
	await expect(page.getByText('4 addresses were written to')).toBeVisible();
	expect(readFileSync(exported, 'utf8')).toContain('Füssel Gartenbau GmbH');
	await openImport(station);
	await page.getByRole('button', { name: 'See what would come in' }).click();
	await expect(page.getByRole('button', { name: 'Same 4' })).toBeEnabled();
	await expect(page.getByRole('button', { name: 'Import 0 addresses' })).toBeDisabled();

	await page.keyboard.press('Control+6');
	await page.getByRole('button', { name: 'Snapshots' }).click();
	const done = page.getByRole('region', { name: 'What was done' });
	await expect(done.getByText('outlook-de.csv')).toBeVisible();
	await done.getByRole('button', { name: 'Undo' }).click();
	await expect(page.getByText('4 addresses are as before.')).toBeVisible();
	await page.keyboard.press('Control+1');
	await page.keyboard.press('Control+6');
	await expect(page.getByText('No addresses yet.')).toBeVisible();
});

test('two that are one are merged side by side, and apart again', async () => {
	const { page, dataDir } = station;
	const file = path.join(dataDir, 'twins.csv');
	writeFileSync(
		file,
		'Company,Contact person,Street,Postcode,City,Country,Phone,E-mail,Notes\n' +
			'Muster GmbH,Max Muster,Invalidenstraße 10,10115,Berlin,DE,+49 30 901820,max@example.com,\n' +
			'Musster GmbH,Max Muster,Invalidenstraße 10,10115,Berlin,DE,+49 30 901821,max@example.com,Ring twice\n',
	);
	await dialogsAnswer(station, { open: file });
	await openImport(station);
	await page.getByRole('button', { name: 'See what would come in' }).click();
	await page.getByRole('button', { name: 'Import 2 addresses' }).click();
	await page.getByRole('button', { name: 'To the addresses' }).click();
	await page.getByRole('button', { name: 'Duplicates' }).click();
	await expect(page.getByText('Names alike, at the same address')).toBeVisible();
	await page.getByRole('radio', { name: 'Company: Muster GmbH' }).check();
	await page.getByRole('radio', { name: 'Phone: +49 30 901821' }).check();
	await page.getByRole('button', { name: 'Make them one' }).click();
	await expect(page.getByText('No two addresses look like one.')).toBeVisible();
	const merged = async () => {
		const answer = (await page.evaluate(() =>
			(window as never as { waybill: { invoke: (method: string, input: unknown) => Promise<unknown> } }).waybill.invoke(
				'addresses.list',
				{ offset: 0, limit: 10, filter: {} },
			),
		)) as { value: { rows: { companyName: string; phone: string; notes: string }[] } };
		return answer.value.rows.map(({ companyName, phone, notes }) => [companyName, phone, notes]);
	};
	expect(await merged()).toEqual([['Muster GmbH', '+49 30 901821', 'Ring twice']]);
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect(page.getByText('Names alike, at the same address')).toBeVisible();
	expect(await merged()).toHaveLength(2);
});

test('a pasted block fills the form when it is told to, doubts are shown, and overriding them is noted', async () => {
	const { page } = station;
	await page.keyboard.press('Control+6');
	await page.getByRole('button', { name: 'Type the first address' }).click();
	await page.getByRole('button', { name: 'Paste a whole address' }).click();
	await page
		.getByLabel('The address as it stands elsewhere')
		.fill(
			'Muster GmbH\nz. Hd. Max Muster\nBürgermeister-Christian-Albrecht-Straße 123\n10115 Berlin\nDeutschland\n030 901820\nmax@example.com',
		);
	const form = page.getByRole('group', { name: 'Address' });
	await expect(page.getByRole('checkbox', { name: /Company Muster GmbH/ })).toBeChecked();
	await expect(form.getByLabel('Address: Company')).toHaveValue('');
	await page.getByRole('button', { name: 'Take these' }).click();
	await expect(form.getByLabel('Address: Company')).toHaveValue('Muster GmbH');
	await expect(form.getByLabel('Address: Postcode')).toHaveValue('10115');
	await expect(page.getByText(/print 35 letters a line/)).toBeVisible();
	await page.getByRole('button', { name: '+49 30 901820' }).click();
	await expect(form.getByLabel('Address: Phone')).toHaveValue('+49 30 901820');
	await form.getByLabel('Address: Postcode').fill('1011');
	await expect(page.getByText('This is not the form of a postcode in Germany.')).toBeVisible();
	await page.getByLabel('Usual parcel: Length (cm)').fill('40');
	await page.getByLabel('Usual parcel: Width (cm)').fill('30');
	await page.getByLabel('Usual parcel: Height (cm)').fill('20');
	await page.getByLabel('Usual parcel: Weight (kg)').fill('5.5');
	await page.getByRole('button', { name: 'Save anyway' }).click();
	await page.getByRole('row', { name: /Muster GmbH/ }).click();
	await expect(page.getByRole('region', { name: 'History' }).getByText(/Kept although/)).toBeVisible();

	await page.keyboard.press('Control+1');
	await page.getByLabel('To: search saved addresses').fill('muster');
	await page.getByRole('option', { name: /Muster GmbH/ }).click();
	await expect(page.getByLabel('Parcel 1: Weight (kg)')).toHaveValue('5.5');
	// What usually goes to one is not what goes to the next.
	await page.getByRole('region', { name: 'To', exact: true }).getByRole('button', { name: 'Change' }).click();
	await expect(page.getByLabel('Parcel 1: Weight (kg)')).toHaveValue('');
});

test('the book of an earlier day brings one address back', async () => {
	const { page } = station;
	await dialogsAnswer(station, { open: path.join(files, 'carrier.csv') });
	await openImport(station);
	await page.getByRole('button', { name: 'See what would come in' }).click();
	await page.getByRole('button', { name: /^Import \d/ }).click();
	await page.getByText('This can be undone for 30 days.').waitFor();
	const { dataDir } = station;
	await station.close();
	// The next start takes the snapshot of the day, once the desk has settled.
	station = await startStation(dataDir);
	const folder = path.join(dataDir, 'address-snapshots');
	await expect.poll(() => existsSync(folder) && readdirSync(folder).join(), { timeout: 30_000 }).toMatch(/\.waybill$/);
	await station.page.keyboard.press('Control+6');
	await station.page.getByRole('row', { name: /Halcyon Instruments/ }).click();
	await station.page.getByRole('button', { name: 'Remove' }).click();
	await expect(station.page.getByText('Halcyon Instruments was removed.')).toBeVisible();
	await station.page.getByRole('button', { name: 'Snapshots' }).click();
	await station.page.getByRole('region', { name: 'Days' }).getByRole('button').first().click();
	await expect(station.page.getByRole('row', { name: /Comes back Halcyon Instruments/ })).toBeVisible();
	await station.page.getByRole('button', { name: 'Bring back', exact: true }).click();
	await expect(station.page.getByText('1 address is as before.')).toBeVisible();
	await expect(station.page.getByText('The book holds the same today.')).toBeVisible();
});
