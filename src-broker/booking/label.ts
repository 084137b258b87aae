// Draws the 4×6 inch label of one piece: addresses at the top, sorting data in the middle, bar codes at the bottom. The layout
// follows the GS1 logistic label. Lengths are in points.
import { type PDFDocument, type PDFPage, rgb } from 'pdf-lib';
import type { PartnerAddress } from '../../src-contract/partner-api';
import { drawDataMatrix, drawLinear } from './bar-code';
import { type Faces, sizeToFit } from './fonts';
import type { TextFace } from './text-drawing';

const LABEL_WIDTH = 288;
const LABEL_HEIGHT = 432;
const MARGIN = 12;
const PRINTABLE_WIDTH = LABEL_WIDTH - 2 * MARGIN;

export interface LabelAddress extends PartnerAddress {
	countryName: string;
	/** The two printed address lines, each within the carrier's maximum. */
	lines: [string, string];
}

export interface PieceLabel {
	carrier: string;
	product: string;
	routingCode: string;
	trackingNumber: string;
	sscc: string;
	/** Number of this piece, from 1 to `pieceCount`. */
	pieceNumber: number;
	pieceCount: number;
	weightKg: number;
	/** Length × width × height in cm, as stated in the request. */
	dimensions: string;
	reference: string | undefined;
	/** ISO date. */
	date: string;
	from: LabelAddress;
	to: LabelAddress;
	/** Incoterms, contents and value in one line; undefined if the shipment is not dutiable. */
	customsText: string | undefined;
}

/** Thrown when a text does not fit on the label even at the minimum readable size. */
export class TextTooWideError extends Error {
	constructor(
		/** Path of the text's field in the shipment request. */
		readonly path: string,
	) {
		super(`${path} is too wide for the label`);
	}
}

interface LineStyle {
	font: TextFace;
	/** Maximum font size. A wide text gets a smaller size, down to `minSize`. */
	size: number;
	/** Minimum font size. */
	minSize?: number;
	width?: number;
	/** Path of the text's field in the shipment request. With a path, too wide text is an error; without, it is drawn anyway. */
	path?: string;
}

/**
 * Draws one line of text below `top`.
 * @returns the top of the next line
 * @throws TextTooWideError when the text of a field does not fit, because text is never cut
 */
function drawLine(page: PDFPage, text: string, x: number, top: number, style: LineStyle): number {
	const { font, size: maxSize, minSize = 5, width = PRINTABLE_WIDTH, path } = style;
	const size = sizeToFit(font, text, width, maxSize, minSize);
	if (path && font.widthOfTextAtSize(text, size) > width) throw new TextTooWideError(path);
	font.drawText(page, text, { x, y: top - size, size });
	return top - size * 1.22;
}

function drawRule(page: PDFPage, y: number): void {
	page.drawLine({ start: { x: MARGIN, y }, end: { x: LABEL_WIDTH - MARGIN, y }, thickness: 0.8, color: rgb(0, 0, 0) });
}

/** The tracking number in groups of four characters. */
function groupCharacters(trackingNumber: string): string {
	return trackingNumber.replace(/(.{4})(?=.)/g, '$1 ');
}

/** Appends the label of one piece as a page. @throws TextTooWideError */
export function drawLabel(document: PDFDocument, faces: Faces, label: PieceLabel): void {
	const page = document.addPage([LABEL_WIDTH, LABEL_HEIGHT]);
	// Each function returns the top of the next section.
	let top = drawCarrierAndProduct(page, faces, label, LABEL_HEIGHT - MARGIN);
	top = drawSender(page, faces, label.from, top);
	top = drawRecipient(page, faces, label.to, top);
	drawPieceData(page, faces, label, top);
	drawBarCodes(page, faces, label);
}

function drawCarrierAndProduct(page: PDFPage, { bold }: Faces, label: PieceLabel, top: number): number {
	const productX = 170;
	drawLine(page, label.carrier, MARGIN, top, { font: bold, size: 14, width: 150 });
	const width = LABEL_WIDTH - MARGIN - productX;
	drawLine(page, label.product.toUpperCase(), productX, top, { font: bold, size: 14, width });
	drawRule(page, top - 20);
	return top - 23;
}

