// Driver of CUPS queues. Sends a PDF whose pages have the size of the stock. The job states that size and forbids scaling.
import type { PrinterProfile } from '../../../../src-contract/model/print';
import { STATE_ATTRIBUTES, statusOf, textsOf } from '../ipp/condition';
import { type Medium, mediumFor } from '../ipp/media';
import { attentionRequiredError, type DeviceModule, type Driver } from '../shared/driver';
import { readQueueAttributes, readQueueStatus, spool } from './spooler';

const queueOf = ({ device }: PrinterProfile): string => (device.driver === 'system' ? device.queue : '');

/** `media` option of CUPS, which names custom sizes `Custom.WIDTHxHEIGHTmm`. */
const mediaOption = (medium: Medium): string =>
	'name' in medium ? medium.name : `Custom.${medium.size.widthMm}x${medium.size.heightMm}mm`;

const driver: Driver = {
	language: () => 'pdf',

	async send(printer, { payload, title, sheetHeightMm }) {
		const capabilities = await readQueueAttributes(queueOf(printer), [...STATE_ATTRIBUTES, 'media-supported']);
		const { condition, message } = statusOf(capabilities);
		// A stopped queue would print later, when the user may already have printed the document elsewhere.
		if (condition === 'error') throw attentionRequiredError(`${printer.name}: ${message}`);
		const medium = mediumFor(printer, sheetHeightMm, textsOf(capabilities['media-supported']));
		return spool(queueOf(printer), payload, {
			title,
			copies: printer.copies,
			isRaw: false,
			attributes: { media: mediaOption(medium), 'print-scaling': 'none' },
		});
	},

	readStatus: (printer) => readQueueStatus(queueOf(printer)),
};

export const spoolerDevice: DeviceModule = { driver };
