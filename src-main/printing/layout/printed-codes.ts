// Reads the bar codes of a sheet as it will be printed. Used when a page was scaled or its margins were cropped: each code that
// was readable on the page must be readable on the sheet.

import { openPdf } from '../../documents/pdfium';
import type { GreyPixels } from '../../documents/symbols';
import type { Dots } from './dots';

/** White margin around the dots; the bar code reader needs it. */
const MARGIN_DOTS = 20;

/** The dots as grey pixels with a white margin. */
function toGreyPixels({ bits, bytesPerRow, widthDots, heightDots }: Dots): GreyPixels {
	const [widthPx, heightPx] = [widthDots + 2 * MARGIN_DOTS, heightDots + 2 * MARGIN_DOTS];
	const pixels = new Uint8Array(widthPx * heightPx).fill(255);
	for (let y = 0; y < heightDots; y += 1) {
		const row = (y + MARGIN_DOTS) * widthPx + MARGIN_DOTS;
		for (let x = 0; x < widthDots; x += 1)
			if ((bits[y * bytesPerRow + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) pixels[row + x] = 0;
	}
	return { pixels, widthPx, heightPx };
}

/** For each sheet, the codes that must be readable; empty for a sheet at true size. */
export type ExpectedCodes = readonly (readonly string[])[];

async function findUnreadable(expected: readonly string[], page: GreyPixels, dpi: number): Promise<string[]> {
	const { readSymbols } = await import('../../documents/symbols');
	// A scaled picture may be readable with only one of the two thresholds, and a printer or scanner may use the other one.
	const fixed = (await readSymbols(page, dpi, 'fixed')).map(({ text }) => text);
	const local = (await readSymbols(page, dpi, 'local')).map(({ text }) => text);
	return expected.filter((text) => !fixed.includes(text) || !local.includes(text));
}

/** @returns the texts of the expected codes that cannot be read on the dots */
export async function findLostCodesInDots(
	sheets: readonly Dots[],
	dpi: number,
	expected: ExpectedCodes,
): Promise<string[]> {
	const lost: string[] = [];
	for (const [index, dots] of sheets.entries()) {
		const codes = expected[index] ?? [];
		if (codes.length > 0) lost.push(...(await findUnreadable(codes, toGreyPixels(dots), dpi)));
	}
	return [...new Set(lost)];
}

/** @returns the texts of the expected codes that cannot be read on the PDF, drawn at the resolution of the printer */
export async function findLostCodesInPdf(sheets: Uint8Array, dpi: number, expected: ExpectedCodes): Promise<string[]> {
	if (expected.every((codes) => codes.length === 0)) return [];
	const pdf = await openPdf(sheets);
	try {
		const lost: string[] = [];
		for (const [index, codes] of expected.entries())
			if (codes.length > 0) lost.push(...(await findUnreadable(codes, pdf.drawWhole(index, dpi, 'grey'), dpi)));
		return [...new Set(lost)];
	} finally {
		pdf.close();
	}
}
