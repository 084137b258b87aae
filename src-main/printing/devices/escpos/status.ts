// Status of receipt printers. The printer answers each request `DLE EOT n` with one byte of flags. n = 2: why the printer is
// offline. n = 4: the state of the paper.
import { t } from '../../../../src-contract/i18n';
import type { StatusProtocol } from '../raw/connection';
import type { DeviceStatus } from '../shared/driver';

/** Bits 1 and 4 of an answer are always set, bits 0 and 7 never. */
const FIXED_BITS = 0x93;
const FIXED_VALUE = 0x12;
/** Flags in the answer for n = 2. */
const COVER_OPEN = 0x04;
const STOPPED_AT_PAPER_END = 0x20;
const ERROR = 0x40;
/** Flags in the answer for n = 4. */
const PAPER_END = 0x60;
const PAPER_NEAR_END = 0x0c;

export const realTimeStatus: StatusProtocol = {
	request: Buffer.from([0x10, 0x04, 2, 0x10, 0x04, 4]),
	parse(answer): DeviceStatus | undefined {
		const [offlineCause, paper] = [...answer].filter((byte) => (byte & FIXED_BITS) === FIXED_VALUE);
		if (offlineCause === undefined || paper === undefined) return undefined;
		if (offlineCause & COVER_OPEN) return { condition: 'error', message: t('The cover is open.') };
		if (paper & PAPER_END || offlineCause & STOPPED_AT_PAPER_END)
			return { condition: 'error', message: t('The printer is out of paper.') };
		if (offlineCause & ERROR) return { condition: 'error', message: t('The printer reports an error.') };
		return {
			condition: 'ready',
			message: paper & PAPER_NEAR_END ? t('The printer is ready. Paper is low.') : t('The printer is ready.'),
		};
	},
};
