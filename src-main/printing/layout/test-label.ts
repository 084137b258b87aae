// Draws the test label of a printer: corner marks show clipping, a ruler shows the scale, and bar codes with increasing module
// width show which widths the desk's scanner can read.

import * as z from 'zod';
import { t } from '../../../src-contract/i18n';
import type { PrinterProfile } from '../../../src-contract/model/print';
import { rulerMm, stockName, stockOf } from '../../../src-contract/model/stock';

const POINTS_PER_MM = 72 / 25.4;
const MM_PER_INCH = 25.4;
/** Length of the lines of a corner mark, and their distance from the edges of the label. */
const CORNER_MARK_MM = 6;
const CORNER_MARGIN_MM = 3;
/** Length of the test label on a roll. */
const ROLL_LABEL_MM = 150;
const RULER_X_MM = 8;
/** Texts and codes are to the right of the ruler. */
const TEXT_X_MM = RULER_X_MM + 8;
const TICK_WIDTH_MM = 0.2;
/** White margin at both ends of a bar code, in modules. */
const QUIET_MODULES = 10;
const BAR_HEIGHT_MM = 12;
/** Module widths in dots, by dpi. Whole dots, so that the test shows the quality of the printer and not rounding errors. */
const MODULE_DOTS = { 203: [2, 3, 4], 300: [3, 4, 6], 600: [6, 9, 12] } as const;

/** Output of the bar code library. `sbs`: widths of the bars and spaces in modules, beginning with a bar. */
const linearSymbolSchema = z.object({ sbs: z.array(z.number()) });

/** Text of a test code, which states its module width. Short enough for the narrowest roll. */
const testCodeText = (dots: number, dpi: number): string => `T${dots}-${dpi}`;

/** @returns the width in millimetres of the narrowest bar of a scanned test code; undefined for a code that is not a test code */
export function testCodeBarWidthMm(code: string): number | undefined {
	const match = /^T(\d{1,2})-(\d{3})$/.exec(code.trim().replace(/^\][A-Za-z]\d/, ''));
	return match ? (Number(match[1]) / Number(match[2])) * MM_PER_INCH : undefined;
}

/** A label to draw on. Lengths in millimetres, positions from the upper left corner. */
interface LabelCanvas {
	widthMm: number;
	heightMm: number;
	drawBox(left: number, top: number, width: number, height: number): void;
	/** @param top position of the text's baseline @param size font size in points */
	drawText(text: string, left: number, top: number, size: number): void;
}

