// The window and its IPC channels. Pages may not navigate away, open other windows or request permissions.
import { app, BrowserWindow, ipcMain, type Session, session } from 'electron';
import type { Envelope } from '../../src-contract/api';
import { CALL_CHANNEL, EVENT_CHANNEL } from '../../src-contract/api/channels';
import { APP_ORIGIN } from './protocol';

/** URL of the dev server; undefined in a build. */
const devServerUrl: string | undefined = app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL;

function isOwnPage(url: string): boolean {
	const origin = devServerUrl ? new URL(devServerUrl).origin : APP_ORIGIN;
	return url === origin || url.startsWith(`${origin}/`);
}

/** Denies new windows and webviews to every page: the station's own, the service's, and pages being printed. */
export function denyNewWindows(): void {
	app.on('web-contents-created', (_event, contents) => {
		contents.setWindowOpenHandler(() => ({ action: 'deny' }));
		contents.on('will-attach-webview', (event) => event.preventDefault());
	});
}

/** Denies all permissions and downloads to the pages of a session. */
export function guardSession(session: Session): void {
	session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
	session.setPermissionCheckHandler(() => false);
	session.on('will-download', (event) => event.preventDefault());
	// Otherwise Chromium downloads a dictionary from its maker at the start. No request leaves that the user did not ask for.
	session.setSpellCheckerLanguages([]);
}

/** Usage page of weighing devices in the USB HID usage tables. */
const SCALE_USAGE_PAGE = 0x8d;

/**
 * Grants the station's own pages access to HID scales and serial ports, and to no other device. Chromium still requires a user
 * gesture for each request. Call this function after `guardSession`, whose permission check this function replaces.
 */
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
	// A desk has one scale. If there are several serial ports, the scale is most likely one with a name.
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
	// Close the account windows of the built-in service too: the station quits when no window is left.
	window.once('closed', () => {
		for (const remaining of BrowserWindow.getAllWindows()) remaining.close();
	});
	window.webContents.on('will-navigate', (event, url) => {
		if (!isOwnPage(url)) event.preventDefault();
	});
	void window.loadURL(devServerUrl ?? `${APP_ORIGIN}/index.html`);
	return window;
}

/** Answers IPC calls from the top frame of the station's own page, and rejects all others. */
export function attachRouter(route: (method: unknown, input: unknown) => Promise<Envelope>): void {
	ipcMain.handle(CALL_CHANNEL, (event, method: unknown, input: unknown) => {
		const frame = event.senderFrame;
		if (!frame || frame.parent !== null || !isOwnPage(frame.url))
			throw new Error('IPC calls are accepted only from the top frame of the station page');
		return route(method, input);
	});
}

/** Creates a function that sends an event to the window, if there is one. */
export function pushTo(currentWindow: () => BrowserWindow | undefined) {
	return (name: string, detail: unknown): void => {
		const window = currentWindow();
		if (window && !window.isDestroyed()) window.webContents.send(EVENT_CHANNEL, { name, detail });
	};
}

/**
 * Opens the account pages of the built-in service in a window that has no access to the station. The browser session exists only in
 * memory, so it ends with the window.
 */
export async function openAccountWindow(
	url: string,
	cookie: { name: string; value: string },
	title: string,
): Promise<void> {
	const { origin } = new URL(url);
	const accountSession = session.fromPartition(`account-${Date.now()}`);
	guardSession(accountSession);
	await accountSession.cookies.set({ url, ...cookie, path: '/account', httpOnly: true, sameSite: 'strict' });
	const window = new BrowserWindow({
		width: 1000,
		height: 800,
		autoHideMenuBar: true,
		title,
		webPreferences: {
			session: accountSession,
			contextIsolation: true,
			sandbox: true,
			nodeIntegration: false,
			webviewTag: false,
			plugins: true,
		},
	});
	const contents = window.webContents;
	const preventLeaving = (event: { preventDefault(): void }, target: string) => {
		if (new URL(target).origin !== origin) event.preventDefault();
	};
	contents.on('will-navigate', preventLeaving);
	contents.on('will-redirect', preventLeaving);
	await window.loadURL(url);
}
