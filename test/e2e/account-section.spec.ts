// The API shipments section of the account in a real browser: a bare Electron window.
import { expect, type Page, test } from '@playwright/test';
import { startServiceProcess } from '../bench/service-process';
import { shipmentRequest } from '../fixtures/requests';
import { openBrowser } from './browser';

let service: Awaited<ReturnType<typeof startServiceProcess>>;
let browser: Awaited<ReturnType<typeof openBrowser>>;
let page: Page;

test.beforeAll(async () => {
	service = await startServiceProcess();
	browser = await openBrowser(`${service.url}/account`);
	({ page } = browser);
});
test.afterAll(async () => {
	await browser.close();
	await service.stop();
});

async function create(changes: Record<string, unknown>): Promise<number> {
	const response = await fetch(`${service.url}/partners-api/v1/shipments`, {
		method: 'POST',
		headers: service.headers,
		body: JSON.stringify({ ...shipmentRequest, ...changes }),
	});
	return ((await response.json()) as { data: { id: number } }).data.id;
}

test('signs in, finds and edits a draft, books it, and shows its labels and tracking without scripts', async () => {
	const draft = await create({ bookShipment: false, reference: 'PO-4711' });
	await create({ reference: 'PO-4712' });
	const consoleErrors: string[] = [];
	page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()));

	const [key = '', secret = ''] = service.credentials.split('@');
	await page.getByLabel('Key').fill(key);
	await page.getByLabel('Secret').fill('wrong');
	await page.getByRole('button', { name: 'Sign in' }).click();
	await expect(page.getByRole('alert')).toContainText('Wrong key or secret');
	await page.getByLabel('Key').fill(key);
	await page.getByLabel('Secret').fill(secret);
	await page.getByRole('button', { name: 'Sign in' }).click();
	await expect(page.getByRole('heading', { name: 'API shipments' })).toBeVisible();
	await expect(page.getByRole('row')).toHaveCount(4);
	expect(await page.locator('script').count()).toBe(0);
	expect(await page.evaluate('document.cookie')).toBe('');
	await page.screenshot({ path: 'out/test-results/account-list.png' });

	await page.getByLabel('Search').fill('4711');
	await page.getByRole('button', { name: 'Search' }).click();
	await expect(page.getByRole('row')).toHaveCount(3);
	await page.getByRole('link', { name: String(draft), exact: true }).click();

	const city = page.locator('[name="destinationAddress.city"]');
	await city.fill('Berlin 📦');
	await page.getByRole('button', { name: 'Save and book' }).click();
	await expect(page.getByRole('alert')).toContainText('Destination address: City');
	await expect(city).toHaveAttribute('aria-invalid', 'true');
	await page.screenshot({ path: 'out/test-results/account-draft.png', fullPage: true });
	await city.fill('Berlin');
	await page.locator('[name="reference"]').fill('PO-4711 edited');
	await page.getByRole('button', { name: 'Save', exact: true }).click();
	await expect(page.getByRole('status')).toContainText('Saved');
	await page.getByRole('button', { name: 'Save and book' }).click();

	await expect(page.getByText('PO-4711 edited')).toBeVisible();
	await expect(page.getByRole('listitem').filter({ hasText: 'Created at carrier' })).toBeVisible();
	await page.screenshot({ path: 'out/test-results/account-booked.png' });
	const labels = await page.evaluate(
		`fetch(document.querySelector('a[href$="labels.pdf"]').href).then((answer) => answer.status).catch(() => 'refused')`,
	);
	// The page's content security policy blocks fetches by scripts; the user can follow the link.
	expect(labels).toBe('refused');
	await expect(page.getByRole('link', { name: /Shipping documents/ })).toHaveAttribute('href', /labels\.pdf$/);
	await page.locator('a[href^="/tracking/"]').click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Registered with the carrier');
	await page.screenshot({ path: 'out/test-results/tracking.png' });

	await page.goto(`${service.url}/account/shipments`);
	await page.getByRole('button', { name: 'Sign out' }).click();
	await page.goto(`${service.url}/account/shipments`);
	await expect(page.getByLabel('Secret')).toBeVisible();
	expect(consoleErrors.filter((text) => !/status of (401|422)|Refused to connect|favicon/.test(text))).toEqual([]);
});
