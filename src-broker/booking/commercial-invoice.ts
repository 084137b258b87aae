// The commercial invoice that travels with a dutiable shipment: A4, one line an item.
import { type PDFDocument, type PDFPage, rgb } from 'pdf-lib';
import type { ContentItem } from '../../src-contract/partner-api';
import { type Faces, wrap } from './fonts';
import type { LabelAddress } from './label';

const WIDTH = 595.28;
const HEIGHT = 841.89;
const MARGIN = 42;
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
	pieces: number;
	freightEur: number;
	insured: boolean;
	reference: string | undefined;
}

const TERMS: Record<string, string> = {
	DAP: 'DAP: the recipient is the importer and pays duty, tax and clearance',
	DDP: 'DDP: the sender pays duty, tax and clearance',
};

const amount = (value: number) => value.toFixed(2).replace(/\B(?=(\d{3})+(?!\d)\.)/g, ',');

export function drawCommercialInvoice(
	document: PDFDocument,
	{ regular, bold }: Faces,
	invoice: CommercialInvoice,
): void {
	let page = document.addPage([WIDTH, HEIGHT]);
	let y = HEIGHT - MARGIN;
	const say = (text: string, x: number, size = 9, font = regular) => page.drawText(text, { x, y, size, font });
	const right = (text: string, x: number, size = 9, font = regular) =>
		page.drawText(text, { x: x - font.widthOfTextAtSize(text, size), y, size, font });

	y -= 18;
	say('Commercial invoice', MARGIN, 20, bold);
	right(`No. ${invoice.number}`, WIDTH - MARGIN, 11, bold);
	y -= 16;
	right(invoice.date, WIDTH - MARGIN, 9);

	y -= 24;
	const top = y;
	y = party(page, { regular, bold }, 'Sender / exporter', invoice.from, MARGIN, top);
	const other = party(page, { regular, bold }, 'Recipient / importer', invoice.to, 310, top);
	y = Math.min(y, other) - 12;

	const facts = [
		[
			'Terms of delivery',
			`${TERMS[invoice.incoterms] ?? invoice.incoterms} (${invoice.to.city}, ${invoice.to.countryCode})`,
		],
		['Reason for export', invoice.reasonForExport.replace('_', ' ')],
		['Currency', invoice.currency],
		[
			'Waybill',
			`${invoice.trackingNumber} (${invoice.carrier})${invoice.reference ? `, reference ${invoice.reference}` : ''}`,
		],
		['Packages', `${invoice.pieces}, gross weight ${invoice.grossKg.toFixed(1)} kg`],
		[
			'Freight',
			`EUR ${amount(invoice.freightEur)}${invoice.insured ? ', insurance included' : ', not insured'}, not part of the total below`,
		],
	];
	for (const [name, value] of facts) {
		say(name as string, MARGIN, 9, bold);
		for (const text of wrap(regular, value as string, 9, WIDTH - MARGIN - 150)) {
			say(text, 150);
			y -= 13;
		}
	}

	const header = () => {
		y -= 8;
		say('Description', COLUMNS.description, 8, bold);
		say('HS code', COLUMNS.hs, 8, bold);
		say('Origin', COLUMNS.origin, 8, bold);
		right('Quantity', COLUMNS.quantity + 44, 8, bold);
		right('Unit value', COLUMNS.price, 8, bold);
		right('Total', COLUMNS.total, 8, bold);
		y -= 5;
		page.drawLine({ start: { x: MARGIN, y }, end: { x: WIDTH - MARGIN, y }, thickness: 0.8, color: rgb(0, 0, 0) });
		y -= 13;
	};
	header();
	let total = 0;
	for (const item of invoice.items) {
		const lines = wrap(regular, item.description, 9, COLUMNS.hs - COLUMNS.description - 8);
		if (y - lines.length * 12 < MARGIN + 110) {
			page = document.addPage([WIDTH, HEIGHT]);
			y = HEIGHT - MARGIN - 10;
			header();
		}
		const lineTotal = Math.round(item.quantity * item.price * 100) / 100;
		total += lineTotal;
		say(item.hsCode ?? '–', COLUMNS.hs);
		say(item.country, COLUMNS.origin);
		right(`${item.quantity} pcs`, COLUMNS.quantity + 44);
		right(amount(item.price), COLUMNS.price);
		right(amount(lineTotal), COLUMNS.total);
		for (const text of lines) {
			say(text, COLUMNS.description);
			y -= 12;
		}
		y -= 3;
	}
	page.drawLine({
		start: { x: MARGIN, y: y + 6 },
		end: { x: WIDTH - MARGIN, y: y + 6 },
		thickness: 0.8,
		color: rgb(0, 0, 0),
	});
	y -= 8;
	right(`Total ${invoice.currency} ${amount(total)}`, COLUMNS.total, 11, bold);

	y -= 34;
	say(
		'I declare that the information on this invoice is true and correct and that the goods are as described.',
		MARGIN,
	);
	y -= 36;
	say(`${invoice.from.contactPerson}, ${invoice.from.city}, ${invoice.date}`, MARGIN);
	page.drawLine({
		start: { x: 310, y: y - 2 },
		end: { x: WIDTH - MARGIN, y: y - 2 },
		thickness: 0.6,
		color: rgb(0, 0, 0),
	});
	y -= 12;
	say('Name, place and date', MARGIN, 7);
	say('Signature', 310, 7);
}

function party(
	page: PDFPage,
	{ regular, bold }: Faces,
	title: string,
	address: LabelAddress,
	x: number,
	top: number,
): number {
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
	page.drawText(title, { x, y: top, size: 9, font: bold });
	let y = top - 14;
	for (const line of lines.flatMap((text) => wrap(regular, text, 9, 240))) {
		page.drawText(line, { x, y, size: 9, font: regular });
		y -= 12;
	}
	return y;
}
