// Packing slips are drawn on real stock, and read back from the PDF: its size, its texts and its bar code.
import path from 'node:path';
import { expect, it } from 'vitest';
import { STOCKS, type StockName } from '../../../src-contract/model/stock';
import { openPdf, POINTS_PER_MM } from '../../../src-main/documents/pdfium';
import { readSymbols } from '../../../src-main/documents/symbols';
import { type PackingSlip, packingSlipSchema } from '../../../src-main/printing/layout/packing-slip';
import { drawPackingSlips } from '../../../src-main/printing/layout/packing-slip-pdf';
import { loadFonts } from '../../../src-pdf/fonts';
import { pageSizesMm, readSymbols as readPrinted, textOfPdf } from '../../fixtures/symbols';

const fonts = loadFonts(path.resolve('resources'));
// cspell:ignore חולצת כותנה
const SLIP: PackingSlip = {
	from: ['Example BV', 'Jan Voorbeeld', 'Damrak 1', '1012 LG Amsterdam', 'NL'],
	to: ['株式会社サンプル', '東京都千代田区丸の内1丁目', '100-0005 東京', 'JP'],
	items: [
		{
			sku: '',
			quantity: 12,
			description: 'A long description of a thing that goes over more than one line on narrow paper',
		},
		{ sku: '', quantity: 1, description: 'חולצת כותנה' },
	],
	orderNumber: '',
	notes: [],
	reference: 'ORDER-1',
	trackingNumber: '09520000000001I',
	date: '2026-11-21',
	countries: ['JP', 'NL'],
};
const printerWith = (stock: StockName) => ({ stock, ownStock: { widthMm: 100, heightMm: 60 } });

it.each(['A4', 'A5', 'A6', '4x6', '4x8', 'A4/4', 'Letter', 'roll80', 'roll58', 'own'] as const)(
	'a packing slip on %s has the size of the stock, and everything on it',
	async (stock) => {
		const bytes = await drawPackingSlips([SLIP], printerWith(stock), fonts);
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

const orderSlip = (orderNumber: string, changes: Partial<PackingSlip> = {}): PackingSlip => ({
	...SLIP,
	items: [
		{ sku: 'TSHIRT-M', quantity: 12, description: 'Koszulka z bawełny' },
		{ sku: 'MUG', quantity: 1, description: '陶瓷杯' },
	],
	notes: [{ title: 'Gift text', text: 'Wszystkiego najlepszego!\nشكرا' }],
	orderNumber,
	reference: '',
	trackingNumber: '',
	...changes,
});

it.each(['A4', '4x6', 'Letter', 'roll80', 'roll58', 'own'] as const)(
	'the slips of orders on %s each begin a page with their number as text and bar code',
	async (stock) => {
		const slips = [orderSlip('SO-10021'), orderSlip('#1002'), orderSlip('BESTELLUNG-Ü', { notes: [] })];
		const pdf = await drawPackingSlips(slips, printerWith(stock), fonts);
		const pageCount = (await pageSizesMm(pdf)).length;
		expect(pageCount).toBeGreaterThanOrEqual(slips.length);
		if (stock !== 'own') expect(pageCount).toBe(slips.length);
		const symbols = await Promise.all(Array.from({ length: pageCount }, (_, page) => readPrinted(pdf, page, 203)));
		// A number with other characters than ASCII has no bar code.
		expect(symbols.flat()).toEqual(['SO-10021', '#1002'].map((text) => ({ format: 'Code128', text })));
		const text = textOfPdf(pdf);
		for (const word of ['SO-10021', '#1002', 'BESTELLUNG-Ü', '12 ×', 'TSHIRT-M', 'bawełny', '陶瓷杯', 'Gift text'])
			expect(text).toContain(word);
		expect(text.match(/najlepszego!/g)).toHaveLength(2);
	},
);

it('numbers the pages of each slip of a long order, with the number of the order', async () => {
	const items = Array.from({ length: 2000 }, (_, index) => ({
		sku: `S-${index}`,
		quantity: 1,
		description: `I${index}x`,
	}));
	const pdf = await drawPackingSlips([orderSlip('LONG-1', { items }), orderSlip('SHORT-2')], printerWith('A4'), fonts);
	const text = textOfPdf(pdf);
	const numbers = [...text.matchAll(/LONG-1\s+(\d+)\/(\d+)/g)].map(([, page, count]) => [Number(page), Number(count)]);
	const count = numbers.length;
	expect(count).toBeGreaterThan(30);
	expect(numbers).toEqual(Array.from({ length: count }, (_, index) => [index + 1, count]));
	expect(await pageSizesMm(pdf)).toHaveLength(count + 1);
	expect(items.filter(({ description }) => text.includes(description))).toHaveLength(2000);
});

it('reads slips that were stored before slips had order numbers and notes', () => {
	const { orderNumber: _number, notes: _notes, items, ...stored } = SLIP;
	const storedItems = items.map(({ quantity, description }) => ({ quantity, description }));
	expect(packingSlipSchema.parse({ ...stored, items: storedItems })).toEqual(SLIP);
});
