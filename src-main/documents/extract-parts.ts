// Extracts pages and parts of pages into a new PDF.
import type { PDFDocument, PDFPage } from 'pdf-lib';
import { addPageCopy, cropPage } from './page-crop';
import { readPage } from './page-facts';
import type { PagePart } from './page-parts';
import { openPdf } from './pdfium';
import { hasLayers, rasterisePdf } from './raster-pdf';

/**
 * Whether the codes of each cropped part, which were read on the page before cropping, can still be read on the cropped page.
 * @param bytes the PDF that was made from `parts`, with one page for each part
 */
export async function showsCodes(bytes: Uint8Array, parts: readonly PagePart[]): Promise<boolean> {
	if (parts.every(({ cropMm }) => cropMm === null)) return true;
	const pdf = await openPdf(bytes);
	try {
		for (const [page, { cropMm, facts }] of parts.entries()) {
			if (cropMm === null) continue;
			const { symbols } = await readPage(pdf, page);
			if (!facts.symbols.every(({ text }) => symbols.some((symbol) => symbol.text === text))) return false;
		}
		return true;
	} finally {
		pdf.close();
	}
}

/**
 * Copies parts of pages into a new PDF, with one page for each part. If the pages cannot be copied, because the PDF is damaged or
 * has optional layers, draws them as pictures.
 */
export async function extractParts(bytes: Uint8Array, parts: readonly PagePart[]): Promise<Uint8Array> {
	const { PDFDocument } = await import('pdf-lib');
	const pageIndexes = [...new Set(parts.map(({ pageIndex }) => pageIndex))];
	try {
		const source = await PDFDocument.load(bytes, { password: '' });
		if (await hasLayers(source)) return await extractPartsAsPictures(bytes, parts);
		const result = await PDFDocument.create();
		await addParts(result, parts, pageIndexes, await result.copyPages(source, pageIndexes));
		return await result.save();
	} catch {
		return extractPartsAsPictures(bytes, parts);
	}
}

async function extractPartsAsPictures(bytes: Uint8Array, parts: readonly PagePart[]): Promise<Uint8Array> {
	const pageIndexes = [...new Set(parts.map(({ pageIndex }) => pageIndex))];
	const pictures = await rasterisePdf(bytes, pageIndexes);
	if (parts.every(({ cropMm }) => cropMm === null)) return pictures;
	const { PDFDocument } = await import('pdf-lib');
	const result = await PDFDocument.create();
	const source = await PDFDocument.load(pictures);
	await addParts(result, parts, pageIndexes, await result.copyPages(source, source.getPageIndices()));
	return result.save();
}

/**
 * Adds one page for each part to `result`, cropped to the part.
 * @param pageIndexes indexes of the pages that were copied, each once
 * @param copiedPages the copied pages, in the order of `pageIndexes`
 */
async function addParts(
	result: PDFDocument,
	parts: readonly PagePart[],
	pageIndexes: readonly number[],
	copiedPages: readonly PDFPage[],
): Promise<void> {
	for (const [partIndex, { pageIndex, cropMm }] of parts.entries()) {
		const copiedPage = copiedPages[pageIndexes.indexOf(pageIndex)];
		if (!copiedPage) throw new Error(`page ${pageIndex + 1} was not copied`);
		const isPageUsedAgain = parts.slice(partIndex + 1).some((laterPart) => laterPart.pageIndex === pageIndex);
		// Cropping changes the page. If a later part needs the uncropped page, crop a copy.
		const addedPage = isPageUsedAgain ? await addPageCopy(result, copiedPage) : result.addPage(copiedPage);
		if (cropMm) await cropPage(addedPage, cropMm);
	}
}
