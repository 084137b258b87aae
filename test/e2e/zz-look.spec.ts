import { test } from '@playwright/test';
import {
	book,
	emptyDataDir,
	newDataDir,
	SENDER,
	SWISS_RECIPIENT,
	startStation,
	typeAddresses,
	typeContents,
	typeParcel,
	waitForOptions,
} from './station';

const only = process.env.LOOK ?? '';
test('look', async () => {
	test.setTimeout(200_000);
	const { page, app, close } = await startStation(
		newDataDir((process.env.SET ? JSON.parse(process.env.SET) : {}) as never),
	);
	page.on('console', (m) => m.type() === 'error' && console.log('CONSOLE', m.text()));
	page.on('pageerror', (e) => console.log('PAGEERROR', e.message));
	const size = process.env.SIZE ?? '1280x800';
	const [w, h] = size.split('x').map(Number);
	await app.evaluate(({ BrowserWindow }, [w, h]) => BrowserWindow.getAllWindows()[0]!.setContentSize(w!, h!), [w, h]);
	const shot = async (name: string) => {
		await page.waitForTimeout(500);
		await page.screenshot({ path: `/tmp/look/${name}${process.env.TAG ?? ''}.png` });
	};
	await shot('ship-empty');
	if (!process.env.LANG_ONLY) {
		await typeAddresses(page, process.env.SWISS ? SWISS_RECIPIENT : undefined);
		await typeParcel(page);
		await typeContents(page);
		await waitForOptions(page);
		await page.waitForTimeout(2500);
		await shot('ship');
		if (!process.env.SWISS) {
			await book(page);
			await page.waitForTimeout(1500);
			await shot('booked');
		}
	}
	for (const [n, name] of [
		[2, 'quote'],
		[3, 'duties'],
		[4, 'batch'],
		[5, 'shipments'],
		[6, 'addresses'],
		[7, 'printers'],
		[8, 'reports'],
		[9, 'settings'],
	] as const) {
		await page.keyboard.press(`Control+${n}`);
		await page.waitForTimeout(700);
		await shot(name);
	}
	await page.keyboard.press('F1');
	await shot('help');
	await page.keyboard.press('Escape');
	await page.keyboard.press('Control+k');
	await shot('palette');
	await close();
});
