// The papers of packing are printed to folders as in the station, and read back: texts by poppler, bar codes from its pictures.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src-contract/errors';
import { emptyItem, type SavedItem } from '../../../src-contract/model/item';
import { PACK_COMMANDS, type PackCommand, packCommandText } from '../../../src-contract/model/packing';
import type { OrderLine } from '../../../src-contract/model/saved-order';
import type { StockName } from '../../../src-contract/model/stock';
import { openPdf } from '../../../src-main/documents/pdfium';
import { readSymbols as readPageSymbols } from '../../../src-main/documents/symbols';
import { createPackingPapers, type PackingPapersDependencies, pickedItems } from '../../../src-main/packing/papers';
import { drawPackingPaper } from '../../../src-main/printing/layout/packing-paper';
import { loadFonts } from '../../../src-pdf/fonts';
import { folderPrinter, newFolder, openDesk } from '../../fixtures/desk';
import { exampleDraft, recipient } from '../../fixtures/shipment-draft';
import { pageSizesMm, readSymbols, textOfPdf } from '../../fixtures/symbols';

const fonts = loadFonts(path.resolve('resources'));
const NOW = new Date(2026, 10, 29, 14, 5);
const COMMANDS = Object.keys(PACK_COMMANDS) as PackCommand[];

const line = (sku: string, quantity: number, more: Partial<OrderLine> = {}): OrderLine => ({
	sku,
	description: `Ordered ${sku}`,
	quantity,
	isGoods: true,
	contentIndexes: [],
	...more,
});
const order = (number: string, lines: OrderLine[], notes = {}) => ({
	number,
	lines,
	draft: exampleDraft,
	notes: { customer: '', order: '', giftText: '', ...notes },
});
type Order = ReturnType<typeof order>;

const ITEMS: SavedItem[] = [
	{ ...emptyItem, id: 1, sku: 'MUG', name: 'Cup 2' },
	{ ...emptyItem, id: 2, sku: 'SHIRT', name: 'Cup 10' },
	{
		...emptyItem,
		id: 3,
		sku: 'SET',
		name: 'Set',
		parts: [
			{ sku: 'MUG', quantity: 2 },
			{ sku: 'BAG', quantity: 1 },
		],
	},
	{ ...emptyItem, id: 4, sku: 'BOX', name: 'Box', parts: [{ sku: 'MUG', quantity: 9 }], isScannedByParts: false },
	{ ...emptyItem, id: 5, sku: 'CARD', name: 'Gift card', flags: ['isNotGoods'] },
];
const findBySku = (sku: string) => ITEMS.find((item) => item.sku === sku.toUpperCase());

const ORDERS: Record<number, Order> = {
	1: order('SO-1', [line('mug', 3), line('SET', 2), line('CARD', 1)], { giftText: 'Happy birthday', order: 'VIP' }),
	2: order('SO-2', [line('SHIRT', 1), line('MUG', 1), line('', 1, { description: 'Discount', isGoods: false })], {
		customer: 'Please ring twice',
	}),
	3: order('SO-3', [line('BOX', 4), line('', 2, { description: 'Aprons' })]),
};
const getOrder = (id: number): Order => {
	const found = ORDERS[id];
	if (found) return found;
	throw new AppError('order.notFound', 'This order no longer exists.');
};

/** A desk that prints labels and papers to two folders. */
function deskWith(labelStock: StockName, paperStock: StockName, changes: Partial<PackingPapersDependencies> = {}) {
	const folders = { labels: newFolder(), papers: newFolder() };
	const ownStock = { widthMm: 100, heightMm: 150 };
	const { deskPrinting, printers } = openDesk({
		now: () => NOW,
		printers: [
			folderPrinter(folders.labels, { id: 'labels', stock: labelStock, ownStock }),
			folderPrinter(folders.papers, { id: 'papers', stock: paperStock, ownStock }),
		],
	});
	const papers = createPackingPapers({
		getOrder,
		findBySku,
		drawPackingPaper: (paper, printer) => drawPackingPaper(paper, printer, fonts),
		printDrawn: deskPrinting.printDrawn,
		now: () => NOW,
		...changes,
	});
	const printed = (folder: 'labels' | 'papers') =>
		readdirSync(folders[folder]).map((name) => readFileSync(path.join(folders[folder], name)));
	return { papers, printers, printed };
}

