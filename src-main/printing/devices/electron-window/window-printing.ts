// Prints an HTML page from a hidden Electron window.
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BrowserWindow } from 'electron';
import { t } from '../../../../src-contract/i18n';
import { MINUTE_MS } from '../../../../src-contract/lib/units';
import type { WindowJob, WindowPrinting } from './driver';

const MICRONS_PER_MM = 1000;
const PRINT_TIMEOUT_MS = MINUTE_MS;

/**
 * @param getWindow returns the window through which the printers are listed; without a window, the list is empty
 * @param dataDir folder in which each page is stored while it is printed
 */
export function createWindowPrinting(getWindow: () => BrowserWindow | undefined, dataDir: string): WindowPrinting {
	let jobCount = 0;
	/** Resolves when the pages were removed that remained because the station was killed during printing. */
	const cleanup = readdir(dataDir)
		.then((names) => names.filter((name) => /^printing-.*\.html$/.test(name)))
		.then((names) => Promise.all(names.map((name) => rm(path.join(dataDir, name), { force: true }))))
		.catch(() => undefined);
	return {
		async printers() {
			const systemPrinters = (await getWindow()?.webContents.getPrintersAsync()) ?? [];
			return systemPrinters.map(({ name, displayName }) => ({ name, description: displayName, isDefault: false }));
		},

		async print(html, job) {
			jobCount += 1;
			const file = path.join(dataDir, `printing-${process.pid}-${jobCount}.html`);
			const hiddenWindow = new BrowserWindow({
				show: false,
				webPreferences: { sandbox: true, javascript: false, contextIsolation: true, webviewTag: false },
			});
			try {
				await cleanup;
				await writeFile(file, html, { mode: 0o600 });
				await hiddenWindow.loadFile(file);
				return await printWindow(hiddenWindow, job);
			} finally {
				hiddenWindow.destroy();
				await rm(file, { force: true });
			}
		},
	};
}

function printWindow(window: BrowserWindow, job: WindowJob): Promise<string | undefined> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => reject(new Error(t('no answer from the system'))), PRINT_TIMEOUT_MS);
		window.webContents.print(
			{
				silent: true,
				deviceName: job.queue,
				pageSize: {
					width: Math.round(job.widthMm * MICRONS_PER_MM),
					height: Math.round(job.heightMm * MICRONS_PER_MM),
				},
				dpi: { horizontal: job.dpi, vertical: job.dpi },
				margins: { marginType: 'none' },
				scaleFactor: 100,
				copies: job.copies,
				color: false,
				printBackground: true,
			},
			(isAccepted, reason) => {
				clearTimeout(timer);
				resolve(isAccepted ? undefined : reason || t('no reason given'));
			},
		);
	});
}
