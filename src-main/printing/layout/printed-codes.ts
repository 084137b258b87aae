// Checks the bar codes of a sheet as it will be printed. When a page was scaled or its margins were cropped, each code that was
// readable on the page must be readable on the sheet. Codes that are no longer readable are called lost codes.

import { openPdf } from '../../documents/pdfium';
import type { GreyPixels } from '../../documents/symbols';
import type { Dots } from './dots';

/** The bar code reader needs a white margin around the dots. */
const MARGIN_DOTS = 20;

/** The dots as grey pixels with a white margin. */
function toGreyPixels({ bits, bytesPerRow, widthDots, heightDots }: Dots): GreyPixels {
	const [widthPx, heightPx] = [widthDots + 2 * MARGIN_DOTS, heightDots + 2 * MARGIN_DOTS];
	const pixels = new Uint8Array(widthPx * heightPx).fill(255);
	for (let y = 0; y < heightDots; y += 1) {
		const rowStart = (y + MARGIN_DOTS) * widthPx + MARGIN_DOTS;
		for (let x = 0; x < widthDots; x += 1)
			if ((bits[y * bytesPerRow + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) pixels[rowStart + x] = 0;
	}
	return { pixels, widthPx, heightPx };
}

/**
 * For each sheet, the texts of the codes that must be readable. Empty for a sheet whose pages are not labels, are whole and at true
 * size, or have no readable codes.
 */
export type ExpectedCodes = readonly (readonly string[])[];

async function findLostCodes(expectedTexts: readonly string[], sheet: GreyPixels, dpi: number): Promise<string[]> {
	const { readSymbols } = await import('../../documents/symbols');
	// A code of a scaled picture may be readable with one threshold only, while a printer or scanner may use the other threshold.
	const fixedTexts = (await readSymbols(sheet, dpi, 'fixed')).map(({ text }) => text);
	const localTexts = (await readSymbols(sheet, dpi, 'local')).map(({ text }) => text);
	return expectedTexts.filter((text) => !fixedTexts.includes(text) || !localTexts.includes(text));
}

/** @returns the texts of the expected codes that cannot be read on the dots */
export async function findLostCodesInDots(
	sheets: readonly Dots[],
	dpi: number,
	expectedCodes: ExpectedCodes,
): Promise<string[]> {
	const lostCodes: string[] = [];
	for (const [index, dots] of sheets.entries()) {
		const codes = expectedCodes[index] ?? [];
		if (codes.length > 0) lostCodes.push(...(await findLostCodes(codes, toGreyPixels(dots), dpi)));
	}
	return [...new Set(lostCodes)];
}

/**
 * @param sheetsPdf a PDF with one page for each sheet
 * @param dpi resolution of the printer, at which the PDF is drawn
 * @returns the texts of the expected codes that cannot be read
 */
export async function findLostCodesInPdf(
	sheetsPdf: Uint8Array,
	dpi: number,
	expectedCodes: ExpectedCodes,
): Promise<string[]> {
	if (expectedCodes.every((codes) => codes.length === 0)) return [];
	const pdf = await openPdf(sheetsPdf);
	try {
		const lostCodes: string[] = [];
		for (const [index, codes] of expectedCodes.entries())
			if (codes.length > 0) lostCodes.push(...(await findLostCodes(codes, pdf.drawWhole(index, dpi, 'grey'), dpi)));
		return [...new Set(lostCodes)];
	} finally {
		pdf.close();
	}
}
