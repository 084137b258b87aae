// The bridge: one channel to ask, one to listen. Nothing of Electron or Node reaches the page.
import { contextBridge, ipcRenderer } from 'electron';
import { CALL_CHANNEL, EVENT_CHANNEL } from '../src-contract/api/channels';
import type { StationBridge } from '../src-contract/api/events';

const bridge: StationBridge = {
	invoke: (method, input) => ipcRenderer.invoke(CALL_CHANNEL, method, input),
	on(listener) {
		const receive = (_event: unknown, told: { name: string; detail: unknown }) => listener(told);
		ipcRenderer.on(EVENT_CHANNEL, receive);
		return () => ipcRenderer.removeListener(EVENT_CHANNEL, receive);
	},
};

contextBridge.exposeInMainWorld('waybill', bridge);
