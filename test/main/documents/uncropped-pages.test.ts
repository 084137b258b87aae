// A cropped label can be restored to its full page, which also turns cropping off for its carrier and page size.
import bwipjs from 'bwip-js/node';
import { degrees, PDFDocument, rgb } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import type { Box } from '../../../src-contract/rules/label-placement';
import { cropPage, uncropPages } from '../../../src-main/documents/page-crop';
import { splitDocuments } from '../../../src-main/documents/split';
import { readSymbols } from '../../fixtures/symbols';

const POINTS_PER_MM = 72 / 25.4;
const NUMBER = 'EXA0001234567';
const A4 = { widthMm: 210, heightMm: 297 };

/** A4 with a label of 95 × 140 mm in its upper left corner, instructions below, and a receipt on the right. */
async function sheet({ hasReceipt = false } = {}): Promise<Uint8Array> {
	const document = await PDFDocument.create();
	const page = document.addPage([A4.widthMm * POINTS_PER_MM, A4.heightMm * POINTS_PER_MM]);
	const inPoints = ({ leftMm, topMm, widthMm, heightMm }: Box) => ({
		x: leftMm * POINTS_PER_MM,
		y: (A4.heightMm - topMm - heightMm) * POINTS_PER_MM,
		width: widthMm * POINTS_PER_MM,
		height: heightMm * POINTS_PER_MM,
	});
	page.drawRectangle({
		...inPoints({ leftMm: 8, topMm: 8, widthMm: 95, heightMm: 140 }),
		borderWidth: 1,
		borderColor: rgb(0, 0, 0),
	});
	page.drawText('Ship to: Erika Example', { x: 40, y: page.getHeight() - 60, size: 12 });
	const code = await document.embedPng(await bwipjs.toBuffer({ bcid: 'code128', text: NUMBER, scale: 4 }));
	page.drawImage(code, inPoints({ leftMm: 18, topMm: 100, widthMm: 70, heightMm: 30 }));
	page.drawText('Instructions: keep this part.', { x: 40, y: 200, size: 12 });
	if (hasReceipt) page.drawText('Receipt of the sender: postage 9.50', { x: 340, y: 700, size: 12 });
	return document.save();
}

describe('a cropped label', () => {
	it('is stored as its page with a crop box, and the rest of the page as a paper', async () => {
		const documents = await splitDocuments(await sheet(), NUMBER, []);
		expect(documents).toMatchObject([
			{ kind: 'label', croppedFrom: { widthMm: expect.closeTo(210, 0) } },
			{ kind: 'papers' },
		]);
		const [label] = documents;
		expect(label?.widthMm).toBeLessThan(102);
		expect((await readSymbols(label?.bytes ?? new Uint8Array(), 0, 203)).map(({ text }) => text)).toEqual([NUMBER]);
	});

	it('leaves one paper, whatever is beside and below it', async () => {
		const documents = await splitDocuments(await sheet({ hasReceipt: true }), NUMBER, []);
		expect(documents).toMatchObject([
			{ kind: 'label', pages: 1 },
			{ kind: 'papers', pages: 2 },
		]);
	});

	it('is restored to the full page when the user turns cropping off', async () => {
		const [label] = await splitDocuments(await sheet(), NUMBER, []);
		const uncropped = await uncropPages(label?.bytes ?? new Uint8Array());
		expect(uncropped).toMatchObject({
			uncroppedPageIndexes: [0],
			widthMm: expect.closeTo(210, 1),
			heightMm: expect.closeTo(297, 1),
		});
		const splitAgain = await splitDocuments(uncropped.bytes, NUMBER, []);
		expect(splitAgain.map(({ kind }) => kind)).toEqual(['label', 'papers']);
	});

	it('is not cropped when the user turned cropping off for that page size', async () => {
		const documents = await splitDocuments(await sheet(), NUMBER, [], [{ widthMm: 209, heightMm: 296 }]);
		expect(documents).toMatchObject([{ kind: 'label', pages: 1, widthMm: expect.closeTo(210, 0) }]);
		expect(documents[0]).not.toHaveProperty('croppedFrom');
	});
});

describe('a crop', () => {
	it.each([
		// The upper left corner of the visible page, in the page's own coordinates in millimetres.
		[0, { x: 10, y: 297 - 20 - 100, width: 80, height: 100 }],
		[90, { x: 20, y: 10, width: 100, height: 80 }],
		[180, { x: 210 - 10 - 80, y: 20, width: 80, height: 100 }],
		[270, { x: 210 - 20 - 100, y: 297 - 10 - 80, width: 100, height: 80 }],
	])('of a page rotated by %d° shows the requested part, and can be undone', async (turn, expected) => {
		const document = await PDFDocument.load(await sheet());
		const [page] = document.getPages();
		if (!page) throw new Error('there is no page');
		page.setRotation(degrees(turn));
		await cropPage(page, { leftMm: 10, topMm: 20, widthMm: 80, heightMm: 100 });
		for (const [name, millimetres] of Object.entries(expected))
			expect(page.getCropBox()).toHaveProperty(name, expect.closeTo(millimetres * POINTS_PER_MM, 1));
		const uncropped = await uncropPages(await document.save());
		const [across, down] = turn % 180 === 0 ? [210, 297] : [297, 210];
		expect(uncropped).toMatchObject({ widthMm: expect.closeTo(across, 1), heightMm: expect.closeTo(down, 1) });
	});
});
