// IPC methods of print jobs, printers and print rules.
import * as z from 'zod';
import {
	type FoundPrinter,
	type PrinterStatus,
	type PrintRule,
	printerProofSchema,
	printerSchema,
	printRuleSchema,
} from '../model/print';
import type { PrintJobSummary } from '../model/print-job';
import type { PageSize } from '../rules/label-placement';
import { idInput, method, noInput } from './method';

/** The printer that prints labels now, unless a print rule for a carrier or destination applies. */
export interface LabelPrinter {
	name: string;
	/** Name of the printer that the print rules choose and that this one replaces; null when this printer replaces none. */
	replacedPrinterName: string | null;
	/** Number of other printers at the desk. */
	otherPrinterCount: number;
}

/** Result of scaling a document to a printer's stock. */
export interface PrintPreview {
	/** Size of the first page. */
	page: PageSize;
	/** Bar codes that can be read on the document but not on the scaled print. */
	lostCodes: string[];
}

export const printingApi = {
	/** Prints on the printer that the print rules choose. */
	'printing.print': method<PrintJobSummary>()(z.object({ documentId: z.int().positive() })),
	/** Releases a label that is held (see `DocumentSummary.isHeld`), because the user has looked at it, and prints it. */
	'printing.printHeld': method<PrintJobSummary>()(z.object({ documentId: z.int().positive() })),
	'printing.printSlip': method<PrintJobSummary>()(z.object({ shipmentId: z.int().positive() })),
	'printing.jobs': method<PrintJobSummary[]>()(z.object({ limit: z.int().min(1).max(500) })),
	/** Jobs that are not finished: waiting, being sent, failed, or with an unknown outcome. */
	'printing.listOpen': method<PrintJobSummary[]>()(noInput),
	/** Scales the pages of a document to a printer's stock without printing, and lists the bar codes that become unreadable. */
	'printing.previewScaled': method<PrintPreview>()(
		z.object({ documentId: z.int().positive(), printerId: z.string().min(1).max(64) }),
	),
	/** @param scalingAccepted The user saw the scaled preview and accepted it. */
	'printing.retry': method<PrintJobSummary>()(idInput.extend({ scalingAccepted: z.boolean().default(false) })),
	/** Prints a job that failed, or that may have printed, on another printer. Later documents are not moved. */
	'printing.moveTo': method<PrintJobSummary>()(idInput.extend({ printerId: z.string().min(1).max(64) })),
	/** Records that a job with an unknown outcome was printed. */
	'printing.confirm': method<PrintJobSummary>()(idInput),
	'printing.cancel': method<PrintJobSummary>()(idInput),
	'printers.list': method<PrinterStatus[]>()(noInput),
	'printers.discover': method<FoundPrinter[]>()(noInput),
	/** Finds printers in the network by DNS-SD. Takes about 3 s. */
	'printers.discoverNetwork': method<FoundPrinter[]>()(noInput),
	/** Adds or changes a printer. Without `startPosition`, the printer's position on its sheet of labels does not change. */
	'printers.save': method<PrinterStatus[]>()(
		printerSchema.extend({ startPosition: printerSchema.shape.startPosition.unwrap().optional() }),
	),
	'printers.remove': method<PrinterStatus[]>()(z.object({ printerId: z.string() })),
	/** Sets the printer that prints all jobs of a printer instead, waiting ones included; null: none. */
	'printers.setFallback': method<PrinterStatus[]>()(z.object({ printerId: z.string(), to: z.string().nullable() })),
	/** Makes the next printer of the desk the label printer. */
	'printers.switchLabelPrinter': method<LabelPrinter>()(noInput),
	'printers.labelPrinter': method<LabelPrinter>()(noInput),
	'printers.chooseFolder': method<string | null>()(noInput),
	'printers.test': method<{ destination: string }>()(z.object({ printerId: z.string() })),
	/** Records which code of the test label the desk's scanner could read. */
	'printers.verifyTestLabel': method<PrinterStatus[]>()(
		z.object({
			printerId: z.string(),
			text: z.string().trim().max(100),
			rulerMm: printerProofSchema.shape.rulerMm,
		}),
	),
	'printRules.read': method<PrintRule[]>()(noInput),
	'printRules.save': method<PrintRule[]>()(z.array(printRuleSchema).min(1).max(200)),
} as const;
