// Printers that are set up in the system. Pages go as a PDF whose size is the stock's, with the size and "no scaling" said.
import type { Printer } from '../../../../src-contract/model/print';
import { conditionOf, STATE_ATTRIBUTES, textsOf } from '../ipp/condition';
import { type Medium, mediumFor } from '../ipp/media';
import { attentionRequired, type DeviceModule, type Driver } from '../shared/driver';
import { queueAttributes, spool, spoolerCheck } from './spooler';

const queueOf = ({ device }: Printer): string => (device.driver === 'system' ? device.queue : '');

/** As CUPS takes sizes that have no name. */
const mediaOption = (medium: Medium): string =>
	'name' in medium ? medium.name : `Custom.${medium.size.widthMm}x${medium.size.heightMm}mm`;

const driver: Driver = {
	language: () => 'pdf',

	async send(printer, { payload, title, sheetHeightMm }) {
		const able = await queueAttributes(queueOf(printer), [...STATE_ATTRIBUTES, 'media-supported']);
		const { condition, message } = conditionOf(able);
		// A queue that waits would print long after somebody has printed elsewhere.
		if (condition === 'trouble') throw attentionRequired(`${printer.name}: ${message}`);
		const medium = mediumFor(printer, sheetHeightMm, textsOf(able['media-supported']));
		return spool(queueOf(printer), payload, {
			title,
			copies: printer.copies,
			raw: false,
			attributes: { media: mediaOption(medium), 'print-scaling': 'none' },
		});
	},

	check: (printer) => spoolerCheck(queueOf(printer)),
};

export const spoolerDevice: DeviceModule = { driver };
