// Draws the 4×6 inch label of one piece: carrier, service and addresses at the top, sorting data in the middle, bar codes at the
// bottom. The layout follows the GS1 logistic label. Lengths are in points.
import { type PDFDocument, type PDFPage, rgb } from 'pdf-lib';
import { carrierMark, MARK_SIZE, MARK_STROKE } from '../../src-contract/model/carrier-marks';
import type { PartnerAddress } from '../../src-contract/partner-api';
import { groupTrackingNumber } from '../../src-contract/rules/tracking-number-groups';
import { drawDataMatrix, drawLinearCode } from '../../src-pdf/bar-code';
import { type Faces, sizeToFit, wrapText } from '../../src-pdf/fonts';
import { drawText, type TextPosition, type TextStyle, textWidth } from '../../src-pdf/page-text';
import type { AddressLine } from '../places/address-form';
import { contentsText } from './contents-text';
import { type BlockText, type Box, drawBlock, type FittedBlock, fitBlock, TextTooWideError } from './text-block';
import { formatSscc } from './tracking-number';

const LABEL_WIDTH = 288;
const LABEL_HEIGHT = 432;
const MARGIN = 12;
const RIGHT = LABEL_WIDTH - MARGIN;
const PRINTABLE_WIDTH = RIGHT - MARGIN;
const BLACK = rgb(0, 0, 0);

// Heights of the sections, from the top of the label. The section of the recipient gets the space that the others leave.
const TOP = LABEL_HEIGHT - MARGIN;
const HEADER_HEIGHT = 34;
const SENDER_HEIGHT = 36;
const PIECE_DATA_HEIGHT = 45;
const CUSTOMS_HEIGHT = 19;
/** Top edge of the section of the bar codes, from the bottom edge of the label. */
const BAR_CODES_TOP = 181;

const LOGO_AREA_WIDTH = 138;
/** Width and height of the carrier's mark. */
const PRINTED_MARK_SIZE = 30;
/** Left edge of the second column in the sections of the sender and of the piece data. */
const SECOND_COLUMN_X = 190;
/** Left edge of the contents in the customs section. */
const CUSTOMS_CONTENTS_X = 92;
const CUSTOMS_FONT_SIZE = 6.5;

export interface LabelAddress extends PartnerAddress {
	countryName: string;
	/** Names, street and city in the country's order. No street line is longer than the carrier accepts. */
	lines: AddressLine[];
}

/** What the labels of all pieces of a shipment show. */
export interface ShipmentLabel {
	carrier: string;
	carrierCode: string;
	product: string;
	productId: number;
	routingCode: string;
	trackingNumber: string;
	pieceCount: number;
	reference: string | undefined;
	/** ISO date. */
	date: string;
	from: LabelAddress;
	to: LabelAddress;
	/** Undefined if the shipment is not dutiable. */
	customs: { incoterms: string; value: string; descriptions: readonly string[] } | undefined;
}

export interface Piece {
	sscc: string;
	/** From 1 to `pieceCount`. */
	pieceNumber: number;
	weightKg: number;
	/** Length × width × height in cm, as stated in the request. */
	dimensions: string;
}

type PieceLabel = ShipmentLabel & Piece;

interface LineStyle {
	font: TextStyle['font'];
	/** Maximum font size. A wide text gets a smaller size, down to `minSize`. */
	size: number;
	/** Minimum font size. */
	minSize?: number;
	width?: number;
	/**
	 * Path of the text's field in the shipment request. If given, a text too wide even at `minSize` is an error; if not given, such a
	 * text is drawn wider than `width`.
	 */
	path?: string;
	align?: TextPosition['align'];
}

