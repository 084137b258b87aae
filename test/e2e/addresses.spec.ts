// The address book: search, edit, removal and undo, before and after a restart.
import { expect, test } from './fixtures';
import { fillAddress, openScreen, RECIPIENT, SENDER } from './station';

test('saves an address with notes and tags, finds it despite a typing error, edits, removes and restores it', async ({
	station,
}) => {
	const { page } = station;
	await openScreen(page, 'Addresses');
	for (const address of [SENDER, RECIPIENT]) {
		await page.getByRole('button', { name: 'New address' }).click();
		await fillAddress(page, 'Address', address);
		if (address === RECIPIENT) {
			await page.getByLabel('Book', { exact: true }).fill('Recipients');
			await page.getByLabel('Tags').fill('wholesale, returns');
			await page.getByLabel('Favourite').check();
			await page.getByLabel('Notes').fill('Ring twice');
		}
		await page.getByRole('button', { name: 'Save', exact: true }).click();
		await expect(page.getByRole('row', { name: new RegExp(address.Company) })).toBeVisible();
	}
	await page.getByLabel('Search addresses').fill('mutser berln');
	await expect(page.getByRole('row')).toHaveCount(2);
	await expect(page.getByRole('row', { name: /Muster GmbH/ })).toBeVisible();
	await page.getByLabel('Search addresses').fill('');
	await page.getByRole('combobox', { name: 'Tag' }).click();
	await page.getByRole('option', { name: 'returns (1)' }).click();
	await expect(page.getByRole('row')).toHaveCount(2);

	await page.getByRole('row', { name: /Muster GmbH/ }).click();
	const panel = page.getByRole('complementary', { name: 'Edit address' });
	await expect(panel.getByLabel('Notes')).toHaveValue('Ring twice');
	// Unsaved input stays when the user opens another row or screen.
	await panel.getByLabel('Address: City').fill('Bonn');
	await page.getByRole('row', { name: /Muster GmbH/ }).click();
	await page.keyboard.press('Escape');
	await openScreen(page, 'Ship');
	await openScreen(page, 'Addresses');
	await expect(page.getByText('Muster GmbH has unsaved changes.')).toBeVisible();
	await page.getByRole('button', { name: 'Open' }).click();
	await expect(panel.getByLabel('Address: City')).toHaveValue('Bonn');
	// The postcode is one of Berlin: once that is known, the button says so.
	await panel.getByRole('button', { name: /^Save( anyway)?$/ }).click();
	await page.getByRole('row', { name: /Bonn/ }).click();
	const history = page.getByRole('region', { name: 'History' });
	await expect(history.getByText('city: Berlin → Bonn')).toBeVisible();
	await history.getByRole('button', { name: 'Undo' }).first().click();
	await expect(page.getByRole('row', { name: /Berlin/ })).toBeVisible();
	await expect(panel.getByLabel('Address: City')).toHaveValue('Berlin');

	await panel.getByRole('button', { name: 'Remove' }).click();
	await expect(page.getByText('Muster GmbH was removed.')).toBeVisible();
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect(page.getByRole('row', { name: /Muster GmbH/ })).toBeVisible();

	await station.reopen();
	await page.getByLabel('To: search saved addresses').fill('ring musster');
	await page.getByLabel('To: search saved addresses').fill('musster');
	await page.getByRole('option', { name: /Muster GmbH/ }).click();
	await expect(
		page.getByRole('region', { name: 'To', exact: true }).getByText(RECIPIENT['Street and number']),
	).toBeVisible();
});
