// Worker thread that reads large answers, splits documents, renders print payloads and draws pages.
import { parentPort, workerData } from 'node:worker_threads';
import type { PageImage } from '../../src-contract/api';
import type { PrinterProfile } from '../../src-contract/model/print';
import { answerCalls } from '../../src-contract/worker-rpc';
import type { Fonts } from '../../src-pdf/fonts';
import { readShipmentAsPlain } from '../connections/partner-v1/large-answers';
import { uncropPages } from '../documents/page-crop';
import { readPage } from '../documents/page-facts';
import { openPdf, POINTS_PER_MM } from '../documents/pdfium';
import { splitDocuments } from '../documents/split';
import type { PackingPaper } from '../printing/layout/packing-paper';
import { makePayload, previewScaled } from '../printing/payload';

/**
 * Maximum number of pixels of a drawn page. Limits memory, because page sizes are unlimited. A screen does not show more pixels.
 */
const MAX_PIXELS = 12_000_000;

async function draw(bytes: Uint8Array, page: number, requestedDpi: number): Promise<PageImage> {
	const pdf = await openPdf(bytes);
	try {
		const { width, height } = pdf.size(page);
		const [widthMm, heightMm] = [width / POINTS_PER_MM, height / POINTS_PER_MM];
		const dpi = Math.min(requestedDpi, 72 * Math.sqrt(MAX_PIXELS / (width * height)));
		const { pixels, widthPx, heightPx } = pdf.drawWhole(page, dpi, 'rgba');
		return { rgba: pixels, widthPx, heightPx, widthMm, heightMm };
	} finally {
		pdf.close();
	}
}

/** The bar codes of a page of a PDF. */
async function readCodes(bytes: Uint8Array, page: number): Promise<string[]> {
	const pdf = await openPdf(bytes);
	try {
		return (await readPage(pdf, page)).symbols.map(({ text }) => text);
	} finally {
		pdf.close();
	}
}

/** Splits a small document, which loads the PDF libraries and the reader of bar codes. */
async function warmUp(): Promise<void> {
	const { PDFDocument } = await import('pdf-lib');
	const document = await PDFDocument.create();
	document.addPage([288, 432]).drawRectangle({ x: 20, y: 20, width: 100, height: 50 });
	await splitDocuments(await document.save(), '', []);
}

/** Start data of this thread. */
export interface DocumentWorkerData {
	resourcesDir: string;
}

let fonts: Fonts | undefined;
/** Loads the fonts at the first paper. */
async function drawPaper(
	paper: PackingPaper,
	printer: Pick<PrinterProfile, 'stock' | 'ownStock'>,
): Promise<Uint8Array> {
	const [{ loadFonts }, { drawPackingPaper }] = await Promise.all([
		import('../../src-pdf/fonts'),
		import('../printing/layout/packing-paper'),
	]);
	fonts ??= loadFonts((workerData as DocumentWorkerData).resourcesDir);
	return drawPackingPaper(paper, printer, fonts);
}

const methods = {
	warmUp,
	readShipment: readShipmentAsPlain,
	draw,
	split: splitDocuments,
	readCodes,
	uncrop: uncropPages,
	makePayload,
	previewScaled,
	drawPackingPaper: drawPaper,
};
export type DocumentMethods = typeof methods;

if (parentPort) answerCalls(parentPort, methods);
