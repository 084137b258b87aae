// Paper and labels that lie in a printer.
import * as z from 'zod';
import { t } from '../i18n';
import { keysOf } from '../lib/keys';

/** Paper in a printer, as it lies there, in millimetres. `heightMm` null: a roll, cut where the page ends. */
export interface Stock {
	widthMm: number;
	heightMm: number | null;
	/** Labels side by side and one below the other on one sheet. */
	across: number;
	down: number;
}

const sheet = (widthMm: number, heightMm: number | null, across = 1, down = 1): Stock => ({
	widthMm,
	heightMm,
	across,
	down,
});

/** Rolls are as wide as their printer prints: 576 and 384 dots of 1/8 mm. */
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
export type StockName = keyof typeof STOCKS | 'own';
export const stockNameSchema = z.enum([...keysOf(STOCKS), 'own']);

/** The stock of a printer's profile, by name or of its own size. */
interface StockChoice {
	stock: StockName;
	ownStock: { widthMm: number; heightMm: number };
}

export function stockOf({ stock, ownStock }: StockChoice): Stock {
	if (stock !== 'own') return STOCKS[stock];
	return sheet(ownStock.widthMm, ownStock.heightMm);
}

export const stockName = ({ stock, ownStock }: StockChoice): string =>
	stock === 'own' ? `${ownStock.widthMm} × ${ownStock.heightMm} mm` : STOCK_NAMES[stock]();

/** How long the ruler of a test label is that fits on its stock. */
export function rulerMm(printer: StockChoice): number {
	const { heightMm, down } = stockOf(printer);
	return heightMm === null || heightMm / down >= 115 ? 100 : 50;
}
