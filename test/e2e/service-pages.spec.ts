// Every page of the service in a real browser, on a phone and at a desk, light and dark: axe finds nothing, nothing is wider than the
// screen, and no script runs. The pictures are in out/test-results/pages.
import { pathToFileURL } from 'node:url';
import { type ElectronApplication, expect, type Page, test } from '@playwright/test';
import { LANGUAGES } from '../../src-contract/i18n';
import { buildForNode } from '../../tools/service-build.mjs';
import { destinationAddress, shipmentRequest } from '../fixtures/requests';
import type { Service } from '../fixtures/service';
import { expectNoFindings } from './axe';
import { openBrowser } from './browser';

const SIZES = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } };
const SCHEMES = ['light', 'dark'] as const;

let service: Service;
let browser: ElectronApplication;
let page: Page;
const consoleErrors: string[] = [];

test.beforeAll(async () => {
	// Built, because Playwright does not load modules that import JSON.
	const built = await buildForNode('test/fixtures/service.ts', 'test-service', ['test/fixtures']);
	const { startService } = (await import(pathToFileURL(built).href)) as typeof import('../fixtures/service');
	service = await startService();
	browser = await openBrowser('about:blank');
	page = await browser.firstWindow();
	page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()));
});
test.afterAll(async () => {
	await browser.close();
	await service.stop();
});

/** Looks at the current page in every size and scheme. */
async function look(name: string): Promise<void> {
	expect(await page.locator('script').count()).toBe(0);
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
	test.setTimeout(240_000);
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
