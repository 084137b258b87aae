import type { DriverName, Printer } from '../../../src-contract/model/print';
import { eplDriver } from './epl/driver';
import { escposDriver } from './escpos/status';
import { folderDriver } from './folder/driver';
import { ippDriver } from './ipp/driver';
import type { Driver } from './shared/driver';
import { systemDriver } from './spooler/driver';
import { spoolerQueues } from './spooler/spooler';
import { tsplDriver } from './tspl/status';
import { createWindowDriver, type SystemPrinter, type WindowPrinting } from './windows/driver';
import { zplDriver } from './zpl/status';

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
