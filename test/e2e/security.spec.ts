// A compromised page can do nothing beyond the bridge. The tests need no data folder of their own.
import { expect, test } from './fixtures';

test('isolates and sandboxes the page under a strict content security policy', { tag: '@journey' }, async ({
	process: station,
}) => {
	const { page, app } = station;
	expect(page.url()).toMatch(/^app:\/\/station\//);
	expect(
		await page.evaluate(() => [
			typeof (globalThis as Record<string, unknown>).require,
			typeof (globalThis as Record<string, unknown>).process,
		]),
	).toEqual(['undefined', 'undefined']);
	expect(await page.evaluate(() => Object.keys(window.waybill).sort())).toEqual(['invoke', 'on']);
	const policy = await page.evaluate(async () => (await fetch('/index.html')).headers.get('Content-Security-Policy'));
	expect(policy).toContain("default-src 'self'");
	expect(policy).not.toContain('unsafe');
	const preferences = await app.evaluate(({ BrowserWindow }) => {
		const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
			getLastWebPreferences(): Record<string, unknown>;
		};
		return contents.getLastWebPreferences();
	});
	expect(preferences).toMatchObject({ contextIsolation: true, sandbox: true, nodeIntegration: false });
});

test('runs neither inline scripts nor eval', async ({ process: station }) => {
	const result = await station.page.evaluate(() => {
		const script = document.createElement('script');
		script.textContent = 'window.__ran = true';
		document.head.append(script);
		return (window as unknown as { __ran?: boolean }).__ran ?? false;
	});
	expect(result).toBe(false);
});

test('keeps the page from leaving the station and from opening a window', async ({ process: station }) => {
	const { page, app } = station;
	// The main process blocks each navigation.
	await app.evaluate(({ BrowserWindow }) => {
		const refused = new Promise((resolve) => {
			const contents = BrowserWindow.getAllWindows()[0]?.webContents;
			contents?.once('will-navigate', (event, url) => setImmediate(() => resolve(event.defaultPrevented ? url : '')));
		});
		Object.assign(globalThis, { refused });
	});
	expect(await page.evaluate(() => window.open('https://example.com'))).toBe(null);
	await page.evaluate(() => {
		location.href = 'https://example.com/elsewhere';
	});
	const refused = await app.evaluate(() => (globalThis as unknown as { refused: Promise<string> }).refused);
	expect(refused).toBe('https://example.com/elsewhere');
	expect(page.url()).toMatch(/^app:\/\/station\//);
	expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('serves nothing outside the folder of the app protocol', async ({ process: station }) => {
	const answers = await station.page.evaluate(() =>
		Promise.all(
			[
				'/index.html',
				'/../package.json',
				'/..%2f..%2fpackage.json',
				'/%2e%2e/main/main.js',
				'/..%5c..%5cpackage.json',
				'/etc/passwd',
				'/assets',
				'/index.html%00.js',
				'/%.js',
				'/none.js',
				'app://elsewhere/index.html',
			].map((path) =>
				fetch(path).then(
					({ status }) => status,
					() => 'refused',
				),
			),
		),
	);
	expect(answers).toEqual([200, ...Array(9).fill(404), 'refused']);
});

test('opens only web links and returns no secret over the bridge', { tag: '@journey' }, async ({
	process: station,
}) => {
	const refused = await station.page.evaluate(() =>
		Promise.all(
			['file:///etc/passwd', 'javascript:alert(1)', 'smb://host/share'].map((url) =>
				window.waybill.invoke('links.open', { url }),
			),
		),
	);
	for (const answer of refused) expect(answer).toMatchObject({ ok: false, error: { code: 'link.refused' } });
	const status = await station.page.evaluate(() => window.waybill.invoke('credentials.status', undefined));
	expect(Object.keys((status as { value: object }).value).sort()).toEqual([
		'endsIn',
		'keyringAvailable',
		'protection',
		'state',
	]);
});