/** Draws one line of text below `top`. @throws TextTooWideError when the text of a field does not fit, because text is never cut */
function drawTextLine(page: PDFPage, text: string, x: number, top: number, style: LineStyle): void {
	const { font, size: maxSize, minSize = 5, width = PRINTABLE_WIDTH, path, align = 'left' } = style;
	const size = sizeToFit(font, text, width, maxSize, minSize);
	if (path && size === minSize && textWidth(text, { font, size }) > width) throw new TextTooWideError(path);
	drawText(page, text, { x, y: top - size, align }, { font, size });
}

function drawRule(page: PDFPage, y: number): void {
	page.drawLine({ start: { x: MARGIN, y }, end: { x: RIGHT, y }, thickness: 0.8, color: BLACK });
}

/**
 * Creates the function that draws the labels of a shipment. The texts that all labels share are fitted only once, because fitting
 * takes most of the time.
 * @returns function that appends the label of one piece as a page
 * @throws TextTooWideError, as the returned function does
 */
export function createLabelDrawer(
	document: PDFDocument,
	faces: Faces,
	shipment: ShipmentLabel,
): (piece: Piece) => void {
	const { customs } = shipment;
	const senderTop = TOP - HEADER_HEIGHT;
	const recipientTop = senderTop - SENDER_HEIGHT;
	const customsTop = BAR_CODES_TOP + (customs ? CUSTOMS_HEIGHT : 0);
	const pieceDataTop = customsTop + PIECE_DATA_HEIGHT;
	const sender = fitSender(faces, shipment, senderTop);
	const recipient = fitRecipient(faces, shipment.to, recipientTop, recipientTop - pieceDataTop);
	const contentsLines = customs ? fitContents(faces, customs.descriptions) : [];
	return (piece) => {
		const page = document.addPage([LABEL_WIDTH, LABEL_HEIGHT]);
		const label = { ...shipment, ...piece };
		drawLogo(page, faces, label);
		drawService(page, faces, label);
		drawRule(page, senderTop);
		for (const block of sender) drawBlock(page, block);
		drawRule(page, recipientTop);
		drawTextLine(page, 'To', MARGIN, recipientTop - 5, { font: faces.bold, size: 9 });
		drawBlock(page, recipient);
		drawPieceData(page, faces, label, pieceDataTop);
		if (customs) drawCustoms(page, faces, customs, contentsLines, customsTop);
		drawBarCodes(page, faces, label);
	};
}

/** Draws the carrier's mark and name. For a carrier without a mark, draws the carrier's code in a frame. */
function drawLogo(page: PDFPage, { bold }: Faces, { carrier, carrierCode }: PieceLabel): void {
	const mark = carrierMark(carrier);
	const scale = PRINTED_MARK_SIZE / MARK_SIZE;
	const markPosition = { x: MARGIN, y: TOP, scale };
	const stroke = { borderColor: BLACK, borderWidth: MARK_STROKE };
	if (mark?.fill) page.drawSvgPath(mark.fill, { ...markPosition, color: BLACK });
	if (mark?.stroke) page.drawSvgPath(mark.stroke, { ...markPosition, ...stroke });
	if (!mark) {
		page.drawSvgPath(`M1 1H${MARK_SIZE - 1}V${MARK_SIZE - 1}H1Z`, { ...markPosition, ...stroke });
		const x = MARGIN + PRINTED_MARK_SIZE / 2;
		drawTextLine(page, carrierCode, x, TOP - 8, {
			font: bold,
			size: 13,
			width: PRINTED_MARK_SIZE - 4,
			align: 'centre',
		});
	}
	const nameX = MARGIN + PRINTED_MARK_SIZE + 6;
	const [firstLine, secondLine] = splitInTwo(carrier);
	const style = { font: bold, size: secondLine ? 13 : 16, width: MARGIN + LOGO_AREA_WIDTH - 6 - nameX };
	drawTextLine(page, firstLine, nameX, secondLine ? TOP : TOP - 6, style);
	if (secondLine) drawTextLine(page, secondLine, nameX, TOP - 15, style);
}

