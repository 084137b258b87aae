// Every stock, turned each way, at both resolutions of label printers: true to size and readable, in every language.
import { describe, expect, it } from 'vitest';
import type { Printer } from '../../../../src-contract/model/print';
import { STOCKS, type StockName } from '../../../../src-contract/model/stock';
import { encodeEpl } from '../../../../src-main/printing/devices/epl/encode';
import { encodeEscPos } from '../../../../src-main/printing/devices/escpos/encode';
import { encodeTspl } from '../../../../src-main/printing/devices/tspl/encode';
import { encodeZpl } from '../../../../src-main/printing/devices/zpl/encode';
import type { Dots } from '../../../../src-main/printing/layout/dots';
import { sheetsAsDots, sheetsAsPdf } from '../../../../src-main/printing/layout/sheets';
import { BAR_MM } from '../../../fixtures/measured-page';
import { readEpl, readEscPos, readTspl, readZplGraphics } from '../../../fixtures/raster-languages';
import { drawDots } from '../../../fixtures/symbols';
import {
	expectTrueDots,
	expectTruePdf,
	layoutFor,
	pageFor,
	profile,
	RULER_TOLERANCE_MM,
	rulerMm,
} from '../../../fixtures/true-size';

/** Read back from what each kind of printer is sent. */
async function expectSameInEveryLanguage(dots: Dots, printer: Printer): Promise<void> {
	for (const [encode, read] of [
		[encodeZpl, (stream: Buffer) => readZplGraphics(stream.toString('latin1'))],
		[encodeEpl, readEpl],
		[encodeEscPos, readEscPos],
	] as const) {
		const [sheet] = read(Buffer.from(await encode([dots], printer)));
		expect(Buffer.compare(Buffer.from(sheet?.bits ?? []), Buffer.from(dots.bits))).toBe(0);
	}
	// What stands beyond the last dot of a row is white in TSPL, and says nothing of the row's end.
	const [sheet] = readTspl(Buffer.from(await encodeTspl([dots], printer)));
	expect(Math.abs(rulerMm(drawDots(sheet as Dots), printer.dpi) - BAR_MM)).toBeLessThanOrEqual(RULER_TOLERANCE_MM);
}

const TURNS = ['0', '90', '180', '270'] as const;
const STOCK_NAMES = [...Object.keys(STOCKS), 'own'] as StockName[];

describe.each(STOCK_NAMES)('on %s', (stock) => {
	it.each(TURNS)('a page turned by %s° is true to size and readable, as dots and as a PDF', async (turn) => {
		for (const dpi of [203, 300] as const) {
			const printer = profile({ driver: 'zpl', connection: 'tcp://127.0.0.1:9100' }, { stock, turn, dpi });
			const page = await pageFor(printer);
			const [dots] = await sheetsAsDots(page, layoutFor(printer));
			await expectTrueDots(dots as Dots, dpi);
			await expectSameInEveryLanguage(dots as Dots, printer);
			if (turn === '0' || dpi === 203) await expectTruePdf(await sheetsAsPdf(page, layoutFor(printer)), dpi);
		}
	});
});
