// What is kept here, queued, in doubt and given up, as somebody at the desk meets it; and short campaigns of kills and cuts.
import { expect, test } from '@playwright/test';
import { cutWhileQueued, killWhileSending } from '../faults/outbox';
import { booked, json, type PartnerServer, RATES, startPartnerServer } from '../fixtures/partner-server';
import { type Station, startStation, typeAddresses, typeContents, typeParcel, waitForOptions } from './station';

async function toPartner({ page }: Station, url: string): Promise<void> {
	await page.evaluate(
		async ([serviceUrl]) => {
			const { value } = (await window.waybill.invoke('settings.read', undefined)) as { value: object };
			await window.waybill.invoke('settings.save', { ...value, serviceUrl });
			await window.waybill.invoke('credentials.set', { key: 'key', secret: 'secret-of-a-test', protection: 'memory' });
		},
		[url],
	);
	await page.reload();
	await page.getByRole('navigation', { name: 'Screens' }).waitFor();
}
async function compose({ page }: Station): Promise<void> {
	await typeAddresses(page);
	await typeParcel(page);
	await typeContents(page);
}
const rated = (server: PartnerServer, otherwise: Parameters<PartnerServer['behave']>[0]) =>
	server.behave((request, response, body) =>
		request.url?.endsWith('/rates') ? json(200, RATES)(request, response, body) : otherwise(request, response, body),
	);

test('a draft is kept here, changed here and booked here; and left in the account', async () => {
	test.setTimeout(90_000);
	const station = await startStation();
	const { page, app } = station;
	await typeAddresses(page);
	await page.keyboard.press('Control+s');
	await expect(page.getByText(/It is kept at this desk/)).toBeVisible();
	await page.getByRole('button', { name: /Next parcel/ }).click();
	await page.keyboard.press('Control+5');
	await page.getByRole('row', { name: /Kept here.*Muster GmbH/ }).click();
	await page.getByRole('button', { name: 'Go on with it' }).click();
	await typeParcel(page);
	await typeContents(page);
	await waitForOptions(page);
	await page.keyboard.press('Control+Enter');
	await expect(page.getByTestId('tracking-number')).toBeVisible();
	await page.getByRole('button', { name: /Next parcel/ }).click();

	await page.keyboard.press('Control+5');
	await expect(page.getByRole('row', { name: /Muster GmbH/ })).toHaveCount(1);
	await page.getByRole('row', { name: /Booked.*Muster GmbH/ }).click();
	await page.keyboard.press('Control+d');
	await page.getByLabel('Reference').fill('DRAFT-1');
	await page.keyboard.press('Control+Shift+s');
	await expect(page.getByText(/draft was created/)).toBeVisible();
	await page.keyboard.press('Control+5');
	await page.getByRole('row', { name: /Draft.*Muster GmbH/ }).click();
	// The built-in service shows it in its account, signed in already.
	const opened = app.waitForEvent('window');
	await page.getByRole('button', { name: 'Edit it in the account' }).click();
	const account = await opened;
	await expect(account.getByRole('heading', { name: /^Draft/ })).toBeVisible();
	await expect(account.locator('input[value="DRAFT-1"]')).toBeVisible();
	expect(account.url()).not.toContain('secret');
	expect(await account.evaluate(() => 'waybill' in window)).toBe(false);
	await account.close();
	await station.close();
});