/** Splits a name at the space that is nearest to its middle. */
function splitInTwo(name: string): [string, string?] {
	const spaces = [...name.matchAll(/ /g)].map(({ index }) => index);
	const distanceToMiddle = (space: number) => Math.abs(space - name.length / 2);
	const [nearest] = spaces.sort((a, b) => distanceToMiddle(a) - distanceToMiddle(b));
	return nearest === undefined ? [name] : [name.slice(0, nearest), name.slice(nearest + 1)];
}

/** Draws the product's name and number and the terms of delivery, in a frame. */
function drawService(page: PDFPage, { regular, bold }: Faces, { product, productId, customs }: PieceLabel): void {
	const x = MARGIN + LOGO_AREA_WIDTH;
	const width = RIGHT - x;
	const height = HEADER_HEIGHT - 4;
	page.drawRectangle({ x, y: TOP - height, width, height, borderColor: BLACK, borderWidth: 1.6 });
	drawTextLine(page, product.toUpperCase(), x + width / 2, TOP - 2, {
		font: bold,
		size: 15,
		width: width - 10,
		align: 'centre',
	});
	const details = [`Service ${productId}`, customs?.incoterms].filter(Boolean).join(' · ');
	drawTextLine(page, details, x + width / 2, TOP - 20, { font: regular, size: 7, width: width - 10, align: 'centre' });
}

/** Fits the sender into the left column, and reference, date and country of dispatch into the right column. */
function fitSender({ regular: font }: Faces, { from, reference, date }: ShipmentLabel, top: number): FittedBlock[] {
	const isName = ({ field }: AddressLine) => field === 'companyName' || field === 'contactPerson';
	const names = from.lines.filter(isName).map(({ text }) => text);
	const streetAndCity = from.lines.filter((line) => !isName(line)).map(({ text }) => text);
	const style = { font, size: 7, minSize: 4, maxLines: 4 };
	const box = { top: top - 2, height: SENDER_HEIGHT - 3 };
	const left = fitBlock(
		[
			{ ...style, text: `From: ${names.join(', ')}`, path: 'pickupAddress.companyName' },
			{ ...style, text: [...streetAndCity, from.countryName].join(', '), path: 'pickupAddress.addressLine1' },
			{ ...style, text: from.phone, path: 'pickupAddress.phone' },
		],
		{ ...box, x: MARGIN, width: SECOND_COLUMN_X - MARGIN - 6 },
	);
	const right = fitBlock(
		[
			...(reference ? [{ ...style, text: `Ref. ${reference}`, path: 'reference' }] : []),
			{ ...style, text: `${date} · from ${from.countryCode}`, path: 'reference' },
		],
		{ ...box, x: SECOND_COLUMN_X, width: RIGHT - SECOND_COLUMN_X },
	);
	return [left, right];
}

function fitRecipient({ regular, bold }: Faces, to: LabelAddress, top: number, height: number): FittedBlock {
	const styles: Record<AddressLine['field'], Omit<BlockText, 'text' | 'path'>> = {
		companyName: { font: bold, size: 13, minSize: 6, maxLines: 2 },
		contactPerson: to.companyName
			? { font: regular, size: 11, minSize: 6, maxLines: 2 }
			: { font: bold, size: 13, minSize: 6, maxLines: 2 },
		addressLine1: { font: regular, size: 11, minSize: 6, maxLines: 2 },
		city: { font: bold, size: 15, minSize: 6, maxLines: 2 },
	};
	const lines = to.lines.map(({ field, text }) => ({ ...styles[field], text, path: `destinationAddress.${field}` }));
	const country = { font: bold, size: 13, minSize: 6, maxLines: 2, text: to.countryName.toUpperCase() };
	const phone = { font: regular, size: 8, minSize: 5, maxLines: 1, text: `Tel. ${to.phone}` };
	const box: Box = { x: MARGIN + 18, top: top - 3, width: PRINTABLE_WIDTH - 18, height: height - 5, mayGrow: true };
	return fitBlock(
		[...lines, { ...country, path: 'destinationAddress.countryCode' }, { ...phone, path: 'destinationAddress.phone' }],
		box,
	);
}

