// Draws the pages of a PDF as grey pictures. Used for PDFs whose pages cannot be copied: damaged PDFs, and PDFs with layers or
// annotations.
import type { PDFDocument } from 'pdf-lib';
import { drawPicture } from './images';
import { isLabelSize } from './page-kind';
import { openPdf, POINTS_PER_MM } from './pdfium';

const LABEL_DPI = 600;
const PAPER_DPI = 300;
/** Larger pages are drawn at a lower resolution. */
const MAX_PIXELS = 40_000_000;

/** @param pages page numbers from 0; all pages if absent @returns a PDF with one picture per page */
export async function rasterisePdf(bytes: Uint8Array, pages?: readonly number[]): Promise<Uint8Array> {
	const { PDFDocument } = await import('pdf-lib');
	const source = await openPdf(bytes);
	try {
		const result = await PDFDocument.create();
		for (const index of pages ?? Array.from({ length: source.pageCount }, (_, page) => page)) {
			const { width, height } = source.size(index);
			const isLabel = isLabelSize({ widthMm: width / POINTS_PER_MM, heightMm: height / POINTS_PER_MM });
			const maxDpi = 72 * Math.sqrt(MAX_PIXELS / (width * height));
			const drawn = source.drawWhole(index, Math.min(maxDpi, isLabel ? LABEL_DPI : PAPER_DPI), 'grey');
			await drawPicture(result.addPage([width, height]), drawn, 'DeviceGray');
		}
		return await result.save();
	} finally {
		source.close();
	}
}

/**
 * Whether a PDF has optional layers. Which layers are visible is stored in the document, so a copied page would show all layers.
 */
export async function hasLayers(source: PDFDocument): Promise<boolean> {
	const { PDFName } = await import('pdf-lib');
	return source.catalog.has(PDFName.of('OCProperties'));
}
