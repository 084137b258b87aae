// Pages drawn as pictures, for files whose parts cannot be taken over one by one: too damaged, or with layers and notes that
// only a drawing library heeds. Grey, and as fine as the page needs: label printers go up to 600 dpi, and papers hold letters.
import type { PDFDocument } from 'pdf-lib';
import { drawPicture } from './images';
import { isLabelSize } from './page-kind';
import { openPdf, POINTS_PER_MM } from './pdfium';

const LABEL_DPI = 600;
const PAPER_DPI = 300;
/** A page may be as large as it likes. */
const MAX_PIXELS = 40_000_000;

export async function rasterPdf(bytes: Uint8Array, pages?: readonly number[]): Promise<Uint8Array> {
	const { PDFDocument } = await import('pdf-lib');
	const source = await openPdf(bytes);
	try {
		const result = await PDFDocument.create();
		for (const index of pages ?? Array.from({ length: source.pageCount }, (_, page) => page)) {
			const { width, height } = source.size(index);
			const isLabel = isLabelSize({ widthMm: width / POINTS_PER_MM, heightMm: height / POINTS_PER_MM });
			const most = 72 * Math.sqrt(MAX_PIXELS / (width * height));
			const drawn = source.drawWhole(index, Math.min(most, isLabel ? LABEL_DPI : PAPER_DPI), 'grey');
			await drawPicture(result.addPage([width, height]), drawn, 'DeviceGray');
		}
		return await result.save();
	} finally {
		source.close();
	}
}

/** Layers that can be hidden are named for the whole document: a page taken out of it shows them all. */
export async function hasLayers(source: PDFDocument): Promise<boolean> {
	const { PDFName } = await import('pdf-lib');
	return source.catalog.has(PDFName.of('OCProperties'));
}
