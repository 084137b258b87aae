// Printing at the user's request: stored documents, packing slips, test labels and duty estimates. Also previews scaled documents,
// reads the status of the printers, and shows and switches the printer for labels.

import type { LabelPrinter, PrintPreview } from '../../src-contract/api';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { DocumentFormat, PrintableKind, PrinterProfile, PrinterStatus } from '../../src-contract/model/print';
import type { PrintJobSummary } from '../../src-contract/model/print-job';
import { stockOf } from '../../src-contract/model/stock';
import { heldText, voidLabelError } from '../documents/label-ownership';
import type { DocumentStore } from '../documents/store';
import type { Drivers } from './devices/registry';
import type { PackingSlip } from './layout/packing-slip';
import { drawTestLabel } from './layout/test-label';
import type { PayloadThread } from './payload';
import type { Printers } from './printers';
import type { PrintQueue } from './queue';
import type { DocumentToPrint, Routing } from './routing';

/** Wider sheets, such as A4, are papers, not labels. A5 is the largest label. */
const MAX_LABEL_WIDTH_MM = 150;

export interface DeskPrintingDependencies {
	printers: Printers;
	routing: Routing;
	queue: PrintQueue;
	drivers: Drivers;
	documentThread: PayloadThread;
	documentStore: DocumentStore;
	/** Content of a shipment's packing slip. */
	packingSlipOf: (shipmentId: number) => PackingSlip;
	now: () => Date;
	onError: (error: unknown) => void;
}

