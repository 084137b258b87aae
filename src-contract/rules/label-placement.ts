// Placement of a page on its stock. A page that fits, upright or rotated, is placed at true size; a larger page is scaled down
// or refused.
// Lengths are in millimetres. Print previews and printing share this code.
import type { PrinterProfile } from '../model/print';
import type { Stock } from '../model/stock';

const MM_PER_INCH = 25.4;
/** Actual stock sizes differ from the nominal ones by about this much. */
const TOLERANCE_MM = 2;
/** Scales at which bar-code modules of 2, 3 and 4 dots most often remain whole dots. A module is the narrowest bar or space. */
const WHOLE_RATIOS = [3 / 4, 2 / 3, 1 / 2, 1 / 3, 1 / 4] as const;
/** Minimum module width in dots: ink spread makes a bar of one dot unreadable. */
const MIN_MODULE_DOTS = 2;
/**
 * At this scale or above, a label whose modules stay whole dots is scaled without the user's consent. A6 on 4 × 6 in needs 96.8 %.
 */
const MIN_AUTOMATIC_SCALE = 0.96;
/** Compensates binary rounding: 3 × (2 / 3) is 2 dots. */
const ROUNDING_TOLERANCE = 1e-9;

/** A rectangle on a page or sheet, measured from its left and upper edges. */
export interface Box {
	leftMm: number;
	topMm: number;
	widthMm: number;
	heightMm: number;
}

export interface PageSize {
	widthMm: number;
	heightMm: number;
	/** Bounds of everything drawn on the page, including the quiet zones of codes; absent: the whole page. */
	contentMm?: Box;
	/** Width of the narrowest bar or module on the page; 0 or absent when no code was found. */
	moduleMm?: number;
}

type RotationDegrees = 0 | 90 | 180 | 270;

export interface Placement {
	/** Rotation of the page, counter-clockwise. */
	rotationDegrees: RotationDegrees;
	/** 1 is true size. */
	scale: number;
	/** Position and size of the rotated, scaled page on the sheet. */
	leftMm: number;
	topMm: number;
	widthMm: number;
	heightMm: number;
	/** Part of the sheet that is printed when the white margins of the page are cut off. */
	visibleMm?: Box;
}

export interface PlacementRequest
	extends Pick<PrinterProfile, 'turn' | 'offsetXMm' | 'offsetYMm' | 'oversize' | 'dpi'> {
	stock: Stock;
	/** Index of the label on the sheet, from 0. */
	position: number;
	/** Labels are scaled only by ratios that preserve bar codes as far as possible; other documents by any ratio. */
	isLabel: boolean;
}

export type PlacementResult = { fits: true; placement: Placement } | { fits: false; scaledPlacement: Placement };

