// Every page of the service, except the API reference, in a real browser, on a phone and at a desk, light and dark: axe finds nothing, nothing is wider than the
// screen, and no script runs. The pictures are in out/test-results/pages.
import { pathToFileURL } from 'node:url';
import { type CDPSession, expect, type Page, test } from '@playwright/test';
import { LANGUAGES } from '../../src-contract/i18n';
import { buildForNode } from '../../tools/service-build.mjs';
import { destinationAddress, shipmentRequest } from '../fixtures/requests';
import type { Service } from '../fixtures/service';
import { expectNoFindings } from './axe';
import { openBrowser } from './browser';

const SIZES = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } };
const SCHEMES = ['light', 'dark'] as const;

let service: Service;
let browser: Awaited<ReturnType<typeof openBrowser>>;
let page: Page;
let debuggerSession: CDPSession;

test.beforeAll(async () => {
	// Built, because Playwright does not load modules that import JSON.
	const built = await buildForNode('test/fixtures/service.ts', 'test-service', ['test/fixtures']);
	const { startService } = (await import(pathToFileURL(built).href)) as typeof import('../fixtures/service');
	service = await startService();
	browser = await openBrowser('about:blank');
	({ page } = browser);
	debuggerSession = await page.context().newCDPSession(page);
});
test.afterAll(async () => {
	await browser.close();
	await service.stop();
});

/** Looks at the current page in every size and scheme. */
async function look(name: string): Promise<void> {
	expect(await page.locator('script').count()).toBe(0);
	// A phone draws its scroll bars over the page.
	await debuggerSession.send('Emulation.setScrollbarsHidden', { hidden: true });
	for (const [size, viewport] of Object.entries(SIZES)) {
		await page.setViewportSize(viewport);
		for (const colorScheme of SCHEMES) {
			await page.emulateMedia({ colorScheme });
			const where = `${name}-${size}-${colorScheme}`;
			await page.screenshot({ path: `out/test-results/pages/${where}.png`, fullPage: true });
			await expectNoFindings(page, where);
			const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
			expect.soft(overflow, `${where} is too wide`).toBeLessThanOrEqual(0);
		}
	}
}

const book = async (changes: object = {}) =>
	(await service.post('shipments', { ...shipmentRequest, ...changes })).body.data as { trackingUrl: string };

const STEPS = { in_transit: 'In transit', out_for_delivery: 'Out for delivery', delivered: 'Delivered' };
const POLISH = {
	...destinationAddress,
	sendNotification: false,
	countryCode: 'PL',
	zipcode: '00-001',
	city: 'Warszawa',
};

test('the tracking page, in every state and language', async () => {
	const { trackingUrl } = await book();
	const open = (address: string) => page.goto(address, { waitUntil: 'networkidle' });
	await open(trackingUrl);
	await expect(page.getByRole('heading', { name: 'Registered with the carrier' })).toBeVisible();
	await look('tracking-registered');
	await open(trackingUrl.replace(/\?.*/, ''));
	await look('tracking-postcode');
	await page.getByLabel('Postcode').fill('99999');
	await page.getByRole('button', { name: 'Show' }).click();
	await expect(page.getByRole('alert')).toBeVisible();
	await look('tracking-wrong-postcode');
	await page.getByLabel('Postcode').fill('10115');
	await page.getByRole('button', { name: 'Show' }).click();
	await page.getByRole('button', { name: 'Deutsch' }).click();
	await expect(page.getByRole('heading', { name: 'Beim Paketdienst angemeldet' })).toBeVisible();
	await look('tracking-by-postcode');
	await open(`${service.url}/tracking/x`);
	await look('tracking-not-found');

	const failedUrl = (await book({ destinationAddress: POLISH })).trackingUrl;
	const trackingNumberOf = (url: string) => /tracking\/(\w+)/.exec(url)?.[1] ?? '';
	const statusOf = async (url: string) => {
		const query = service.store.selectFrom('shipment').select(['id', 'status']);
		return query.where('tracking_number', '=', trackingNumberOf(url)).executeTakeFirstOrThrow();
	};
	for (const status of ['in_transit', 'out_for_delivery', 'delivered']) {
		for (let hour = 0; hour < 24 * 8 && (await statusOf(trackingUrl)).status !== status; hour += 1)
			await service.pass(1);
		await open(trackingUrl);
		await expect(page.locator('[aria-current=step]')).toHaveText(STEPS[status as keyof typeof STEPS]);
		await look(`tracking-${status}`);
	}
	// Only one parcel in 20 has a failed delivery, so this one is made to fail.
	const { id } = await statusOf(failedUrl);
	const note = 'Recipient not available; a second attempt follows';
	const event = { status: 'exception', at: service.clock.now.toISOString(), note } as const;
	await service.store.updateTable('shipment').set({ status: event.status }).where('id', '=', id).execute();
	await service.store.deleteFrom('event').where('shipment_id', '=', id).where('status', '=', 'delivered').execute();
	await service.store
		.insertInto('event')
		.values({ shipment_id: id, ...event })
		.execute();
	for (const language of Object.keys(LANGUAGES)) {
		await open(`${failedUrl}&lang=${language}`);
		await expect(page.locator('html')).toHaveAttribute('lang', language);
		await look(`tracking-failed-${language}`);
	}
});

