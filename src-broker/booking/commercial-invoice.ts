// Draws the commercial invoice of a dutiable shipment: A4, one line per item. Lengths are in points.
import { type PDFDocument, rgb } from 'pdf-lib';
import type { ContentItem } from '../../src-contract/partner-api';
import { lineValueCents } from './contents-value';
import { type Faces, wrap } from './fonts';
import type { LabelAddress } from './label';
import type { TextFace } from './text-drawing';

const WIDTH = 595.28;
const HEIGHT = 841.89;
const MARGIN = 42;
/** Left edge of the right half of the page, with the recipient and the signature. */
const RIGHT_HALF = 310;
/** Left edge of the values of the shipment details. */
const DETAIL_VALUE_X = 150;
/** Left edges of the item columns; right edges for `price` and `total`. */
const COLUMNS = { description: MARGIN, hs: 262, origin: 330, quantity: 372, price: 470, total: WIDTH - MARGIN };

export interface CommercialInvoice {
	number: string;
	date: string;
	trackingNumber: string;
	carrier: string;
	from: LabelAddress;
	to: LabelAddress;
	currency: string;
	incoterms: string;
	reasonForExport: string;
	items: readonly ContentItem[];
	grossKg: number;
	pieceCount: number;
	freightEur: number;
	insured: boolean;
	reference: string | undefined;
}

/** Texts of the terms of delivery by Incoterm. */
const TERMS: Record<string, string> = {
	DAP: 'DAP: the recipient is the importer and pays duty, tax and clearance',
	DDP: 'DDP: the sender pays duty, tax and clearance',
};

/** A value with two decimals and a comma after each thousand. */
const formatAmount = (value: number) => value.toFixed(2).replace(/\B(?=(\d{3})+(?!\d)\.)/g, ',');

/** Writes text from the top to the bottom of a page. */
class InvoiceWriter {
	private page;
	/** Baseline of the next line of text, from the bottom edge of the page. */
	y: number;

	constructor(
		private readonly document: PDFDocument,
		readonly faces: Faces,
	) {
		this.page = document.addPage([WIDTH, HEIGHT]);
		this.y = HEIGHT - MARGIN;
	}

	newPage(): void {
		this.page = this.document.addPage([WIDTH, HEIGHT]);
		this.y = HEIGHT - MARGIN - 10;
	}

	/** Draws text with its left edge at x. */
	text(text: string, x: number, size = 9, font: TextFace = this.faces.regular): void {
		font.drawText(this.page, text, { x, y: this.y, size });
	}

	/** Draws text with its right edge at x. */
	textRight(text: string, x: number, size = 9, font: TextFace = this.faces.regular): void {
		this.text(text, x - font.widthOfTextAtSize(text, size), size, font);
	}

	/** Draws a horizontal line from x to the right margin. */
	rule(y: number, thickness = 0.8, x = MARGIN): void {
		this.page.drawLine({ start: { x, y }, end: { x: WIDTH - MARGIN, y }, thickness, color: rgb(0, 0, 0) });
	}
}

/** Appends the invoice to the document, on as many pages as its items need. */
export function drawCommercialInvoice(document: PDFDocument, faces: Faces, invoice: CommercialInvoice): void {
	const writer = new InvoiceWriter(document, faces);
	drawTitle(writer, invoice);
	drawParties(writer, invoice);
	drawShipmentDetails(writer, invoice);
	drawItems(writer, invoice);
	drawDeclaration(writer, invoice);
}

function drawTitle(writer: InvoiceWriter, invoice: CommercialInvoice): void {
	const { bold } = writer.faces;
	writer.y -= 18;
	writer.text('Commercial invoice', MARGIN, 20, bold);
	writer.textRight(`No. ${invoice.number}`, WIDTH - MARGIN, 11, bold);
	writer.y -= 16;
	writer.textRight(invoice.date, WIDTH - MARGIN, 9);
}

/** Draws sender and recipient side by side. The next line is below the longer of the two. */
function drawParties(writer: InvoiceWriter, invoice: CommercialInvoice): void {
	writer.y -= 24;
	const top = writer.y;
	drawParty(writer, 'Sender / exporter', invoice.from, MARGIN);
	const senderBottom = writer.y;
	writer.y = top;
	drawParty(writer, 'Recipient / importer', invoice.to, RIGHT_HALF);
	writer.y = Math.min(senderBottom, writer.y) - 12;
}

