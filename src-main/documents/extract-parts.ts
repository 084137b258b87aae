// Extracts pages and parts of pages into a new PDF.
import type { PDFDocument, PDFPage } from 'pdf-lib';
import { addPageCopy, cropPage } from './page-crop';
import { readPage } from './page-facts';
import type { PagePart } from './page-parts';
import { openPdf } from './pdfium';
import { hasLayers, rasterisePdf } from './raster-pdf';

/**
 * Whether each cropped page still shows the codes that were read on that part before cropping.
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
	const pages = [...new Set(parts.map(({ page }) => page))];
	try {
		const source = await PDFDocument.load(bytes, { password: '' });
		if (await hasLayers(source)) return await extractPartsAsPictures(bytes, parts);
		const result = await PDFDocument.create();
		await addParts(result, parts, pages, await result.copyPages(source, pages));
		return await result.save();
	} catch {
		return extractPartsAsPictures(bytes, parts);
	}
}

async function extractPartsAsPictures(bytes: Uint8Array, parts: readonly PagePart[]): Promise<Uint8Array> {
	const pages = [...new Set(parts.map(({ page }) => page))];
	const pictures = await rasterisePdf(bytes, pages);
	if (parts.every(({ cropMm }) => cropMm === null)) return pictures;
	const { PDFDocument } = await import('pdf-lib');
	const result = await PDFDocument.create();
	const source = await PDFDocument.load(pictures);
	await addParts(result, parts, pages, await result.copyPages(source, source.getPageIndices()));
	return result.save();
}

/** @param pages the numbers of the pages that were copied, each once @param copies the copied pages, in the order of `pages` */
async function addParts(
	result: PDFDocument,
	parts: readonly PagePart[],
	pages: readonly number[],
	copies: readonly PDFPage[],
): Promise<void> {
	for (const [index, { page, cropMm }] of parts.entries()) {
		const copy = copies[pages.indexOf(page)];
		if (!copy) throw new Error('a page was not copied');
		const isPageUsedAgain = parts.slice(index + 1).some((laterPart) => laterPart.page === page);
		const addedPage = isPageUsedAgain ? await addPageCopy(result, copy) : result.addPage(copy);
		if (cropMm) await cropPage(addedPage, cropMm);
	}
}
