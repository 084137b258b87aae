// The API reference at /docs in a real browser: a bare Electron window.
import { expect, type Page, test } from '@playwright/test';
import { startServiceProcess } from '../bench/service-process';
import { expectNoFindings } from './axe';
import { openBrowser } from './browser';

let service: Awaited<ReturnType<typeof startServiceProcess>>;
let browser: Awaited<ReturnType<typeof openBrowser>>;
let page: Page;
const requests: string[] = [];
const consoleErrors: string[] = [];

test.beforeAll(async () => {
	service = await startServiceProcess();
	browser = await openBrowser(`${service.url}/health`);
	({ page } = browser);
	page.on('request', (request) => requests.push(request.url()));
	page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()));
	await page.goto(`${service.url}/docs`);
});
test.afterAll(async () => {
	await browser.close();
	await service.stop();
});

/** axe's rules of WCAG and its best practices. */
const AXE_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const PARTS = [
	['#description/introduction', 'Partner shipping service'],
	['#POST/partners-api/v1/rates', 'Get shipping rates'],
	['#POST/partners-api/v1/shipments', 'Create or book a shipment'],
	['#POST/partners-api/v1/duties-taxes-estimate', 'Estimate duties and taxes'],
] as const;

for (const [width, height] of [
	[390, 844],
	[1280, 800],
] as const)
	for (const colorScheme of ['light', 'dark'] as const)
		test(`shows the reference on ${width} × ${height} in ${colorScheme} colours`, async () => {
			await page.setViewportSize({ width, height });
			await page.emulateMedia({ colorScheme });
			await expect(page.locator('body')).toHaveClass(new RegExp(`${colorScheme}-mode`));
			// The library draws an operation when it is scrolled into view.
			for (const [anchor, title] of PARTS) {
				await page.evaluate(`location.hash = ${JSON.stringify(anchor)}`);
				const heading = page.getByRole('heading', { name: title, exact: true });
				// What the library draws above the heading may move it again.
				await expect(async () => {
					await heading.scrollIntoViewIfNeeded();
					await expect(heading).toBeInViewport({ timeout: 1000 });
				}).toPass();
				const picture = `api-reference-${width}-${colorScheme}-${anchor.split('/').at(-1)}`;
				await page.screenshot({ path: `out/test-results/${picture}.png` });
			}
			expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
			await expectNoFindings(page, `${width} × ${height} ${colorScheme}`, AXE_RULES);
		});

test('shows the meaning of a field, the parcel types and samples in four languages', async () => {
	await page.emulateMedia({ colorScheme: 'light' });
	await expect(page.getByText('Weight of one piece in kilograms', { exact: false }).first()).toBeAttached();
	for (const type of ['NONDOC', 'PALLET', 'DOC'])
		await expect(page.getByText(type, { exact: true }).first()).toBeAttached();
	await page.getByRole('button', { name: 'curl' }).first().click();
	for (const language of ['TypeScript', 'Python', 'PHP'])
		await expect(page.getByRole('option', { name: language }).first()).toBeVisible();
	await page.keyboard.press('Escape');
});

test('sends a request with the key of the user, which it stores nowhere', async () => {
	const [, secret = ''] = service.credentials.split('@');
	await page.getByLabel('Value').first().fill(service.credentials);
	await page.getByRole('button', { name: 'Test Request' }).first().click();
	await page.getByRole('button', { name: /^Send post request/ }).click();
	await expect(page.getByText('200 OK')).toBeVisible();
	await expectNoFindings(page, 'dialog that sends a request', AXE_RULES);
	await page.screenshot({ path: 'out/test-results/api-reference-answer.png' });
	await page.keyboard.press('Escape');

	const stored = await page.evaluate(`(async () => {
		const databases = await indexedDB.databases();
		return JSON.stringify([location.href, document.cookie, { ...localStorage }, { ...sessionStorage }, history.state, databases]);
	})()`);
	expect(stored).toContain(`${service.url}/docs`);
	expect(stored).toMatch(/,\[\]\]$/);
	expect(stored).not.toContain(secret);
	expect(requests.join()).toContain('/partners-api/v1/rates');
	expect(requests.join()).not.toContain(secret);
	expect(requests.filter((url) => !url.startsWith(service.url) && !url.startsWith('about:'))).toEqual([]);
	// The policy refuses a style attribute in the markup of code samples, which only sets the width of line numbers.
	expect(consoleErrors.filter((text) => !text.includes('do not apply to event handlers, style attributes'))).toEqual(
		[],
	);

	await page.reload();
	await expect(page.getByLabel('Value').first()).toHaveValue('');
});
