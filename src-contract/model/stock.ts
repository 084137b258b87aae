// Stock: sizes of the paper and labels in a printer.
import * as z from 'zod';
import { t } from '../i18n';
import { keysOf } from '../lib/keys';

/** Size of the stock as it is fed. `heightMm` is null for a roll, which is cut at the end of the page. */
export interface Stock {
	widthMm: number;
	heightMm: number | null;
	/** Number of labels on a sheet: columns (`across`) and rows (`down`). */
	across: number;
	down: number;
}

const sheet = (widthMm: number, heightMm: number | null, across = 1, down = 1): Stock => ({
	widthMm,
	heightMm,
	across,
	down,
});

/** Stocks that can be chosen by name. The width of a roll is its printable width: 576 or 384 dots of 1/8 mm. */
export const STOCKS = {
	'4x6': sheet(101.6, 152.4),
	'4x8': sheet(101.6, 203.2),
	A6: sheet(105, 148),
	A5: sheet(148, 210),
	A4: sheet(210, 297),
	'A4/2': sheet(210, 297, 1, 2),
	'A4/4': sheet(210, 297, 2, 2),
	Letter: sheet(215.9, 279.4),
	roll80: sheet(72, null),
	roll58: sheet(48, null),
} as const satisfies Record<string, Stock>;
export const STOCK_NAMES: Record<keyof typeof STOCKS, () => string> = {
	'4x6': () => t('4 × 6 in label'),
	'4x8': () => t('4 × 8 in label'),
	A6: () => 'A6',
	A5: () => 'A5',
	A4: () => 'A4',
	'A4/2': () => t('A4, 2 labels'),
	'A4/4': () => t('A4, 4 labels'),
	Letter: () => t('Letter##size of paper'),
	roll80: () => t('80 mm roll'),
	roll58: () => t('58 mm roll'),
};
/** `own`: a custom size. */
export type StockName = keyof typeof STOCKS | 'own';
export const stockNameSchema = z.enum([...keysOf(STOCKS), 'own']);

/** Stock of a printer profile: a name of `STOCKS`, or `own`, with the size in `ownStock`. */
interface StockChoice {
	stock: StockName;
	ownStock: { widthMm: number; heightMm: number };
}

/** The dimensions of a printer profile's stock. */
export function stockOf({ stock, ownStock }: StockChoice): Stock {
	if (stock !== 'own') return STOCKS[stock];
	return sheet(ownStock.widthMm, ownStock.heightMm);
}

/** Display name of a printer profile's stock. */
export const stockName = ({ stock, ownStock }: StockChoice): string =>
	stock === 'own' ? `${ownStock.widthMm} × ${ownStock.heightMm} mm` : STOCK_NAMES[stock]();

/** Length of the ruler on a test label, in millimetres: 100, or 50 on stock that is too short. */
export function rulerMm(printer: StockChoice): number {
	const { heightMm, down } = stockOf(printer);
	return heightMm === null || heightMm / down >= 115 ? 100 : 50;
}
