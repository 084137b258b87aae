// Status of TSPL printers. The answer to `<ESC>!?` is one byte of flags (TSPL/TSPL2 Programming Manual, "Immediate commands").
import { t } from '../../../../src-contract/i18n';
import type { StatusProtocol } from '../raw/connection';
import type { Check } from '../shared/driver';

const TROUBLES = [
	{ bit: 0x01, says: () => t('The head is open.') },
	{ bit: 0x02, says: () => t('The paper is jammed.') },
	{ bit: 0x04, says: () => t('The paper is out.') },
	{ bit: 0x08, says: () => t('The ribbon is out.') },
	{ bit: 0x10, says: () => t('It is paused: press its pause button.##of a printer') },
	{ bit: 0x80, says: () => t('It reports a fault.##of a printer') },
] as const;
const PRINTING = 0x20;

export const immediateStatus: StatusProtocol = {
	question: Buffer.from('\x1b!?', 'latin1'),
	understand(answer): Check | undefined {
		const byte = answer[0];
		if (byte === undefined) return undefined;
		const trouble = TROUBLES.find(({ bit }) => byte & bit);
		if (trouble) return { condition: 'trouble', message: trouble.says() };
		return byte & PRINTING
			? { condition: 'busy', message: t('It is printing.##of a printer') }
			: { condition: 'ready', message: t('It answers and is ready.##of a printer') };
	},
};
