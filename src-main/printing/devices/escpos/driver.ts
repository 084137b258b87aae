// Device module of receipt printers with ESC/POS.
import { createRawDriver } from '../raw/driver';
import type { DeviceModule } from '../shared/driver';
import { realTimeStatus } from './status';

/** Imported on first use, because most desks have no receipt printer. */
const importEncoder = () => import('./encode');

export const escposDevice: DeviceModule = {
	driver: createRawDriver('escpos', realTimeStatus),
	encoders: {
		escpos: {
			encodeSheets: async (sheets, printer) => (await importEncoder()).encodeEscPos(sheets, printer),
		},
	},
	announcedAs: /(?<![a-z\d])esc[/_-]?pos(?![a-z\d])/i,
};