/** The position of a box after its page was rotated counter-clockwise by `rotationDegrees`. */
function rotatedBox({ leftMm, topMm, widthMm, heightMm }: Box, page: PageSize, rotationDegrees: RotationDegrees): Box {
	const rightMm = page.widthMm - leftMm - widthMm;
	const bottomMm = page.heightMm - topMm - heightMm;
	switch (rotationDegrees) {
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
 * @param ratio Largest scale at which the label fits.
 * @param moduleDots Width of the narrowest module at true size, in dots; 0 when unknown.
 * @returns the largest scale up to `ratio` at which the narrowest module is a whole number of dots; when that number is
 * unknown or below `MIN_MODULE_DOTS`, a scale of `WHOLE_RATIOS` or a unit fraction, with `keepsModules: false`
 */
function labelScale(ratio: number, moduleDots: number): { scale: number; keepsModules: boolean } {
	const dots = Math.floor(moduleDots * ratio + ROUNDING_TOLERANCE);
	if (dots >= MIN_MODULE_DOTS) return { scale: dots / moduleDots, keepsModules: true };
	return {
		scale: WHOLE_RATIOS.find((candidate) => candidate <= ratio) ?? 1 / Math.ceil(1 / ratio),
		keepsModules: false,
	};
}

const DEGREES_BY_SETTING: Record<Exclude<PlacementRequest['turn'], 'auto'>, RotationDegrees> = {
	'0': 0,
	'90': 90,
	'180': 180,
	'270': 270,
};

/**
 * Places a page on its stock.
 * @returns `fits: true` with the placement; or, for a page that is too large and may not be scaled, `fits: false` with the
 * placement that scaling would give
 */
export function placeOnStock(page: PageSize, request: PlacementRequest): PlacementResult {
	const { stock, position, oversize, isLabel } = request;
	const cellWidth = stock.widthMm / stock.across;
	const cellHeight = stock.heightMm === null ? null : stock.heightMm / stock.down;
	const fullPage: Box = { leftMm: 0, topMm: 0, widthMm: page.widthMm, heightMm: page.heightMm };
	const content = page.contentMm ?? fullPage;
	const fits = (box: Box, toleranceMm: number) => (rotationDegrees: RotationDegrees) => {
		const { widthMm, heightMm } = rotatedBox(box, page, rotationDegrees);
		return widthMm <= cellWidth + toleranceMm && (cellHeight === null || heightMm <= cellHeight + toleranceMm);
	};
	const ratioAt = (rotationDegrees: RotationDegrees) => {
		const { widthMm, heightMm } = rotatedBox(content, page, rotationDegrees);
		return Math.min(cellWidth / widthMm, cellHeight === null ? 1 : cellHeight / heightMm);
	};

	const rotations: readonly RotationDegrees[] = request.turn === 'auto' ? [0, 90] : [DEGREES_BY_SETTING[request.turn]];
	// Prefer the whole page over the page without its white margins, and upright over rotated. If nothing fits, choose the
	// rotation with the largest scale.
	const wholePageRotation = rotations.find(fits(fullPage, TOLERANCE_MM));
	const trueSizeRotation = wholePageRotation ?? rotations.find(fits(content, 0));
	const rotationDegrees =
		trueSizeRotation ?? rotations.reduce((best, candidate) => (ratioAt(candidate) > ratioAt(best) ? candidate : best));
	const ratio = ratioAt(rotationDegrees);
	const moduleDots = ((page.moduleMm ?? 0) / MM_PER_INCH) * request.dpi;
	const scaling = isLabel ? labelScale(ratio, moduleDots) : { scale: ratio, keepsModules: false };
	const isTrueSize = trueSizeRotation !== undefined;
	const scale = isTrueSize ? 1 : scaling.scale;

	const printed = rotatedBox(wholePageRotation === undefined ? content : fullPage, page, rotationDegrees);
	const [printedWidth, printedHeight] = [printed.widthMm * scale, printed.heightMm * scale];
	const column = position % stock.across;
	const row = Math.floor(position / stock.across);
	const visible: Box = {
		leftMm: column * cellWidth + (cellWidth - printedWidth) / 2 + request.offsetXMm,
		topMm: row * (cellHeight ?? 0) + ((cellHeight ?? printedHeight) - printedHeight) / 2 + request.offsetYMm,
		widthMm: printedWidth,
		heightMm: printedHeight,
	};
	const rotatedPage = rotatedBox(fullPage, page, rotationDegrees);
	const placement: Placement = {
		rotationDegrees,
		scale,
		widthMm: rotatedPage.widthMm * scale,
		heightMm: rotatedPage.heightMm * scale,
		leftMm: visible.leftMm - printed.leftMm * scale,
		topMm: visible.topMm - printed.topMm * scale,
		...(wholePageRotation === undefined && page.contentMm && { visibleMm: visible }),
	};
	const mayScale = oversize === 'scale' || (scaling.keepsModules && scale >= MIN_AUTOMATIC_SCALE);
	return isTrueSize || mayScale ? { fits: true, placement } : { fits: false, scaledPlacement: placement };
}
