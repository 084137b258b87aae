// Draws the customs invoice of a dutiable shipment: A4 pages with one row per item. Lengths are in points.
import type { PDFDocument, PDFPage } from 'pdf-lib';
import type { ContentItem } from '../../src-contract/partner-api';
import { type Faces, sizeToFit, wrapText } from '../../src-pdf/fonts';
import { drawText } from '../../src-pdf/page-text';
import { itemValueCents, totalValueCents } from './contents-value';
import type { LabelAddress } from './label';
import { createPagedWriter, A4_MARGIN as MARGIN, type PagedWriter, A4_RIGHT as RIGHT } from './paged-writer';
import { createThreadPause } from './thread-pause';

/** Left edge of the right half of the page, with the recipient and the signature. */
const RIGHT_HALF = 310;
/** Left edge of the values of the shipment details. */
const DETAIL_VALUE_X = 150;
/** Columns of the items: right edges of `quantity`, `unitValue` and `total`, left edges of the others. */
const COLUMNS = { number: MARGIN, description: 64, hs: 262, origin: 328, quantity: 424, unitValue: 488, total: RIGHT };
/** A quantity that is wider, because it has many decimals, is printed smaller. */
const QUANTITY_WIDTH = 62;
/** Baseline of the page number on the first page. */
const FIRST_PAGE_NUMBER_Y = 757;
/** Baseline of the invoice's number and the page number on every page after the first. */
const RUNNING_HEAD_Y = 794;
const LINE_HEIGHT = 12;
/** Space below the lines of text of a row. */
const ROW_GAP = 3;
/** Height of what is below the items: total, declarations without their lines of text, and signature. */
const CLOSING_HEIGHT = 120;

export interface InvoiceItem extends ContentItem {
	/** HS code that the service found from the description; only for items without `hsCode`. */
	suggestedHsCode: string | undefined;
	/** Name of the country of manufacture. */
	countryName: string;
}

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
	items: readonly InvoiceItem[];
	grossKg: number;
	pieceCount: number;
	/** In the currency of the invoice. */
	freight: number;
	insured: boolean;
	reference: string | undefined;
}

/** Texts of the terms of delivery by Incoterm. */
const TERMS: Record<string, string> = {
	DAP: 'DAP: the recipient is the importer and pays duty, tax and clearance',
	DDP: 'DDP: the sender pays duty, tax and clearance',
};

/** A value such as `1,234.50`. */
const formatAmount = (value: number) => value.toFixed(2).replace(/\B(?=(\d{3})+(?!\d)\.)/g, ',');

/** Goods that are not sold get a pro forma invoice, which states their value for customs only. */
const isSale = (invoice: CommercialInvoice) => invoice.reasonForExport === 'commercial';
const titleOf = (invoice: CommercialInvoice) => (isSale(invoice) ? 'Commercial invoice' : 'Pro forma invoice');

/** Appends the invoice to the document, on as many pages as its items need. */
export async function drawCommercialInvoice(
	document: PDFDocument,
	faces: Faces,
	invoice: CommercialInvoice,
): Promise<void> {
	const writer = createPagedWriter(document, faces);
	drawTitle(writer, invoice);
	drawParties(writer, invoice);
	drawShipmentDetails(writer, invoice);
	const declarations = declarationLines(faces, invoice);
	await drawItems(writer, invoice, CLOSING_HEIGHT + declarations.length * LINE_HEIGHT);
	drawTotal(writer, invoice);
	drawDeclarations(writer, invoice, declarations);
	writer.onEachPage((page, pageNumber, pageCount) => {
		const text = `Page ${pageNumber} of ${pageCount}`;
		if (pageNumber === 1)
			drawText(page, text, { x: RIGHT, y: FIRST_PAGE_NUMBER_Y, align: 'right' }, { font: faces.regular, size: 9 });
		else drawRunningHead(page, faces, invoice, text);
	});
}

