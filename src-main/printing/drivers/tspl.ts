// TSPL printers. `<ESC>!?` is answered with one byte (TSPL/TSPL2 Programming Manual, "Immediate commands").
import type { StatusProtocol } from './connection';
import type { Check } from './driver';
import { thermalDriver } from './thermal';

const TROUBLES = [
	{ bit: 0x01, says: 'The head is open.' },
	{ bit: 0x02, says: 'The paper is jammed.' },
	{ bit: 0x04, says: 'The paper is out.' },
	{ bit: 0x08, says: 'The ribbon is out.' },
	{ bit: 0x10, says: 'It is paused: press its pause button.' },
	{ bit: 0x80, says: 'It reports a fault.' },
] as const;
const PRINTING = 0x20;

export const immediateStatus: StatusProtocol = {
	question: Buffer.from('\x1b!?', 'latin1'),
	understand(answer): Check | undefined {
		const byte = answer[0];
		if (byte === undefined) return undefined;
		const trouble = TROUBLES.find(({ bit }) => byte & bit);
		if (trouble) return { condition: 'trouble', message: trouble.says };
		return byte & PRINTING
			? { condition: 'busy', message: 'It is printing.' }
			: { condition: 'ready', message: 'It answers and is ready.' };
	},
};

export const tsplDriver = thermalDriver('tspl', immediateStatus);
