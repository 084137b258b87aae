// Status of TSPL printers. The answer to `<ESC>!?` is one byte of flags (TSPL/TSPL2 Programming Manual, "Immediate commands").
import { t } from '../../../../src-contract/i18n';
import type { StatusProtocol } from '../raw/connection';
import type { DeviceStatus } from '../shared/driver';

const ERRORS = [
	{ bit: 0x01, message: () => t('The head is open.') },
	{ bit: 0x02, message: () => t('The paper is jammed.') },
	{ bit: 0x04, message: () => t('The paper is out.') },
	{ bit: 0x08, message: () => t('The ribbon is out.') },
	{ bit: 0x10, message: () => t('It is paused: press its pause button.##of a printer') },
	{ bit: 0x80, message: () => t('It reports a fault.##of a printer') },
] as const;
const PRINTING = 0x20;

export const immediateStatus: StatusProtocol = {
	request: Buffer.from('\x1b!?', 'latin1'),
	parse(answer): DeviceStatus | undefined {
		const byte = answer[0];
		if (byte === undefined) return undefined;
		const found = ERRORS.find(({ bit }) => byte & bit);
		if (found) return { condition: 'error', message: found.message() };
		return byte & PRINTING
			? { condition: 'busy', message: t('It is printing.##of a printer') }
			: { condition: 'ready', message: t('It answers and is ready.##of a printer') };
	},
};
