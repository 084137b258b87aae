// Labels on larger pages: their areas, the remaining areas, and pages that are not cropped.
import { describe, expect, it } from 'vitest';
import type { Box } from '../../../src-contract/rules/label-placement';
import type { InkGrid } from '../../../src-main/documents/ink-grid';
import { findLabelAreas } from '../../../src-main/documents/label-area';
import { splitDocuments } from '../../../src-main/documents/split';
import type { PageSymbol } from '../../../src-main/documents/symbols';
import { CARRIER_LABEL_NAMES, makeCarrierLabels } from '../../fixtures/carrier-labels';
import { drawPdf, picturePdfOf } from '../../fixtures/carrier-labels/drawing';
import { invoiceInColumns } from '../../fixtures/carrier-labels/papers';
import { readSymbols } from '../../fixtures/symbols';

const A4 = { widthMm: 210, heightMm: 297 };
const box = (leftMm: number, topMm: number, widthMm: number, heightMm: number): Box => ({
	leftMm,
	topMm,
	widthMm,
	heightMm,
});

/** A page on which these boxes are black, in cells of 1 mm. */
function gridOf({ widthMm, heightMm }: { widthMm: number; heightMm: number }, boxes: readonly Box[]): InkGrid {
	const grid = { cellMm: 1, columns: widthMm, rows: heightMm, cells: new Uint8Array(widthMm * heightMm) };
	for (const { leftMm, topMm, widthMm: width, heightMm: height } of boxes)
		for (let y = topMm; y < topMm + height; y += 1)
			grid.cells.fill(1, y * widthMm + leftMm, y * widthMm + leftMm + width);
	return grid;
}
const code = (text: string, place: Box): PageSymbol => ({
	...place,
	text,
	format: 'Code128',
	identifier: ']C0',
	moduleMm: 0.375,
});
/** A label of 90 × 130 mm: an address, and a code at the bottom. */
const label = (leftMm: number, topMm: number) => [
	box(leftMm, topMm, 90, 30),
	box(leftMm, topMm + 36, 60, 50),
	box(leftMm, topMm + 91, 90, 39),
];
const codeOf = (text: string, leftMm: number, topMm: number) => code(text, box(leftMm + 5, topMm + 95, 80, 30));
const findAreas = (symbols: PageSymbol[], boxes: Box[], page = A4) =>
	findLabelAreas({ ...page, symbols }, gridOf(page, boxes));
/** A dashed line across the page. */
const cutLine = (topMm: number) => Array.from({ length: 34 }, (_, index) => box(3 + index * 6, topMm, 4, 1));

describe('a label on a larger page', () => {
	it('is found with a margin, and the rest of the page is returned', () => {
		const found = findAreas([codeOf('A1', 10, 10)], [...label(10, 10), box(10, 170, 180, 60), box(140, 20, 50, 40)]);
		expect(found?.labels).toEqual([box(7.5, 7.5, 95, 135)]);
		expect(found?.otherAreas).toHaveLength(2);
		expect(found?.otherAreas).toContainEqual(box(7.5, 167.5, 185, 65));
		expect(found?.otherAreas).toContainEqual(box(137.5, 17.5, 55, 45));
	});

	it('leaves no scraps, but a line of text', () => {
		const [lineOfText, ...scraps] = [box(10, 5, 60, 4), box(150, 60, 11, 6), box(10, 230, 11, 22)];
		const found = findAreas([codeOf('A1', 10, 40)], [...label(10, 40), lineOfText, ...scraps]);
		expect(found).toEqual({ labels: [box(7.5, 37.5, 95, 135)], otherAreas: [box(7.5, 2.5, 65, 9)] });
	});

	it('has several codes or a high one', () => {
		const low = (text: string, topMm: number) => code(text, box(15, topMm, 80, 10));
		const boxes = [...label(10, 10), box(10, 170, 180, 60)];
		expect(findAreas([low('A1', 105)], boxes)).toBeUndefined();
		expect(findAreas([low('A1', 105), low('B2', 118)], boxes)?.labels).toHaveLength(1);
	});

	it('ends at a cut line, however close the rest is', () => {
		const boxes = [...label(10, 10), ...cutLine(142), box(12, 145, 86, 40)];
		expect(findAreas([codeOf('A1', 10, 10)], boxes)?.labels).toEqual([box(7.5, 7.5, 95, 135)]);
	});

	it('is found at each of four positions of a sheet', () => {
		const positions = [
			[8, 8],
			[113, 8],
			[8, 157],
			[113, 157],
		] as const;
		const found = findAreas(
			positions.map(([left, top], index) => codeOf(`A${index}`, left, top)),
			positions.flatMap(([left, top]) => label(left, top)),
		);
		expect(found?.labels).toEqual(positions.map(([left, top]) => box(left - 2.5, top - 2.5, 95, 135)));
		expect(found?.otherAreas).toEqual([]);
	});

	it('loses only white margins when it is alone on a page of its width', () => {
		const found = findAreas([codeOf('A1', 5, 5)], label(5, 5), { widthMm: 100, heightMm: 203 });
		expect(found).toEqual({ labels: [box(2.5, 2.5, 95, 135)], otherAreas: [] });
	});
});

