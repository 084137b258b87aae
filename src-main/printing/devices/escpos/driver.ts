// Receipt printers with ESC/POS.
import { createRawDriver } from '../raw/driver';
import type { DeviceModule } from '../shared/driver';
import { realTimeStatus } from './status';

/** Imported on first use: most desks have no receipt printer. */
const encoder = () => import('./encode');

export const escposDevice: DeviceModule = {
	driver: createRawDriver('escpos', realTimeStatus),
	encoders: {
		escpos: {
			sheets: async (sheets, printer) => (await encoder()).encodeEscPos(sheets, printer),
			packingSlip: async (slip, printer) => (await encoder()).encodePackingSlip(slip, printer),
		},
	},
	announcedAs: /(?<![a-z\d])esc[/_-]?pos(?![a-z\d])/i,
};
