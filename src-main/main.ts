// The life of the application.
import path from 'node:path';
import { app, type BrowserWindow, dialog, protocol, session } from 'electron';
import { errorMessage } from '../src-contract/lib/error-message';
import { APP_SCHEME, createAppProtocol } from './app/protocol';
import { allowScaleDevices, attachRouter, guardSession, openWindow, pushTo, restrictNavigation } from './app/window';
import { recoverWindow } from './app/window-recovery';

// A desk checks a few messages a second: compiling the checks, which is decided as they are made, would cost more than it gives.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const built = (...parts: string[]) => path.join(app.getAppPath(), 'out', ...parts);

// A page that rests is collected to the last byte, which stands in the way of whoever begins to type at that moment.
app.commandLine.appendSwitch('js-flags', '--no-memory-reducer');
if (process.env.WAYBILL_DATA_DIR) app.setPath('userData', path.resolve(process.env.WAYBILL_DATA_DIR));
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
		// What the page asks for last. From here on it draws itself, and leaves this thread to the services. Why they do not
		// start is told where they are started.
		if (request.url.endsWith('.css')) setImmediate(() => services().catch(() => {}));
	});
	restrictNavigation();
	guardSession(session.defaultSession);
	allowScaleDevices(session.defaultSession);
	window = openWindow(built('preload', 'index.cjs'));
	recoverWindow(window, (event, detail) => void started?.then(({ log }) => log(event, detail)).catch(() => {}));
	attachRouter(async (method, input) => (await services()).route(method, input));
}

/** Started once, by whoever asks first. */
function services(): ReturnType<typeof startServices> {
	started ??= startServices();
	return started;
}

async function startServices() {
	try {
		const { start } = await import('./app/start');
		const shown = () => window;
		const running = await start(built, shown, pushTo(shown));
		close = running.close;
		return running;
	} catch (error) {
		// Loaded here alone: a start goes well without it.
		const { t } = await import('../src-contract/i18n');
		const kept = t(
			'What was saved is kept in {folder}. If Waybill does not start the next time either, send this text to whoever looks after the desk, and leave that folder as it is.',
			{ folder: app.getPath('userData') },
		);
		dialog.showErrorBox(t('Waybill cannot start'), `${errorMessage(error)}\n\n${kept}`);
		app.exit(1);
		throw error;
	}
}

/**
 * Closes the services and starts them on another data folder, in this process. Only code of the main process can send this event;
 * the end-to-end tests do, to get a new desk without a new process.
 * @param done called with the error, if the services did not start
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
// Electron's types know only its own events.
const events: NodeJS.EventEmitter = app;
events.on('waybill:openDataFolder', openDataFolder);

if (!app.requestSingleInstanceLock()) {
	app.quit();
} else {
	app.on('second-instance', () => {
		// While the station closes, what it still writes has no window.
		if (!window || window.isDestroyed()) return;
		if (window.isMinimized()) window.restore();
		window.focus();
	});
	app.on('window-all-closed', () => app.quit());
	app.on('before-quit', (event) => {
		if (!close) return;
		event.preventDefault();
		// Whoever asks twice waits for the first: what is under way is written down before.
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
