// Status of ZPL printers. The answer to `~HS` is three strings of fields, each between STX and ETX (ZPL II Programming Guide,
// "Host Status Return"). In the fields listed in `ERRORS`, 1 reports the error.
import { t } from '../../../../src-contract/i18n';
import type { StatusProtocol } from '../raw/connection';
import type { DeviceStatus } from '../shared/driver';

/** `string`: index of the string in the answer. `field`: index of the field in the string. */
const ERRORS = [
	{ string: 0, field: 1, message: () => t('The printer is out of paper.') },
	{ string: 1, field: 2, message: () => t('The print head is open.') },
	{ string: 1, field: 3, message: () => t('The printer is out of ribbon.') },
	{ string: 0, field: 2, message: () => t('The printer is paused. Press its pause button.') },
	{ string: 0, field: 5, message: () => t("The printer's memory is full.") },
	{ string: 0, field: 10, message: () => t('The print head is too cold.') },
	{ string: 0, field: 11, message: () => t('The print head is too hot.') },
] as const;

/** Resolution in dpi by the dots per millimetre in the answer to "Host Identification" (`~HI`). */
const DPI_BY_DOTS_PER_MM: Record<string, number> = { 6: 152, 8: 203, 12: 300, 24: 600 };

export const hostStatus: StatusProtocol = {
	// The answer holds model, version, dots per millimetre and memory: STX ZD421,V93.21.26Z,12,8192KB ETX.
	resolution: {
		request: Buffer.from('~HI\r\n'),
		parse: (answer) =>
			DPI_BY_DOTS_PER_MM[/\x02[^,\x03]*,V[^,\x03]*,(\d+),[^\x03]*\x03/.exec(answer.toString('latin1'))?.[1] ?? ''],
	},

	request: Buffer.from('~HS\r\n'),
	parse(answer): DeviceStatus | undefined {
		const strings = answer
			.toString('latin1')
			.split('\x03')
			.slice(0, -1)
			.map((text) => text.slice(text.lastIndexOf('\x02') + 1).split(','));
		if (strings.length < 3) return undefined;
		const error = ERRORS.find(({ string, field }) => strings[string]?.[field]?.trim() === '1');
		if (error) return { condition: 'error', message: error.message() };
		const waitingLabelCount = Number(strings[0]?.[4] ?? 0);
		return waitingLabelCount > 0
			? {
					condition: 'busy',
					message: t('{count, plural, one {# label is} other {# labels are}} waiting in the printer.', {
						count: waitingLabelCount,
					}),
				}
			: { condition: 'ready', message: t('The printer is ready.') };
	},
};
