// How a page lies on its stock: at true size, turned when its long side asks for it, and scaled only by a ratio that was
// chosen. Pure; lengths in millimetres. The screens draw by the same rule by which the station prints.
import type { Printer, Stock } from './print';

/** Makers' sizes differ from the nominal by about this much. */
const TOLERANCE_MM = 2;
/** Ratios at which modules of 2, 3 and 4 dots come out as whole dots more often than at any other. */
const WHOLE_RATIOS = [3 / 4, 2 / 3, 1 / 2, 1 / 3, 1 / 4] as const;

export interface PageSize {
	widthMm: number;
	heightMm: number;
}

export interface Placement {
	/** Counter-clockwise. */
	turn: 0 | 90 | 180 | 270;
	/** 1 is true size. */
	scale: number;
	/** From the left and upper edge of the sheet to the page as it lies, turned and scaled. */
	leftMm: number;
	topMm: number;
	widthMm: number;
	heightMm: number;
}

export interface PlacementRequest extends Pick<Printer, 'turn' | 'offsetXMm' | 'offsetYMm' | 'oversize'> {
	stock: Stock;
	/** Which label of a sheet, from 0. */
	position: number;
	/** Bar codes scale by whole ratios only; papers by any. */
	isLabel: boolean;
}

export type Placed = { fits: true; placement: Placement } | { fits: false; scaled: Placement };

/** @returns the placement; or, for a page that is larger than its stock, how it would lie scaled, which nobody agreed to */
export function placeOnStock(page: PageSize, request: PlacementRequest): Placed {
	const { stock, position, oversize, isLabel } = request;
	const cellWidth = stock.widthMm / stock.across;
	const cellHeight = stock.heightMm === null ? null : stock.heightMm / stock.down;
	const fits = (width: number, height: number) =>
		width <= cellWidth + TOLERANCE_MM && (cellHeight === null || height <= cellHeight + TOLERANCE_MM);
	const largest = (width: number, height: number) =>
		Math.min(cellWidth / width, cellHeight === null ? 1 : cellHeight / height);
	const sizeAt = (turn: number) =>
		turn % 180 === 0 ? ([page.widthMm, page.heightMm] as const) : ([page.heightMm, page.widthMm] as const);

	const upright = sizeAt(0);
	const aside = sizeAt(90);
	// Upright when it fits so; else the direction that has to shrink less. If only the turned page fits, that is the turned one.
	const automatic = fits(...upright) || largest(...upright) >= largest(...aside) ? 0 : 90;
	const turn = (request.turn === 'auto' ? automatic : Number(request.turn)) as Placement['turn'];
	const [width, height] = sizeAt(turn);
	const isWhole = fits(width, height);
	const ratio = largest(width, height);
	const scale = isWhole ? 1 : isLabel ? (WHOLE_RATIOS.find((one) => one <= ratio) ?? 1 / Math.ceil(1 / ratio)) : ratio;
	const column = position % stock.across;
	const row = Math.floor(position / stock.across);
	const placement: Placement = {
		turn,
		scale,
		widthMm: width * scale,
		heightMm: height * scale,
		leftMm: column * cellWidth + (cellWidth - width * scale) / 2 + request.offsetXMm,
		topMm: row * (cellHeight ?? 0) + ((cellHeight ?? height * scale) - height * scale) / 2 + request.offsetYMm,
	};
	return isWhole || oversize === 'scale' ? { fits: true, placement } : { fits: false, scaled: placement };
}
