// A label that proves a printer: its edges, a 100 mm ruler and the names of printer and stock.
import { type Printer, STOCKS } from '../../src-contract/print';

const POINTS_PER_MM = 72 / 25.4;

export async function drawTestLabel(printer: Printer, at: Date): Promise<Uint8Array> {
	const { PDFDocument, StandardFonts } = await import('@cantoo/pdf-lib');
	const stock = STOCKS[printer.labelStock];
	const width = stock.widthMm * POINTS_PER_MM;
	const height = stock.heightMm * POINTS_PER_MM;
	const document = await PDFDocument.create();
	const page = document.addPage([width, height]);
	const font = await document.embedFont(StandardFonts.HelveticaBold);
	const inset = 3 * POINTS_PER_MM;
	page.drawRectangle({ x: inset, y: inset, width: width - 2 * inset, height: height - 2 * inset, borderWidth: 1 });
	const lines = [
		'Waybill test label',
		`Stock: ${stock.name}`,
		`Printer: ${printer.id}`,
		`${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
		'The ruler below is 100 mm long.',
	];
	for (const [index, line] of lines.entries())
		page.drawText(line, {
			x: 8 * POINTS_PER_MM,
			y: height - (14 + index * 8) * POINTS_PER_MM,
			size: index === 0 ? 16 : 11,
			font,
		});
	const foot = height / 2 - 10;
	for (let mm = 0; mm <= 100; mm += 1) {
		const x = (mm + (stock.heightMm - 100) / 2) * POINTS_PER_MM;
		const length = mm % 10 === 0 ? 14 : mm % 5 === 0 ? 9 : 5;
		// Along the long side, which every stock has room for.
		page.drawLine({ start: { x: foot / 4, y: x }, end: { x: foot / 4 + length, y: x }, thickness: 0.4 });
	}
	return document.save();
}
