// Bar codes on a drawn page: text, position and module width.
import bwipjs from 'bwip-js/node';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../../../src-main/documents/pdfium';
import { type PageSymbol, readSymbols } from '../../../src-main/documents/symbols';
import { makeCarrierLabels } from '../../fixtures/carrier-labels';

const POINTS_PER_MM = 72 / 25.4;
const SCALE = 4;
/** Pixels per module in the picture on the page: bwip-js draws these symbologies at twice the scale. */
const modulePixels = (bcid: string) => (['datamatrix', 'qrcode', 'azteccode'].includes(bcid) ? 2 * SCALE : SCALE);

interface Drawn {
	bcid: string;
	text: string;
	moduleMm: number;
	options?: object;
}

/** A 4×6 label with one symbol, 20 mm from the left and 30 mm from the top. */
async function labelWith({ bcid, text, moduleMm, options }: Drawn): Promise<Uint8Array> {
	const document = await PDFDocument.create();
	const page = document.addPage([288, 432]);
	const picture = await document.embedPng(await bwipjs.toBuffer({ bcid, text, scale: SCALE, ...options }));
	const points = (pixels: number) => (pixels / modulePixels(bcid)) * moduleMm * POINTS_PER_MM;
	const height = bcid.includes('128') || bcid.includes('interleaved') ? 20 * POINTS_PER_MM : points(picture.height);
	page.drawImage(picture, {
		x: 20 * POINTS_PER_MM,
		y: 432 - 30 * POINTS_PER_MM - height,
		width: points(picture.width),
		height,
	});
	return document.save();
}

async function symbolsOf(pdf: Uint8Array, dpi: number): Promise<PageSymbol[]> {
	const opened = await openPdf(pdf);
	try {
		return await readSymbols(opened.drawWhole(0, dpi, 'grey'), dpi);
	} finally {
		opened.close();
	}
}

describe('the symbols of a page', () => {
	it.each<Drawn & { format: string; identifier: string; read?: string }>([
		{ bcid: 'code128', text: '1Z999AA10123456784', moduleMm: 0.33, format: 'Code128', identifier: ']C0' },
		{
			bcid: 'gs1-128',
			text: '(00)340434160000012349',
			moduleMm: 0.375,
			format: 'Code128',
			identifier: ']C1',
			read: '00340434160000012349',
		},
		{ bcid: 'interleaved2of5', text: '1234567890', moduleMm: 0.5, format: 'ITF', identifier: ']I0' },
		{ bcid: 'pdf417', text: 'EXAMPLE 12345678', moduleMm: 0.33, format: 'PDF417', identifier: ']L2' },
		{ bcid: 'datamatrix', text: 'JVGL 0123456789', moduleMm: 0.5, format: 'DataMatrix', identifier: ']d1' },
		{ bcid: 'qrcode', text: 'https://example.com/1', moduleMm: 0.5, format: 'QRCode', identifier: ']Q1' },
		{ bcid: 'azteccode', text: '%000850000123456789', moduleMm: 0.5, format: 'Aztec', identifier: ']z0' },
	])('$bcid is read with its text, position and module width', async ({ format, identifier, read, ...drawn }) => {
		for (const dpi of [203, 300]) {
			const symbols = await symbolsOf(await labelWith(drawn), dpi);
			expect(symbols).toHaveLength(1);
			const [symbol] = symbols as [PageSymbol];
			expect(symbol).toMatchObject({ format, identifier, text: read ?? drawn.text });
			expect(Math.abs(symbol.moduleMm - drawn.moduleMm)).toBeLessThan(drawn.moduleMm * 0.12);
			expect(symbol.leftMm).toBeCloseTo(20, -0.3);
			expect(symbol.topMm).toBeCloseTo(30, -0.3);
		}
	});
});

it('measures the modules of carriers’ matrix codes, also where a scan line touches corners of the next row', async () => {
	const labels = await makeCarrierLabels(['fedex ground, 4×6', 'royal mail 100×150 with a CN 23 on A4']);
	const measured: [string, number][] = [];
	for (const { bytes } of labels)
		for (const { format, moduleMm } of await symbolsOf(bytes, 203))
			measured.push([format, Math.round(moduleMm * 20) / 20]);
	expect(measured.sort()).toEqual([
		['Code128', 0.35],
		['Code128', 0.4],
		['DataMatrix', 0.6],
		['PDF417', 0.25],
	]);
});
