// Two desks join a site in Settings, share an address book, and resolve a conflict.
import type { Page } from '@playwright/test';
import { type Postgres, startPostgres } from '../fixtures/postgres';
import { createTestSite, PASSPHRASE } from '../fixtures/shared-site';
import { expectNoFindings } from './axe';
import { expect, test } from './fixtures';
import { answerDialogs, choose, invoke, newDataDir, openScreen, type Station, startStation } from './station';

let postgres: Postgres;
const stations: Station[] = [];
test.beforeAll(async () => {
	postgres = await startPostgres();
});
test.afterAll(() => postgres.remove());
test.afterEach(async () => {
	for (const station of stations.splice(0)) await station.close();
});

async function startDesk(dataDir: string): Promise<Station> {
	const station = await startStation(dataDir);
	stations.push(station);
	await answerDialogs(station, { agrees: true });
	await station.page.getByRole('combobox', { name: /To: search/ }).waitFor();
	return station;
}

const line = (page: Page) => page.getByRole('row', { name: /Muster GmbH/ });

async function settingsOf(page: Page) {
	await openScreen(page, 'Settings');
	return page.getByRole('region', { name: 'Address books shared with other desks' });
}

async function join(page: Page, code: string): Promise<void> {
	const panel = await settingsOf(page);
	await panel.getByLabel('Invitation code').fill(code);
	await panel.getByLabel('Passphrase of the site').fill(PASSPHRASE);
	await panel.getByRole('button', { name: 'Join the site' }).click();
}

async function moveTo(page: Page, city: string): Promise<void> {
	await openScreen(page, 'Addresses');
	await line(page).click();
	await page.getByRole('complementary', { name: 'Edit address' }).getByLabel('City').fill(city);
	await page.getByRole('button', { name: /^Save/ }).click();
	await expect(line(page)).toContainText(city);
}

test('shares a book between two desks, works offline, and resolves a conflict', async () => {
	const site = await createTestSite(postgres.url);
	const dataDir = newDataDir({ deskName: 'Desk 4' });
	const desk4 = await startDesk(dataDir);
	await invoke(desk4.page, 'addresses.save', {
		companyName: 'Muster GmbH',
		contactPerson: 'Max Muster',
		email: 'max@example.com',
		phone: '+49 30 123456',
		addressLine1: 'Invalidenstraße 10',
		zipcode: '10115',
		city: 'Berlin',
		countryCode: 'DE',
		book: 'Customers',
	});
	await join(desk4.page, 'not a code');
	const panel = await settingsOf(desk4.page);
	await expect(panel.getByText('This is not a complete invitation code')).toBeVisible();
	await expectNoFindings(desk4.page, 'Settings, without a site');
	await join(desk4.page, await site.invite('Desk 4'));
	await expect(panel.getByText('Up to date.')).toBeVisible();
	await choose(panel, 'Share another book', 'Customers');
	await panel.getByRole('button', { name: 'Share', exact: true }).click();
	await expect(panel.getByText('Customers is shared with every desk of the site.')).toBeVisible();
	await expectNoFindings(desk4.page, 'Settings, of a site');
	if (process.env.LOOK) {
		await panel.scrollIntoViewIfNeeded();
		await desk4.page.screenshot({ path: `${process.env.LOOK}/site.png` });
	}

	const desk5 = await startDesk(newDataDir({ deskName: 'Desk 5' }));
	await join(desk5.page, await site.invite('Desk 5'));
	await openScreen(desk5.page, 'Addresses');
	await expect(line(desk5.page)).toContainText('Berlin');
	await openScreen(desk4.page, 'Addresses');
	await moveTo(desk5.page, 'Potsdam');
	await expect(line(desk4.page)).toContainText('Potsdam');

	// After a restart the desk has its copy before it is online: its changes then meet those of the site.
	stations.splice(stations.indexOf(desk4), 1);
	await desk4.close();
	await moveTo(desk5.page, 'Bernau');
	await expect((await settingsOf(desk5.page)).getByText('Up to date.')).toBeVisible();
	const { page } = await startDesk(dataDir);
	await moveTo(page, 'Werder');
	const again = await settingsOf(page);
	await expect(again.getByText('1 change of this desk is sent when online.')).toBeVisible();
	await again.getByLabel('Passphrase of the site').fill(PASSPHRASE);
	await again.getByRole('button', { name: 'Unlock' }).click();
	await expect(again.getByText('Up to date.')).toBeVisible();

	await openScreen(page, 'Addresses');
	await expect(page.getByText('1 change conflicts with a change at another desk.')).toBeVisible();
	await page.getByRole('button', { name: 'Resolve' }).click();
	await expect(line(page)).toContainText('Bernau');
	await expect(line(page)).toContainText('Werder');
	await expectNoFindings(page, 'Conflicting changes');
	if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/conflicts.png` });
	await page.getByRole('button', { name: 'Use this instead: Muster GmbH, City' }).click();
	await expect(page.getByText('No conflicts')).toBeVisible();
	await openScreen(desk5.page, 'Addresses');
	await expect(line(desk5.page)).toContainText('Werder');
});
