// Methods of print jobs, printers and the rules between them.
import * as z from 'zod';
import {
	type FoundPrinter,
	type PrinterStatus,
	printerProofSchema,
	printerSchema,
	type Route,
	routeSchema,
} from '../model/print';
import type { PrintJobSummary } from '../model/print-job';
import type { PageSize } from '../rules/label-placement';
import { id, method, nothing } from './method';

/** Where labels of this desk go now, and for whom that printer stands in. */
export interface LabelPrinter {
	name: string;
	instead: string | null;
	others: number;
}

/** A document as it would lie on a stock if it were scaled. */
export interface PrintPreview {
	/** Of its first page. */
	page: PageSize;
	/** Codes that are read on the document, but not on the sheet. */
	lostCodes: string[];
}

export const printingApi = {
	/** Prints on the printer of its rule. */
	'printing.print': method<PrintJobSummary>()(z.object({ documentId: z.int().positive() })),
	'printing.slip': method<PrintJobSummary>()(z.object({ shipmentId: z.int().positive() })),
	'printing.jobs': method<PrintJobSummary[]>()(z.object({ limit: z.int().min(1).max(500) })),
	/** What waits, is being sent, failed, or may have printed. */
	'printing.open': method<PrintJobSummary[]>()(nothing),
	/** How the pages of a document would lie on a printer's stock if they were scaled, and what scanners could no longer read. */
	'printing.previewScaled': method<PrintPreview>()(
		z.object({ documentId: z.int().positive(), printerId: z.string().min(1).max(64) }),
	),
	'printing.retry': method<PrintJobSummary>()(id.extend({ scaled: z.boolean().default(false) })),
	'printing.confirm': method<PrintJobSummary>()(id),
	'printing.cancel': method<PrintJobSummary>()(id),
	'printers.list': method<PrinterStatus[]>()(nothing),
	'printers.discover': method<FoundPrinter[]>()(nothing),
	/** Printers that announce themselves by DNS-SD; answers after about 3 s. */
	'printers.discoverNetwork': method<FoundPrinter[]>()(nothing),
	/** Without a start position the labels of its sheet go on where they are. */
	'printers.save': method<PrinterStatus[]>()(
		printerSchema.extend({ startPosition: printerSchema.shape.startPosition.unwrap().optional() }),
	),
	'printers.remove': method<PrinterStatus[]>()(z.object({ printerId: z.string() })),
	/** Another prints in its place, what waits included; null: it prints itself again. */
	'printers.setFallback': method<PrinterStatus[]>()(z.object({ printerId: z.string(), to: z.string().nullable() })),
	/** The next printer at the desk takes the labels. */
	'printers.switchLabels': method<LabelPrinter>()(nothing),
	'printers.labels': method<LabelPrinter>()(nothing),
	'printers.chooseFolder': method<string | null>()(nothing),
	'printers.test': method<{ place: string }>()(z.object({ printerId: z.string() })),
	/** A code of the test label that the desk's scanner read. */
	'printers.scanBack': method<PrinterStatus[]>()(
		z.object({
			printerId: z.string(),
			text: z.string().trim().max(100),
			rulerMm: printerProofSchema.shape.rulerMm,
		}),
	),
	'routes.read': method<Route[]>()(nothing),
	'routes.save': method<Route[]>()(z.array(routeSchema).min(1).max(200)),
} as const;
