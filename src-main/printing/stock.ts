// How a page lies on its stock: at true size, turned when its long side asks for it, refused when it does not fit.
// Pure; lengths in millimetres.
import { AppError } from '../../src-contract/errors';
import { STOCKS, type Stock } from '../../src-contract/print';

/** Makers' sizes differ from the nominal by about this much. */
const TOLERANCE_MM = 2;

export interface Placement {
	turned: boolean;
	/** From the left and the lower edge of the stock to the page's own edges; negative within the tolerance. */
	leftMm: number;
	lowerMm: number;
	stockWidthMm: number;
	stockHeightMm: number;
}

/** @throws `printer.mismatch`: a bar code is never scaled by a broken ratio to make a page fit */
export function placeOnStock(page: { widthMm: number; heightMm: number }, stock: Stock): Placement {
	const { widthMm, heightMm, name } = STOCKS[stock];
	const fits = (width: number, height: number) => width <= widthMm + TOLERANCE_MM && height <= heightMm + TOLERANCE_MM;
	const turned = !fits(page.widthMm, page.heightMm) && fits(page.heightMm, page.widthMm);
	if (!turned && !fits(page.widthMm, page.heightMm)) {
		throw new AppError(
			'printer.mismatch',
			`The page is ${Math.round(page.widthMm)} × ${Math.round(page.heightMm)} mm and does not fit on ${name}. Nothing was printed; the document is kept. Choose a larger stock for this printer.`,
		);
	}
	const [width, height] = turned ? [page.heightMm, page.widthMm] : [page.widthMm, page.heightMm];
	return {
		turned,
		leftMm: (widthMm - width) / 2,
		lowerMm: (heightMm - height) / 2,
		stockWidthMm: widthMm,
		stockHeightMm: heightMm,
	};
}
