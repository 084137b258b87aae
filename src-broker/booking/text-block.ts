// Fits lines of text into a box: a wide text is wrapped first and gets a smaller size only if that does not suffice. Lengths are in
// points.
import type { PDFPage } from 'pdf-lib';
import { wrap } from './fonts';
import { drawText, type TextStyle, textWidth } from './page-text';

export interface BlockText {
	text: string;
	font: TextStyle['font'];
	size: number;
	/** Minimum font size. */
	minSize: number;
	/** Lines that the text may take. */
	maxLines: number;
	/** Path of the text's field in the shipment request. */
	path: string;
}

export interface Box {
	x: number;
	top: number;
	width: number;
	height: number;
	/** Whether the texts may get larger than their sizes while each takes one line. */
	mayGrow?: boolean;
}

/** Thrown when a text does not fit even at the minimum readable size, because text is never cut. */
export class TextTooWideError extends Error {
	constructor(
		/** Path of the text's field in the shipment request. */
		readonly path: string,
	) {
		super(`${path} is too wide for the label`);
	}
}

const LINE_SPACING = 1.18;
/** Percentages of the sizes of the texts. */
const MAX_SCALE = 130;
const SCALE_STEP = 5;
const MIN_SCALE = 40;

interface MeasuredText extends BlockText {
	widthAtOnePoint: number;
}

interface FittedLine extends TextStyle {
	text: string;
}

/** The lines of a block with the place where they are drawn. */
export interface FittedBlock {
	lines: readonly FittedLine[];
	x: number;
	top: number;
}

/** Scripts that are written without spaces between words. Their lines may end after any letter. */
const WITHOUT_SPACES = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}/u;

/** The text at a size, in as many lines as it may take; undefined when they do not suffice. */
function linesAt(text: BlockText, size: number, width: number, mayDivideWords: boolean): FittedLine[] | undefined {
	const { font, maxLines } = text;
	const words = text.text.split(/\s+/);
	if (!mayDivideWords && words.some((word) => !WITHOUT_SPACES.test(word) && textWidth(word, { font, size }) > width))
		return undefined;
	const lines = wrap(font, text.text, size, width);
	return lines.length <= maxLines ? lines.map((line) => ({ text: line, font, size })) : undefined;
}

/** The lines of one text, as large as possible. @throws TextTooWideError */
function fitText(text: MeasuredText, scale: number, width: number): FittedLine[] {
	const { font, minSize } = text;
	const maxSize = Math.max(minSize, (text.size * scale) / 100);
	if (text.widthAtOnePoint * maxSize <= width) return [{ text: text.text, font, size: maxSize }];
	// A smaller size is better than a divided word.
	for (const mayDivideWords of [false, true]) {
		for (let size = maxSize; size >= minSize; size -= 0.5) {
			const lines = linesAt(text, size, width, mayDivideWords);
			if (lines) return lines;
		}
	}
	throw new TextTooWideError(text.path);
}

const heightOf = (lines: readonly FittedLine[]) => lines.reduce((sum, { size }) => sum + size * LINE_SPACING, 0);

/** The lines of all texts; undefined when they do not fit at this scale. @throws TextTooWideError */
function fitTexts(texts: readonly MeasuredText[], scale: number, { width, height }: Box): FittedLine[] | undefined {
	const lines = texts.flatMap((text) => fitText(text, scale, width));
	if (heightOf(lines) > height) return undefined;
	const isWrapped = lines.length > texts.length;
	const isShrunk = lines.some(({ size }, index) => size < (texts[index]?.size ?? 0));
	return scale > 100 && (isWrapped || isShrunk) ? undefined : lines;
}

/**
 * Fits texts below each other into the box. If they are too high together, all get smaller.
 * @throws TextTooWideError when a text does not fit at its minimum size
 */
export function fitBlock(texts: readonly BlockText[], box: Box): FittedBlock {
	const measured = texts.map((text) => ({
		...text,
		widthAtOnePoint: textWidth(text.text, { font: text.font, size: 1 }),
	}));
	for (let scale = box.mayGrow ? MAX_SCALE : 100; scale >= MIN_SCALE; scale -= SCALE_STEP) {
		const lines = fitTexts(measured, scale, box);
		if (lines) return { lines, x: box.x, top: box.top };
	}
	throw new TextTooWideError(texts.reduce((a, b) => (b.text.length > a.text.length ? b : a)).path);
}

export function drawBlock(page: PDFPage, { lines, x, top }: FittedBlock): void {
	let y = top;
	for (const { text, font, size } of lines) {
		drawText(page, text, { x, y: y - size }, { font, size });
		y -= size * LINE_SPACING;
	}
}
