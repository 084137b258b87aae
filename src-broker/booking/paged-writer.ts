// Writes text from the top to the bottom of A4 pages, and starts further pages. Lengths are in points.
import { type PDFDocument, type PDFPage, rgb } from 'pdf-lib';
import type { Faces } from '../../src-pdf/fonts';
import { drawText, type TextPosition, type TextStyle } from '../../src-pdf/page-text';

const A4_WIDTH = 595.28;
const A4_HEIGHT = 841.89;
export const A4_MARGIN = 42;
/** Right edge of the printed area. */
export const A4_RIGHT = A4_WIDTH - A4_MARGIN;
/** Height that is left free at the top of every page after the first, for a heading that `onEachPage` draws. */
const RUNNING_HEAD_HEIGHT = 26;

export function createPagedWriter(document: PDFDocument, faces: Faces) {
	const pages: PDFPage[] = [];
	const newPage = () => document.addPage([A4_WIDTH, A4_HEIGHT]);
	let page = newPage();
	pages.push(page);
	/** Baseline of the current line of text, from the bottom edge of the page. */
	let y = A4_HEIGHT - A4_MARGIN;

	return {
		faces,

		/** Moves the current line down. */
		moveDown(points: number): void {
			y -= points;
		},

		/** Calls both functions with the same current line. Afterwards, the current line is below what both have drawn. */
		sideBySide(left: () => void, right: () => void): void {
			const top = y;
			left();
			const leftBottom = y;
			y = top;
			right();
			y = Math.min(leftBottom, y);
		},

		/** Whether this much of the page is free below the current line. */
		hasRoomFor: (points: number): boolean => y - points >= A4_MARGIN,

		startNewPage(): void {
			page = newPage();
			pages.push(page);
			y = A4_HEIGHT - A4_MARGIN - RUNNING_HEAD_HEIGHT;
		},

		/** Draws text on the current line, without moving to the next one. */
		drawText(text: string, x: number, style: Partial<TextStyle> = {}, align: TextPosition['align'] = 'left'): void {
			drawText(page, text, { x, y, align }, { font: faces.regular, size: 9, ...style });
		},

		/** Draws a line from `x` to the right margin. @param above height above the current baseline */
		drawRule(above: number, thickness = 0.8, x = A4_MARGIN): void {
			const start = { x, y: y + above };
			page.drawLine({ start, end: { x: A4_RIGHT, y: y + above }, thickness, color: rgb(0, 0, 0) });
		},

		/** Calls `draw` for every page, with page numbers from 1. To be called when all pages are written and their count is known. */
		onEachPage(draw: (page: PDFPage, pageNumber: number, pageCount: number) => void): void {
			for (const [index, finished] of pages.entries()) draw(finished, index + 1, pages.length);
		},
	};
}
export type PagedWriter = ReturnType<typeof createPagedWriter>;
