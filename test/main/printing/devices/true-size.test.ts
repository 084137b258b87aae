// All stocks, rotations, resolutions and printer languages: the output has true size and readable codes.
import { describe, expect, it } from 'vitest';
import { deviceKinds } from '../../../../src-contract/model/device-kinds';
import type { PrinterProfile } from '../../../../src-contract/model/print';
import { STOCKS, type StockName } from '../../../../src-contract/model/stock';
import { encodersOf } from '../../../../src-main/printing/devices/registry';
import type { Dots } from '../../../../src-main/printing/layout/dots';
import { renderSheetsAsDots, renderSheetsAsPdf } from '../../../../src-main/printing/layout/sheets';
import { BAR_MM } from '../../../fixtures/measured-page';
import { RASTER_READERS } from '../../../fixtures/raster-languages';
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

/** Languages of printers with a raw connection. */
const RAW_LANGUAGES = deviceKinds.flatMap(({ initial }) => ('connection' in initial ? [initial.driver] : []));

it('has a reader of every printer language', () => {
	expect(RAW_LANGUAGES.length).toBeGreaterThanOrEqual(4);
	expect(Object.keys(RASTER_READERS)).toEqual(expect.arrayContaining(RAW_LANGUAGES));
});

/** Decodes the dots from every printer language: they must be unchanged and have true size. */
async function expectSameInEveryLanguage(dots: Dots, printer: PrinterProfile): Promise<void> {
	for (const language of RAW_LANGUAGES) {
		const stream = Buffer.from(await encodersOf(language).encodeSheets([dots], printer));
		const [sheet] = RASTER_READERS[language](stream);
		expect(Buffer.compare(Buffer.from(sheet?.bits ?? []), Buffer.from(dots.bits)), language).toBe(0);
		expect(Math.abs(rulerMm(drawDots(sheet as Dots), printer.dpi) - BAR_MM)).toBeLessThanOrEqual(RULER_TOLERANCE_MM);
	}
}

const TURNS = ['0', '90', '180', '270'] as const;
const STOCK_NAMES = [...Object.keys(STOCKS), 'own'] as StockName[];

describe.each(STOCK_NAMES)('on %s', (stock) => {
	it.each(TURNS)('a page rotated by %s° has true size and readable codes, as dots and as a PDF', async (turn) => {
		for (const dpi of [203, 300] as const) {
			const printer = profile({ driver: 'zpl', connection: 'tcp://127.0.0.1:9100' }, { stock, turn, dpi });
			const page = await pageFor(printer);
			const [dots] = await renderSheetsAsDots(page, layoutFor(printer));
			await expectTrueDots(dots as Dots, dpi);
			await expectSameInEveryLanguage(dots as Dots, printer);
			if (turn === '0' || dpi === 203) await expectTruePdf(await renderSheetsAsPdf(page, layoutFor(printer)), dpi);
		}
	});
});
