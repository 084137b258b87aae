// The life of the application.
import path from 'node:path';
import { app, type BrowserWindow, dialog, protocol, session } from 'electron';
import { APP_SCHEME, createAppProtocol } from './app-protocol';
import { attachRouter, pushTo } from './ipc/attach';
import { guardSession, openWindow } from './window';

const built = (...parts: string[]) => path.join(app.getAppPath(), 'out', ...parts);

if (process.env.WAYBILL_DATA_DIR) app.setPath('userData', path.resolve(process.env.WAYBILL_DATA_DIR));
protocol.registerSchemesAsPrivileged([
	{ scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
]);

let window: BrowserWindow | undefined;
let close: (() => Promise<void>) | undefined;

async function open(): Promise<void> {
	protocol.handle(APP_SCHEME, createAppProtocol(built('renderer')));
	guardSession(session.defaultSession);
	window = openWindow(built('preload', 'index.cjs'));
	const started = import('./start').then(({ start }) =>
		start(
			built,
			pushTo(() => window),
		),
	);
	attachRouter(async (method, input) => (await started).route(method, input));
	({ close } = await started);
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
		if (!close) return;
		event.preventDefault();
		const closing = close;
		close = undefined;
		void closing().finally(() => app.quit());
	});
	app
		.whenReady()
		.then(open)
		.catch((error: Error) => {
			dialog.showErrorBox('Waybill cannot start', error.message);
			app.exit(1);
		});
}
