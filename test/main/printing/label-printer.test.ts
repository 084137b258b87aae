// The printer for labels, and those that F9 can switch to.
import { expect, it } from 'vitest';
import { folderPrinter, openDesk } from '../../fixtures/desk';

it('switches through the printers that can print labels, and never to a folder for papers', () => {
	const printers = [
		folderPrinter('/tmp', { id: 'labels', name: 'Labels' }),
		folderPrinter('/tmp', { id: 'papers', name: 'Papers', stock: 'A4' }),
		folderPrinter('/tmp', { id: 'spare', name: 'Spare', stock: 'A6' }),
	];
	const { deskPrinting } = openDesk({ printers });
	expect(deskPrinting.labelPrinter()).toEqual({ name: 'Labels', replacedPrinterName: null, otherPrinterCount: 1 });
	expect(deskPrinting.switchLabelPrinter()).toMatchObject({ name: 'Spare', replacedPrinterName: 'Labels' });
	expect(deskPrinting.switchLabelPrinter()).toMatchObject({ name: 'Labels', replacedPrinterName: null });
});
