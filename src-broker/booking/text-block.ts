// Fits texts into a box: a text that is too wide is wrapped, and gets a smaller size only if wrapping does not suffice. Lengths are
// in points.
import type { PDFPage } from 'pdf-lib';
import { wrapText } from '../../src-pdf/fonts';
import { drawText, type TextStyle, textWidth } from '../../src-pdf/page-text';

export interface BlockText {
	text: string;
	font: TextStyle['font'];
	/** Font size at a scale of 100 %. */
	size: number;
	/** Minimum font size. */
	minSize: number;
	maxLines: number;
	/** Path of the text's field in the shipment request. */
	path: string;
}

export interface Box {
	x: number;
	top: number;
	width: number;
	height: number;
	/** Whether the texts may be drawn larger than `size`, as long as each takes one line. Default: false. */
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
/** Scale of the font sizes of all texts in a box, in percent. */
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

/** Scripts without spaces between words. Breaking such a text where it has no space does not divide a word. */
const SCRIPT_WITHOUT_SPACES = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}/u;

/**
 * Wraps the text at a font size.
 * @returns undefined when it needs more than `maxLines`, or when a word that must not be divided is wider than a line
 */
function wrapAtSize(
	{ text, font, maxLines }: BlockText,
	size: number,
	width: number,
	mayDivideWords: boolean,
): FittedLine[] | undefined {
	const words = text.split(/\s+/);
	if (
		!mayDivideWords &&
		words.some((word) => !SCRIPT_WITHOUT_SPACES.test(word) && textWidth(word, { font, size }) > width)
	)
		return undefined;
	const lines = wrapText(font, text, size, width);
	return lines.length <= maxLines ? lines.map((line) => ({ text: line, font, size })) : undefined;
}

/**
 * The lines of one text, as large as possible.
 * @param scale maximum, in percent of the text's size
 * @throws TextTooWideError when the text does not fit at its minimum size
 */
function fitText(text: MeasuredText, scale: number, width: number): FittedLine[] {
	const { font, minSize } = text;
	const maxSize = Math.max(minSize, (text.size * scale) / 100);
	if (text.widthAtOnePoint * maxSize <= width) return [{ text: text.text, font, size: maxSize }];
	// A smaller size is better than a divided word.
	for (const mayDivideWords of [false, true]) {
		for (let size = maxSize; size >= minSize; size -= 0.5) {
			const lines = wrapAtSize(text, size, width, mayDivideWords);
			if (lines) return lines;
		}
	}
	throw new TextTooWideError(text.path);
}

const heightOf = (lines: readonly FittedLine[]) => lines.reduce((sum, { size }) => sum + size * LINE_SPACING, 0);

/**
 * The lines of all texts; undefined when they do not fit at this scale. A scale above 100 % fits only if no text is wrapped or
 * smaller than its own size.
 * @throws TextTooWideError when a text does not fit at its minimum size
 */
function fitTexts(texts: readonly MeasuredText[], scale: number, { width, height }: Box): FittedLine[] | undefined {
	const lines = texts.flatMap((text) => fitText(text, scale, width));
	if (heightOf(lines) > height) return undefined;
	const isAnyWrapped = lines.length > texts.length;
	const isAnyShrunk = lines.some(({ size }, index) => size < (texts[index]?.size ?? 0));
	return scale > 100 && (isAnyWrapped || isAnyShrunk) ? undefined : lines;
}

/**
 * Fits texts below each other into the box. If they are too high together, all get smaller.
 * @throws TextTooWideError when one text does not fit at its minimum size (the error names the field of that text), or when all
 * texts together are too high at the smallest scale (it names the field of the longest text)
 */
export function fitBlock(texts: readonly BlockText[], box: Box): FittedBlock {
	const measuredTexts = texts.map((text) => ({
		...text,
		widthAtOnePoint: textWidth(text.text, { font: text.font, size: 1 }),
	}));
	for (let scale = box.mayGrow ? MAX_SCALE : 100; scale >= MIN_SCALE; scale -= SCALE_STEP) {
		const lines = fitTexts(measuredTexts, scale, box);
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