/** The only PDF of a folder. */
function onlyPdf(pdfs: Buffer[]): Buffer {
	expect(pdfs).toHaveLength(1);
	return pdfs[0] as Buffer;
}
async function codesOf(pdf: Uint8Array): Promise<string[]> {
	const sizes = await pageSizesMm(pdf);
	const symbols = await Promise.all(sizes.map((_, page) => readSymbols(pdf, page, 203)));
	return symbols.flat().map(({ text }) => text);
}

/** Width of the narrowest bar of the first page. */
async function narrowestModuleMm(bytes: Uint8Array): Promise<number> {
	const pdf = await openPdf(bytes);
	try {
		const symbols = await readPageSymbols(pdf.drawWhole(0, 300, 'grey'), 300);
		expect(symbols).not.toHaveLength(0);
		return Math.min(...symbols.map(({ moduleMm }) => moduleMm));
	} finally {
		pdf.close();
	}
}

describe('the command card', () => {
	it.each([
		['A4', 1],
		['Letter', 1],
		['4x6', 1],
		['own', 1],
		['roll80', 1],
		['roll58', 1],
		['A4/4', 1],
	] as const)('on %s has each command once, readable', async (stock, pages) => {
		const { papers, printed } = deskWith('4x6', stock);
		const { destination } = await papers.printCard();
		expect(destination).toMatch(/^command-card.*\.pdf$/);
		const pdf = onlyPdf(printed('papers'));
		expect(await pageSizesMm(pdf)).toHaveLength(pages);
		expect((await codesOf(pdf)).sort()).toEqual(COMMANDS.map((command) => PACK_COMMANDS[command]).sort());
		expect(await narrowestModuleMm(pdf)).toBeGreaterThan(stock === 'roll58' || stock === 'roll80' ? 0.24 : 0.33);
		const text = textOfPdf(pdf).replace(/\s+/g, ' ');
		for (const command of COMMANDS) {
			expect(text).toContain(PACK_COMMANDS[command]);
			for (const word of packCommandText(command).split(' ')) expect(text).toContain(word);
		}
		expect(printed('labels')).toHaveLength(0);
	});
});

describe('the pick list', () => {
	it('has the goods of all orders by name, kits by their parts where those are scanned', () => {
		expect(pickedItems([1, 2, 3].map(getOrder), findBySku)).toEqual([
			{ sku: '', name: 'Aprons', quantity: 2, orders: [{ number: 'SO-3', quantity: 2 }] },
			{ sku: 'BAG', name: 'BAG', quantity: 2, orders: [{ number: 'SO-1', quantity: 2 }] },
			{ sku: 'BOX', name: 'Box', quantity: 4, orders: [{ number: 'SO-3', quantity: 4 }] },
			{
				sku: 'mug',
				name: 'Cup 2',
				quantity: 8,
				orders: [
					{ number: 'SO-1', quantity: 7 },
					{ number: 'SO-2', quantity: 1 },
				],
			},
			{ sku: 'SHIRT', name: 'Cup 10', quantity: 1, orders: [{ number: 'SO-2', quantity: 1 }] },
		]);
	});

	it.each(['A4', '4x6', 'roll80'] as const)('is printed on %s on the printer for papers', async (stock) => {
		const { papers, printed } = deskWith('4x6', stock);
		await papers.printPickList([1, 2, 3]);
		const text = textOfPdf(onlyPdf(printed('papers')));
		for (const word of ['3 orders, 5 items, 17 pieces', 'November 29, 2026', '8 ×', 'SO-1 × 7, SO-2 × 1', 'Aprons'])
			expect(text).toContain(word);
		expect(text).not.toMatch(/Discount|Gift card/);
		expect(text.indexOf('Cup 2')).toBeLessThan(text.indexOf('Cup 10'));
	});

	it('numbers its pages, and lists every order of an item', async () => {
		const count = 500;
		const { papers, printed } = deskWith('4x6', 'A4', {
			getOrder: (id) => order(`SO-${1000 + id}`, [line('MUG', 1), line(`PART-${id}`, 2)]),
		});
		await papers.printPickList(Array.from({ length: count }, (_, id) => id));
		const pdf = onlyPdf(printed('papers'));
		const pages = (await pageSizesMm(pdf)).length;
		expect(pages).toBeGreaterThan(10);
		const text = textOfPdf(pdf);
		expect(text).toContain(`${pages}/${pages}`);
		expect(text).toContain('500 ×');
		expect(text.match(/SO-\d{4} × 1\b/g)).toHaveLength(count);
		expect(text.match(/SO-\d{4} × 2\b/g)).toHaveLength(count);
	});

	it('prints nothing when there are no goods, or an order is gone', async () => {
		const { papers, printed } = deskWith('4x6', 'A4', { getOrder: () => order('SO-9', [line('CARD', 1)]) });
		await expect(papers.printPickList([9])).rejects.toMatchObject({ code: 'input.invalid' });
		const desk = deskWith('4x6', 'A4');
		await expect(desk.papers.printPickList([1, 99])).rejects.toMatchObject({ code: 'order.notFound' });
		expect([...printed('papers'), ...desk.printed('papers')]).toEqual([]);
	});
});

