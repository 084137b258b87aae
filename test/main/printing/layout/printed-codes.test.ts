// The codes of labels that were scaled or cropped are read again before printing, as dots and as a PDF.
import bwipjs from 'bwip-js/node';
import { PDFDocument, rgb } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import type { PrinterProfile } from '../../../../src-contract/model/print';
import { type LayoutOptions, renderSheetsAsDots, renderSheetsAsPdf } from '../../../../src-main/printing/layout/sheets';
import { previewScaled } from '../../../../src-main/printing/payload';
import { readDots, readSymbols } from '../../../fixtures/symbols';
import { profile } from '../../../fixtures/true-size';

const POINTS_PER_MM = 72 / 25.4;
const CODE = '1Z999AA10123456784';

interface Drawn {
	widthMm: number;
	heightMm: number;
	leftMm: number;
	moduleMm: number;
	/** A line along each edge of the page. */
	hasFrame?: boolean;
}

/** A page with one Code 128 as lines of the PDF, 40 mm from the top; without its quiet zones. */
async function pageWith({ widthMm, heightMm, leftMm, moduleMm, hasFrame = false }: Drawn): Promise<Uint8Array> {
	const document = await PDFDocument.create();
	const page = document.addPage([widthMm * POINTS_PER_MM, heightMm * POINTS_PER_MM]);
	const [symbol] = bwipjs.raw('code128', CODE, {});
	if (!symbol || !('sbs' in symbol)) throw new Error('no bars were drawn');
	let atMm = leftMm;
	for (const [index, modules] of symbol.sbs.entries()) {
		if (index % 2 === 0)
			page.drawRectangle({
				x: atMm * POINTS_PER_MM,
				y: (heightMm - 65) * POINTS_PER_MM,
				width: modules * moduleMm * POINTS_PER_MM,
				height: 25 * POINTS_PER_MM,
			});
		atMm += modules * moduleMm;
	}
	const frame = { x: 6, y: 6, width: page.getWidth() - 12, height: page.getHeight() - 12 };
	if (hasFrame) page.drawRectangle({ ...frame, borderWidth: 1, borderColor: rgb(0, 0, 0) });
	return document.save();
}

const printer = (changes: Partial<PrinterProfile> = {}) =>
	profile({ driver: 'zpl', connection: 'tcp://127.0.0.1:9100' }, changes);
const layout = (changes: Partial<PrinterProfile> = {}, more: Partial<LayoutOptions> = {}): LayoutOptions => {
	const target = printer(changes);
	return { printer: target, isLabel: true, oversize: target.oversize, ...more };
};
const textsOnDots = async (page: Uint8Array, options: LayoutOptions) => {
	const [dots] = await renderSheetsAsDots(page, options);
	return dots ? (await readDots(dots)).map(({ text }) => text) : [];
};
/** One dot of a printer of 203 dpi. */
const DOT_MM = 25.4 / 203;
/** 0.375 mm. */
const THREE_DOTS_MM = 3 * DOT_MM;
const A6 = { widthMm: 105, heightMm: 148, leftMm: 12 };
/** Twice 4 × 6 in: only half of it fits. */
const TWICE = { widthMm: 203.2, heightMm: 304.8, leftMm: 30, hasFrame: true };

describe('an A6 label on 4 × 6 in', () => {
	it('is printed at true size when only white margins are cropped', async () => {
		const page = await pageWith({ ...A6, moduleMm: THREE_DOTS_MM });
		expect(await textsOnDots(page, layout())).toEqual([CODE]);
		const pdf = await renderSheetsAsPdf(page, layout());
		expect((await readSymbols(pdf, 0, 203)).map(({ text }) => text)).toEqual([CODE]);
	});
});

describe('a scaled label', () => {
	const readable = () => pageWith({ ...TWICE, moduleMm: 6 * DOT_MM });
	const tooFine = () => pageWith({ ...TWICE, moduleMm: 1.7 * DOT_MM });
	const scaled = (more: Partial<LayoutOptions> = {}) => layout({ oversize: 'scale' }, more);

	it('is printed when its codes can be read on the sheet', async () => {
		expect(await textsOnDots(await readable(), scaled())).toEqual([CODE]);
		expect((await readSymbols(await renderSheetsAsPdf(await readable(), scaled()), 0, 203)).length).toBe(1);
	});

	it('is rejected with the codes that cannot be read', async () => {
		const refusal = { code: 'printer.codesLost', message: expect.stringContaining(CODE) };
		await expect(renderSheetsAsDots(await tooFine(), scaled())).rejects.toMatchObject(refusal);
		await expect(renderSheetsAsPdf(await tooFine(), scaled())).rejects.toMatchObject(refusal);
	});

	it('is printed when the user accepted unreadable codes', async () => {
		const accepted = scaled({ acceptsLostCodes: true });
		expect(await renderSheetsAsDots(await tooFine(), accepted)).toHaveLength(1);
		expect((await renderSheetsAsPdf(await tooFine(), accepted)).length).toBeGreaterThan(0);
	});

	it('is previewed with its content, module width and lost codes', async () => {
		for (const language of ['zpl', 'pdf'] as const) {
			const unreadablePreview = await previewScaled({ bytes: await tooFine(), language, layout: layout() });
			expect(unreadablePreview.lostCodes).toEqual([CODE]);
			const readablePreview = await previewScaled({ bytes: await readable(), language, layout: layout() });
			expect(readablePreview).toMatchObject({ lostCodes: [], page: { widthMm: expect.closeTo(203.2, 1) } });
			expect(readablePreview.page.moduleMm).toBeCloseTo(6 * DOT_MM, 1);
			expect(readablePreview.page.contentMm?.topMm).toBeCloseTo(2, 0);
		}
	});
});

describe('a label on a receipt printer', () => {
	it('is rejected with advice when it is wider than the roll', async () => {
		const size = { widthMm: 101.6, heightMm: 152.4, leftMm: 10 };
		const page = await pageWith({ ...size, moduleMm: THREE_DOTS_MM, hasFrame: true });
		const roll = profile({ driver: 'escpos', connection: 'tcp://127.0.0.1:9100' }, { stock: 'roll80' });
		const options = { printer: roll, isLabel: true, oversize: roll.oversize } as const;
		await expect(renderSheetsAsDots(page, options)).rejects.toMatchObject({
			code: 'printer.mismatch',
			message: expect.stringMatching(/102 × 152 mm, wider than the 80 mm roll.*at most 72 mm/),
		});
	});
});
