// Addresses are imported from files of other programs, merged, restored from a snapshot and exported.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './fixtures';
import { answerDialogs, choose, invoke, openScreen, type Station } from './station';

const files = path.resolve(import.meta.dirname, '../fixtures/address-book/files');
async function openImport({ page }: Station): Promise<void> {
	await openScreen(page, 'Addresses');
	await page.getByRole('button', { name: /^Import/ }).click();
	await page.getByRole('button', { name: 'Choose a file…' }).click();
}

test('previews a file row by row, imports it, exports it unchanged, and undoes the import', {
	tag: '@journey',
}, async ({ station }) => {
	const { page, dataDir } = station;
	await answerDialogs(station, { open: path.join(files, 'outlook-de.csv') });
	await openImport(station);
	await expect(page.getByLabel('Import Postleitzahl geschäftlich as')).toHaveValue('Postcode');
	await choose(page, 'Import Notizen as', "Don't import");
	await page.getByLabel('Add to address book').fill('Recipients');
	await page.getByRole('button', { name: 'Preview import' }).click();
	const rows = page.getByRole('table', { name: 'Rows in the file' }).getByRole('row');
	await expect(rows).toHaveCount(5);
	await expect(rows.nth(1)).toContainText('New');
	await page.getByRole('button', { name: 'Import 4 addresses' }).click();
	await expect(page.getByText('4 addresses were added. You can undo this for 30 days.')).toBeVisible();
	await page.getByRole('button', { name: 'View addresses' }).click();
	await expect(page.getByRole('row', { name: /Füssel Gartenbau GmbH/ })).toBeVisible();

	const exported = path.join(dataDir, 'out.csv');
	await answerDialogs(station, { open: exported, save: exported });
	await page.getByRole('button', { name: 'Export' }).click();
	await page.getByRole('menuitem', { name: 'CSV, for spreadsheets' }).click();
	await expect(page.getByText('4 addresses were saved to')).toBeVisible();
	expect(readFileSync(exported, 'utf8')).toContain('Füssel Gartenbau GmbH');
	await openImport(station);
	await page.getByRole('button', { name: 'Preview import' }).click();
	await expect(page.getByRole('button', { name: 'Unchanged 4' })).toBeEnabled();
	await expect(page.getByRole('button', { name: 'Import 0 addresses' })).toBeDisabled();

	await openScreen(page, 'Addresses');
	await page.getByRole('button', { name: 'Snapshots' }).click();
	const done = page.getByRole('region', { name: 'Activity' });
	await expect(done.getByText('outlook-de.csv')).toBeVisible();
	await done.getByRole('button', { name: 'Undo' }).click();
	await expect(page.getByText('4 changes were undone.')).toBeVisible();
	await openScreen(page, 'Ship');
	await openScreen(page, 'Addresses');
	await expect(page.getByText('No addresses yet.')).toBeVisible();
});

test('merges two duplicates side by side and separates them again', async ({ station }) => {
	const { page, dataDir } = station;
	const file = path.join(dataDir, 'twins.csv');
	writeFileSync(
		file,
		'Company,Contact person,Street,Postcode,City,Country,Phone,E-mail,Notes\n' +
			'Muster GmbH,Max Muster,Invalidenstraße 10,10115,Berlin,DE,+49 30 901820,max@example.com,\n' +
			'Musster GmbH,Max Muster,Invalidenstraße 10,10115,Berlin,DE,+49 30 901821,max@example.com,Ring twice\n',
	);
	await answerDialogs(station, { open: file });
	await openImport(station);
	await page.getByRole('button', { name: 'Preview import' }).click();
	await page.getByRole('button', { name: 'Import 2 addresses' }).click();
	await page.getByRole('button', { name: 'View addresses' }).click();
	await page.getByRole('button', { name: 'Duplicates' }).click();
	await expect(page.getByText('Similar names at the same address')).toBeVisible();
	await page.getByRole('radio', { name: 'Company: Muster GmbH' }).check();
	await page.getByRole('radio', { name: 'Phone: +49 30 901821' }).check();
	await page.getByRole('button', { name: 'Merge' }).click();
	await expect(page.getByText('No duplicates found')).toBeVisible();
	const merged = async () => {
		const list = { offset: 0, limit: 10, filter: {} };
		const { rows } = await invoke<{ rows: { companyName: string; phone: string; notes: string }[] }>(
			page,
			'addresses.list',
			list,
		);
		return rows.map(({ companyName, phone, notes }) => [companyName, phone, notes]);
	};
	expect(await merged()).toEqual([['Muster GmbH', '+49 30 901821', 'Ring twice']]);
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect(page.getByText('Similar names at the same address')).toBeVisible();
	expect(await merged()).toHaveLength(2);
});

