// Drafts, the queue and unknown outcomes, as the user sees them.

import { booked, json, type PartnerServer, RATES, startPartnerServer } from '../fixtures/partner-server';
import { exampleDraft } from '../fixtures/shipment-draft';
import { expect, test } from './fixtures';
import { fillShip, usePartner } from './seed';
import { invoke, openScreen, typeContents, typeParcel, waitForOptions } from './station';

const withRates = (server: PartnerServer, otherwise: Parameters<PartnerServer['behave']>[0]) =>
	server.behave((request, response, body) =>
		request.url?.endsWith('/rates') ? json(200, RATES)(request, response, body) : otherwise(request, response, body),
	);

test('saves, continues and books a draft at the desk, and stores another in the account', async ({ station }) => {
	const { page, app } = station;
	await fillShip(page, {
		parcels: [{ count: 1 }],
		contents: [{ description: '', originCountry: '', hsCode: '', quantity: 1 }],
		reference: '',
	});
	await page.keyboard.press('Control+s');
	await expect(page.getByText(/Saved as a draft at this desk/)).toBeVisible();
	await page.getByRole('button', { name: /Next parcel/ }).click();
	await openScreen(page, 'Shipments');
	await page.getByRole('row', { name: /Draft.*Muster GmbH/ }).click();
	await page.getByRole('button', { name: 'Resume' }).click();
	await typeParcel(page);
	await typeContents(page);
	await waitForOptions(page);
	await page.keyboard.press('Control+Enter');
	await expect(page.getByTestId('tracking-number')).toBeVisible();
	await page.getByRole('button', { name: /Next parcel/ }).click();

	await openScreen(page, 'Shipments');
	await expect(page.getByRole('row', { name: /Muster GmbH/ })).toHaveCount(1);
	await page.getByRole('row', { name: /Label sent.*Muster GmbH/ }).click();
	await page.keyboard.press('Control+d');
	await page.getByLabel('Reference').fill('DRAFT-1');
	await page.keyboard.press('Control+Shift+s');
	await expect(page.getByText(/draft was created/)).toBeVisible();
	await openScreen(page, 'Shipments');
	await page.getByRole('row', { name: /Online draft.*Muster GmbH/ }).click();
	// The built-in service shows it in its account, where the user is already signed in.
	const accountWindow = app.waitForEvent('window');
	await page.getByRole('button', { name: 'Edit in account' }).click();
	const account = await accountWindow;
	await expect(account.getByRole('heading', { name: /^Draft/ })).toBeVisible();
	await expect(account.locator('input[value="DRAFT-1"]')).toBeVisible();
	expect(account.url()).not.toContain('secret');
	expect(await account.evaluate(() => 'waybill' in window)).toBe(false);
	await account.close();
});

test('queues a shipment offline, and holds it when it is online again and costs more than allowed', {
	tag: '@journey',
}, async ({ station }) => {
	const { page } = station;
	let server = await startPartnerServer(json(200, RATES));
	const { url } = server;
	const port = Number(new URL(url).port);
	await usePartner(station, url);
	await fillShip(page);
	await waitForOptions(page);
	await server.close();
	await page.getByLabel('Parcel 1: Weight (kg)').fill('5.4');
	await page.getByLabel('Parcel 1: Weight (kg)').fill('5.5');
	await expect(page.getByText(/These prices are from/)).toBeVisible();
	await page.keyboard.press('Control+Enter');
	await expect(page.getByText(/Wait until you are online, or queue the shipment/)).toBeVisible();
	await page.getByLabel('Maximum price in euros').fill('9.2');
	// A key press is ignored until the message could be read (test/renderer/features/ship/ship.test.ts), so it is repeated.
	await expect(async () => {
		await page.keyboard.press('Control+Shift+Enter');
		await expect(page.getByText(/Sent automatically when online, for/)).toBeVisible({ timeout: 1000 });
	}).toPass();
	await expect(page.getByText('Queued 1')).toBeVisible();

	server = await startPartnerServer(json(200, RATES), port);
	withRates(server, json(200, booked(undefined)));
	await openScreen(page, 'Shipments');
	const group = page.getByRole('region', { name: 'Queued' });
	await expect(group.getByText(/now costs 9\.50 EUR\. The limit is 9\.20 EUR/)).toBeVisible();
	expect(server.bookings).toEqual([]);
	await group.getByRole('button', { name: /Muster GmbH/ }).click();
	await page.getByLabel('Approve up to, in euros').fill('9.5');
	await page.getByRole('button', { name: 'Approve', exact: true }).click();
	await expect(page.getByRole('complementary', { name: 'Shipment' }).getByText('TEST 0001')).toBeVisible();
	expect(server.bookings).toHaveLength(1);
	await server.close();
});

