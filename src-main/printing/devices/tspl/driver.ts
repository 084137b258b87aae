// Device module of label printers with TSPL.
import { createRawDriver } from '../raw/driver';
import type { DeviceModule } from '../shared/driver';
import { encodeTspl } from './encode';
import { immediateStatus } from './status';

export const tsplDevice: DeviceModule = {
	driver: createRawDriver('tspl', immediateStatus),
	encoders: { tspl: { encodeSheets: encodeTspl } },
	announcedAs: /(?<![a-z\d])tspl2?(?![a-z\d])/i,
};
