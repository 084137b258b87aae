// Pages drawn as pictures: for files so damaged that only a drawing library reads them, and their parts cannot be taken
// over. At the finest resolution that label printers have, so that codes stay sharp.
import { drawPixels } from './images';
import { openPdf } from './pdfium';

const DPI = 600;

export async function rasterPdf(bytes: Uint8Array, pages?: readonly number[]): Promise<Uint8Array> {
	const { PDFDocument } = await import('@cantoo/pdf-lib');
	const source = await openPdf(bytes);
	try {
		const result = await PDFDocument.create();
		for (const index of pages ?? Array.from({ length: source.pageCount }, (_, page) => page)) {
			const { width, height } = source.size(index);
			const scale = DPI / 72;
			const { pixels, widthPx, heightPx } = source.draw(index, {
				widthPx: Math.round(width * scale),
				heightPx: Math.round(height * scale),
				scale,
				turn: 0,
				leftPx: 0,
				topPx: 0,
				colour: 'rgba',
				smooth: true,
			});
			await drawPixels(result.addPage([width, height]), { rgba: pixels, widthPx, heightPx });
		}
		return await result.save();
	} finally {
		source.close();
	}
}
