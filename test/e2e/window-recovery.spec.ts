// A window whose process crashes is reloaded with its input. In a file of its own because Playwright's page ends with the process.
import { expect, test } from './fixtures';
import { fillShip } from './seed';
import { invoke, newDataDir, startStation, typeParcel } from './station';

test('reloads a window that crashes or hangs with its input, books nothing, and reports what happened', async ({
	display: _,
}) => {
	const station = await startStation(newDataDir());
	try {
		const { app, page } = station;
		await fillShip(page);
		await typeParcel(page);
		await page.getByLabel('Reference').fill('ORDER-77');
		await page.getByLabel('Item 1: description').fill('Wool socks');
		const before = await invoke<unknown[]>(page, 'shipments.list', { limit: 10 });
		expect(before).toEqual([]);

		/** Runs a script in the current window. */
		const inWindow = <Value>(script: string): Promise<Value> =>
			app.evaluate(
				({ BrowserWindow }, text) => BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(text),
				script,
			);
		const endAndReload = (how: 'dies' | 'hangs') =>
			app.evaluate(({ BrowserWindow }, end) => {
				const [window] = BrowserWindow.getAllWindows();
				if (!window) throw new Error('there is no window');
				const { webContents } = window;
				const loaded = new Promise((resolve) => webContents.once('did-finish-load', () => resolve(undefined)));
				if (end === 'dies') webContents.forcefullyCrashRenderer();
				else {
					void webContents.executeJavaScript('for (;;) {}').catch(() => {});
					// Electron reports it 30 s after an input without an answer.
					window.emit('unresponsive');
				}
				return loaded;
			}, how);
		await endAndReload('dies');
		await expect
			.poll(() => inWindow<string>("document.querySelector('.alert[role=status]')?.textContent"))
			.toContain('Your input in Ship was restored');
		const field = (label: string) => inWindow<string>(`document.querySelector('[aria-label="${label}"]').value`);
		expect(await field('Reference')).toBe('ORDER-77');
		expect(await field('Item 1: description')).toBe('Wool socks');
		expect(await field('Parcel 1: Weight (kg)')).toBe('5.5');
		expect(await inWindow<string>('document.body.innerText')).toContain('Muster GmbH');
		expect(await inWindow<string>('location.search')).toBe('');
		const after = await inWindow<{ value: unknown[] }>("window.waybill.invoke('shipments.list', { limit: 10 })");
		expect(after.value).toEqual([]);
		await endAndReload('hangs');
		await expect
			.poll(() => inWindow<string>("document.querySelector('[aria-label=Reference]')?.value"))
			.toBe('ORDER-77');
	} finally {
		await station.close();
	}
});