describe('packing slips of orders', () => {
	it('have the recipient, the lines, the notes for the customer and the number as a code', async () => {
		const { papers, printed } = deskWith('4x6', 'A4');
		const { destination, slips } = await papers.printSlips([1, 2, 3]);
		expect(slips).toBe(3);
		expect(destination).toMatch(/^packing-slips.*\.pdf$/);
		const pdf = onlyPdf(printed('papers'));
		expect(await pageSizesMm(pdf)).toHaveLength(3);
		expect(await codesOf(pdf)).toEqual(['SO-1', 'SO-2', 'SO-3']);
		const text = textOfPdf(pdf);
		for (const word of ['2026-11-29', 'Ordered mug', 'SHIRT', '4 ×', 'Discount', 'Happy birthday', 'Please ring twice'])
			expect(text).toContain(word);
		expect(text.match(new RegExp(recipient.companyName, 'g'))).toHaveLength(3);
		// The note of the shop is not for the customer, who gets the slip.
		expect(text).not.toContain('VIP');
	});

	it('take one label each on a sheet of several', async () => {
		const { papers, printers } = deskWith('4x6', 'A4/4');
		await papers.printSlips([1, 2, 3]);
		expect(printers.get('papers').startPosition).toBe(4);
	});

	it('of many orders are printed in parts, and an error names what was printed', async () => {
		const kinds: string[] = [];
		const { papers } = deskWith('4x6', 'A4', {
			getOrder: (id) => order(`SO-${id}`, [line('MUG', 1)]),
			drawPackingPaper: async (paper) => {
				kinds.push(paper.kind === 'packingSlips' ? `${paper.slips.length} slips` : paper.kind);
				return new Uint8Array();
			},
			printDrawn: async (kind, _title, draw) => {
				if (kinds.length === 2) throw new AppError('printer.failed', 'The printer is off.');
				await draw(folderPrinter('/'));
				return { destination: kind };
			},
		});
		const ids = Array.from({ length: 120 }, (_, index) => index + 1);
		await expect(papers.printSlips(ids)).rejects.toMatchObject({
			code: 'printer.failed',
			message: '100 of 120 packing slips were printed, up to order SO-100. The next ones failed: The printer is off.',
		});
		expect(kinds).toEqual(['50 slips', '50 slips']);
	});
});

describe('the slip of a package without a label', () => {
	it.each(['4x6', 'own', 'A6', 'roll80', 'roll58', 'A4'] as const)(
		'is printed on the label printer, on %s',
		async (stock) => {
			const { papers, printed } = deskWith(stock, 'A4');
			const { destination } = await papers.printStagingSlip({
				orderNumber: 'SO-10021',
				recipient: 'Łukasz Żółć 北京',
				slipCode: 'SLIP12345',
				packageNumber: 2,
				packageCount: 3,
			});
			expect(destination).toMatch(/^staging-SLIP12345.*\.pdf$/);
			const pdf = onlyPdf(printed('labels'));
			expect(await pageSizesMm(pdf)).toHaveLength(1);
			expect(await codesOf(pdf)).toEqual(['SLIP12345']);
			const text = textOfPdf(pdf);
			for (const word of [
				'SO-10021',
				'Łukasz',
				'北京',
				'Package 2 of 3',
				'November 29, 2026',
				'2:05',
				'No shipping label',
			])
				expect(text).toContain(word);
			expect(printed('papers')).toHaveLength(0);
		},
	);
});
