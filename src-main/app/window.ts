// The one window, its channels for calls and events, and what it may not do: leave the station, open another window, or ask for permissions.
import { app, BrowserWindow, ipcMain, type Session, session } from 'electron';
import type { Envelope } from '../../src-contract/api';
import { CALL_CHANNEL, EVENT_CHANNEL } from '../../src-contract/api/channels';
import { APP_ORIGIN } from './protocol';

/** In development the screens come from the dev server; in a build this is undefined. */
const devServerUrl: string | undefined = app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL;

function isOwnPage(url: string): boolean {
	const origin = devServerUrl ? new URL(devServerUrl).origin : APP_ORIGIN;
	return url === origin || url.startsWith(`${origin}/`);
}

/** Whatever page comes to be, of the station, of the service or on its way to a printer: it opens no other, and holds none within. */
export function restrictNavigation(): void {
	app.on('web-contents-created', (_event, contents) => {
		contents.setWindowOpenHandler(() => ({ action: 'deny' }));
		contents.on('will-attach-webview', (event) => event.preventDefault());
	});
}

export function guardSession(session: Session): void {
	session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
	session.setPermissionCheckHandler(() => false);
	session.on('will-download', (event) => event.preventDefault());
}

/** Scale devices, in the USB HID usage tables. */
const SCALE_USAGE_PAGE = 0x8d;

/** The screens may read a scale, and nothing else that is plugged in. A person's click or key comes before. */
export function allowScaleDevices(session: Session): void {
	const isScale = (device: object) =>
		'collections' in device &&
		Array.isArray(device.collections) &&
		device.collections.some((collection: { usagePage?: unknown }) => collection.usagePage === SCALE_USAGE_PAGE);
	session.setPermissionCheckHandler(
		(_contents, permission, origin) => ['hid', 'serial'].includes(permission) && isOwnPage(origin.replace(/\/$/, '')),
	);
	session.setDevicePermissionHandler(
		({ deviceType, device, origin }) =>
			isOwnPage(origin) && (deviceType === 'serial' || (deviceType === 'hid' && isScale(device))),
	);
	session.on('select-hid-device', (event, { deviceList }, choose) => {
		event.preventDefault();
		choose(deviceList.find(isScale)?.deviceId ?? null);
	});
	// A desk has one scale: of several ports the one that names itself is the likelier.
	session.on('select-serial-port', (event, ports, _contents, choose) => {
		event.preventDefault();
		const port = ports.find(({ displayName }) => displayName) ?? ports[0];
		choose(port?.portId ?? '');
	});
}

export function openWindow(preload: string): BrowserWindow {
	const window = new BrowserWindow({
		width: 1280,
		height: 800,
		minWidth: 960,
		minHeight: 640,
		show: false,
		autoHideMenuBar: true,
		backgroundColor: '#f7f8fa',
		title: 'Waybill',
		webPreferences: {
			preload,
			contextIsolation: true,
			sandbox: true,
			nodeIntegration: false,
			webviewTag: false,
			spellcheck: false,
		},
	});
	window.once('ready-to-show', () => window.show());
	// The station ends with it, whatever pages of the service are open.
	window.once('closed', () => {
		for (const other of BrowserWindow.getAllWindows()) other.close();
	});
	window.webContents.on('will-navigate', (event, url) => {
		if (!isOwnPage(url)) event.preventDefault();
	});
	void window.loadURL(devServerUrl ?? `${APP_ORIGIN}/index.html`);
	return window;
}

/** Calls of the screens are answered only to the top frame of our own page. */
export function attachRouter(route: (method: unknown, input: unknown) => Promise<Envelope>): void {
	ipcMain.handle(CALL_CHANNEL, (event, method: unknown, input: unknown) => {
		const frame = event.senderFrame;
		if (!frame || frame.parent !== null || !isOwnPage(frame.url)) throw new Error('refused');
		return route(method, input);
	});
}

/** Sends events to the window while there is one. */
export function pushTo(window: () => BrowserWindow | undefined) {
	return (name: string, detail: unknown): void => {
		const target = window();
		if (target && !target.isDestroyed()) target.webContents.send(EVENT_CHANNEL, { name, detail });
	};
}

/**
 * The account's pages of the built-in service, in a window without any way into the station. What is signed in there is forgotten
 * with the window.
 */
export async function openAccountWindow(
	url: string,
	cookie: { name: string; value: string },
	title: string,
): Promise<void> {
	const { origin } = new URL(url);
	const pages = session.fromPartition(`account-${Date.now()}`);
	guardSession(pages);
	await pages.cookies.set({ url, ...cookie, path: '/account', httpOnly: true, sameSite: 'strict' });
	const window = new BrowserWindow({
		width: 1000,
		height: 800,
		autoHideMenuBar: true,
		title,
		webPreferences: {
			session: pages,
			contextIsolation: true,
			sandbox: true,
			nodeIntegration: false,
			webviewTag: false,
			plugins: true,
		},
	});
	const contents = window.webContents;
	const stay = (event: { preventDefault(): void }, target: string) => {
		if (new URL(target).origin !== origin) event.preventDefault();
	};
	contents.on('will-navigate', stay);
	contents.on('will-redirect', stay);
	await window.loadURL(url);
}
