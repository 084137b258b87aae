// Draws bar codes as vector rectangles. The module (narrowest bar) has a fixed width, so that no later step resamples the bars.

// The encoder `raw` is on the default export only: the named export `raw` is a symbology.
import bwipjs from 'bwip-js/node';
import {
	fill,
	PDFNumber,
	PDFOperator,
	PDFOperatorNames,
	type PDFPage,
	popGraphicsState,
	pushGraphicsState,
	setFillingGrayscaleColor,
} from 'pdf-lib';

const POINTS_PER_MM = 72 / 25.4;

/** `sbs`: widths of bars and spaces in modules, alternating, with a bar first. */
function encodeLinear(symbology: 'code128' | 'gs1-128', text: string): { sbs: number[] } {
	const [symbol] = bwipjs.raw({ bcid: symbology, text });
	if (!symbol || !('sbs' in symbol)) throw new Error(`${symbology} was not encoded as bars`);
	return symbol;
}

/** `pixs`: cells of a Data Matrix, row by row from the top; 1 is dark. `pixx` and `pixy`: number of columns and rows. */
function encodeMatrix(text: string): { pixs: number[]; pixx: number; pixy: number } {
	const [symbol] = bwipjs.raw({ bcid: 'datamatrix', text });
	if (!symbol || !('pixs' in symbol)) throw new Error('the Data Matrix was not encoded as cells');
	return symbol;
}

/** Rounds to four decimals, less than a thousandth of a dot at 600 dpi. More would only make the file larger and slower to write. */
const roundPoints = (points: number) => Math.round(points * 10_000) / 10_000;

function rectangle(x: number, y: number, width: number, height: number): PDFOperator {
	return PDFOperator.of(
		PDFOperatorNames.AppendRectangle,
		[x, y, width, height].map((value) => PDFNumber.of(roundPoints(value))),
	);
}

/** Fills the rectangles in black. */
function paint(page: PDFPage, rectangles: PDFOperator[]): void {
	page.pushOperators(pushGraphicsState(), setFillingGrayscaleColor(0), ...rectangles, fill(), popGraphicsState());
}

export interface LinearBox {
	/** Horizontal centre of the symbol, in points from the left edge of the page. */
	centre: number;
	/** Bottom of the bars, in points from the bottom edge of the page. */
	bottom: number;
	heightMm: number;
	/** Module width: 0.25, 0.375 or 0.5, which are multiples of the dot of a 203 dpi print head (0.125 mm). */
	moduleMm: number;
}

/** Quiet zones on both sides together, in modules. */
const QUIET_MODULES = 20;
const countModules = (sbs: readonly number[]): number => sbs.reduce((sum, width) => sum + width, 0);

/** The width of a symbol in points, including a quiet zone of ten modules on each side. */
export const linearCodeWidth = (symbology: 'code128' | 'gs1-128', text: string, moduleMm: number): number =>
	(countModules(encodeLinear(symbology, text).sbs) + QUIET_MODULES) * moduleMm * POINTS_PER_MM;

/** @returns the width as `linearCodeWidth` */
export function drawLinearCode(page: PDFPage, symbology: 'code128' | 'gs1-128', text: string, box: LinearBox): number {
	const { sbs } = encodeLinear(symbology, text);
	const modulePoints = box.moduleMm * POINTS_PER_MM;
	const moduleCount = countModules(sbs);
	let x = box.centre - (moduleCount * modulePoints) / 2;
	const bars: PDFOperator[] = [];
	for (const [index, width] of sbs.entries()) {
		if (index % 2 === 0) bars.push(rectangle(x, box.bottom, width * modulePoints, box.heightMm * POINTS_PER_MM));
		x += width * modulePoints;
	}
	paint(page, bars);
	return (moduleCount + QUIET_MODULES) * modulePoints;
}

/** Module widths of a Data Matrix, the preferred one first. Both are multiples of the dot of a 203 dpi print head. */
const MATRIX_MODULES_MM = [0.5, 0.375];

export interface MatrixBox {
	/** Right edge of the symbol, in points from the left edge of the page. */
	right: number;
	/** Top edge of the symbol, in points from the bottom edge of the page. */
	top: number;
	/** Maximum width and height in points. */
	side: number;
}

/** Draws a Data Matrix with the largest modules that fit in the box, or with the smallest modules if none fit. */
export function drawDataMatrix(page: PDFPage, text: string, box: MatrixBox): void {
	const symbol = encodeMatrix(text);
	const fits = (moduleMm: number) => symbol.pixx * moduleMm * POINTS_PER_MM <= box.side;
	const moduleMm = MATRIX_MODULES_MM.find(fits) ?? Math.min(...MATRIX_MODULES_MM);
	const modulePoints = moduleMm * POINTS_PER_MM;
	const left = box.right - symbol.pixx * modulePoints;
	// Adjoining dark cells of a row are one rectangle, which takes less time and leaves no seams.
	const rectangles: PDFOperator[] = [];
	for (let row = 0; row < symbol.pixy; row += 1) {
		const y = box.top - (row + 1) * modulePoints;
		for (let column = 0; column < symbol.pixx; column += 1) {
			const first = column;
			while (column < symbol.pixx && symbol.pixs[row * symbol.pixx + column]) column += 1;
			if (column > first)
				rectangles.push(rectangle(left + first * modulePoints, y, (column - first) * modulePoints, modulePoints));
		}
	}
	paint(page, rectangles);
}
