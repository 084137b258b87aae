// Lists the kinds of devices that this station can print on.
import type { DriverName } from '../../../src-contract/model/device-kinds';
import type { Printer } from '../../../src-contract/model/print';
import { eplDevice } from './epl/driver';
import { escposDevice } from './escpos/driver';
import { folderDevice } from './folder/driver';
import { ippDevice } from './ipp/driver';
import type { DeviceModule, Driver, SystemPrinter } from './shared/driver';
import type { Language, LanguageEncoders } from './shared/encoder';
import { spoolerDevice } from './spooler/driver';
import { listSpoolerQueues } from './spooler/spooler';
import { tsplDevice } from './tspl/driver';
import { createWindowDriver, type WindowPrinting, windowEncoders } from './windows/driver';
import { zplDevice } from './zpl/driver';

/** In order of preference: a printer that announces several languages gets the first one that matches. */
export const DEVICES: Record<DriverName, DeviceModule> = {
	zpl: zplDevice,
	tspl: tsplDevice,
	epl: eplDevice,
	escpos: escposDevice,
	ipp: ippDevice,
	folder: folderDevice,
	system: spoolerDevice,
};

const encoders = new Map<Language, LanguageEncoders>(
	[...Object.values(DEVICES).map((device) => device.encoders), windowEncoders].flatMap((deviceEncoders) =>
		Object.entries(deviceEncoders ?? {}),
	),
);

/** @throws Error when no device has a writer for that language */
export function encodersOf(language: Language): LanguageEncoders {
	const writer = encoders.get(language);
	if (!writer) throw new Error(`no encoder for the language ${language}`);
	return writer;
}

export interface Drivers {
	of(printer: Printer): Driver;
	/** Print queues of the operating system. */
	systemPrinters(): Promise<SystemPrinter[]>;
}

/** @param windowPrinting prints through Electron on systems without CUPS; undefined where CUPS is used */
export function createDrivers(windowPrinting: WindowPrinting | undefined): Drivers {
	const systemDriver = windowPrinting ? createWindowDriver(windowPrinting) : DEVICES.system.driver;
	return {
		of: ({ device: { driver } }) => (driver === 'system' ? systemDriver : DEVICES[driver].driver),
		systemPrinters: windowPrinting ? windowPrinting.printers : listSpoolerQueues,
	};
}
