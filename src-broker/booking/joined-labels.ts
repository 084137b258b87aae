// Joins the shipping documents of several bookings in one PDF file: all labels first, so that they can be printed on a label printer
// as one range of pages, then all other papers.
import { PDFDocument, type PDFPage } from 'pdf-lib';

export interface StoredDocuments {
	/** Documents of one booking, which begin with a label for each piece. */
	pdf: Uint8Array;
	pieceCount: number;
}

/** @returns the PDF file */
export async function joinLabels(bookings: readonly StoredDocuments[]): Promise<Uint8Array> {
	const joined = await PDFDocument.create();
	joined.setTitle('Labels');
	const papers: PDFPage[] = [];
	for (const { pdf, pieceCount } of bookings) {
		const document = await PDFDocument.load(pdf);
		const pages = await joined.copyPages(document, document.getPageIndices());
		for (const label of pages.slice(0, pieceCount)) joined.addPage(label);
		papers.push(...pages.slice(pieceCount));
	}
	for (const page of papers) joined.addPage(page);
	return joined.save();
}
