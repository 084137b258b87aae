// Draws the customs declaration of a postal item: CN 22 on a page of the size of a label, CN 23 on A5. The fields are those of the forms
// of the Universal Postal Union, the layout is our own. Lengths are in points.
import { type PDFDocument, type PDFPage, rgb } from 'pdf-lib';
import type { ReasonForExport } from '../../src-contract/model/trade-terms';
import { groupTrackingNumber } from '../../src-contract/rules/tracking-number-groups';
import { drawLinearCode } from '../../src-pdf/bar-code';
import { type Faces, wrapText } from '../../src-pdf/fonts';
import { drawText, type TextStyle } from '../../src-pdf/page-text';
import { hsText, type InvoiceItem, isCodeSuggested } from './commercial-invoice';
import { itemValueCents, totalValueCents } from './contents-value';
import { CATEGORIES, type CustomsForm, categoryOf } from './customs-form';
import type { LabelAddress } from './label';

const BLACK = rgb(0, 0, 0);
const DECLARATION =
	'I, the undersigned, whose name and address are given on the item, certify that the particulars given in this declaration are ' +
	'correct and that this item does not contain any dangerous article or articles prohibited by legislation or by postal or ' +
	'customs regulations.';

export interface PostalDeclaration {
	form: CustomsForm;
	/** Name of the postal operator. */
	operator: string;
	trackingNumber: string;
	invoiceNumber: string;
	/** ISO date. */
	date: string;
	from: LabelAddress;
	to: LabelAddress;
	reasonForExport: ReasonForExport;
	currency: string;
	items: readonly InvoiceItem[];
	grossKg: number;
	/** Postage in the currency of the contents. */
	freight: number;
}

/** Left and right edges of an area of a page. */
interface HorizontalRange {
	left: number;
	right: number;
}

/** A page, with the left and right edges of its printed area. */
interface DrawingPage extends HorizontalRange {
	page: PDFPage;
	faces: Faces;
}

/** Appends the declaration as one page. */
export function drawPostalDeclaration(document: PDFDocument, faces: Faces, declaration: PostalDeclaration): void {
	if (declaration.form === 'CN22') drawCn22(document, faces, declaration);
	else drawCn23(document, faces, declaration);
}

function drawCn22(document: PDFDocument, faces: Faces, declaration: PostalDeclaration): void {
	const drawing = { page: document.addPage([288, 432]), faces, left: 12, right: 276 };
	const number = groupTrackingNumber(declaration.trackingNumber);
	drawTitle(drawing, declaration, 'Customs declaration CN 22', 408);
	drawTextAt(drawing, `Item ${number}`, 12, 383, 8);
	drawCategories(drawing, declaration, 366);
	drawGoods(drawing, declaration, { top: 336, bottom: 122, size: 8 });
	drawTotals(drawing, declaration, 106, 8);
	drawDeclaration(drawing, declaration, { ...drawing, top: 90, signatureY: 22 });
}

function drawCn23(document: PDFDocument, faces: Faces, declaration: PostalDeclaration): void {
	const { trackingNumber, from, to, invoiceNumber } = declaration;
	const drawing = { page: document.addPage([595.28, 419.53]), faces, left: 24, right: 571 };
	const { page } = drawing;
	const middle = 300;
	drawTitle(drawing, declaration, 'Customs declaration CN 23', 390);
	drawLinearCode(page, 'code128', trackingNumber, { centre: 445, bottom: 343, heightMm: 9, moduleMm: 0.375 });
	const number = groupTrackingNumber(trackingNumber);
	drawText(page, number, { x: 445, y: 333, align: 'centre' }, { font: faces.bold, size: 9 });
	drawTextAt(drawing, `Invoice No. ${invoiceNumber}`, middle, 320, 8);
	drawParty(drawing, 'From', from, { left: 24, right: middle - 24 }, 362);
	drawCategories({ ...drawing, left: middle }, declaration, 302);
	drawParty(drawing, 'To', to, { left: 24, right: middle - 24 }, 286);
	drawGoods(drawing, declaration, { top: 206, bottom: 92, size: 8 });
	drawTotals(drawing, declaration, 78, 8);
	drawDeclaration(drawing, declaration, { left: 24, right: 330, top: 62, signatureY: 30 });
}

function drawTextAt(
	{ page, faces }: DrawingPage,
	text: string,
	x: number,
	y: number,
	size: number,
	isBold = false,
): void {
	drawText(page, text, { x, y }, { font: isBold ? faces.bold : faces.regular, size });
}

function drawRule({ page, left, right }: DrawingPage, y: number): void {
	page.drawLine({ start: { x: left, y }, end: { x: right, y }, thickness: 0.8, color: BLACK });
}

function drawTitle(drawing: DrawingPage, { operator, items }: PostalDeclaration, title: string, y: number): void {
	const { page, faces, left, right } = drawing;
	drawTextAt(drawing, title, left, y, 14, true);
	drawText(page, operator, { x: right, y: y - 13, align: 'right' }, { font: faces.bold, size: 10 });
	const note = items.some(isCodeSuggested) ? ' · HS codes with * were found from the description' : '';
	drawTextAt(drawing, `May be opened officially${note}`, left, y - 11, 7);
}

