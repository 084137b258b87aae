// Lists the kinds of devices on which this station can print, with their drivers and encoders.
import type { DriverName } from '../../../src-contract/model/device-kinds';
import type { PrinterProfile } from '../../../src-contract/model/print';
import { createWindowDriver, type WindowPrinting, windowEncoders } from './electron-window/driver';
import { eplDevice } from './epl/driver';
import { escposDevice } from './escpos/driver';
import { folderDevice } from './folder/driver';
import { ippDevice } from './ipp/driver';
import type { DeviceModule, Driver, SystemPrinter } from './shared/driver';
import type { Language, LanguageEncoders } from './shared/encoder';
import { spoolerDevice } from './spooler/driver';
import { listSpoolerQueues } from './spooler/spooler';
import { tsplDevice } from './tspl/driver';
import { zplDevice } from './zpl/driver';

/**
 * In order of preference: if a printer on the network announces several languages, it is set up with the first device in this
 * list that matches.
 */
export const DEVICES: Record<DriverName, DeviceModule> = {
	zpl: zplDevice,
	tspl: tsplDevice,
	epl: eplDevice,
	escpos: escposDevice,
	ipp: ippDevice,
	folder: folderDevice,
	system: spoolerDevice,
};

const encodersByLanguage = new Map<Language, LanguageEncoders>(
	[...Object.values(DEVICES).map((device) => device.encoders), windowEncoders].flatMap((deviceEncoders) =>
		Object.entries(deviceEncoders ?? {}),
	),
);

/** @throws Error when no device has encoders for that language */
export function encodersOf(language: Language): LanguageEncoders {
	const found = encodersByLanguage.get(language);
	if (!found) throw new Error(`no encoders for the language ${language}`);
	return found;
}

export interface Drivers {
	of(printer: PrinterProfile): Driver;
	/** Print queues of the operating system. */
	systemPrinters(): Promise<SystemPrinter[]>;
}

/** @param windowPrinting prints through Electron, on systems without CUPS; undefined on systems with CUPS */
export function createDrivers(windowPrinting: WindowPrinting | undefined): Drivers {
	const systemDriver = windowPrinting ? createWindowDriver(windowPrinting) : DEVICES.system.driver;
	return {
		of: ({ device: { driver } }) => (driver === 'system' ? systemDriver : DEVICES[driver].driver),
		systemPrinters: windowPrinting ? windowPrinting.printers : listSpoolerQueues,
	};
}
