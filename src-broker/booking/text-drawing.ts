// Measures and draws the texts of labels and customs documents. The layout modules draw every text through a face of this module, so
// that a text in any script is measured and drawn in the same way. Lengths are in points.
import type { PDFFont, PDFPage } from 'pdf-lib';

export interface TextPosition {
	/** Left edge of the text, also of text that is read from right to left. */
	x: number;
	/** Baseline. */
	y: number;
	/** Font size. */
	size: number;
}

/** One weight of the document's fonts. */
export interface TextFace {
	widthOfTextAtSize(text: string, size: number): number;
	drawText(page: PDFPage, text: string, position: TextPosition): void;
}

/** A face that contains Latin, Greek and Cyrillic only. */
export function createLatinFace(font: PDFFont): TextFace {
	return {
		widthOfTextAtSize: (text, size) => font.widthOfTextAtSize(text, size),
		drawText: (page, text, position) => page.drawText(text, { ...position, font }),
	};
}