function drawSender(page: PDFPage, { regular: font }: Faces, from: LabelAddress, top: number): number {
	const name = [from.companyName, from.contactPerson].filter(Boolean).join(', ');
	const address = [...from.lines.filter(Boolean), `${from.zipcode} ${from.city}`, from.countryName].join(', ');
	const small = { font, size: 7, minSize: 4 };
	let nextTop = drawLine(page, `From: ${name}`, MARGIN, top, { ...small, path: 'pickupAddress.companyName' });
	const path = 'pickupAddress.addressLine1';
	nextTop = drawLine(page, `${address} · ${from.phone}`, MARGIN, nextTop, { ...small, path });
	drawRule(page, nextTop - 1);
	return nextTop - 4;
}

function drawRecipient(page: PDFPage, { regular, bold }: Faces, to: LabelAddress, top: number): number {
	let nextTop = top;
	const draw = (text: string, style: LineStyle) => {
		nextTop = drawLine(page, text, MARGIN, nextTop, style);
	};
	if (to.companyName) draw(to.companyName, { font: bold, size: 13, path: 'destinationAddress.companyName' });
	const contactStyle = to.companyName ? { font: regular, size: 11 } : { font: bold, size: 13 };
	draw(to.contactPerson, { ...contactStyle, path: 'destinationAddress.contactPerson' });
	for (const text of to.lines.filter(Boolean))
		draw(text, { font: regular, size: 11, minSize: 6, path: 'destinationAddress.addressLine1' });
	draw(`${to.zipcode}  ${to.city}`, { font: bold, size: 15, path: 'destinationAddress.city' });
	draw(to.countryName.toUpperCase(), { font: bold, size: 13, minSize: 8 });
	draw(`Tel. ${to.phone}`, { font: regular, size: 7.5, path: 'destinationAddress.phone' });
	drawRule(page, nextTop - 1);
	return nextTop - 4;
}

/** Draws a Data Matrix for sorting machines beside routing code, piece number, weight, dimensions, reference and customs text. */
function drawPieceData(page: PDFPage, { regular, bold }: Faces, label: PieceLabel, top: number): void {
	const pieceX = 170;
	const matrixText = `${label.routingCode}|${label.trackingNumber}|${label.pieceNumber}/${label.pieceCount}`;
	drawDataMatrix(page, matrixText, LABEL_WIDTH - MARGIN - 40, top - 40, 0.5);
	const routingStyle = { font: bold, size: 19, minSize: 8, width: 150, path: 'destinationAddress.zipcode' };
	drawLine(page, label.routingCode, MARGIN, top, routingStyle);
	drawLine(page, `${label.pieceNumber} of ${label.pieceCount}`, pieceX, top, { font: bold, size: 13, width: 60 });
	drawLine(page, `${label.weightKg.toFixed(1)} kg`, pieceX, top - 15, { font: bold, size: 11, width: 60 });
	drawLine(page, label.dimensions, pieceX, top - 28, { font: regular, size: 7, width: 66 });
	const small = { font: regular, size: 8, width: 150 };
	drawLine(page, `Ref. ${label.reference ?? '–'}`, MARGIN, top - 24, { ...small, minSize: 4, path: 'reference' });
	drawLine(page, `${label.date} · from ${label.from.countryCode}`, MARGIN, top - 34, small);
	if (label.customsText) drawLine(page, label.customsText, MARGIN, top - 46, { font: regular, size: 6.5, minSize: 4 });
}

function drawBarCodes(page: PDFPage, { regular, bold }: Faces, label: PieceLabel): void {
	const trackingBottom = 128;
	const centre = LABEL_WIDTH / 2;
	drawLinear(page, 'code128', label.trackingNumber, {
		centre,
		bottom: trackingBottom,
		heightMm: 24,
		moduleMm: label.trackingNumber.length > 12 ? 0.375 : 0.5,
	});
	drawCentred(page, bold, groupCharacters(label.trackingNumber), centre, trackingBottom - 11, 10);
	drawLinear(page, 'gs1-128', `(00)${label.sscc}`, { centre, bottom: 20, heightMm: 32, moduleMm: 0.5 });
	drawCentred(page, regular, `(00) ${label.sscc}`, centre, 9.5, 8);
}

function drawCentred(page: PDFPage, font: TextFace, text: string, centre: number, y: number, size: number): void {
	font.drawText(page, text, { x: centre - font.widthOfTextAtSize(text, size) / 2, y, size });
}
