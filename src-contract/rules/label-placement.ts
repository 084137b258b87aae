// How a page lies on its stock: at true size, turned when its long side asks for it, and scaled only by a ratio that was
// chosen. Pure; lengths in millimetres. The screens draw by the same rule by which the station prints.
import type { Printer } from '../model/print';
import type { Stock } from '../model/stock';

const MM_PER_INCH = 25.4;
/** Makers' sizes differ from the nominal by about this much. */
const TOLERANCE_MM = 2;
/** Ratios at which modules of 2, 3 and 4 dots come out as whole dots more often than at any other. */
const WHOLE_RATIOS = [3 / 4, 2 / 3, 1 / 2, 1 / 3, 1 / 4] as const;
/** Narrowest bar that is still printed when the module width is known: a bar of one dot spreads too far. */
const MIN_MODULE_DOTS = 2;
/** An ordinary label is scaled to this at least without a question: A6 on 4 × 6 in is 96.8 %. */
const MIN_UNASKED_SCALE = 0.96;
/** Binary fractions: 3 × (2 / 3) is 2 dots. */
const ROUNDING = 1e-9;

/** A part of a page or a sheet, from its left and upper edge. */
export interface Box {
	leftMm: number;
	topMm: number;
	widthMm: number;
	heightMm: number;
}

export interface PageSize {
	widthMm: number;
	heightMm: number;
	/** Everything drawn on the page, with the quiet zones of its codes; absent: the whole page counts. */
	contentMm?: Box;
	/** Width of the narrowest bar or module on the page; 0 or absent: no code is known. */
	moduleMm?: number;
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
	/** The part of the sheet that is printed on, when white margins of the page are cut off. */
	visibleMm?: Box;
}

export interface PlacementRequest extends Pick<Printer, 'turn' | 'offsetXMm' | 'offsetYMm' | 'oversize' | 'dpi'> {
	stock: Stock;
	/** Which label of a sheet, from 0. */
	position: number;
	/** Bar codes scale by whole modules or ratios only; papers by any. */
	isLabel: boolean;
}

export type Placed = { fits: true; placement: Placement } | { fits: false; scaled: Placement };

/** A box of a page as it lies on the page turned counter-clockwise. */
function turnedBox({ leftMm, topMm, widthMm, heightMm }: Box, page: PageSize, turn: Placement['turn']): Box {
	const rightMm = page.widthMm - leftMm - widthMm;
	const bottomMm = page.heightMm - topMm - heightMm;
	switch (turn) {
		case 0:
			return { leftMm, topMm, widthMm, heightMm };
		case 90:
			return { leftMm: topMm, topMm: rightMm, widthMm: heightMm, heightMm: widthMm };
		case 180:
			return { leftMm: rightMm, topMm: bottomMm, widthMm, heightMm };
		case 270:
			return { leftMm: bottomMm, topMm: leftMm, widthMm: heightMm, heightMm: widthMm };
	}
}

/**
 * @param ratio at which the label would just fit
 * @returns the largest scale up to it at which the narrowest module is a whole number of dots
 */
function labelScale(ratio: number, moduleDots: number): { scale: number; keepsModules: boolean } {
	const dots = Math.floor(moduleDots * ratio + ROUNDING);
	if (dots >= MIN_MODULE_DOTS) return { scale: dots / moduleDots, keepsModules: true };
	return { scale: WHOLE_RATIOS.find((one) => one <= ratio) ?? 1 / Math.ceil(1 / ratio), keepsModules: false };
}

const TURN_DEGREES: Record<Exclude<PlacementRequest['turn'], 'auto'>, Placement['turn']> = {
	'0': 0,
	'90': 90,
	'180': 180,
	'270': 270,
};

/** @returns the placement; or, for a page that is larger than its stock, how it would lie scaled, which nobody agreed to */
export function placeOnStock(page: PageSize, request: PlacementRequest): Placed {
	const { stock, position, oversize, isLabel } = request;
	const cellWidth = stock.widthMm / stock.across;
	const cellHeight = stock.heightMm === null ? null : stock.heightMm / stock.down;
	const whole: Box = { leftMm: 0, topMm: 0, widthMm: page.widthMm, heightMm: page.heightMm };
	const content = page.contentMm ?? whole;
	const fits = (box: Box, toleranceMm: number) => (turn: Placement['turn']) => {
		const { widthMm, heightMm } = turnedBox(box, page, turn);
		return widthMm <= cellWidth + toleranceMm && (cellHeight === null || heightMm <= cellHeight + toleranceMm);
	};
	const ratioAt = (turn: Placement['turn']) => {
		const { widthMm, heightMm } = turnedBox(content, page, turn);
		return Math.min(cellWidth / widthMm, cellHeight === null ? 1 : cellHeight / heightMm);
	};

	const turns: readonly Placement['turn'][] = request.turn === 'auto' ? [0, 90] : [TURN_DEGREES[request.turn]];
	// Upright when it fits so, and whole before without its white margins; else the direction that has to shrink less.
	const turnWhole = turns.find(fits(whole, TOLERANCE_MM));
	const turnAtTrueSize = turnWhole ?? turns.find(fits(content, 0));
	const turn = turnAtTrueSize ?? turns.reduce((best, one) => (ratioAt(one) > ratioAt(best) ? one : best));
	const ratio = ratioAt(turn);
	const moduleDots = ((page.moduleMm ?? 0) / MM_PER_INCH) * request.dpi;
	const scaled = isLabel ? labelScale(ratio, moduleDots) : { scale: ratio, keepsModules: false };
	const isTrueSize = turnAtTrueSize !== undefined;
	const scale = isTrueSize ? 1 : scaled.scale;

	const kept = turnedBox(turnWhole === undefined ? content : whole, page, turn);
	const [keptWidth, keptHeight] = [kept.widthMm * scale, kept.heightMm * scale];
	const column = position % stock.across;
	const row = Math.floor(position / stock.across);
	const visible: Box = {
		leftMm: column * cellWidth + (cellWidth - keptWidth) / 2 + request.offsetXMm,
		topMm: row * (cellHeight ?? 0) + ((cellHeight ?? keptHeight) - keptHeight) / 2 + request.offsetYMm,
		widthMm: keptWidth,
		heightMm: keptHeight,
	};
	const lying = turnedBox(whole, page, turn);
	const placement: Placement = {
		turn,
		scale,
		widthMm: lying.widthMm * scale,
		heightMm: lying.heightMm * scale,
		leftMm: visible.leftMm - kept.leftMm * scale,
		topMm: visible.topMm - kept.topMm * scale,
		...(turnWhole === undefined && page.contentMm && { visibleMm: visible }),
	};
	const isAgreed = oversize === 'scale' || (scaled.keepsModules && scale >= MIN_UNASKED_SCALE);
	return isTrueSize || isAgreed ? { fits: true, placement } : { fits: false, scaled: placement };
}
