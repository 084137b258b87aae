// Label files like those of carriers: into which documents they are split, and whether the labels fit on 4 × 6 in.
import { beforeAll, describe, expect, it } from 'vitest';
import { splitDocuments } from '../../../src-main/documents/split';
import { renderSheetsAsDots } from '../../../src-main/printing/layout/sheets';
import { type CarrierLabel, makeCarrierLabels } from '../../fixtures/carrier-labels';
import { readDots } from '../../fixtures/symbols';
import { profile } from '../../fixtures/true-size';

/** The documents expected from each file, as number of pages and kind, in the order in which they are stored. */
const KINDS = {
	'canada post 4×6 with MANIFEST REQ': ['1 label'],
	'canada post 4×6 followed by the manifest': ['1 label', '1 manifest'],
	'fedex international, 4×6 with two AWB copies and an invoice': ['1 label', '2 papers', '1 invoice'],
	'fedex two pieces, 4×6, each followed by its copy': ['2 label', '2 papers'],
	'dhl express 105×203 with a waybill document': ['1 label', '1 papers'],
	'ups 4×6 with a 4×6 receipt that bears the number as a bar code': ['1 label', '1 papers'],
	'usps letter page with the receipt on a page of its own': ['1 label', '1 papers'],
} as const;

/** Files with one label that is larger than 4 × 6 in or on a larger page. */
const LARGER = [
	'fedex PNG of 1400×800, rotated label',
	'ups GIF of 1400×800, rotated label',
	'ups letter page, label lying above its receipt',
	'usps letter page, label above its receipt',
	'dhl paket A4, label lying above the receipt',
	'gls A4 with the label in the upper left quarter',
	'colissimo A4 with the label lying in the upper half',
];

const files = new Map<string, CarrierLabel>();
beforeAll(async () => {
	for (const file of await makeCarrierLabels([...Object.keys(KINDS), ...LARGER])) files.set(file.name, file);
});
async function documentsOf(name: string) {
	const file = files.get(name);
	if (!file) throw new Error('there is no such label file');
	return { file, documents: await splitDocuments(file.bytes, file.trackingNumber, []) };
}

describe('copies, receipts and papers are not pieces', () => {
	it.each(Object.entries(KINDS))('%s', async (name, kinds) => {
		const { documents } = await documentsOf(name);
		expect(documents.map(({ kind, pages }) => `${pages} ${kind}`)).toEqual(kinds);
	});

	it('an invoice is not a label, even with SHIP TO and the tracking number', async () => {
		const { PDFDocument, StandardFonts } = await import('pdf-lib');
		const document = await PDFDocument.create();
		const font = await document.embedFont(StandardFonts.Helvetica);
		const page = document.addPage([612, 792]);
		const lines = [
			'INVOICE',
			'SHIP TO: Erika Example, 34 Specimen Street, 10115 Exampletown',
			'Waybill 1ZX6X6100370935842',
			'Qty Description HS code Origin Unit price Total',
			'2 Shirts 610910 NL 25.00 50.00',
			'Total value 50.00 EUR',
		];
		for (const [index, text] of lines.entries()) page.drawText(text, { x: 40, y: 740 - index * 30, size: 12, font });
		const documents = await splitDocuments(await document.save(), '1ZX6X6100370935842', []);
		expect(documents.map(({ kind, pages }) => `${pages} ${kind}`)).toEqual(['1 invoice']);
	});
});

describe('a label that is larger than 4 × 6 in or on a larger page is printed on 4 × 6 in with its codes', () => {
	const printer = profile({ driver: 'zpl', connection: 'tcp://127.0.0.1:9100' });
	const withoutSeparators = (text: string) => text.replace(/[()\u001d]/g, '');

	it.each(LARGER)('%s', async (name) => {
		const { file, documents } = await documentsOf(name);
		const [label] = documents.filter(({ kind }) => kind === 'label');
		const statedSymbols = file.pages.flatMap(({ areas }) => areas.flatMap(({ symbols }) => symbols));
		const expected = statedSymbols.filter(({ format, identifies }) => identifies && format === 'Code128');
		expect(expected.length).toBeGreaterThan(0);
		const sheets = await renderSheetsAsDots(label?.bytes ?? new Uint8Array(), {
			printer,
			isLabel: true,
			oversize: 'refuse',
		});
		expect(sheets).toHaveLength(1);
		const read = sheets[0] ? (await readDots(sheets[0])).map(({ text }) => withoutSeparators(text)) : [];
		for (const { data } of expected) expect(read).toContain(withoutSeparators(data));
	});
});
