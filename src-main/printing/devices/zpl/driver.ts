// Label printers with ZPL II.
import { rawDriver } from '../raw/driver';
import type { DeviceModule } from '../shared/driver';
import { encodeZpl } from './encode';
import { hostStatus } from './status';

export const zplDevice: DeviceModule = {
	driver: rawDriver('zpl', hostStatus),
	encoders: { zpl: { sheets: encodeZpl } },
	// EZPL is a different language.
	announcedAs: /(?<![a-z\d])zpl(ii|2)?(?![a-z\d])/i,
};
