// The bridge between page and main process: one channel for calls, one for events. It exposes no Electron or Node API.
import { contextBridge, ipcRenderer } from 'electron';
import { CALL_CHANNEL, EVENT_CHANNEL } from '../src-contract/api/channels';
import type { StationBridge } from '../src-contract/api/events';

const bridge: StationBridge = {
	invoke: (method, input) => ipcRenderer.invoke(CALL_CHANNEL, method, input),
	on(listener) {
		const receive = (_event: unknown, event: { name: string; detail: unknown }) => listener(event);
		ipcRenderer.on(EVENT_CHANNEL, receive);
		return () => ipcRenderer.removeListener(EVENT_CHANNEL, receive);
	},
};

contextBridge.exposeInMainWorld('waybill', bridge);