test('reports a rejected queued shipment on every screen and books the next one', async ({ station }) => {
	const { page } = station;
	const server = await startPartnerServer(json(200, RATES));
	await usePartner(station, server.url);
	withRates(server, (request, response, body) => {
		const { reference } = JSON.parse(body) as { reference?: string };
		const answer =
			reference === 'BAD-1' ? json(422, { errors: true, message: 'No such postcode.' }) : json(200, booked(undefined));
		answer(request, response, body);
	});
	for (const reference of ['BAD-1', 'GOOD-1']) {
		await invoke(page, 'shipments.queue', {
			draft: { ...exampleDraft, reference },
			rule: { kind: 'cheapest' },
			limitEur: 20,
		});
	}
	const notice = page.getByTestId('refused-notice');
	await expect(notice).toContainText('(BAD-1) was refused. No such postcode.');
	await expect(page.getByTestId('refused-count')).toHaveText('Rejected 1');
	await openScreen(page, 'Shipments');
	await expect(page.getByRole('row', { name: /Booked.*GOOD-1/ })).toBeVisible();
	await expect(notice).toBeHidden();
	const group = page.getByRole('region', { name: 'Rejected' });
	await group.getByRole('button', { name: /BAD-1: No such postcode/ }).click();
	await expect(page.getByRole('complementary').getByText(/Duplicate it, correct what the service names/)).toBeVisible();
	await page.getByRole('complementary').getByRole('button', { name: 'Mark as read' }).click();
	await expect(page.getByTestId('refused-count')).toBeHidden();
	await expect(group).toBeHidden();
	expect(server.bookings).toHaveLength(2);
	await server.close();
});

test('lets the user decide about an unknown outcome and shows what the service answered', async ({ station }) => {
	const { page } = station;
	const server = await startPartnerServer(json(200, RATES));
	await usePartner(station, server.url);
	await fillShip(page);
	await waitForOptions(page);
	withRates(server, json(500, { errors: true, message: 'fault', echo: 'secret-of-a-test' }));
	await page.keyboard.press('Control+Enter');
	await expect(page.getByText(/may or may not have carried out the request/).first()).toBeVisible();
	await openScreen(page, 'Shipments');
	await page
		.getByRole('region', { name: 'Unconfirmed' })
		.getByRole('button', { name: /Muster GmbH/ })
		.click();
	const panel = page.getByRole('complementary', { name: 'Shipment' });
	await panel.getByText(/Answer from the service/).click();
	await expect(panel.locator('pre')).toContainText('fault');
	await expect(panel.locator('pre')).not.toContainText('secret-of-a-test');
	await panel.getByRole('button', { name: 'Not found yet – check again' }).click();
	await expect(panel.getByText(/Checked at the service/).first()).toBeVisible();
	expect(server.bookings).toHaveLength(1);
	withRates(server, json(200, booked(undefined)));
	await panel.getByRole('button', { name: 'Not booked – resend' }).click();
	await expect(panel.getByText('TEST 0001')).toBeVisible();
	expect(new Set(server.bookings).size).toBe(1);
	expect(server.bookings).toHaveLength(2);
	await server.close();
});
