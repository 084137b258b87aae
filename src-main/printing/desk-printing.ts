// Printing at the user's request: documents, packing slips, test labels and duty estimates; and the choice of the label printer.

import type { LabelPrinter, PrintPreview } from '../../src-contract/api';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { Printer, PrinterStatus } from '../../src-contract/model/print';
import type { PrintJobSummary } from '../../src-contract/model/print-job';
import type { DocumentStore } from '../documents/store';
import type { Drivers } from './devices/registry';
import type { PackingSlip } from './layout/packing-slip';
import { drawTestLabel } from './layout/test-label';
import type { PayloadThread } from './payload';
import type { Printers } from './printers';
import type { PrintQueue } from './queue';
import type { Routing } from './routing';

export interface DeskPrintingDependencies {
	printers: Printers;
	routing: Routing;
	queue: PrintQueue;
	drivers: Drivers;
	documents: PayloadThread;
	documentStore: DocumentStore;
	/** Content of a shipment's packing slip. */
	packingSlipOf: (shipmentId: number) => PackingSlip;
	now: () => Date;
}

export function createDeskPrinting({
	printers,
	routing,
	queue,
	drivers,
	documents,
	documentStore,
	packingSlipOf,
	now,
}: DeskPrintingDependencies) {
	/** Prints a PDF that belongs to no shipment, between the printer's jobs. @returns where the document was sent, for the screen */
	async function printPaper(
		bytes: Uint8Array,
		printer: Printer,
		kind: 'label' | 'papers',
		title: string,
	): Promise<{ destination: string }> {
		const driver = drivers.of(printer);
		const language = await driver.language(printer, 'pdf');
		const layout = { printer, isLabel: kind === 'label', oversize: printer.oversize };
		const { bytes: payload, heightMm } = await documents.makePayload({ bytes, format: 'pdf', language, layout });
		const names = { tracking: title, kind: '', date: now().toISOString().slice(0, 10), reference: '', number: '' };
		const task = { payload, language, sheetHeightMm: heightMm, title, names };
		const destination = await queue.runExclusive(printer.id, () => driver.send(printer, task));
		printers.advanceStartPosition(printer.id, 1);
		return { destination };
	}

	/** A device that is receiving a job is not queried: the status request would be printed as part of the label. */
	const printerStatus = (): Promise<PrinterStatus[]> => printers.status(queue.isBusy);

	/** Queues a document for the printer of its rule. @throws `document.notFound`, `document.locked`, `document.notPrintable` */
	function print(documentId: number): PrintJobSummary {
		const { kind, carrier, destination, labelPrinterId } = documentStore.get(documentId);
		if (kind === 'unreadable')
			throw new AppError(
				'document.notPrintable',
				t(
					"This document cannot be printed. The received file is stored. Save it and send it to the service's support.",
				),
			);
		return queue.add(documentId, routing.find({ kind, carrier, destination, labelPrinterId }).printerId);
	}

	/** The printer that prints labels now: that of the first rule for labels, or its fallback printer. */
	function labelPrinter(): LabelPrinter {
		const { printerId } = routing.find({ kind: 'label', carrier: '', destination: '' });
		const activeId = printers.resolveFallback(printerId);
		const replaces = activeId === printerId ? null : printers.nameOf(printerId);
		return { name: printers.nameOf(activeId), replaces, others: printers.all().length - 1 };
	}

	function setFallback(id: string, to: string | null): void {
		printers.setFallback(id, to);
		queue.reroute(id);
	}

	/** Makes the next printer in the list the fallback for labels; after the last one, the printer of the rule prints again. */
	function switchLabelPrinter(): LabelPrinter {
		const { printerId } = routing.find({ kind: 'label', carrier: '', destination: '' });
		const others = printers.all().filter(({ id }) => id !== printerId);
		const current = others.findIndex(({ id }) => id === printers.resolveFallback(printerId));
		setFallback(printerId, others[current + 1]?.id ?? null);
		return labelPrinter();
	}

	/** Preview of a document scaled to a printer's stock. @throws `document.notPrintable` when it is not a PDF */
	async function previewScaled(documentId: number, printerId: string): Promise<PrintPreview> {
		const printer = printers.get(printerId);
		const { kind, format, bytes } = documentStore.get(documentId);
		if (format !== 'pdf')
			throw new AppError(
				'document.notPrintable',
				t('This document is in a printer language, so there is no preview. Print it to see it.'),
			);
		const language = await drivers.of(printer).language(printer, format);
		return documents.previewScaled({
			bytes,
			language,
			layout: { printer, isLabel: kind === 'label', oversize: 'scale' },
		});
	}

	return {
		print,
		previewScaled,
		printerStatus,
		setFallback,
		labelPrinter,
		switchLabelPrinter,

		printSlip(shipmentId: number): PrintJobSummary {
			return print(documentStore.savePackingSlip(shipmentId, packingSlipOf(shipmentId)));
		},
		async printTestLabel(printerId: string): Promise<{ destination: string }> {
			const printer = printers.get(printerId);
			return printPaper(await drawTestLabel(printer, now()), printer, 'label', 'test-label');
		},
		printEstimate(pdf: Uint8Array): Promise<{ destination: string }> {
			const { printerId } = routing.find({ kind: 'papers', carrier: '', destination: '' });
			return printPaper(pdf, printers.get(printers.resolveFallback(printerId)), 'papers', 'duties-estimate');
		},
	};
}
export type DeskPrinting = ReturnType<typeof createDeskPrinting>;
