// Printers that are set up in the system. Pages go as a PDF whose size is the stock's, with the size and "no scaling" said.
import { type Printer, stockOf } from '../../../src-contract/print';
import { type Driver, needsHands } from './driver';
import { spool, spoolerCheck } from './spooler';

const queueOf = ({ device }: Printer): string => (device.driver === 'system' ? device.queue : '');

export const systemDriver: Driver = {
	language: () => 'pdf',

	async send(printer, { payload, title }) {
		const { condition, message } = await spoolerCheck(queueOf(printer));
		// A queue that waits would print long after somebody has printed elsewhere.
		if (condition === 'trouble') throw needsHands(`${printer.name}: ${message}`);
		const { widthMm, heightMm } = stockOf(printer);
		return spool(queueOf(printer), payload, {
			title,
			copies: printer.copies,
			raw: false,
			attributes: { media: `Custom.${widthMm}x${heightMm}mm`, 'print-scaling': 'none' },
		});
	},

	check: (printer) => spoolerCheck(queueOf(printer)),
};
