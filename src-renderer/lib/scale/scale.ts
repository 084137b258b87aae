// Connects the desk's scale over WebHID or Web Serial. The main process decides which devices the page may use, and which of them a
// request returns (see `allowScaleDevices`), so the user is not asked.
import { type Reading, readHidReport, readSerialLine } from './reading';

/** Scale device page of the USB HID usage tables. */
const SCALE_USAGE_PAGE = 0x8d;
const BAUD_RATE = 9600;

/** The part of WebHID that is used here; TypeScript's DOM library has no types for it. */
interface HidDevice {
	opened: boolean;
	productName: string;
	open(): Promise<void>;
	close(): Promise<void>;
	addEventListener(type: 'inputreport', listener: (event: Event & { reportId: number; data: DataView }) => void): void;
}
interface Hid {
	getDevices(): Promise<HidDevice[]>;
	addEventListener(type: 'disconnect', listener: (event: Event & { device: HidDevice }) => void): void;
	requestDevice(options: { filters: { usagePage: number }[] }): Promise<HidDevice[]>;
}

declare global {
	interface Navigator {
		hid?: Hid;
	}
}

export interface Scale {
	/** Product name; empty for a serial scale. */
	name: string;
	close(): Promise<void>;
}
type OnReading = (reading: Reading) => void;
type OnDisconnect = () => void;

const hid = () => navigator.hid;

async function openHid(device: HidDevice, onReading: OnReading, onDisconnect: OnDisconnect): Promise<Scale> {
	if (!device.opened) await device.open();
	device.addEventListener('inputreport', ({ reportId, data }) => {
		const reading = readHidReport(reportId, data);
		if (reading) onReading(reading);
	});
	hid()?.addEventListener('disconnect', (event) => {
		if (event.device === device) onDisconnect();
	});
	return { name: device.productName, close: () => device.close() };
}

async function openSerial(port: SerialPort, onReading: OnReading, onDisconnect: OnDisconnect): Promise<Scale> {
	await port.open({ baudRate: BAUD_RATE });
	// Cast needed: the port's type allows bytes in shared memory, the decoder's type does not.
	const decoder = new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>;
	const reader = port.readable?.pipeThrough(decoder).getReader();
	async function listen(): Promise<void> {
		let incompleteLine = '';
		try {
			for (;;) {
				const { value = '', done = true } = (await reader?.read()) ?? {};
				if (done) break;
				const lines = (incompleteLine + value).split(/[\r\n]+/);
				incompleteLine = lines.pop() ?? '';
				for (const line of lines) {
					const reading = readSerialLine(line);
					if (reading) onReading(reading);
				}
			}
		} catch {
			// The scale was unplugged: handle it like the end of the stream.
		}
		onDisconnect();
	}
	void listen();
	return {
		name: '',
		async close() {
			await reader?.cancel();
			await port.close();
		},
	};
}

/**
 * Connects the first device that the page may already use: a HID scale or, if there is none, a serial port. Needs no click or key
 * press.
 * @returns undefined if there is no such device
 */
export async function reconnectScale(onReading: OnReading, onDisconnect: OnDisconnect): Promise<Scale | undefined> {
	const [device] = (await hid()?.getDevices()) ?? [];
	if (device) return openHid(device, onReading, onDisconnect);
	const [port] = (await navigator.serial?.getPorts()) ?? [];
	return port && openSerial(port, onReading, onDisconnect);
}

/**
 * Requests a HID scale and, if there is none, a serial port. Chromium allows such a request only in response to a click or a key
 * press.
 * @returns undefined if no device was found
 */
export async function connectScale(onReading: OnReading, onDisconnect: OnDisconnect): Promise<Scale | undefined> {
	const [device] = (await hid()?.requestDevice({ filters: [{ usagePage: SCALE_USAGE_PAGE }] })) ?? [];
	if (device) return openHid(device, onReading, onDisconnect);
	const port = await navigator.serial?.requestPort().catch(() => undefined);
	return port && openSerial(port, onReading, onDisconnect);
}
