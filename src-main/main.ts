// Entry point of the main process: window, services, single-instance lock, quitting.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { app, type BrowserWindow, dialog, protocol, session } from 'electron';
import { errorMessage } from '../src-contract/lib/error-message';
import { APP_SCHEME, createAppProtocol } from './app/protocol';
import { allowScaleDevices, attachRouter, guardSession, openWindow, pushTo, restrictNavigation } from './app/window';
import { recoverWindow } from './app/window-recovery';

// Run schemas without compiling them: a few checks per second do not repay the cost of compilation.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const built = (...parts: string[]) => path.join(app.getAppPath(), 'out', ...parts);

// Disable V8's memory reducer: its garbage collection of idle pages delays the first keystroke after a pause.
app.commandLine.appendSwitch('js-flags', '--no-memory-reducer');
if (process.env.WAYBILL_DATA_DIR) app.setPath('userData', path.resolve(process.env.WAYBILL_DATA_DIR));

/** The saved language setting, read without the settings service, which would delay the window. Undefined: the system's language. */
function savedLanguage(): string | undefined {
	try {
		const settings = readFileSync(path.join(app.getPath('userData'), 'settings.json'), 'utf8');
		return /"language":\s*"([a-z]{2})"/.exec(settings)?.[1];
	} catch {
		return undefined;
	}
}
// Native date and number fields use the language that the process is started with.
const language = savedLanguage();
if (language) app.commandLine.appendSwitch('lang', language === 'en' ? 'en-GB' : language);
protocol.registerSchemesAsPrivileged([
	{ scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
]);

let window: BrowserWindow | undefined;
let started: ReturnType<typeof startServices> | undefined;
let close: (() => Promise<void>) | undefined;
let isClosing = false;

function open(): void {
	const answerPage = createAppProtocol(built('renderer'));
	protocol.registerFileProtocol(APP_SCHEME, (request, answer) => {
		answerPage(request, answer);
		// The stylesheet is the last file that the page requests. Start the services now: the page renders without this thread.
		if (request.url.endsWith('.css')) setImmediate(() => services().catch(() => {}));
	});
	restrictNavigation();
	guardSession(session.defaultSession);
	allowScaleDevices(session.defaultSession);
	window = openWindow(built('preload', 'index.cjs'));
	recoverWindow(window, (event, detail) => void started?.then(({ log }) => log(event, detail)).catch(() => {}));
	attachRouter(async (method, input) => (await services()).route(method, input));
}

/** Starts the services on the first call; later calls return the same promise. */
function services(): ReturnType<typeof startServices> {
	started ??= startServices();
	return started;
}

async function startServices() {
	try {
		const { start } = await import('./app/start');
		const currentWindow = () => window;
		const running = await start(built, currentWindow, pushTo(currentWindow));
		close = running.close;
		return running;
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

/**
 * Closes the services and restarts them on another data folder, in this process. Only code of the main process can emit this event;
 * the end-to-end tests do, to get a new desk without a new process.
 * @param done Called with the error if the services did not start.
 */
function openDataFolder(folder: string, done: (error?: unknown) => void): void {
	const closing = close?.() ?? Promise.resolve();
	close = undefined;
	started = closing.then(() => {
		app.setPath('userData', path.resolve(folder));
		return startServices();
	});
	started.then(() => done(), done);
}
// Electron's types allow only its own events.
const events: NodeJS.EventEmitter = app;
events.on('waybill:openDataFolder', openDataFolder);

if (!app.requestSingleInstanceLock()) {
	app.quit();
} else {
	app.on('second-instance', () => {
		// The window is destroyed while the station still closes its services.
		if (!window || window.isDestroyed()) return;
		if (window.isMinimized()) window.restore();
		window.focus();
	});
	app.on('window-all-closed', () => app.quit());
	app.on('before-quit', (event) => {
		if (!close) return;
		event.preventDefault();
		// A second request waits for the first: running operations must be recorded before the process exits.
		if (isClosing) return;
		isClosing = true;
		const closed = () => {
			close = undefined;
			app.quit();
		};
		close().then(closed, closed);
	});
	void app.whenReady().then(open);
}
