import type { DriverName, Printer } from '../../../src-contract/print';
import type { Driver } from './driver';
import { eplDriver } from './epl';
import { escposDriver } from './escpos';
import { folderDriver } from './folder';
import { ippDriver } from './ipp';
import { systemDriver } from './system';
import { tsplDriver } from './tspl';
import { zplDriver } from './zpl';

/** One line a driver; the shared driver suite runs every one of them. */
const drivers: Record<DriverName, Driver> = {
	folder: folderDriver,
	system: systemDriver,
	zpl: zplDriver,
	epl: eplDriver,
	tspl: tsplDriver,
	escpos: escposDriver,
	ipp: ippDriver,
};

export const driverOf = ({ device }: Printer): Driver => drivers[device.driver];
