// The 4×6 inch label of one piece: free text on top, data in the middle, bar codes below (resources: label facts of GS1).
import { type PDFDocument, type PDFFont, type PDFPage, rgb } from 'pdf-lib';
import type { PartnerAddress } from '../../src-contract/partner-api';
import { drawDataMatrix, drawLinear } from './bar-code';
import { type Faces, sizeToFit } from './fonts';

const LABEL_WIDTH = 288;
const LABEL_HEIGHT = 432;
const MARGIN = 12;
const INNER = LABEL_WIDTH - 2 * MARGIN;

export interface LabelAddress extends PartnerAddress {
	countryName: string;
	/** The two address lines as the carrier takes them. */
	lines: [string, string];
}

export interface PieceLabel {
	carrier: string;
	product: string;
	routingCode: string;
	trackingNumber: string;
	sscc: string;
	piece: number;
	pieces: number;
	weightKg: number;
	/** L × W × H in cm, as the piece was declared. */
	size: string;
	reference: string | undefined;
	date: string;
	from: LabelAddress;
	to: LabelAddress;
	/** One line on contents, value and terms; only when dutiable. */
	customs: string | undefined;
}

/** A text that is too wide for its place even at the smallest size that can be read. */
export class TooWide extends Error {
	constructor(
		/** The field that it came from, as a path of the shipment request. */
		readonly path: string,
	) {
		super(`${path} is too wide for the label`);
	}
}

/**
 * Draws text with its top at `top`, shrunk to the width when it must; returns the foot of the line.
 * @throws TooWide when it does not fit: nothing is cut
 */
function line(
	page: PDFPage,
	font: PDFFont,
	text: string,
	x: number,
	top: number,
	width: number,
	largest: number,
	smallest = 5,
	path = '',
): number {
	const size = sizeToFit(font, text, width, largest, smallest);
	if (path && font.widthOfTextAtSize(text, size) > width) throw new TooWide(path);
	page.drawText(text, { x, y: top - size, size, font });
	return top - size * 1.22;
}

function rule(page: PDFPage, y: number): void {
	page.drawLine({ start: { x: MARGIN, y }, end: { x: LABEL_WIDTH - MARGIN, y }, thickness: 0.8, color: rgb(0, 0, 0) });
}

function groupTracking(trackingNumber: string): string {
	return trackingNumber.replace(/(.{4})(?=.)/g, '$1 ');
}

export function drawLabel(document: PDFDocument, { regular, bold }: Faces, label: PieceLabel): void {
	const page = document.addPage([LABEL_WIDTH, LABEL_HEIGHT]);
	const { from, to } = label;

	let top = LABEL_HEIGHT - MARGIN;
	line(page, bold, label.carrier, MARGIN, top, 150, 14);
	line(page, bold, label.product.toUpperCase(), 170, top, LABEL_WIDTH - MARGIN - 170, 14);
	top -= 20;
	rule(page, top);

	top -= 3;
	const sender = [from.companyName, from.contactPerson].filter(Boolean).join(', ');
	top = line(page, regular, `From: ${sender}`, MARGIN, top, INNER, 7, 4, 'pickupAddress.companyName');
	top = line(
		page,
		regular,
		`${from.lines.filter(Boolean).join(', ')}, ${from.zipcode} ${from.city}, ${from.countryName} · ${from.phone}`,
		MARGIN,
		top,
		INNER,
		7,
		4,
		'pickupAddress.addressLine1',
	);
	rule(page, top - 1);

	top -= 4;
	const nameWidth = INNER;
	if (to.companyName)
		top = line(page, bold, to.companyName, MARGIN, top, nameWidth, 13, 5, 'destinationAddress.companyName');
	top = line(
		page,
		to.companyName ? regular : bold,
		to.contactPerson,
		MARGIN,
		top,
		nameWidth,
		to.companyName ? 11 : 13,
		5,
		'destinationAddress.contactPerson',
	);
	for (const text of to.lines.filter(Boolean))
		top = line(page, regular, text, MARGIN, top, nameWidth, 11, 6, 'destinationAddress.addressLine1');
	top = line(page, bold, `${to.zipcode}  ${to.city}`, MARGIN, top, nameWidth, 15, 5, 'destinationAddress.city');
	top = line(page, bold, to.countryName.toUpperCase(), MARGIN, top, nameWidth, 13, 8);
	top = line(page, regular, `Tel. ${to.phone}`, MARGIN, top, nameWidth, 7.5, 5, 'destinationAddress.phone');
	rule(page, top - 1);

	top -= 4;
	drawDataMatrix(
		page,
		`${label.routingCode}|${label.trackingNumber}|${label.piece}/${label.pieces}`,
		LABEL_WIDTH - MARGIN - 40,
		top - 40,
		0.5,
	);
	const dataTop = top;
	line(page, bold, label.routingCode, MARGIN, dataTop, 150, 19, 8, 'destinationAddress.zipcode');
	line(page, bold, `${label.piece} of ${label.pieces}`, 170, dataTop, 60, 13);
	line(page, bold, `${label.weightKg.toFixed(1)} kg`, 170, dataTop - 15, 60, 11);
	line(page, regular, label.size, 170, dataTop - 28, 66, 7);
	line(page, regular, `Ref. ${label.reference ?? '–'}`, MARGIN, dataTop - 24, 150, 8, 4, 'reference');
	line(page, regular, `${label.date} · from ${from.countryCode}`, MARGIN, dataTop - 34, 150, 8);
	top = dataTop - 46;
	if (label.customs) line(page, regular, label.customs, MARGIN, top, INNER, 6.5, 4);

	const trackingFoot = 128;
	const middle = LABEL_WIDTH / 2;
	drawLinear(page, 'code128', label.trackingNumber, {
		centre: middle,
		foot: trackingFoot,
		heightMm: 24,
		moduleMm: label.trackingNumber.length > 12 ? 0.375 : 0.5,
	});
	centred(page, bold, groupTracking(label.trackingNumber), middle, trackingFoot - 11, 10);
	drawLinear(page, 'gs1-128', `(00)${label.sscc}`, { centre: middle, foot: 20, heightMm: 32, moduleMm: 0.5 });
	centred(page, regular, `(00) ${label.sscc}`, middle, 9.5, 8);
}

function centred(page: PDFPage, font: PDFFont, text: string, middle: number, y: number, size: number): void {
	page.drawText(text, { x: middle - font.widthOfTextAtSize(text, size) / 2, y, size, font });
}
