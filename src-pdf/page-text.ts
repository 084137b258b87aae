// Draws and measures text on a PDF page. Every other module draws its text through these functions. Lengths are in points.
import type { PDFPage } from 'pdf-lib';
import type { TextFace } from './text-face';

export interface TextStyle {
	font: TextFace;
	size: number;
}

/** Position of the text's baseline. */
export interface TextPosition {
	x: number;
	y: number;
	/** Which point of the text is at `x`; default: its left edge. */
	align?: 'left' | 'centre' | 'right';
}

export const textWidth = (text: string, { font, size }: TextStyle): number => font.widthOfTextAtSize(text, size);

export function drawText(page: PDFPage, text: string, { x, y, align = 'left' }: TextPosition, style: TextStyle): void {
	const offset = align === 'left' ? 0 : textWidth(text, style) / (align === 'centre' ? 2 : 1);
	style.font.drawText(page, text, { x: x - offset, y, size: style.size });
}
