// A bare Electron window as a browser, for the pages of the service.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { _electron, type Page } from '@playwright/test';
import { findElectron } from '../../tools/electron-executable.mjs';
import { electronSwitches } from '../../tools/electron-switches.mjs';

/** Opens a window with an empty profile. */
export async function openBrowser(url: string): Promise<{ page: Page; close: () => Promise<void> }> {
	const folder = mkdtempSync(path.join(tmpdir(), 'waybill-browser-'));
	writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: 'browser', main: 'main.cjs' }));
	writeFileSync(
		path.join(folder, 'main.cjs'),
		`const { app, BrowserWindow } = require('electron');
		app.setPath('userData', ${JSON.stringify(path.join(folder, 'profile'))});
		app.whenReady().then(() => new BrowserWindow({ width: 1280, height: 900 }).loadURL(${JSON.stringify(url)}));`,
	);
	const browser = await _electron.launch({
		executablePath: findElectron().path,
		args: [folder, ...electronSwitches()],
	});
	return { page: await browser.firstWindow(), close: () => browser.close() };
}