describe('a page is not cropped', () => {
	it.each([
		['if it has the size of a label', findAreas([codeOf('A1', 5, 5)], label(5, 5), { widthMm: 105, heightMm: 148 })],
		['if it has no code', findAreas([], [...label(10, 10), box(10, 170, 180, 60)])],
		[
			'if another code would be left over',
			findAreas([codeOf('A1', 10, 10), codeOf('B2', 10, 150)], [...label(10, 10), box(15, 245, 80, 30)]),
		],
		[
			'if the code is in no block that has the shape of a label',
			findAreas([code('A1', box(20, 20, 60, 15))], [box(20, 20, 60, 15), box(10, 80, 190, 200)]),
		],
		['if nothing is drawn on it', findAreas([codeOf('A1', 10, 10)], [])],
	])('%s', (_, found) => {
		expect(found).toBeUndefined();
	});
});

describe('an invoice in a file of its own', () => {
	const NUMBER = '1Z999AA10123456784';
	it.each(['text', 'pictures'])(
		'is no label, although its head has a bar code and the shape of one: %s',
		async (form) => {
			const drawing = await drawPdf((canvas) => {
				for (const page of [1, 2, 3]) invoiceInColumns(canvas, NUMBER, page, 3);
			}, 25.4 / 203);
			const bytes = form === 'text' ? drawing.pdf : await picturePdfOf(drawing, { dpi: 203 });
			const documents = await splitDocuments(bytes, NUMBER, []);
			expect(documents.map(({ kind, pages, codes }) => [kind, pages, codes[0]])).toEqual([
				[form === 'text' ? 'invoice' : 'papers', 3, [NUMBER]],
			]);
		},
	);
});

/** One sheet of each layout. All sheets of all carriers are in the table of `npm run faults -- labels`. */
const SHEETS =
	/^(fedex letter page, label lying|ups letter page, label and receipt|dhl paket A5 across|dpd A4 with|royal mail A4|usps letter page, label)/;
/** The test's reader returns GS1 data in the human-readable form. */
const withoutSeparators = (text: string) => text.replace(/[()\u001d]/g, '');

describe('sheets of carriers', () => {
	it.each(CARRIER_LABEL_NAMES.filter((name) => SHEETS.test(name)))(
		'%s: every label is cropped and shows its codes, and nothing else is a label',
		async (name) => {
			const [file] = await makeCarrierLabels([name]);
			if (!file) throw new Error(`there is no label file named ${name}`);
			const statedAreas = file.pages.flatMap(({ areas }) => areas);
			expect(statedAreas.length).toBeGreaterThan(0);
			const documents = await splitDocuments(file.bytes, file.trackingNumber, []);
			const labels = documents.filter(({ kind }) => kind === 'label');
			expect(labels.reduce((sum, { pages }) => sum + pages, 0)).toBe(statedAreas.length);
			const read: string[] = [];
			for (const { bytes, pages, widthMm, heightMm } of labels) {
				expect(Math.min(widthMm, heightMm)).toBeLessThan(106);
				for (let page = 0; page < pages; page += 1)
					read.push(...(await readSymbols(bytes, page, 203)).map(({ text }) => withoutSeparators(text)));
			}
			const identifying = statedAreas.flatMap(({ symbols }) => symbols).filter(({ identifies }) => identifies);
			expect(identifying.length).toBeGreaterThan(0);
			for (const { data, format } of identifying)
				if (format === 'Code128') expect(read).toContain(withoutSeparators(data));
			if (file.pages.some(({ hasLeftover }) => hasLeftover)) expect(documents.length).toBeGreaterThan(labels.length);
		},
	);
});
