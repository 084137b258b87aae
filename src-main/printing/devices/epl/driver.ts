// Label printers with EPL2.
import { createRawDriver } from '../raw/driver';
import type { DeviceModule } from '../shared/driver';
import { encodeEpl } from './encode';

export const eplDevice: DeviceModule = {
	// EPL2 answers status requests only over a serial port.
	driver: createRawDriver('epl'),
	encoders: { epl: { encodeSheets: encodeEpl } },
	// Does not match model names: there are laser printers named EPL-6200.
	announcedAs: /(?<![a-z\d])epl2?(?![a-z\d]|[-\s]?[a-z]?\d)/i,
};