test('the tracking page is drawn once one small document is loaded, because phones on slow connections open it', async () => {
	const { trackingUrl } = await book();
	await page.setViewportSize(SIZES.phone);
	await page.goto(trackingUrl);
	const [documentBytes, waitedFor] = (await page.evaluate(`[
		performance.getEntriesByType('navigation')[0].transferSize,
		performance.getEntriesByType('resource')
			.filter(({ renderBlockingStatus }) => renderBlockingStatus !== 'non-blocking').map(({ name }) => name),
	]`)) as [number, string[]];
	expect(waitedFor).toEqual([]);
	// At 1.6 Mbit/s, 20 kB take 0.1 seconds.
	expect(documentBytes).toBeGreaterThan(1000);
	expect(documentBytes).toBeLessThan(20_000);
});

test('the account section', async () => {
	const open = (path: string) => page.goto(`${service.url}/account${path}`, { waitUntil: 'networkidle' });
	const draft = async (changes: object) =>
		(await service.post('shipments', { ...shipmentRequest, bookShipment: false, ...changes })).body.data.id as number;
	const phone = '0123';
	const long = {
		reference: 'ORDER-2026-11-24/000123-a-long-reference',
		contactPerson: 'W'.repeat(34),
	};
	await book({
		reference: long.reference,
		destinationAddress: { ...POLISH, companyName: undefined, contactPerson: long.contactPerson },
	});
	await service.pass(30);
	await book({
		preferredShippingOption: undefined,
		parcels: [{ ...shipmentRequest.parcels[0], weight: '30', count: '4' }],
	});
	const draftId = await draft({ destinationAddress: { ...destinationAddress, phone } });
	await open('/sign-in');
	await look('account-sign-in');
	await page.getByLabel('Key').fill(service.credentials.key);
	await page.getByLabel('Secret').fill('wrong');
	await page.getByRole('button', { name: 'Sign in' }).click();
	await look('account-wrong-secret');
	await page.getByLabel('Key').fill(service.credentials.key);
	await page.getByLabel('Secret').fill(service.credentials.secret);
	await page.getByRole('button', { name: 'Sign in' }).click();
	await expect(page.getByRole('heading', { name: 'API shipments' })).toBeVisible();

	await open('/shipments');
	await look('account-list');
	await open('/shipments?q=nothing&state=exception&day=2026-11-24');
	await look('account-list-empty');
	await page.getByRole('link', { name: 'Time zone' }).click();
	await look('account-time-zone');

	await open(`/shipments/${draftId}`);
	await expect(page.getByText('does not look like a phone number')).toBeVisible();
	await look('account-draft');
	const city = page.locator('[name="destinationAddress.city"]');
	await city.fill('');
	await page.getByRole('button', { name: 'Save', exact: true }).click();
	await look('account-draft-errors');
	await open(`/shipments/${draftId}`);
	await page.locator('[name="parcels.0.weight"]').fill('12');
	await page.getByRole('button', { name: 'Save and book' }).click();
	await expect(page.getByRole('alert')).toContainText('not booked');
	await look('account-new-price');
	const stale = await page.locator('[name=version]').inputValue();
	await page.locator('[name=reference]').fill('first tab');
	await page.getByRole('button', { name: 'Save', exact: true }).click();
	await look('account-saved');
	await page.evaluate(`document.querySelector('[name=version]').value = ${JSON.stringify(stale)}`);
	await page.locator('[name=reference]').fill('second tab');
	await page.locator('[name=insured]').check();
	await city.fill('Potsdam');
	await page.getByRole('button', { name: 'Save', exact: true }).click();
	await expect(page.getByRole('alert')).toContainText('Your version');
	await look('account-conflict');
	await open(`/shipments/${draftId}`);
	await page.getByRole('button', { name: 'Delete draft' }).click();
	await look('account-deletion');
	await page.getByRole('link', { name: 'Keep it' }).click();
	await page.getByRole('button', { name: 'Save and book' }).click();
	await expect(page.getByRole('link', { name: 'Shipping documents (PDF)' })).toBeVisible();
	await look('account-booked');
	await open('/shipments?q=ORDER-2026');
	await page.locator('td.id a').click();
	await look('account-journey');
	await open('/shipments/999999');
	await look('account-not-found');
});