/** Draws title, number and date. The page number is drawn below them later, when the number of pages is known. */
function drawTitle(writer: PagedWriter, invoice: CommercialInvoice): void {
	const { bold } = writer.faces;
	writer.moveDown(18);
	writer.drawText(titleOf(invoice), MARGIN, { size: 20, font: bold });
	writer.drawText(`No. ${invoice.number}`, RIGHT, { size: 11, font: bold }, 'right');
	writer.moveDown(13);
	writer.drawText(invoice.date, RIGHT, {}, 'right');
	writer.moveDown(12);
}

function drawRunningHead(page: PDFPage, { regular, bold }: Faces, invoice: CommercialInvoice, pageText: string): void {
	const y = RUNNING_HEAD_Y;
	drawText(page, `${titleOf(invoice)} No. ${invoice.number}`, { x: MARGIN, y }, { font: bold, size: 9 });
	drawText(page, pageText, { x: RIGHT, y, align: 'right' }, { font: regular, size: 9 });
}

/** Draws sender and recipient side by side. */
function drawParties(writer: PagedWriter, { from, to }: CommercialInvoice): void {
	writer.moveDown(18);
	writer.sideBySide(
		() => drawParty(writer, 'Sender / exporter', from, MARGIN),
		() => drawParty(writer, 'Recipient / importer', to, RIGHT_HALF),
	);
	writer.moveDown(12);
}

function drawParty(writer: PagedWriter, title: string, address: LabelAddress, x: number): void {
	const { regular, bold } = writer.faces;
	const lines = [
		...address.lines.map(({ text }) => text),
		address.countryName,
		`Tel. ${address.phone}`,
		address.email,
		address.vatNumber && `VAT / tax number: ${address.vatNumber}`,
	].filter((text): text is string => Boolean(text));
	writer.drawText(title, x, { font: bold });
	writer.moveDown(14);
	for (const line of lines.flatMap((text) => wrapText(regular, text, 9, 240))) {
		writer.drawText(line, x);
		writer.moveDown(LINE_HEIGHT);
	}
}

function drawShipmentDetails(writer: PagedWriter, invoice: CommercialInvoice): void {
	const { regular, bold } = writer.faces;
	const { to, currency } = invoice;
	const insurance = invoice.insured ? 'insurance included' : 'not insured';
	const details = {
		'Terms of delivery': `${TERMS[invoice.incoterms] ?? invoice.incoterms} (${to.city}, ${to.countryCode})`,
		'Reason for export': invoice.reasonForExport.replace('_', ' '),
		Currency: currency,
		Waybill: `${invoice.trackingNumber} (${invoice.carrier})${invoice.reference ? `, reference ${invoice.reference}` : ''}`,
		Packages: `${invoice.pieceCount}, gross weight ${invoice.grossKg.toFixed(1)} kg`,
		Freight: `${currency} ${formatAmount(invoice.freight)}, ${insurance}, not part of the total below`,
	};
	for (const [name, value] of Object.entries(details)) {
		writer.drawText(name, MARGIN, { font: bold });
		for (const text of wrapText(regular, value, 9, RIGHT - DETAIL_VALUE_X)) {
			writer.drawText(text, DETAIL_VALUE_X);
			writer.moveDown(13);
		}
	}
}

function drawColumnTitles(writer: PagedWriter): void {
	const style = { size: 8, font: writer.faces.bold };
	writer.moveDown(8);
	writer.drawText('No.', COLUMNS.number, style);
	writer.drawText('Description', COLUMNS.description, style);
	writer.drawText('HS code', COLUMNS.hs, style);
	writer.drawText('Origin', COLUMNS.origin, style);
	writer.drawText('Quantity (pcs)', COLUMNS.quantity, style, 'right');
	writer.drawText('Unit value', COLUMNS.unitValue, style, 'right');
	writer.drawText('Total', COLUMNS.total, style, 'right');
	writer.moveDown(5);
	writer.drawRule(0);
	writer.moveDown(13);
}

export const isCodeSuggested = ({ hsCode, suggestedHsCode }: InvoiceItem): boolean =>
	!hsCode && Boolean(suggestedHsCode);

/** The HS code as it is printed. A code that the service found gets an asterisk, because the exporter did not state it. */
export function hsText({ hsCode, suggestedHsCode }: InvoiceItem): string {
	return hsCode ?? (suggestedHsCode ? `${suggestedHsCode}*` : 'not stated');
}

