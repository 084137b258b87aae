// Lays every page of a document on the stock of a printer, as a new PDF; nothing is resampled.
import { AppError } from '../../src-contract/errors';
import type { Stock } from '../../src-contract/print';
import { placeOnStock } from './stock';

const POINTS_PER_MM = 72 / 25.4;

/** @throws `printer.mismatch` when a page does not fit, `document.notPrintable` when the bytes are not a PDF */
export async function layOnStock(bytes: Uint8Array, stock: Stock): Promise<Uint8Array> {
	const { PDFDocument, degrees } = await import('@cantoo/pdf-lib');
	const source = await PDFDocument.load(bytes).catch((error: unknown) => {
		throw new AppError(
			'document.notPrintable',
			'What the service sent as a label is not a PDF that can be printed. The shipment and the file are kept: save the file and show it to the support of the service.',
			{ cause: error },
		);
	});
	const result = await PDFDocument.create();
	const embedded = await result.embedPages(source.getPages());
	for (const page of embedded) {
		const placement = placeOnStock(
			{ widthMm: page.width / POINTS_PER_MM, heightMm: page.height / POINTS_PER_MM },
			stock,
		);
		const sheet = result.addPage([placement.stockWidthMm * POINTS_PER_MM, placement.stockHeightMm * POINTS_PER_MM]);
		const left = placement.leftMm * POINTS_PER_MM;
		const lower = placement.lowerMm * POINTS_PER_MM;
		// A quarter turn counter-clockwise goes about the page's lower left corner, which then lies at the lower right.
		if (placement.turned) sheet.drawPage(page, { x: left + page.height, y: lower, rotate: degrees(90) });
		else sheet.drawPage(page, { x: left, y: lower });
	}
	return result.save();
}