/** @returns a PDF with one page in the size of one label of the printer's stock */
export async function drawTestLabel(printer: PrinterProfile, printedAt: Date): Promise<Uint8Array> {
	const { PDFDocument, StandardFonts } = await import('pdf-lib');
	const stock = stockOf(printer);
	const widthMm = stock.widthMm / stock.across;
	const heightMm = stock.heightMm === null ? ROLL_LABEL_MM : stock.heightMm / stock.down;
	const document = await PDFDocument.create();
	const page = document.addPage([widthMm * POINTS_PER_MM, heightMm * POINTS_PER_MM]);
	const font = await document.embedFont(StandardFonts.HelveticaBold);
	const canvas: LabelCanvas = {
		widthMm,
		heightMm,
		drawBox: (left, top, width, height) =>
			page.drawRectangle({
				x: left * POINTS_PER_MM,
				y: (heightMm - top - height) * POINTS_PER_MM,
				width: width * POINTS_PER_MM,
				height: height * POINTS_PER_MM,
			}),
		drawText: (text, left, top, size) =>
			page.drawText(toPrintableText(text), {
				x: left * POINTS_PER_MM,
				y: (heightMm - top) * POINTS_PER_MM,
				size,
				font,
			}),
	};
	const rulerLengthMm = rulerMm(printer);
	drawCorners(canvas);
	drawRuler(canvas, rulerLengthMm);
	canvas.drawText(t('Test label'), TEXT_X_MM, 15, 14);
	for (const [index, line] of [
		printer.name,
		stockName(printer),
		`${printer.dpi} dpi, ${printedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
		t('The ruler is {length} mm long.', { length: rulerLengthMm }),
	].entries())
		canvas.drawText(line, TEXT_X_MM, 22 + index * 5, 8);
	await drawCodes(canvas, printer.dpi);
	return document.save();
}

/** Draws corner marks, which show clipped edges. */
function drawCorners({ widthMm, heightMm, drawBox }: LabelCanvas): void {
	for (const [x, y] of [
		[CORNER_MARGIN_MM, CORNER_MARGIN_MM],
		[widthMm - CORNER_MARGIN_MM - CORNER_MARK_MM, CORNER_MARGIN_MM],
		[CORNER_MARGIN_MM, heightMm - CORNER_MARGIN_MM],
		[widthMm - CORNER_MARGIN_MM - CORNER_MARK_MM, heightMm - CORNER_MARGIN_MM],
	] as const)
		drawBox(x, y, CORNER_MARK_MM, 0.5);
	for (const [x, y] of [
		[CORNER_MARGIN_MM, CORNER_MARGIN_MM],
		[widthMm - CORNER_MARGIN_MM, CORNER_MARGIN_MM],
		[CORNER_MARGIN_MM, heightMm - CORNER_MARGIN_MM - CORNER_MARK_MM],
		[widthMm - CORNER_MARGIN_MM, heightMm - CORNER_MARGIN_MM - CORNER_MARK_MM],
	] as const)
		drawBox(x, y, 0.5, CORNER_MARK_MM);
}

/** Draws a ruler along the left edge. */
function drawRuler({ heightMm, drawBox }: LabelCanvas, lengthMm: number): void {
	const top = (heightMm - lengthMm) / 2;
	drawBox(RULER_X_MM, top, 0.3, lengthMm);
	for (let mm = 0; mm <= lengthMm; mm += 1) {
		const tickLength = mm % 10 === 0 ? 5 : mm % 5 === 0 ? 3.5 : 2;
		// The first and the last tick stay within the ruler.
		drawBox(
			RULER_X_MM,
			top + Math.min(Math.max(mm - TICK_WIDTH_MM / 2, 0), lengthMm - TICK_WIDTH_MM),
			tickLength,
			TICK_WIDTH_MM,
		);
	}
}

/** Draws bar codes with increasing module width, as many as fit. */
async function drawCodes(
	{ widthMm, heightMm, drawBox, drawText }: LabelCanvas,
	dpi: PrinterProfile['dpi'],
): Promise<void> {
	const { default: bwipjs } = await import('bwip-js/node');
	let top = 46;
	for (const dots of MODULE_DOTS[dpi]) {
		const code = testCodeText(dots, dpi);
		const moduleMm = (dots / dpi) * MM_PER_INCH;
		const symbol = linearSymbolSchema.parse(bwipjs.raw({ bcid: 'code128', text: code })[0]);
		const modules = symbol.sbs.reduce((sum, width) => sum + width, 0);
		if (TEXT_X_MM + (modules + 2 * QUIET_MODULES) * moduleMm > widthMm || top + BAR_HEIGHT_MM + 8 > heightMm) break;
		let x = TEXT_X_MM + QUIET_MODULES * moduleMm;
		for (const [index, width] of symbol.sbs.entries()) {
			if (index % 2 === 0) drawBox(x, top, width * moduleMm, BAR_HEIGHT_MM);
			x += width * moduleMm;
		}
		drawText(
			`${code}   ${t('bars of {width} mm', { width: moduleMm.toFixed(2) })}`,
			TEXT_X_MM,
			top + BAR_HEIGHT_MM + 4,
			7,
		);
		top += BAR_HEIGHT_MM + 10;
	}
}

/** The standard PDF font has Western European characters only. */
const toPrintableText = (text: string): string => text.replace(/[^\x20-\x7e\xa1-\xff]/g, '?');
