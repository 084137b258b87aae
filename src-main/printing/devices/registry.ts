import type { DriverName, Printer } from '../../../src-contract/model/print';
import type { Driver } from './driver';
import { eplDriver } from './epl/driver';
import { escposDriver } from './escpos/driver';
import { folderDriver } from './folder/driver';
import { ippDriver } from './ipp/driver';
import { systemDriver } from './spooler/driver';
import { spoolerQueues } from './spooler/spooler';
import { tsplDriver } from './tspl/driver';
import { createWindowDriver, type SystemPrinter, type WindowPrinting } from './windows/driver';
import { zplDriver } from './zpl/driver';

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
