// A coarse grid of the printed area of a page, the connected marks on it, and the lines along which the page is cut. Pure.
import type { Edges } from './edges';
import type { GreyPixels } from './symbols';

const MM_PER_INCH = 25.4;
/** Pixels darker than this are ink. */
const INK_BELOW = 224;
/** Side length of a grid cell. */
export const CELL_MM = 1;
/** A line that spans at least this share of the page is a cut or fold line. */
const MIN_LINE_SHARE = 0.88;
const MAX_DASH_GAP_MM = 6;

/** The printed area in square cells, row by row from the upper left corner. A cell is 1 if it contains ink, otherwise 0. */
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
	const columnOf = Uint16Array.from({ length: widthPx }, (_, x) => Math.floor(x / cellPx));
	for (let y = 0; y < heightPx; y += 1) {
		const start = y * widthPx;
		const row = Math.floor(y / cellPx) * columns;
		for (let x = 0; x < widthPx; x += 1)
			if ((pixels[start + x] ?? 255) < INK_BELOW) cells[row + (columnOf[x] ?? 0)] = 1;
	}
	return { cellMm: CELL_MM, columns, rows, cells };
}

/** A line to cut along, from one side of the page to the opposite one. */
export interface CutLine {
	isVertical: boolean;
	atMm: number;
}

/** Removes the cut lines from the grid. @returns the removed lines */
export function removeCutLines(grid: InkGrid): CutLine[] {
	const { columns, rows, cells, cellMm } = grid;
	const cutLines: CutLine[] = [];
	for (const isVertical of [false, true]) {
		const [lines, length] = isVertical ? [columns, rows] : [rows, columns];
		const indexOf = (line: number, at: number) => (isVertical ? at * columns + line : line * columns + at);
		/** The share of inked cells in a line; 0 when it is too short or has gaps wider than those of a dashed line. */
		const shareOf = (line: number, minSpan: number): number => {
			let [first, last, inked, longestGap, previous] = [-1, -1, 0, 0, -1];
			for (let at = 0; at < length; at += 1) {
				if (cells[indexOf(line, at)] !== 1) continue;
				if (first < 0) first = at;
				else longestGap = Math.max(longestGap, at - previous - 1);
				previous = at;
				last = at;
				inked += 1;
			}
			if (first < 0 || last - first + 1 < length * minSpan || longestGap * cellMm > MAX_DASH_GAP_MM) return 0;
			return inked / length;
		};
		const inkOf = (line: number): number => {
			let inked = 0;
			if (line >= 0 && line < lines) for (let at = 0; at < length; at += 1) inked += cells[indexOf(line, at)] ?? 0;
			return inked / length;
		};
		for (let line = 0; line < lines; line += 1) {
			const share = shareOf(line, MIN_LINE_SHARE);
			if (share < 0.3) continue;
			// Only thin lines count, not rows of text or bars.
			const thickness = shareOf(line + 1 < lines ? line + 1 : line, MIN_LINE_SHARE) >= 0.3 ? 2 : 1;
			if (Math.max(inkOf(line - 1), inkOf(line + thickness)) > share * 0.4) continue;
			cutLines.push({ isVertical, atMm: (line + thickness / 2) * cellMm });
			for (let row = line; row < Math.min(lines, line + thickness); row += 1)
				for (let at = 0; at < length; at += 1) cells[indexOf(row, at)] = 0;
		}
	}
	return cutLines;
}

/** Bounding boxes of connected cells. Cells that touch at a corner are connected. */
export function findMarks({ columns, rows, cells, cellMm }: InkGrid): Edges[] {
	const marks: Edges[] = [];
	const seen = new Uint8Array(cells.length);
	const stack: number[] = [];
	for (let start = 0; start < cells.length; start += 1) {
		if (cells[start] !== 1 || seen[start] === 1) continue;
		const mark = { left: columns, top: rows, right: 0, bottom: 0 };
		stack.push(start);
		seen[start] = 1;
		for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
			const [x, y] = [index % columns, Math.floor(index / columns)];
			mark.left = Math.min(mark.left, x);
			mark.top = Math.min(mark.top, y);
			mark.right = Math.max(mark.right, x + 1);
			mark.bottom = Math.max(mark.bottom, y + 1);
			for (let row = Math.max(0, y - 1); row <= Math.min(rows - 1, y + 1); row += 1)
				for (let column = Math.max(0, x - 1); column <= Math.min(columns - 1, x + 1); column += 1) {
					const next = row * columns + column;
					if (cells[next] !== 1 || seen[next] === 1) continue;
					seen[next] = 1;
					stack.push(next);
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
