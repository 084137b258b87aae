// Device module of label printers with EPL2.
import { createRawDriver } from '../raw/driver';
import type { DeviceModule } from '../shared/driver';
import { encodeEpl } from './encode';

export const eplDevice: DeviceModule = {
	// Without a status protocol: EPL2 printers answer status requests only over a serial port.
	driver: createRawDriver('epl'),
	encoders: { epl: { encodeSheets: encodeEpl } },
	// Does not match model names, such as that of the laser printer EPL-6200.
	announcedAs: /(?<![a-z\d])epl2?(?![a-z\d]|[-\s]?[a-z]?\d)/i,
};
