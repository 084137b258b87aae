// Label printers that speak EPL2.
import { rawDriver } from '../raw/driver';
import type { DeviceModule } from '../shared/driver';
import { encodeEpl } from './encode';

export const eplDevice: DeviceModule = {
	// EPL answers questions only over a serial line.
	driver: rawDriver('epl'),
	writers: { epl: { sheets: encodeEpl } },
	// The name of a model is no language: there are laser printers named EPL-6200.
	announcedAs: /(?<![a-z\d])epl2?(?![a-z\d]|[-\s]?[a-z]?\d)/i,
};