test('without a line a shipment is queued by the desk, goes when the line is back, and is held when it became dearer', async () => {
	test.setTimeout(120_000);
	const station = await startStation();
	const { page } = station;
	let server = await startPartnerServer(json(200, RATES));
	const { url } = server;
	const port = Number(new URL(url).port);
	await toPartner(station, url);
	await compose(station);
	await waitForOptions(page);
	await server.close();
	await page.getByLabel('Parcel 1: Weight (kg)').fill('5.4');
	await page.getByLabel('Parcel 1: Weight (kg)').fill('5.5');
	await expect(page.getByText(/These are its prices of/)).toBeVisible({ timeout: 15_000 });
	await page.keyboard.press('Control+Enter');
	await expect(page.getByText(/Wait for the line, or queue the shipment/)).toBeVisible();
	await page.getByLabel('At most, in euros').fill('9.2');
	await page.waitForTimeout(800);
	await page.keyboard.press('Control+Shift+Enter');
	await expect(page.getByText(/It is queued, and goes by itself/)).toBeVisible();
	await expect(page.getByText('Queued 1')).toBeVisible();

	server = await startPartnerServer(json(200, RATES), port);
	rated(server, json(200, booked(undefined)));
	await page.keyboard.press('Control+5');
	const lane = page.getByRole('region', { name: 'Queued' });
	await expect(lane.getByText(/costs 9\.50 EUR now; 9\.20 EUR was allowed/)).toBeVisible({ timeout: 45_000 });
	expect(server.bookings).toEqual([]);
	await lane.getByRole('button', { name: /Muster GmbH/ }).click();
	await page.getByLabel('Allow up to, in euros').fill('9.5');
	await page.getByRole('button', { name: 'Allow it' }).click();
	await expect(page.getByRole('complementary', { name: 'Shipment' }).getByText('TEST 0001')).toBeVisible({
		timeout: 15_000,
	});
	expect(server.bookings).toHaveLength(1);
	await station.close();
	await server.close();
});

test('what is in doubt is settled by a person, with what the service answered at hand', async () => {
	test.setTimeout(90_000);
	const station = await startStation();
	const { page } = station;
	const server = await startPartnerServer(json(200, RATES));
	await toPartner(station, server.url);
	await compose(station);
	await waitForOptions(page);
	rated(server, json(500, { errors: true, message: 'fault', echo: 'secret-of-a-test' }));
	await page.keyboard.press('Control+Enter');
	await expect(page.getByText(/may or may not have carried the request out/).first()).toBeVisible();
	await page.keyboard.press('Control+5');
	await page
		.getByRole('region', { name: 'Unknown' })
		.getByRole('button', { name: /Muster GmbH/ })
		.click();
	const panel = page.getByRole('complementary', { name: 'Shipment' });
	await panel.getByText(/What the service answered/).click();
	await expect(panel.locator('pre')).toContainText('fault');
	await expect(panel.locator('pre')).not.toContainText('secret-of-a-test');
	await panel.getByRole('button', { name: 'Keep waiting' }).click();
	await expect(panel.getByText(/Somebody looked for it/).first()).toBeVisible();
	expect(server.bookings).toHaveLength(1);
	rated(server, json(200, booked(undefined)));
	await panel.getByRole('button', { name: 'It was not: send again' }).click();
	await expect(panel.getByText('TEST 0001')).toBeVisible();
	expect(new Set(server.bookings).size).toBe(1);
	expect(server.bookings).toHaveLength(2);
	await station.close();
	await server.close();
});

test('kills against a service that misbehaves: nothing lost, nothing bought twice, every state honest', async () => {
	test.setTimeout(180_000);
	const { boughtTwice, lost, dishonest, faults, shipments } = await killWhileSending(30);
	expect({ boughtTwice, lost, dishonest, faults, shipments }).toEqual({
		boughtTwice: 0,
		lost: 0,
		dishonest: 0,
		faults: [],
		shipments: 30,
	});
});

test('a line that is cut and comes back while shipments are queued: their order is kept, each is sent once', async () => {
	test.setTimeout(120_000);
	const { boughtTwice, lost, dishonest, outOfOrder, faults } = await cutWhileQueued(25);
	expect({ boughtTwice, lost, dishonest, outOfOrder, faults }).toEqual({
		boughtTwice: 0,
		lost: 0,
		dishonest: 0,
		outOfOrder: 0,
		faults: [],
	});
});
