// Joins the router to Electron: one channel for calls, answered only to the top frame of our own page, and one for events.
import { type BrowserWindow, ipcMain } from 'electron';
import type { Envelope } from '../../src-contract/api';
import { CALL_CHANNEL, EVENT_CHANNEL } from '../../src-contract/api/channels';
import { isOwnPage } from '../app/window';

export function attachRouter(route: (method: unknown, input: unknown) => Promise<Envelope>): void {
	ipcMain.handle(CALL_CHANNEL, (event, method: unknown, input: unknown) => {
		const frame = event.senderFrame;
		if (!frame || frame.parent !== null || !isOwnPage(frame.url)) throw new Error('refused');
		return route(method, input);
	});
}

export function pushTo(window: () => BrowserWindow | undefined) {
	return (name: string, detail: unknown): void => {
		const target = window();
		if (target && !target.isDestroyed()) target.webContents.send(EVENT_CHANNEL, { name, detail });
	};
}
