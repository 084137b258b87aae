// Draws the pages of a PDF as grey pictures. Used for PDFs whose pages cannot be copied: damaged PDFs, and PDFs with layers or
// annotations.
import type { PDFDict, PDFDocument } from 'pdf-lib';
import { drawPicture } from './images';
import { isLabelSize } from './page-kind';
import { openPdf, POINTS_PER_MM } from './pdfium';

const LABEL_DPI = 600;
const PAPER_DPI = 300;
/** Larger pages are drawn at a lower resolution. */
const MAX_PIXELS = 40_000_000;

/** @param pageIndexes pages to draw; all pages if absent @returns a PDF with one picture per page */
export async function rasterisePdf(bytes: Uint8Array, pageIndexes?: readonly number[]): Promise<Uint8Array> {
	const { PDFDocument } = await import('pdf-lib');
	const source = await openPdf(bytes);
	try {
		const result = await PDFDocument.create();
		for (const pageIndex of pageIndexes ?? Array.from({ length: source.pageCount }, (_, index) => index)) {
			const { width, height } = source.size(pageIndex);
			const isLabel = isLabelSize({ widthMm: width / POINTS_PER_MM, heightMm: height / POINTS_PER_MM });
			const maxDpi = 72 * Math.sqrt(MAX_PIXELS / (width * height));
			const drawnPage = source.drawWhole(pageIndex, Math.min(maxDpi, isLabel ? LABEL_DPI : PAPER_DPI), 'grey');
			await drawPicture(result.addPage([width, height]), drawnPage, 'DeviceGray');
		}
		return await result.save();
	} finally {
		source.close();
	}
}

/**
 * Whether a PDF has optional layers. A copied page would show all layers, because the document, not the page, stores which layers
 * are visible.
 */
export async function hasLayers(source: PDFDocument): Promise<boolean> {
	const { PDFName } = await import('pdf-lib');
	return source.catalog.has(PDFName.of('OCProperties'));
}

/**
 * Whether the PDF has visible annotations, such as stamps, or optional layers. `embedPage` drops annotations and shows all layers.
 */
export async function hasAnnotationsOrLayers(source: PDFDocument): Promise<boolean> {
	const { PDFDict, PDFName } = await import('pdf-lib');
	const isVisibleAnnotation = (annotation: PDFDict) =>
		!['/Link', '/Widget', '/Popup'].includes(String(annotation.get(PDFName.of('Subtype'))));
	const hasAnnotations = source.getPages().some((page) => {
		const annotations = page.node.Annots();
		return annotations?.asArray().some((reference) => {
			const annotation = source.context.lookup(reference);
			return annotation instanceof PDFDict && isVisibleAnnotation(annotation);
		});
	});
	return hasAnnotations || (await hasLayers(source));
}