function drawParty(writer: InvoiceWriter, title: string, address: LabelAddress, x: number): void {
	const { regular, bold } = writer.faces;
	const lines = [
		address.companyName,
		address.contactPerson,
		...address.lines,
		`${address.zipcode} ${address.city}`,
		address.countryName,
		`Tel. ${address.phone}`,
		address.email,
		`VAT / tax number: ${address.vatNumber ?? 'not given'}`,
	].filter((text): text is string => Boolean(text));
	writer.text(title, x, 9, bold);
	writer.y -= 14;
	for (const line of lines.flatMap((text) => wrap(regular, text, 9, 240))) {
		writer.text(line, x);
		writer.y -= 12;
	}
}

function drawShipmentDetails(writer: InvoiceWriter, invoice: CommercialInvoice): void {
	const { regular, bold } = writer.faces;
	const { to } = invoice;
	const details = {
		'Terms of delivery': `${TERMS[invoice.incoterms] ?? invoice.incoterms} (${to.city}, ${to.countryCode})`,
		'Reason for export': invoice.reasonForExport.replace('_', ' '),
		Currency: invoice.currency,
		Waybill: `${invoice.trackingNumber} (${invoice.carrier})${invoice.reference ? `, reference ${invoice.reference}` : ''}`,
		Packages: `${invoice.pieceCount}, gross weight ${invoice.grossKg.toFixed(1)} kg`,
		Freight: `EUR ${formatAmount(invoice.freightEur)}${invoice.insured ? ', insurance included' : ', not insured'}, not part of the total below`,
	};
	for (const [name, value] of Object.entries(details)) {
		writer.text(name, MARGIN, 9, bold);
		for (const text of wrap(regular, value, 9, WIDTH - MARGIN - DETAIL_VALUE_X)) {
			writer.text(text, DETAIL_VALUE_X);
			writer.y -= 13;
		}
	}
}

function drawColumnTitles(writer: InvoiceWriter): void {
	const { bold } = writer.faces;
	writer.y -= 8;
	writer.text('Description', COLUMNS.description, 8, bold);
	writer.text('HS code', COLUMNS.hs, 8, bold);
	writer.text('Origin', COLUMNS.origin, 8, bold);
	writer.textRight('Quantity', COLUMNS.quantity + 44, 8, bold);
	writer.textRight('Unit value', COLUMNS.price, 8, bold);
	writer.textRight('Total', COLUMNS.total, 8, bold);
	writer.y -= 5;
	writer.rule(writer.y);
	writer.y -= 13;
}

/** Draws the items, on further pages if needed, then the total. */
function drawItems(writer: InvoiceWriter, invoice: CommercialInvoice): void {
	const { regular, bold } = writer.faces;
	drawColumnTitles(writer);
	let totalCents = 0;
	for (const item of invoice.items) {
		const lines = wrap(regular, item.description, 9, COLUMNS.hs - COLUMNS.description - 8);
		if (writer.y - lines.length * 12 < MARGIN + 110) {
			writer.newPage();
			drawColumnTitles(writer);
		}
		const itemCents = lineValueCents(item);
		totalCents += itemCents;
		writer.text(item.hsCode ?? '–', COLUMNS.hs);
		writer.text(item.country, COLUMNS.origin);
		writer.textRight(`${item.quantity} pcs`, COLUMNS.quantity + 44);
		writer.textRight(formatAmount(item.price), COLUMNS.price);
		writer.textRight(formatAmount(itemCents / 100), COLUMNS.total);
		for (const text of lines) {
			writer.text(text, COLUMNS.description);
			writer.y -= 12;
		}
		writer.y -= 3;
	}
	writer.rule(writer.y + 6);
	writer.y -= 8;
	writer.textRight(`Total ${invoice.currency} ${formatAmount(totalCents / 100)}`, COLUMNS.total, 11, bold);
}

function drawDeclaration(writer: InvoiceWriter, { from, date }: CommercialInvoice): void {
	writer.y -= 34;
	writer.text(
		'I declare that the information on this invoice is true and correct and that the goods are as described.',
		MARGIN,
	);
	writer.y -= 36;
	writer.text(`${from.contactPerson}, ${from.city}, ${date}`, MARGIN);
	writer.rule(writer.y - 2, 0.6, RIGHT_HALF);
	writer.y -= 12;
	writer.text('Name, place and date', MARGIN, 7);
	writer.text('Signature', RIGHT_HALF, 7);
}
