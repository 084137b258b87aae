// Draws bar codes as vector rectangles with a fixed module width, so that no later step resamples them.

// The named export 'raw' of this package is a symbology; the encoder is on the default export only.
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

/** Alternating bar and space widths in modules, bar first. */
function encodeLinear(symbology: 'code128' | 'gs1-128', text: string): { sbs: number[] } {
	const [symbol] = bwipjs.raw({ bcid: symbology, text });
	if (!symbol || !('sbs' in symbol)) throw new Error(`${symbology} was not encoded as bars`);
	return symbol;
}

/** Cells of a Data Matrix, row by row from the top; 1 is dark. */
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

function paint(page: PDFPage, rectangles: PDFOperator[]): void {
	page.pushOperators(pushGraphicsState(), setFillingGrayscaleColor(0), ...rectangles, fill(), popGraphicsState());
}

export interface LinearBox {
	/** Horizontal centre of the symbol, in points from the left edge of the page. */
	centre: number;
	/** Bottom of the bars, in points from the bottom edge of the page. */
	foot: number;
	heightMm: number;
	/** A multiple of the dot of a 203 dpi print head (0.125 mm): 0.25, 0.375 or 0.5. */
	moduleMm: number;
}

/** @returns the width in points, including a quiet zone of ten modules on each side */
export function drawLinear(page: PDFPage, symbology: 'code128' | 'gs1-128', text: string, box: LinearBox): number {
	const { sbs } = encodeLinear(symbology, text);
	const module = box.moduleMm * POINTS_PER_MM;
	const modules = sbs.reduce((sum, width) => sum + width, 0);
	let x = box.centre - (modules * module) / 2;
	const bars: PDFOperator[] = [];
	for (const [index, width] of sbs.entries()) {
		if (index % 2 === 0) bars.push(rectangle(x, box.foot, width * module, box.heightMm * POINTS_PER_MM));
		x += width * module;
	}
	paint(page, bars);
	return (modules + 20) * module;
}

/** Draws a Data Matrix with its lower left corner at (x, y) in points. */
export function drawDataMatrix(page: PDFPage, text: string, x: number, y: number, moduleMm: number): void {
	const symbol = encodeMatrix(text);
	const module = moduleMm * POINTS_PER_MM;
	const cells: PDFOperator[] = [];
	for (const [index, dark] of symbol.pixs.entries()) {
		if (!dark) continue;
		const column = index % symbol.pixx;
		const row = Math.floor(index / symbol.pixx);
		cells.push(rectangle(x + column * module, y + (symbol.pixy - 1 - row) * module, module, module));
	}
	paint(page, cells);
}
