// Status of receipt printers. Each `DLE EOT n` is answered with one byte: n = 2 the cause of being offline, n = 4 the paper.
import { t } from '../../../../src-contract/i18n';
import type { StatusProtocol } from '../raw/connection';
import type { DeviceStatus } from '../shared/driver';

/** In an answer, bits 1 and 4 are always set and bits 0 and 7 never. */
const FIXED_BITS = 0x93;
const FIXED_VALUE = 0x12;
const COVER_OPEN = 0x04;
const PAPER_END_STOP = 0x20;
const ERROR = 0x40;
const PAPER_END = 0x60;
const PAPER_NEAR_END = 0x0c;

export const realTimeStatus: StatusProtocol = {
	request: Buffer.from([0x10, 0x04, 2, 0x10, 0x04, 4]),
	parse(answer): DeviceStatus | undefined {
		const [reason, paper] = [...answer].filter((byte) => (byte & FIXED_BITS) === FIXED_VALUE);
		if (reason === undefined || paper === undefined) return undefined;
		if (reason & COVER_OPEN) return { condition: 'error', message: t('The cover is open.') };
		if (paper & PAPER_END || reason & PAPER_END_STOP)
			return { condition: 'error', message: t('The printer is out of paper.') };
		if (reason & ERROR) return { condition: 'error', message: t('The printer reports an error.') };
		return {
			condition: 'ready',
			message: paper & PAPER_NEAR_END ? t('The printer is ready. Paper is low.') : t('The printer is ready.'),
		};
	},
};
