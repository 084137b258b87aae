// Makes the services with what only Electron can give them.
import { writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { app, type BrowserWindow, clipboard, dialog, type OpenDialogOptions, safeStorage, shell } from 'electron';
import Store from 'electron-store';
import { AppError } from '../../src-contract/errors';
import { languageOf, say } from '../../src-contract/i18n';
import { speakLanguage } from '../../src-contract/locales';
import { bookPlaces } from '../address-book/address-book-paths';
import { createServices } from '../compose';
import { DOCUMENT_THREAD_MEMORY } from '../compose/document-thread';
import { createHandlers, type Desktop } from '../ipc/handlers';
import { createRouter } from '../ipc/router';
import { keepPrivate, makePrivateFolder } from '../platform/private-files';
import { createWindowPrinting } from '../printing/devices/windows/window-printing';
import { createSettings } from '../settings/settings';
import { createBrokerHost } from './embedded-service';
import { openStationLog } from './log';
import { lookForUpdates, updateFeed } from './updates';
import { openAccountWindow } from './window';

function desktopOf(window: () => BrowserWindow | undefined): Desktop {
	/** Before its window: what it was opened for cannot change behind it. */
	function openDialog(options: OpenDialogOptions) {
		const parent = window();
		return parent ? dialog.showOpenDialog(parent, options) : dialog.showOpenDialog(options);
	}

	return {
		async chooseFolder() {
			const { filePaths } = await openDialog({ properties: ['openDirectory', 'createDirectory'] });
			return filePaths[0] ?? null;
		},
		async chooseFile(what, extensions) {
			const { filePaths } = await openDialog({
				properties: ['openFile'],
				filters: [{ name: what, extensions }],
			});
			return filePaths[0] ?? null;
		},
		async chooseWhereTo(suggestedName) {
			const options = { defaultPath: suggestedName };
			const parent = window();
			const { filePath } = await (parent ? dialog.showSaveDialog(parent, options) : dialog.showSaveDialog(options));
			return filePath || null;
		},
		async saveFile(suggestedName, bytes) {
			const place = await this.chooseWhereTo(suggestedName);
			if (place !== null) await writeFile(place, bytes);
			return place;
		},
		async agrees({ message, detail, yes }) {
			const options = {
				type: 'question' as const,
				message,
				detail,
				buttons: [yes, say('Cancel')],
				defaultId: 1,
				cancelId: 1,
				noLink: true,
			};
			const parent = window();
			const { response } = await (parent ? dialog.showMessageBox(parent, options) : dialog.showMessageBox(options));
			return response === 0;
		},
		openInBrowser: (url) => shell.openExternal(url),
		openAccount: (url, cookie) => openAccountWindow(url, cookie, say('API shipments')),
		copy: (text) => clipboard.writeText(text),
		async pageAsPdf() {
			const contents = window()?.webContents;
			if (!contents) throw new AppError('internal', say('There is no window to print from.'));
			return contents.printToPDF({ pageSize: 'A4', printBackground: true });
		},
	};
}

/** A feed that cannot be used is written to the log; the station works on without it. */
function feedOfSite(log: (event: string, detail: Record<string, unknown>) => void): string | undefined {
	const { WAYBILL_UPDATE_FEED: feed, APPIMAGE: appImage } = process.env;
	try {
		return updateFeed({ feed, appImage, isPackaged: app.isPackaged, platform: process.platform });
	} catch (error) {
		log('updates.notLookedFor', { error: (error as Error).message });
		return undefined;
	}
}

/** @param built the path of a built file @param push sends an event to the window */
export async function start(
	built: (...parts: string[]) => string,
	window: () => BrowserWindow | undefined,
	push: (name: string, detail: unknown) => void,
) {
	const dataDir = app.getPath('userData');
	const resourcesDir = path.join(app.getAppPath(), 'resources');
	makePrivateFolder(dataDir);
	const { write, file: logFile } = openStationLog(path.join(dataDir, 'logs'));

	const jsonFile = (name: string) => {
		keepPrivate(path.join(dataDir, `${name}.json`));
		return new Store({ cwd: dataDir, name, clearInvalidConfig: true, configFileMode: 0o600 });
	};
	const settings = createSettings(jsonFile('settings'));
	// Without its texts a language is English; the desk works on.
	const speak = () =>
		speakLanguage(languageOf(settings.read().language, app.getLocale())).catch((error) =>
			write('wording.fault', { error: String(error) }),
		);
	const zoom = (percent: number) => window()?.webContents.setZoomFactor(percent / 100);
	zoom(settings.read().textSizePercent);
	await speak();
	const broker = createBrokerHost({
		script: built('main', 'broker-process.cjs'),
		dataDir: path.join(dataDir, 'service'),
		resourcesDir,
		port: settings.brokerPort,
		onChange: () => services.status.changed(),
		log: write,
	});
	const services = createServices({
		dataDir,
		labelsDir: path.join(dataDir, 'labels'),
		version: app.getVersion(),
		logFile,
		settings,
		credentialsFile: jsonFile('credentials'),
		vaultFile: jsonFile('document-key'),
		keyring: {
			available: () => safeStorage.isEncryptionAvailable(),
			encrypt: (text) => safeStorage.encryptString(text),
			decrypt: (data) => safeStorage.decryptString(data),
		},
		broker,
		// Node loads its fetch when it is first named, which a desk's start need not wait for.
		fetch: (...request) => globalThis.fetch(...request),
		windowPrinting: process.platform === 'win32' ? createWindowPrinting(window, dataDir) : undefined,
		startDocumentWorker: () =>
			new Worker(built('main', 'document-worker.cjs'), { resourceLimits: DOCUMENT_THREAD_MEMORY }),
		startGoodsWorker: () => new Worker(built('main', 'goods-worker.cjs'), { workerData: { resourcesDir, dataDir } }),
		startAddressWorker: (data) =>
			new Worker(built('main', 'address-worker.cjs'), {
				workerData: { ...data, ...bookPlaces(dataDir, resourcesDir) },
				// A file that is made to fill the memory ends its thread, not the station.
				resourceLimits: { maxOldGenerationSizeMb: 2048 },
			}),
		lookForUpdates(isSending, onReady) {
			const feed = feedOfSite(write);
			if (!feed) return () => {};
			const load = async () => (await import('electron-updater')).autoUpdater;
			return lookForUpdates({ feed, load, isSending, onReady, log: write });
		},
		userName: () => userInfo().username,
		now: () => new Date(),
		speak,
		zoom,
		push,
		log: write,
	});
	services.settle();
	return {
		route: createRouter({ handlers: createHandlers(services, desktopOf(window)), log: write }),
		close: services.close,
		log: write,
	};
}
