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

function rectangle(x: number, y: number, width: number, height: number): PDFOperator {
	return PDFOperator.of(
		PDFOperatorNames.AppendRectangle,
		[x, y, width, height].map((value) => PDFNumber.of(value)),
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

/** @returns the width in points, including a quiet zone of ten modules on each side */
export function drawLinear(page: PDFPage, symbology: 'code128' | 'gs1-128', text: string, box: LinearBox): number {
	const { sbs } = encodeLinear(symbology, text);
	const modulePoints = box.moduleMm * POINTS_PER_MM;
	const moduleCount = sbs.reduce((sum, width) => sum + width, 0);
	let x = box.centre - (moduleCount * modulePoints) / 2;
	const bars: PDFOperator[] = [];
	for (const [index, width] of sbs.entries()) {
		if (index % 2 === 0) bars.push(rectangle(x, box.bottom, width * modulePoints, box.heightMm * POINTS_PER_MM));
		x += width * modulePoints;
	}
	paint(page, bars);
	return (moduleCount + 20) * modulePoints;
}

/** Draws a Data Matrix with its lower left corner at (x, y) in points. */
export function drawDataMatrix(page: PDFPage, text: string, x: number, y: number, moduleMm: number): void {
	const symbol = encodeMatrix(text);
	const modulePoints = moduleMm * POINTS_PER_MM;
	const cells: PDFOperator[] = [];
	for (const [index, isDark] of symbol.pixs.entries()) {
		if (!isDark) continue;
		const column = index % symbol.pixx;
		const row = Math.floor(index / symbol.pixx);
		cells.push(
			rectangle(x + column * modulePoints, y + (symbol.pixy - 1 - row) * modulePoints, modulePoints, modulePoints),
		);
	}
	paint(page, cells);
}
