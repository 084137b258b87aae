// Status of TSPL printers. The answer to `<ESC>!?` is one byte of flags (TSPL/TSPL2 Programming Manual, "Immediate commands").
import { t } from '../../../../src-contract/i18n';
import type { StatusProtocol } from '../raw/connection';
import type { DeviceStatus } from '../shared/driver';

const ERRORS = [
	{ bit: 0x01, message: () => t('The print head is open.') },
	{ bit: 0x02, message: () => t('There is a paper jam.') },
	{ bit: 0x04, message: () => t('The printer is out of paper.') },
	{ bit: 0x08, message: () => t('The printer is out of ribbon.') },
	{ bit: 0x10, message: () => t('The printer is paused. Press its pause button.') },
	{ bit: 0x80, message: () => t('The printer reports an error.') },
] as const;
const PRINTING = 0x20;

export const immediateStatus: StatusProtocol = {
	request: Buffer.from('\x1b!?', 'latin1'),
	parse(answer): DeviceStatus | undefined {
		const flags = answer[0];
		if (flags === undefined) return undefined;
		const error = ERRORS.find(({ bit }) => flags & bit);
		if (error) return { condition: 'error', message: error.message() };
		return flags & PRINTING
			? { condition: 'busy', message: t('The printer is printing.') }
			: { condition: 'ready', message: t('The printer is ready.') };
	},
};