/**
 * Draws the items, on further pages if needed. A row is never divided between pages, and the last row is on the page of the total.
 * @param closingHeight height of what is below the items
 */
async function drawItems(writer: PagedWriter, { items }: CommercialInvoice, closingHeight: number): Promise<void> {
	const { regular } = writer.faces;
	drawColumnTitles(writer);
	const pause = createThreadPause();
	for (const [index, item] of items.entries()) {
		await pause();
		const lines = wrapText(regular, item.description, 9, COLUMNS.hs - COLUMNS.description - 8);
		const rowHeight = lines.length * LINE_HEIGHT + ROW_GAP;
		const isLast = index === items.length - 1;
		if (!writer.hasRoomFor(rowHeight + (isLast ? closingHeight : 0))) {
			writer.startNewPage();
			drawColumnTitles(writer);
		}
		writer.drawText(String(index + 1), COLUMNS.number);
		writer.drawText(hsText(item), COLUMNS.hs);
		writer.drawText(item.country, COLUMNS.origin);
		const quantity = String(item.quantity);
		writer.drawText(quantity, COLUMNS.quantity, { size: sizeToFit(regular, quantity, QUANTITY_WIDTH, 9, 3) }, 'right');
		writer.drawText(formatAmount(item.price), COLUMNS.unitValue, {}, 'right');
		writer.drawText(formatAmount(itemValueCents(item) / 100), COLUMNS.total, {}, 'right');
		for (const text of lines) {
			writer.drawText(text, COLUMNS.description);
			writer.moveDown(LINE_HEIGHT);
		}
		writer.moveDown(ROW_GAP);
	}
}

function drawTotal(writer: PagedWriter, { items, currency }: CommercialInvoice): void {
	writer.drawRule(6);
	writer.moveDown(8);
	const total = `Total ${currency} ${formatAmount(totalValueCents(items) / 100)}`;
	writer.drawText(total, RIGHT, { size: 11, font: writer.faces.bold }, 'right');
}

/** Names the countries of manufacture. If there are more than six, refers to the column that states them. */
function originStatement(items: readonly InvoiceItem[]): string {
	const names = [...new Set(items.map(({ countryName }) => countryName))];
	const origin = names.length > 6 ? 'as stated in the column Origin' : names.join(', ');
	return `Country of origin of the goods: ${origin}. No preferential origin is claimed.`;
}

function declarationLines({ regular }: Faces, invoice: CommercialInvoice): string[] {
	const { items } = invoice;
	return [
		items.some(isCodeSuggested) ? '* HS code found from the description, not stated by the exporter.' : '',
		isSale(invoice) ? '' : 'The goods are not sold with this shipment. The values are stated for customs only.',
		originStatement(items),
		'I declare that the information on this invoice is true and correct and that the goods are as described.',
	]
		.filter(Boolean)
		.flatMap((text) => wrapText(regular, text, 9, RIGHT - MARGIN));
}

/** Draws the declarations and, below them, name, place and date beside a line for the signature. */
function drawDeclarations(writer: PagedWriter, { from, date }: CommercialInvoice, lines: readonly string[]): void {
	writer.moveDown(28);
	for (const text of lines) {
		writer.drawText(text, MARGIN);
		writer.moveDown(LINE_HEIGHT);
	}
	writer.moveDown(30);
	const { regular } = writer.faces;
	const [firstLine = '', ...furtherLines] = wrapText(
		regular,
		`${from.contactPerson}, ${from.city}, ${date}`,
		9,
		RIGHT_HALF - MARGIN - 12,
	);
	writer.drawText(firstLine, MARGIN);
	writer.drawRule(-2, 0.6, RIGHT_HALF);
	writer.moveDown(LINE_HEIGHT);
	writer.drawText('Signature', RIGHT_HALF, { size: 7 });
	for (const text of furtherLines) {
		writer.drawText(text, MARGIN);
		writer.moveDown(LINE_HEIGHT);
	}
	writer.drawText('Name, place and date', MARGIN, { size: 7 });
}
