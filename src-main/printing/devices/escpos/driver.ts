// Receipt printers, which speak ESC/POS.
import { rawDriver } from '../raw/driver';
import type { DeviceModule } from '../shared/driver';
import { realTimeStatus } from './status';

/** Only desks with a receipt printer load what writes for it. */
const encoder = () => import('./encode');

export const escposDevice: DeviceModule = {
	driver: rawDriver('escpos', realTimeStatus),
	writers: {
		escpos: {
			sheets: async (sheets, printer) => (await encoder()).encodeEscPos(sheets, printer),
			packingSlip: async (slip, printer) => (await encoder()).encodePackingSlip(slip, printer),
		},
	},
	announcedAs: /(?<![a-z\d])esc[/_-]?pos(?![a-z\d])/i,
};
