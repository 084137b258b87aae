// Entry point of the main process: opens the window, starts the services, allows only one instance, and quits.
import { accessSync, constants, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { app, type BrowserWindow, dialog, protocol, session } from 'electron';
import { errorMessage } from '../src-contract/lib/error-message';
import { APP_SCHEME, createAppProtocol } from './app/protocol';
import { allowScaleDevices, attachRouter, denyNewWindows, guardSession, openWindow, pushTo } from './app/window';
import { recoverWindow } from './app/window-recovery';
import type { StationControl } from './desk-backup/desk-backup';
import { areThreadsRunning } from './platform/running-threads';

// Make Zod run schemas without compiling them: with only a few validations per second, compilation costs more time than it saves.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const BACKUP_SWITCH = 'back-up-desk';

const builtPath = (...parts: string[]) => path.join(app.getAppPath(), 'out', ...parts);

// Disable V8's memory reducer, which collects garbage while a page is idle and so delays the first keystroke after a pause.
app.commandLine.appendSwitch('js-flags', '--no-memory-reducer');
if (process.env.WAYBILL_DATA_DIR) app.setPath('userData', path.resolve(process.env.WAYBILL_DATA_DIR));

/**
 * The saved language setting, or undefined if the system's language is used. The file is read directly, because loading the
 * settings service first would delay the window.
 */
function savedLanguage(): string | undefined {
	try {
		const settings = readFileSync(path.join(app.getPath('userData'), 'settings.json'), 'utf8');
		return /"language":\s*"([a-z]{2})"/.exec(settings)?.[1];
	} catch {
		return undefined;
	}
}
// Chromium's date picker uses the language of this switch, which cannot be changed later.
const language = savedLanguage();
if (language) app.commandLine.appendSwitch('lang', language === 'en' ? 'en-GB' : language);
protocol.registerSchemesAsPrivileged([
	{ scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
]);

let window: BrowserWindow | undefined;
/** Resolves to the running services; undefined until they are first started. */
let runningServices: ReturnType<typeof startServices> | undefined;
let closeServices: (() => Promise<void>) | undefined;
let isClosing = false;

function openStation(): void {
	const answerPage = createAppProtocol(builtPath('renderer'));
	protocol.handle(APP_SCHEME, (request) => {
		// The stylesheet is the last file that the page requests. Start the services now: rendering does not need this thread.
		if (request.url.endsWith('.css')) setImmediate(() => ensureServices().catch(() => {}));
		return answerPage(request);
	});
	denyNewWindows();
	guardSession(session.defaultSession);
	allowScaleDevices(session.defaultSession);
	window = openWindow(builtPath('preload', 'index.cjs'));
	recoverWindow(window, (event, detail) => void runningServices?.then(({ log }) => log(event, detail)).catch(() => {}));
	attachRouter(async (method, input) => (await ensureServices()).route(method, input));
}

/** Starts the services on the first call. Later calls return the same promise. */
function ensureServices(): ReturnType<typeof startServices> {
	runningServices ??= startServices();
	return runningServices;
}

async function startServices() {
	try {
		const { start } = await import('./app/start');
		const currentWindow = () => window;
		const services = await start(builtPath, currentWindow, pushTo(currentWindow), stationControl);
		closeServices = services.close;
		return services;
	} catch (error) {
		// Imported here because a successful start does not need it.
		const { t } = await import('../src-contract/i18n');
		const instructions = t(
			'Saved data is in {folder}. If Waybill does not start next time either, send this text to your administrator and do not change that folder.',
			{ folder: app.getPath('userData') },
		);
		dialog.showErrorBox(t('Waybill cannot start'), `${errorMessage(error)}\n\n${instructions}`);
		app.exit(1);
		throw error;
	}
}

/** Work that the end of the station waits for, such as a backup. */
let exclusiveWork: Promise<unknown> | undefined;

/** Closes the services, runs `work`, and starts the services again, also after an error of `work`. Calls of the page wait. */
async function whileClosed<Result>(work: () => Result | Promise<Result>): Promise<Result> {
	const closing = closeServices?.() ?? Promise.resolve();
	closeServices = undefined;
	const result = closing.then(work);
	const isWindowClosed = () => !window || window.isDestroyed();
	await result.catch(() => {});
	// The services may ask the user a question before they start.
	exclusiveWork = undefined;
	if (isWindowClosed()) return result;
	runningServices = startServices();
	await runningServices;
	return result;
}

const stationControl: StationControl = {
	async runExclusively(work) {
		if (exclusiveWork) {
			const [{ AppError }, { t }] = await Promise.all([
				import('../src-contract/errors'),
				import('../src-contract/i18n'),
			]);
			throw new AppError('backup.busy', t('Another backup or restore is running. Wait until it has finished.'));
		}
		const running = work();
		exclusiveWork = running;
		try {
			return await running;
		} finally {
			if (exclusiveWork === running) exclusiveWork = undefined;
		}
	},
	async whileClosed(work) {
		try {
			return await whileClosed(work);
		} finally {
			// The page is on the screen already.
			(await runningServices?.catch(() => undefined))?.startBackgroundWork();
		}
	},
	reloadPage: () => window?.webContents.reload(),
};

/**
 * Starts the services with another data folder, in this process. The end-to-end tests emit the event `waybill:openDataFolder`, to get
 * a new desk without a new process; only code of the main process can emit it.
 * @param done called without an argument when the services run, or with the error if the services did not start
 */
function openDataFolder(folder: string, done: (error?: unknown) => void): void {
	whileClosed(() => app.setPath('userData', path.resolve(folder))).then(() => done(), done);
}
// The types of `app` allow only Electron's own events.
const events: NodeJS.EventEmitter = app;
events.on('waybill:openDataFolder', openDataFolder);

/** Whether files can be written into the data folder. Without that, not even the lock of the single instance can be taken. */
function isDataFolderWritable(): boolean {
	try {
		const folder = app.getPath('userData');
		mkdirSync(folder, { recursive: true });
		accessSync(folder, constants.W_OK);
		return true;
	} catch {
		return false;
	}
}

async function refuseToStart(): Promise<void> {
	await app.whenReady();
	const [{ resolveLanguage, t }, { setProcessLanguage }] = await Promise.all([
		import('../src-contract/i18n'),
		import('../src-contract/locales'),
	]);
	await setProcessLanguage(resolveLanguage('system', app.getLocale())).catch(() => {});
	dialog.showErrorBox(
		t('Waybill cannot start'),
		t('Nothing can be written into the folder {folder}. Ask your administrator for the permission to write there.', {
			folder: app.getPath('userData'),
		}),
	);
	app.exit(1);
}

async function backUpAndExit(): Promise<void> {
	await app.whenReady();
	const { backUpFromCommandLine } = await import('./app/back-up-command');
	const file = app.commandLine.getSwitchValue(BACKUP_SWITCH);
	const exitCode = await backUpFromCommandLine(file, builtPath('main', 'backup-worker.js'));
	forceEndOnQuit();
	app.exit(exitCode);
}

// At the end of the process, Electron waits for all threads. A thread that never exits would keep the process, and with it the lock
// of the single instance, so that the station could not be started again.
const forceEndOnQuit = () => void app.once('quit', () => areThreadsRunning() && process.kill(process.pid, 'SIGKILL'));
// Registered last: an update is installed in an earlier listener.
app.once('will-quit', forceEndOnQuit);

if (!isDataFolderWritable()) {
	void refuseToStart();
} else if (app.commandLine.hasSwitch(BACKUP_SWITCH)) {
	void backUpAndExit();
} else if (!app.requestSingleInstanceLock()) {
	app.quit();
} else {
	app.on('second-instance', () => {
		// The window may be closed already, while the station still closes its services.
		if (!window || window.isDestroyed()) return;
		if (window.isMinimized()) window.restore();
		window.focus();
	});
	app.on('window-all-closed', () => app.quit());
	app.on('before-quit', (event) => {
		if (exclusiveWork) {
			event.preventDefault();
			const quit = () => app.quit();
			exclusiveWork.then(quit, quit);
			return;
		}
		if (!closeServices) return;
		event.preventDefault();
		// Ignore a second quit request: the first one quits when the services have recorded the results of running operations.
		if (isClosing) return;
		isClosing = true;
		const quit = () => {
			closeServices = undefined;
			app.quit();
		};
		closeServices().then(quit, quit);
	});
	void app.whenReady().then(openStation);
}
