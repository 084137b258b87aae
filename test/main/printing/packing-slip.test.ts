// Packing slips are drawn on real stock, and read back from the PDF: its size, its texts and its bar code.
import path from 'node:path';
import { expect, it } from 'vitest';
import { STOCKS, type StockName } from '../../../src-contract/model/stock';
import { openPdf, POINTS_PER_MM } from '../../../src-main/documents/pdfium';
import { readSymbols } from '../../../src-main/documents/symbols';
import type { PackingSlip } from '../../../src-main/printing/layout/packing-slip';
import { drawPackingSlip } from '../../../src-main/printing/layout/packing-slip-pdf';
import { loadFonts } from '../../../src-pdf/fonts';

const fonts = loadFonts(path.resolve('resources'));
// cspell:ignore חולצת כותנה
const SLIP: PackingSlip = {
	from: ['Example BV', 'Jan Voorbeeld', 'Damrak 1', '1012 LG Amsterdam', 'NL'],
	to: ['株式会社サンプル', '東京都千代田区丸の内1丁目', '100-0005 東京', 'JP'],
	items: [
		{ quantity: 12, description: 'A long description of a thing that goes over more than one line on narrow paper' },
		{ quantity: 1, description: 'חולצת כותנה' },
	],
	reference: 'ORDER-1',
	trackingNumber: '09520000000001I',
	date: '2026-11-21',
	countries: ['JP', 'NL'],
};
const printerWith = (stock: StockName) => ({ stock, ownStock: { widthMm: 100, heightMm: 60 } });

it.each(['A4', 'A5', 'A6', '4x6', '4x8', 'A4/4', 'Letter', 'roll80', 'roll58', 'own'] as const)(
	'a packing slip on %s has the size of the stock, and everything on it',
	async (stock) => {
		const bytes = await drawPackingSlip(SLIP, printerWith(stock), fonts);
		const pdf = await openPdf(bytes);
		try {
			const size = pdf.size(0);
			const expected = stock === 'own' ? { widthMm: 100, heightMm: 60, across: 1, down: 1 } : STOCKS[stock];
			expect(size.width / POINTS_PER_MM).toBeCloseTo(expected.widthMm / expected.across, 0);
			if (expected.heightMm !== null)
				expect(size.height / POINTS_PER_MM).toBeCloseTo(expected.heightMm / expected.down, 0);
			else expect(pdf.pageCount).toBe(1);
			const codes: string[] = [];
			let words = '';
			for (let page = 0; page < pdf.pageCount; page += 1) {
				const symbols = await readSymbols(pdf.drawWhole(page, 203, 'grey'), 203);
				codes.push(...symbols.map(({ text }) => text));
				words += pdf.text(page);
			}
			expect(codes).toContain(SLIP.trackingNumber);
			for (const word of [
				'PACKING SLIP',
				'ORDER-1',
				'2026-11-21',
				'Jan Voorbeeld',
				'12 ×',
				'narrow',
				'株式会社サンプル',
			])
				expect(words).toContain(word);
		} finally {
			pdf.close();
		}
	},
);
