// The life of the application.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { app, type BrowserWindow, dialog, protocol, safeStorage, session, shell } from 'electron';
import log from 'electron-log/node';
import Store from 'electron-store';
import { AppError } from '../src-contract/errors';
import { APP_SCHEME, createAppProtocol } from './app-protocol';
import { createBrokerHost } from './broker-host';
import { attachRouter, pushTo } from './ipc/attach';
import { createHandlers, type Desktop } from './ipc/handlers';
import { createRouter } from './ipc/router';
import { createServices, type Services } from './services';
import { createSettings } from './settings/settings';
import { guardSession, openWindow } from './window';

const built = (...parts: string[]) => path.join(app.getAppPath(), 'out', ...parts);

if (process.env.WAYBILL_DATA_DIR) app.setPath('userData', path.resolve(process.env.WAYBILL_DATA_DIR));
const dataDir = app.getPath('userData');
log.transports.console.level = false;
log.transports.file.resolvePathFn = () => path.join(dataDir, 'logs', 'station.log');
const write = (event: string, detail: Record<string, unknown>) => log.info(event, JSON.stringify(detail));

protocol.registerSchemesAsPrivileged([
	{ scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
]);

let window: BrowserWindow | undefined;
let services: Services | undefined;

const desktop: Desktop = {
	async chooseFolder() {
		const { filePaths } = await dialog.showOpenDialog({ properties: ['openDirectory', 'createDirectory'] });
		return filePaths[0] ?? null;
	},
	async saveFile(suggestedName, bytes) {
		const { filePath } = await dialog.showSaveDialog({ defaultPath: suggestedName });
		if (!filePath) return null;
		await writeFile(filePath, bytes);
		return filePath;
	},
	async openInBrowser(url) {
		if (!/^https?:\/\/[^\s]+$/i.test(url)) throw new AppError('link.refused', 'Only web addresses can be opened.');
		await shell.openExternal(url);
	},
};

function start(): Services {
	const jsonFile = (name: string) => new Store({ cwd: dataDir, name, clearInvalidConfig: true });
	const settings = createSettings(jsonFile('settings'));
	const push = pushTo(() => window);
	const broker = createBrokerHost({
		script: built('main', 'broker-process.cjs'),
		dataDir: path.join(dataDir, 'service'),
		resourcesDir: path.join(app.getAppPath(), 'resources'),
		port: settings.brokerPort,
		onChange: () => services?.status.changed(),
		log: write,
	});
	const started = createServices({
		dataDir,
		labelsDir: path.join(dataDir, 'labels'),
		version: app.getVersion(),
		settings,
		credentialsFile: jsonFile('credentials'),
		keyring: {
			available: () => safeStorage.isEncryptionAvailable(),
			encrypt: (text) => safeStorage.encryptString(text),
			decrypt: (data) => safeStorage.decryptString(data),
		},
		broker,
		fetch: globalThis.fetch,
		startRasterWorker: () => new Worker(built('main', 'raster-worker.cjs')),
		now: () => new Date(),
		push,
		log: write,
	});
	attachRouter(createRouter({ handlers: createHandlers(started, desktop), log: write }));
	return started;
}

if (!app.requestSingleInstanceLock()) {
	app.quit();
} else {
	app.on('second-instance', () => {
		if (window?.isMinimized()) window.restore();
		window?.focus();
	});
	app.on('window-all-closed', () => app.quit());
	app.on('before-quit', (event) => {
		if (!services) return;
		event.preventDefault();
		const closing = services;
		services = undefined;
		void closing.close().finally(() => app.quit());
	});
	void app.whenReady().then(() => {
		try {
			protocol.handle(APP_SCHEME, createAppProtocol(built('renderer')));
			guardSession(session.defaultSession);
			// The page loads while the services are made; it cannot ask before this turn ends.
			window = openWindow(built('preload', 'index.cjs'));
			services = start();
			services.settle();
			// The built-in service waits for the screen: on a small machine it would take the processor from it.
			window.webContents.once('did-finish-load', () => services?.start());
		} catch (error) {
			write('start.failed', { error: (error as Error).stack ?? String(error) });
			dialog.showErrorBox('Waybill cannot start', (error as Error).message);
			app.exit(1);
		}
	});
}
