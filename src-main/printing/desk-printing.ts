// What a desk prints by hand: a document by its rule, a slip, a test label, a paper of no shipment; and which printer takes the labels now.

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
	/** What a packing slip says of a shipment. */
	slipOf: (shipmentId: number) => PackingSlip;
	now: () => Date;
}

export function createDeskPrinting({
	printers,
	routing,
	queue,
	drivers,
	documents,
	documentStore,
	slipOf,
	now,
}: DeskPrintingDependencies) {
	/** Sends a paper that belongs to no shipment to a printer, between its jobs. */
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
		const destination = await queue.between(printer.id, () => driver.send(printer, task));
		printers.advance(printer.id, 1);
		return { destination };
	}

	/** A device that is being sent something is not asked how it is: the question might land within a label. */
	const printerStatus = (): Promise<PrinterStatus[]> => printers.status(queue.isBusy);

	/** Prints on the printer of its rule. */
	function print(documentId: number): PrintJobSummary {
		const { kind, carrier, destination, labelPrinterId } = documentStore.get(documentId);
		if (kind === 'unreadable')
			throw new AppError(
				'document.notPrintable',
				t(
					'This document cannot be printed. It is kept as it came: save the file and show it to the support of the service.',
				),
			);
		return queue.add(documentId, routing.find({ kind, carrier, destination, labelPrinterId }).printerId);
	}

	/** The printer of the first rule for labels, or who stands in for it. */
	function labelPrinter(): LabelPrinter {
		const { printerId } = routing.find({ kind: 'label', carrier: '', destination: '' });
		const standIn = printers.standIn(printerId);
		const replaces = standIn === printerId ? null : printers.nameOf(printerId);
		return { name: printers.nameOf(standIn), replaces, others: printers.all().length - 1 };
	}

	function divert(id: string, to: string | null): void {
		printers.divert(id, to);
		queue.follow(id);
	}

	/** The next printer in the list takes the labels; after the last it is the rule's own again. */
	function switchLabels(): LabelPrinter {
		const { printerId } = routing.find({ kind: 'label', carrier: '', destination: '' });
		const others = printers.all().filter(({ id }) => id !== printerId);
		const current = others.findIndex(({ id }) => id === printers.standIn(printerId));
		divert(printerId, others[current + 1]?.id ?? null);
		return labelPrinter();
	}

	/** @throws `document.notPrintable` when it is written in the language of a printer */
	async function previewScaled(documentId: number, printerId: string): Promise<PrintPreview> {
		const printer = printers.get(printerId);
		const { kind, format, bytes } = documentStore.get(documentId);
		if (format !== 'pdf')
			throw new AppError(
				'document.notPrintable',
				t('This is written in the language of a printer; only such a printer can show it.'),
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
		divert,
		labelPrinter,
		switchLabels,

		printSlip(shipmentId: number): PrintJobSummary {
			return print(documentStore.slip(shipmentId, slipOf(shipmentId)));
		},
		async printTestLabel(printerId: string): Promise<{ destination: string }> {
			const printer = printers.get(printerId);
			return printPaper(await drawTestLabel(printer, now()), printer, 'label', 'test-label');
		},
		printEstimate(pdf: Uint8Array): Promise<{ destination: string }> {
			const { printerId } = routing.find({ kind: 'papers', carrier: '', destination: '' });
			return printPaper(pdf, printers.get(printers.standIn(printerId)), 'papers', 'duties-estimate');
		},
	};
}
export type DeskPrinting = ReturnType<typeof createDeskPrinting>;
