// A coarse grid of the printed area of a page. Finds the marks on the page (connected pieces of print) and the lines along which
// the page is cut or folded. Pure.
import type { Edges } from './edges';
import type { GreyPixels } from './symbols';

const MM_PER_INCH = 25.4;
/** Pixels darker than this are ink. */
const INK_BELOW = 224;
/** Side length of a grid cell, in millimetres of the page. */
export const CELL_MM = 1;
/** A cut or fold line reaches over at least this share of the page. */
const MIN_SPAN_SHARE = 0.88;
/** Maximum gap between the dashes of a dashed line. */
const MAX_DASH_GAP_MM = 6;
/** At least this share of the cells on a cut line contains ink. */
const MIN_INK_SHARE = 0.3;
/** The lines of cells beside a cut line contain at most this share of the line's ink. */
const MAX_NEIGHBOUR_INK_SHARE = 0.4;

/** The printed area in square cells, row by row from the upper left corner. A cell is 1 if it contains ink, or else 0. */
export interface InkGrid {
	cellMm: number;
	columns: number;
	rows: number;
	cells: Uint8Array;
}

export function createInkGrid({ pixels, widthPx, heightPx }: GreyPixels, dpi: number): InkGrid {
	const cellPx = (CELL_MM / MM_PER_INCH) * dpi;
	const [columns, rows] = [Math.ceil(widthPx / cellPx), Math.ceil(heightPx / cellPx)];
	const cells = new Uint8Array(columns * rows);
	const columnByX = Uint16Array.from({ length: widthPx }, (_, x) => Math.floor(x / cellPx));
	for (let y = 0; y < heightPx; y += 1) {
		const pixelRowStart = y * widthPx;
		const cellRowStart = Math.floor(y / cellPx) * columns;
		for (let x = 0; x < widthPx; x += 1)
			if ((pixels[pixelRowStart + x] ?? 255) < INK_BELOW) cells[cellRowStart + (columnByX[x] ?? 0)] = 1;
	}
	return { cellMm: CELL_MM, columns, rows, cells };
}

/** A line along which the page is cut or folded, from one side of the page to the opposite side. */
export interface CutLine {
	isVertical: boolean;
	/** Distance from the left edge of the page (vertical lines) or from the upper edge (horizontal lines). */
	positionMm: number;
}

/** Removes the cut lines from the grid. @returns the removed lines */
export function removeCutLines(grid: InkGrid): CutLine[] {
	const { columns, rows, cells, cellMm } = grid;
	const cutLines: CutLine[] = [];
	for (const isVertical of [false, true]) {
		// A line is a row or a column of cells.
		const [lineCount, cellsPerLine] = isVertical ? [columns, rows] : [rows, columns];
		const indexOf = (line: number, position: number) =>
			isVertical ? position * columns + line : line * columns + position;
		/**
		 * The share of cells with ink in a line; 0 if the line cannot be a cut line, because its ink spans too little of the page or
		 * has wider gaps than a dashed line.
		 */
		const inkShareOfCutLine = (line: number): number => {
			let [first, last, inkCells, longestGap] = [-1, -1, 0, 0];
			for (let position = 0; position < cellsPerLine; position += 1) {
				if (cells[indexOf(line, position)] !== 1) continue;
				if (first < 0) first = position;
				else longestGap = Math.max(longestGap, position - last - 1);
				last = position;
				inkCells += 1;
			}
			const span = last - first + 1;
			if (first < 0 || span < cellsPerLine * MIN_SPAN_SHARE || longestGap * cellMm > MAX_DASH_GAP_MM) return 0;
			return inkCells / cellsPerLine;
		};
		/** The share of cells with ink in a line; 0 beyond the edges of the page. */
		const inkShareOf = (line: number): number => {
			let inkCells = 0;
			if (line >= 0 && line < lineCount)
				for (let position = 0; position < cellsPerLine; position += 1) inkCells += cells[indexOf(line, position)] ?? 0;
			return inkCells / cellsPerLine;
		};
		for (let line = 0; line < lineCount; line += 1) {
			const inkShare = inkShareOfCutLine(line);
			if (inkShare < MIN_INK_SHARE) continue;
			// A cut line is thin, unlike a row of text or bars: the cells beside it have little ink.
			const thickness = inkShareOfCutLine(line + 1 < lineCount ? line + 1 : line) >= MIN_INK_SHARE ? 2 : 1;
			const neighbourInkShare = Math.max(inkShareOf(line - 1), inkShareOf(line + thickness));
			if (neighbourInkShare > inkShare * MAX_NEIGHBOUR_INK_SHARE) continue;
			cutLines.push({ isVertical, positionMm: (line + thickness / 2) * cellMm });
			for (let removedLine = line; removedLine < Math.min(lineCount, line + thickness); removedLine += 1)
				for (let position = 0; position < cellsPerLine; position += 1) cells[indexOf(removedLine, position)] = 0;
		}
	}
	return cutLines;
}

/** Finds the marks: the bounding boxes of connected cells with ink. Cells that touch at a corner are connected. */
export function findMarks({ columns, rows, cells, cellMm }: InkGrid): Edges[] {
	const marks: Edges[] = [];
	const visited = new Uint8Array(cells.length);
	const cellsToVisit: number[] = [];
	for (let start = 0; start < cells.length; start += 1) {
		if (cells[start] !== 1 || visited[start] === 1) continue;
		const mark = { left: columns, top: rows, right: 0, bottom: 0 };
		cellsToVisit.push(start);
		visited[start] = 1;
		for (let cell = cellsToVisit.pop(); cell !== undefined; cell = cellsToVisit.pop()) {
			const [x, y] = [cell % columns, Math.floor(cell / columns)];
			mark.left = Math.min(mark.left, x);
			mark.top = Math.min(mark.top, y);
			mark.right = Math.max(mark.right, x + 1);
			mark.bottom = Math.max(mark.bottom, y + 1);
			for (let row = Math.max(0, y - 1); row <= Math.min(rows - 1, y + 1); row += 1)
				for (let column = Math.max(0, x - 1); column <= Math.min(columns - 1, x + 1); column += 1) {
					const neighbour = row * columns + column;
					if (cells[neighbour] !== 1 || visited[neighbour] === 1) continue;
					visited[neighbour] = 1;
					cellsToVisit.push(neighbour);
				}
		}
		marks.push({
			left: mark.left * cellMm,
			top: mark.top * cellMm,
			right: mark.right * cellMm,
			bottom: mark.bottom * cellMm,
		});
	}
	return marks;
}