export function createDeskPrinting({
	printers,
	routing,
	queue,
	drivers,
	documentThread,
	documentStore,
	packingSlipOf,
	now,
	onError,
}: DeskPrintingDependencies) {
	/**
	 * Prints a document that is not stored. It is sent directly, without a stored print job. Print jobs for the same device wait
	 * meanwhile.
	 * @returns where the document was sent, as a text for the user
	 */
	async function printDirectly(
		bytes: Uint8Array,
		printer: PrinterProfile,
		kind: PrintableKind,
		title: string,
		format: DocumentFormat = 'pdf',
	): Promise<{ destination: string }> {
		const driver = drivers.of(printer);
		const language = await driver.language(printer, format);
		const layout = { printer, isLabel: kind === 'label', oversize: printer.oversize };
		const {
			bytes: payload,
			sheetHeightMm,
			pageCount,
		} = await documentThread.makePayload({
			bytes,
			format,
			language,
			layout,
		});
		const fileNameValues = {
			tracking: title,
			kind: '',
			date: now().toISOString().slice(0, 10),
			reference: '',
			number: '',
		};
		const task = { payload, language, sheetHeightMm, title, fileNameValues };
		const destination = await queue.runExclusive(printer.id, () => driver.send(printer, task));
		try {
			printers.advanceStartPosition(printer.id, pageCount);
		} catch (error) {
			// The document is printed, whether or not the next start position can be stored.
			onError(error);
		}
		return { destination };
	}

	/** The printer that the print rules choose for a document, or its fallback printer. */
	const printerFor = (document: DocumentToPrint): PrinterProfile =>
		printers.get(printers.resolveFallback(routing.findRule(document).printerId));

	/**
	 * The status of all printers. A device that is receiving a job is not queried: the device would print the status request as
	 * part of the label.
	 */
	const printerStatuses = (): Promise<PrinterStatus[]> => printers.statuses(queue.isBusy);

	/**
	 * Queues a document for the printer that the routing chooses, or its fallback printer.
	 * @throws `document.notFound`, `document.locked`, `document.notPrintable`; `document.held` for a label that may belong to another
	 * shipment; `document.void` for the label of a voided shipment
	 */
	function print(documentId: number): PrintJobSummary {
		const { kind, carrier, destination, labelPrinterId, isHeld, isVoid, message } = documentStore.get(documentId);
		if (isVoid) throw voidLabelError();
		if (isHeld) throw new AppError('document.held', heldText(message));
		if (kind === 'unreadable')
			throw new AppError(
				'document.notPrintable',
				t(
					"This document cannot be printed. The received file is stored. Save it and send it to the service's support.",
				),
			);
		return queue.add(documentId, routing.findRule({ kind, carrier, destination, labelPrinterId }).printerId);
	}

	/** The printers that can replace the label printer. A folder for papers cannot: nobody could stick what is saved there. */
	const replacementsFor = (rulePrinterId: string): PrinterProfile[] =>
		printers.all().filter((printer) => {
			const { widthMm, across } = stockOf(printer);
			const isFolderForPapers = printer.device.driver === 'folder' && widthMm / across > MAX_LABEL_WIDTH_MM;
			return printer.id !== rulePrinterId && !isFolderForPapers;
		});

	/**
	 * The printer that prints labels at present: the printer of the first rule that matches labels of every carrier and
	 * destination (the rule printer), or its fallback printer.
	 */
	function labelPrinter(): LabelPrinter {
		const { printerId: rulePrinterId } = routing.findRule({ kind: 'label', carrier: '', destination: '' });
		const currentPrinterId = printers.resolveFallback(rulePrinterId);
		const replacedPrinterName = currentPrinterId === rulePrinterId ? null : printers.nameOf(rulePrinterId);
		return {
			name: printers.nameOf(currentPrinterId),
			replacedPrinterName,
			otherPrinterCount: replacementsFor(rulePrinterId).length,
		};
	}

	/** Sets the fallback printer of a printer and moves its waiting jobs. @throws `printer.notFound` */
	function setFallback(id: string, fallbackId: string | null): void {
		printers.setFallback(id, fallbackId);
		queue.reroute(id);
	}

	/**
	 * Switches to the next printer for labels: makes the next printer in the list the fallback printer of the rule printer.
	 * After the last printer in the list, removes the fallback printer, so that the rule printer prints again.
	 */
	function switchLabelPrinter(): LabelPrinter {
		const { printerId: rulePrinterId } = routing.findRule({ kind: 'label', carrier: '', destination: '' });
		const otherPrinters = replacementsFor(rulePrinterId);
		// -1 when the rule printer itself prints.
		const currentIndex = otherPrinters.findIndex(({ id }) => id === printers.resolveFallback(rulePrinterId));
		setFallback(rulePrinterId, otherPrinters[currentIndex + 1]?.id ?? null);
		return labelPrinter();
	}

	/**
	 * Previews a document scaled to a printer's stock.
	 * @throws `document.notPrintable` when the document is not a PDF or would be blank; `printer.notFound`, `document.notFound`,
	 * `document.locked`; the errors of `Driver.language`
	 */
	async function previewScaled(documentId: number, printerId: string): Promise<PrintPreview> {
		const printer = printers.get(printerId);
		const { kind, format, bytes } = documentStore.get(documentId);
		if (format !== 'pdf')
			throw new AppError(
				'document.notPrintable',
				t('This document is in a printer language, so there is no preview. Print it to see it.'),
			);
		const language = await drivers.of(printer).language(printer, format);
		return documentThread.previewScaled({
			bytes,
			language,
			layout: { printer, isLabel: kind === 'label', oversize: 'scale' },
		});
	}

	return {
		print,
		previewScaled,
		printerStatuses,
		setFallback,
		labelPrinter,
		switchLabelPrinter,

		/** Releases a held label, because the user has looked at it, and prints it. @throws as `print` */
		printHeld(documentId: number): PrintJobSummary {
			documentStore.acceptHeld(documentId);
			return print(documentId);
		},
		printSlip(shipmentId: number): PrintJobSummary {
			return print(documentStore.savePackingSlip(shipmentId, packingSlipOf(shipmentId)));
		},
		async printTestLabel(printerId: string): Promise<{ destination: string }> {
			const printer = printers.get(printerId);
			return printDirectly(await drawTestLabel(printer, now()), printer, 'label', 'test-label');
		},
		/** Prints a document that could not be stored yet, on the printer that the print rules choose. */
		printFromMemory(
			{ kind, bytes, format }: { kind: PrintableKind; bytes: Uint8Array; format: DocumentFormat },
			{ trackingNumber, ...shipment }: Omit<DocumentToPrint, 'kind'> & { trackingNumber: string },
		): Promise<{ destination: string }> {
			return printDirectly(bytes, printerFor({ ...shipment, kind }), kind, trackingNumber, format);
		},
		/** Draws a PDF for the stock of the printer that the print rules choose, and prints it. It is not stored. */
		async printDrawn(
			kind: PrintableKind,
			title: string,
			draw: (printer: PrinterProfile) => Promise<Uint8Array>,
		): Promise<{ destination: string }> {
			const printer = printerFor({ kind, carrier: '', destination: '' });
			return printDirectly(await draw(printer), printer, kind, title);
		},
		printEstimate(pdf: Uint8Array): Promise<{ destination: string }> {
			const printer = printerFor({ kind: 'papers', carrier: '', destination: '' });
			return printDirectly(pdf, printer, 'papers', 'duties-estimate');
		},
	};
}
export type DeskPrinting = ReturnType<typeof createDeskPrinting>;