test('splits a block that is pasted into the search or a field of the form, and goes to the first doubtful field', async ({
	station,
}) => {
	const { page } = station;
	/** Pastes as a user does: Playwright fills fields without a paste event. */
	const paste = (label: string, text: string) =>
		page.getByLabel(label).evaluate((element, pasted) => {
			const clipboardData = new DataTransfer();
			clipboardData.setData('text/plain', pasted);
			element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
		}, text);
	await openScreen(page, 'Ship');
	await paste('To: search saved addresses', 'Erika Muster\nInvalidenstraße 10\n10115 Berlin\nDeutschland');
	const splitText = page.getByLabel('Address text');
	await expect(splitText).toBeFocused();
	await expect(page.getByRole('checkbox', { name: /Contact person Erika Muster/ })).toBeChecked();
	await splitText.press('Enter');
	await expect(page.getByLabel('To: Postcode')).toHaveValue('10115');
	// The first required field that the block did not fill.
	await expect(page.getByLabel('To: Phone')).toBeFocused();
	await paste('To: Street and number', 'Jan Voorbeeld\nDamrak 1\n1012 LG Amsterdam\nNederland');
	await expect(page.getByRole('checkbox', { name: /City Amsterdam/ })).toBeChecked();
	await page.getByLabel('Address text').press('Enter');
	await expect(page.getByLabel('To: City')).toHaveValue('Amsterdam');
});

test('fills the form from a pasted block on request, shows warnings, and records that they were overridden', async ({
	station,
}) => {
	const { page } = station;
	await openScreen(page, 'Addresses');
	await page.getByRole('button', { name: 'Add first address' }).click();
	await page.getByRole('button', { name: 'Paste full address' }).click();
	await page
		.getByLabel('Address text')
		.fill(
			'Muster GmbH\nz. Hd. Max Muster\nBürgermeister-Christian-Albrecht-Straße 123\n10115 Berlin\nDeutschland\n030 901820\nmax@example.com',
		);
	const form = page.getByRole('group', { name: 'Address' });
	await expect(page.getByRole('checkbox', { name: /Company Muster GmbH/ })).toBeChecked();
	await expect(form.getByLabel('Address: Company')).toHaveValue('');
	await page.getByRole('button', { name: 'Use these' }).click();
	await expect(form.getByLabel('Address: Company')).toHaveValue('Muster GmbH');
	await expect(form.getByLabel('Address: Postcode')).toHaveValue('10115');
	await expect(page.getByText(/print 35 characters per line/)).toBeVisible();
	await page.getByRole('button', { name: '+49 30 901820' }).click();
	await expect(form.getByLabel('Address: Phone')).toHaveValue('+49 30 901820');
	await form.getByLabel('Address: Postcode').fill('1011');
	await expect(page.getByText('Not a valid postcode for Germany.')).toBeVisible();
	await page.getByLabel('Usual parcel: Length (cm)').fill('40');
	await page.getByLabel('Usual parcel: Width (cm)').fill('30');
	await page.getByLabel('Usual parcel: Height (cm)').fill('20');
	await page.getByLabel('Usual parcel: Weight (kg)').fill('5.5');
	await page.getByRole('button', { name: 'Save anyway' }).click();
	await page.getByRole('row', { name: /Muster GmbH/ }).click();
	await expect(page.getByRole('region', { name: 'History' }).getByText(/Saved with warnings/)).toBeVisible();

	await openScreen(page, 'Ship');
	await page.getByLabel('To: search saved addresses').fill('muster');
	await page.getByRole('option', { name: /Muster GmbH/ }).click();
	await expect(page.getByLabel('Parcel 1: Weight (kg)')).toHaveValue('5.5');
	// The defaults of one recipient must not stay for the next.
	await page.getByRole('region', { name: 'To', exact: true }).getByRole('button', { name: 'Choose another' }).click();
	await expect(page.getByLabel('Parcel 1: Weight (kg)')).toHaveValue('');
});

test('restores one address from the snapshot of an earlier day', async ({ station }) => {
	const { page } = station;
	await answerDialogs(station, { open: path.join(files, 'carrier.csv') });
	await openImport(station);
	await page.getByRole('button', { name: 'Preview import' }).click();
	await page.getByRole('button', { name: /^Import \d/ }).click();
	await page.getByText('You can undo this for 30 days.').waitFor();
	const { dataDir } = station;
	// After a start the station takes the snapshot of the day within ten seconds.
	await station.reopen();
	const folder = path.join(dataDir, 'address-snapshots');
	await expect.poll(() => existsSync(folder) && readdirSync(folder).join()).toMatch(/\.waybill$/);
	await openScreen(page, 'Addresses');
	await page.getByRole('row', { name: /Halcyon Instruments/ }).click();
	await page.getByRole('button', { name: 'Remove' }).click();
	await expect(page.getByText('Halcyon Instruments was removed.')).toBeVisible();
	await page.getByRole('button', { name: 'Snapshots' }).click();
	await page.getByRole('region', { name: 'Daily snapshots' }).getByRole('button').first().click();
	await expect(page.getByRole('row', { name: /Will be restored Halcyon Instruments/ })).toBeVisible();
	await page.getByRole('button', { name: 'Restore', exact: true }).click();
	await expect(page.getByText('1 address restored.')).toBeVisible();
	await expect(page.getByText('No differences from the address book of today.')).toBeVisible();
});
