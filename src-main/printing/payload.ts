// Converts a document to its payload, the bytes that are sent to a device, and previews the print of a scaled document. Runs in the
// document thread.

import type { PrintPreview } from '../../src-contract/api';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { type DocumentFormat, PRINTER_LANGUAGE_NAMES, type PrinterProfile } from '../../src-contract/model/print';
import { encodersOf } from './devices/registry';
import type { Language } from './devices/shared/encoder';
import type { PackingPaper } from './layout/packing-paper';
import {
	type LayoutOptions,
	layOutSheets,
	longestSheetMm,
	renderSheetsAsDots,
	renderSheetsAsPdf,
} from './layout/sheets';

export interface PayloadRequest {
	bytes: Uint8Array;
	/** Not `slip`: a packing slip is drawn as a PDF before. */
	format: DocumentFormat;
	language: Language;
	layout: LayoutOptions;
}

export interface Payload {
	bytes: Uint8Array;
	/** Height of the longest sheet; on a roll, the length of the print. 0 for documents that are not laid out on sheets. */
	sheetHeightMm: number;
	/** Number of pages, each of which takes one label of a sheet; 1 for documents that are not laid out on sheets. */
	pageCount: number;
}

/**
 * Makes the payload of a document. A PDF is laid out on the printer's stock and encoded in the printer's language. Documents that are
 * already in the printer's language stay unchanged.
 * @param request `language` is the printer's language
 * @throws `printer.mismatch` when a page does not fit on the stock and may not be scaled
 * @throws `printer.codesLost` when a bar code that is readable on the page cannot be read on the sheet, unless
 * `layout.acceptsLostCodes` is true
 * @throws `printer.otherLanguage` when the document is in a language that the printer does not support
 * @throws `document.notPrintable` when the label would be blank; Error when the PDF cannot be read
 */
export async function makePayload({ bytes, format, language, layout }: PayloadRequest): Promise<Payload> {
	const { printer } = layout;
	if (format === language && format !== 'pdf') return { bytes, sheetHeightMm: 0, pageCount: 1 };
	if (format !== 'pdf') {
		throw new AppError(
			'printer.otherLanguage',
			t(
				'This document is for {language} printers, but {printer} does not support {language}. Nothing was printed. The document is kept. Choose another printer.',
				{ language: PRINTER_LANGUAGE_NAMES[format], printer: printer.name },
			),
		);
	}
	const sheetLayout = await layOutSheets(bytes, layout);
	const sheetHeightMm = longestSheetMm(sheetLayout);
	const pageCount = sheetLayout.pageSizes.length;
	if (language === 'pdf')
		return { bytes: await renderSheetsAsPdf(bytes, layout, sheetLayout), sheetHeightMm, pageCount };
	return {
		bytes: await encodersOf(language).encodeSheets(await renderSheetsAsDots(bytes, layout, sheetLayout), printer),
		sheetHeightMm,
		pageCount,
	};
}

export type PreviewRequest = Omit<PayloadRequest, 'format'>;

/**
 * Lays out a PDF, with scaling allowed, to preview the print.
 * @returns the size of the first page, and the texts of the bar codes that scaling makes unreadable
 * @throws `document.notPrintable` when the label would be blank; Error when the PDF cannot be read
 */
export async function previewScaled({ bytes, language, layout }: PreviewRequest): Promise<PrintPreview> {
	const scaledLayout: LayoutOptions = { ...layout, oversize: 'scale', acceptsLostCodes: false };
	const sheetLayout = await layOutSheets(bytes, scaledLayout);
	const lostCodes: string[] = [];
	const onLostCodes = (codes: readonly string[]) => void lostCodes.push(...codes);
	if (language === 'pdf') await renderSheetsAsPdf(bytes, scaledLayout, sheetLayout, onLostCodes);
	else await renderSheetsAsDots(bytes, scaledLayout, sheetLayout, onLostCodes);
	const [firstPage] = sheetLayout.pageSizes;
	if (!firstPage) throw new Error('the document has no page');
	return { page: firstPage, lostCodes };
}

/** Client for the functions of this module, which run in the document thread. */
export interface PayloadThread {
	/** @throws the errors of `makePayload`, or an Error when the thread's time limit is exceeded */
	makePayload(request: PayloadRequest): Promise<Payload>;
	previewScaled(request: PreviewRequest): Promise<PrintPreview>;
	/** @returns a PDF in the size of the printer's stock */
	drawPackingPaper(paper: PackingPaper, printer: PrinterProfile): Promise<Uint8Array>;
}