/**
 * Draws the routing code, weight, dimensions and piece number, and a Data Matrix with the routing code, tracking number and piece
 * number for sorting machines.
 */
function drawPieceData(page: PDFPage, { regular, bold }: Faces, label: PieceLabel, top: number): void {
	drawRule(page, top);
	const matrixText = `${label.routingCode}|${label.trackingNumber}|${label.pieceNumber}/${label.pieceCount}`;
	drawDataMatrix(page, matrixText, { right: RIGHT, top: top - 3, side: PIECE_DATA_HEIGHT - 5 });
	const width = SECOND_COLUMN_X - MARGIN - 6;
	const routingStyle = { font: bold, size: 22, minSize: 8, width, path: 'destinationAddress.zipcode' };
	drawTextLine(page, label.routingCode, MARGIN, top - 2, routingStyle);
	drawTextLine(page, label.dimensions, MARGIN, top - 30, { font: regular, size: 8, width });
	drawTextLine(page, `${label.pieceNumber} of ${label.pieceCount}`, SECOND_COLUMN_X, top - 3, {
		font: bold,
		size: 13,
		width: 44,
	});
	drawTextLine(page, `${label.weightKg.toFixed(1)} kg`, SECOND_COLUMN_X, top - 20, { font: bold, size: 12, width: 44 });
}

/** Fits the contents into at most two lines. */
function fitContents({ regular }: Faces, descriptions: readonly string[]): string[] {
	const contentsWidth = RIGHT - CUSTOMS_CONTENTS_X;
	const linesOf = (text: string) => wrapText(regular, text, CUSTOMS_FONT_SIZE, contentsWidth);
	/** A longer text never fits in two lines, and measuring it would take long. */
	const maxChars = 250;
	const text = contentsText(
		descriptions,
		(candidate) => candidate.length <= maxChars && linesOf(candidate).length <= 2,
	);
	return linesOf(text);
}

/** Draws the terms of delivery and the value on the left, and the contents beside them. */
function drawCustoms(
	page: PDFPage,
	{ regular, bold }: Faces,
	{ incoterms, value }: NonNullable<ShipmentLabel['customs']>,
	lines: readonly string[],
	top: number,
): void {
	drawRule(page, top);
	const width = CUSTOMS_CONTENTS_X - MARGIN - 4;
	drawTextLine(page, `${incoterms} · ${value}`, MARGIN, top - 4, { font: bold, size: 8, minSize: 4, width });
	const textTop = top - (lines.length === 1 ? 5.5 : 1.5);
	const style = { font: regular, size: CUSTOMS_FONT_SIZE, minSize: CUSTOMS_FONT_SIZE };
	for (const [index, line] of lines.entries()) drawTextLine(page, line, CUSTOMS_CONTENTS_X, textTop - index * 8, style);
}

function drawBarCodes(page: PDFPage, { regular, bold }: Faces, label: PieceLabel): void {
	const { trackingNumber } = label;
	const centre = LABEL_WIDTH / 2;
	drawRule(page, BAR_CODES_TOP);
	const moduleMm = trackingNumber.length > 12 ? 0.375 : 0.5;
	drawLinearCode(page, 'code128', trackingNumber, { centre, bottom: 126, heightMm: 18, moduleMm });
	const number = groupTrackingNumber(trackingNumber);
	drawText(page, number, { x: centre, y: 115, align: 'centre' }, { font: bold, size: 11 });
	drawLinearCode(page, 'gs1-128', `(00)${label.sscc}`, { centre, bottom: 20, heightMm: 32, moduleMm: 0.5 });
	drawText(page, `SSCC ${formatSscc(label.sscc)}`, { x: centre, y: 9, align: 'centre' }, { font: regular, size: 9 });
}
