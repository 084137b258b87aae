import type { DriverName, Printer } from '../../../src-contract/print';
import type { Driver } from './driver';
import { eplDriver } from './epl';
import { escposDriver } from './escpos';
import { folderDriver } from './folder';
import { ippDriver } from './ipp';
import { spoolerQueues } from './spooler';
import { systemDriver } from './system';
import { tsplDriver } from './tspl';
import { createWindowDriver, type SystemPrinter, type WindowPrinting } from './windows';
import { zplDriver } from './zpl';

export interface Drivers {
	of(printer: Printer): Driver;
	/** The printers that are set up in the system. */
	systemPrinters(): Promise<SystemPrinter[]>;
}

/** @param windowPrinting where the system has no CUPS */
export function createDrivers(windowPrinting: WindowPrinting | undefined): Drivers {
	/** One line a driver; the shared driver suite runs every one of them. */
	const drivers: Record<DriverName, Driver> = {
		folder: folderDriver,
		system: windowPrinting ? createWindowDriver(windowPrinting) : systemDriver,
		zpl: zplDriver,
		epl: eplDriver,
		tspl: tsplDriver,
		escpos: escposDriver,
		ipp: ippDriver,
	};
	return {
		of: ({ device }) => drivers[device.driver],
		systemPrinters: windowPrinting ? windowPrinting.printers : spoolerQueues,
	};
}
