// Reads the facts by which a page is classified: size, text, bar codes and printed area.
import type { Box } from '../../src-contract/rules/label-placement';
import type { OpenPdf } from './pdfium';
import type { GreyPixels, PageSymbol } from './symbols';

const MM_PER_INCH = 25.4;
const POINTS_PER_INCH = 72;
/** Resolution of most label printers, at which bar codes that are made for these printers are readable. */
const READING_DPI = 203;
/** Resolution of the second attempt, for pages up to label size on which no code was read at `READING_DPI`. */
const FINE_READING_DPI = 300;
/** Pages with more pixels are drawn at a lower resolution. An A3 page at `READING_DPI` has 8 million. */
const MAX_PIXELS = 12_000_000;
/** Pages with a larger area are not read at `FINE_READING_DPI`, because that would take too long. 4×8 inches plus a tolerance. */
const MAX_FINE_AREA_MM2 = 115 * 220;
/** Pixels darker than this are ink. Chosen so that pale text is ink, but the noise of a scanned picture is not. */
const INK_BELOW = 224;

export interface PageFacts {
	widthMm: number;
	heightMm: number;
	text: string;
	/** The bar codes that could be read. */
	symbols: PageSymbol[];
	/** Whether the bar codes were not read, because the deadline had passed. */
	isUnread?: boolean;
	/** Bounding box of everything drawn on the page; null for a blank page. */
	inkMm: Box | null;
	/** Whether the page is larger than a label, and has no code or only one that is lower than those of labels. */
	hasNoLabelCodes?: boolean;
}

/**
 * Draws a page and reads its size, text, bar codes and printed area.
 * @param deadlineMs value of `performance.now()` after which only the size and text are read, so that a document with many or
 * slow pages is split before its thread is ended; `inkMm` is then the whole page
 * @param onDrawn called with the drawn page, before its bar codes are read; not called after `deadlineMs`
 * @throws Error when the page cannot be drawn
 */
export async function readPage(
	pdf: OpenPdf,
	pageIndex: number,
	deadlineMs = Number.POSITIVE_INFINITY,
	onDrawn?: (drawnPage: GreyPixels, dpi: number, size: { widthMm: number; heightMm: number }) => void,
): Promise<PageFacts> {
	const { width, height } = pdf.size(pageIndex);
	const [widthMm, heightMm] = [(width / POINTS_PER_INCH) * MM_PER_INCH, (height / POINTS_PER_INCH) * MM_PER_INCH];
	if (performance.now() > deadlineMs)
		return {
			widthMm,
			heightMm,
			text: pdf.text(pageIndex),
			symbols: [],
			isUnread: true,
			inkMm: { leftMm: 0, topMm: 0, widthMm, heightMm },
		};
	const dpi = Math.min(READING_DPI, POINTS_PER_INCH * Math.sqrt(MAX_PIXELS / (width * height)));
	const drawnPage = pdf.drawWhole(pageIndex, dpi, 'grey');
	onDrawn?.(drawnPage, dpi, { widthMm, heightMm });
	const inkMm = inkBox(drawnPage, dpi);
	let symbols: PageSymbol[] = [];
	if (inkMm) {
		// Imported with the first document, not when the thread starts.
		const { readSymbols } = await import('./symbols');
		symbols = await readSymbols(drawnPage, dpi);
		if (symbols.length === 0 && widthMm * heightMm <= MAX_FINE_AREA_MM2)
			symbols = await readSymbols(pdf.drawWhole(pageIndex, FINE_READING_DPI, 'grey'), FINE_READING_DPI, 'local');
	}
	return { widthMm, heightMm, text: pdf.text(pageIndex), symbols, inkMm };
}

/** @returns the bounding box of all ink, or null for a blank page */
function inkBox({ pixels, widthPx, heightPx }: GreyPixels, dpi: number): Box | null {
	const isInkAt = (index: number) => (pixels[index] ?? 255) < INK_BELOW;
	const rowHasInk = (row: number) => {
		for (let index = row * widthPx; index < (row + 1) * widthPx; index += 1) if (isInkAt(index)) return true;
		return false;
	};
	let top = 0;
	while (top < heightPx && !rowHasInk(top)) top += 1;
	if (top === heightPx) return null;
	let bottom = heightPx - 1;
	while (!rowHasInk(bottom)) bottom -= 1;
	let [left, right] = [widthPx - 1, 0];
	for (let row = top; row <= bottom; row += 1) {
		const start = row * widthPx;
		for (let column = 0; column < left; column += 1) if (isInkAt(start + column)) left = column;
		for (let column = widthPx - 1; column > right; column -= 1) if (isInkAt(start + column)) right = column;
	}
	const millimetres = (pixelCount: number) => (pixelCount / dpi) * MM_PER_INCH;
	return {
		leftMm: millimetres(left),
		topMm: millimetres(top),
		widthMm: millimetres(right - left + 1),
		heightMm: millimetres(bottom - top + 1),
	};
}