/** Draws an address. A long one gets a smaller font size, down to 4, so that it fits into its area of CN 23. */
function drawParty(
	drawing: DrawingPage,
	title: string,
	address: LabelAddress,
	area: HorizontalRange,
	top: number,
): void {
	const lines = [
		...address.lines.map(({ text }) => text),
		address.countryName.toUpperCase(),
		`Tel. ${address.phone}`,
		address.vatNumber && `VAT / tax number: ${address.vatNumber}`,
	].filter((text): text is string => Boolean(text));
	drawTextAt(drawing, title, area.left, top, 8, true);
	const maxHeight = 70;
	const linesAtSize = (size: number) =>
		lines.flatMap((text) => wrapText(drawing.faces.regular, text, size, area.right - area.left - 28));
	let size = 8;
	while (linesAtSize(size).length * size * 1.15 > maxHeight && size > 4) size -= 0.5;
	for (const [index, text] of linesAtSize(size).entries())
		drawTextAt(drawing, text, area.left + 28, top - index * size * 1.15, size);
}

/** Draws a box for each category, with a cross in the box of the shipment's category. */
function drawCategories(drawing: DrawingPage, { reasonForExport }: PostalDeclaration, top: number): void {
	const { page, left, right } = drawing;
	const chosen = categoryOf(reasonForExport);
	const columnWidth = (right - left) / 3;
	for (const [index, category] of CATEGORIES.entries()) {
		const x = left + (index % 3) * columnWidth;
		const y = top - Math.floor(index / 3) * 14;
		page.drawRectangle({ x, y: y - 1.5, width: 9, height: 9, borderColor: BLACK, borderWidth: 0.8 });
		if (category === chosen) drawTextAt(drawing, 'X', x + 1.8, y - 0.3, 8, true);
		const explanation = category === 'Other' && chosen === 'Other' ? `: ${reasonForExport.replace('_', ' ')}` : '';
		drawTextAt(drawing, category + explanation, x + 12, y, 7);
	}
}

interface GoodsArea {
	top: number;
	bottom: number;
	size: number;
}

/** Draws a row per item. If not all items fit, the last row counts the others and refers to the invoice. */
function drawGoods(drawing: DrawingPage, declaration: PostalDeclaration, { top, bottom, size }: GoodsArea): void {
	const { page, faces, left, right } = drawing;
	const { items, currency } = declaration;
	const codeX = right - 118;
	const rowStyle: TextStyle = { font: faces.regular, size };
	const lineHeight = size * 1.2;
	drawTextAt(drawing, 'Quantity and description of contents', left, top, 6.5, true);
	drawTextAt(drawing, 'HS code · origin', codeX, top, 6.5, true);
	drawText(page, `Value (${currency})`, { x: right, y: top, align: 'right' }, { font: faces.bold, size: 6.5 });
	drawRule(drawing, top - 4);
	let y = top - 4 - lineHeight;
	const drawRow = (lines: readonly string[], code: string, cents: number) => {
		drawText(page, code, { x: codeX, y }, rowStyle);
		drawText(page, (cents / 100).toFixed(2), { x: right, y, align: 'right' }, rowStyle);
		for (const line of lines) {
			drawText(page, line, { x: left, y }, rowStyle);
			y -= lineHeight;
		}
	};
	for (const [index, item] of items.entries()) {
		const lines = wrapText(faces.regular, `${item.quantity} × ${item.description}`, size, codeX - left - 8);
		const isLast = index === items.length - 1;
		// The row that counts the other items.
		const rowsBelow = isLast ? 0 : 1;
		if (y - (lines.length - 1 + rowsBelow) * lineHeight < bottom) {
			const others = items.slice(index);
			const text = `${others.length} further ${others.length === 1 ? 'item' : 'items'}: see the invoice`;
			drawRow([text], '', totalValueCents(others));
			return;
		}
		drawRow(lines, `${hsText(item)} · ${item.country}`, itemValueCents(item));
	}
}

function drawTotals(drawing: DrawingPage, declaration: PostalDeclaration, y: number, size: number): void {
	const { page, faces, left, right } = drawing;
	const { items, currency, grossKg, form, freight } = declaration;
	const postage = form === 'CN23' ? ` · Postage ${currency} ${freight.toFixed(2)}` : '';
	drawRule(drawing, y + 10);
	drawTextAt(drawing, `Total gross weight ${grossKg.toFixed(1)} kg${postage}`, left, y, size, true);
	const total = `Total value ${currency} ${(totalValueCents(items) / 100).toFixed(2)}`;
	drawText(page, total, { x: right, y, align: 'right' }, { font: faces.bold, size });
}

function drawDeclaration(
	drawing: DrawingPage,
	{ date }: PostalDeclaration,
	{ left, right, top, signatureY }: HorizontalRange & { top: number; signatureY: number },
): void {
	const lines = wrapText(drawing.faces.regular, DECLARATION, 6.5, right - left);
	for (const [index, line] of lines.entries()) drawTextAt(drawing, line, left, top - index * 8, 6.5);
	const signatureX = drawing.right - 170;
	drawTextAt(drawing, date, signatureX, signatureY + 3, 8);
	drawRule({ ...drawing, left: signatureX }, signatureY);
	drawTextAt(drawing, "Date and sender's signature", signatureX, signatureY - 8, 6.5);
}
