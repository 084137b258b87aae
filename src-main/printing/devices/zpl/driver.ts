// Device module of label printers with ZPL II.
import { createRawDriver } from '../raw/driver';
import type { DeviceModule } from '../shared/driver';
import { encodeZpl } from './encode';
import { hostStatus } from './status';

export const zplDevice: DeviceModule = {
	driver: createRawDriver('zpl', hostStatus),
	encoders: { zpl: { encodeSheets: encodeZpl } },
	// Does not match EZPL, which is a different language.
	announcedAs: /(?<![a-z\d])zpl(ii|2)?(?![a-z\d])/i,
};
