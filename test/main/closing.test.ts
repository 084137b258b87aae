import { PDFDocument, StandardFonts } from 'pdf-lib';
import { expect, it } from 'vitest';
import { createClosing } from '../../src-main/shipments/closing';
import { openDesk } from '../fixtures/desk';

const now = () => new Date('2026-11-21T10:00:00Z');

/** A page for each list of codes. */
async function labelWith(...pages: string[][]): Promise<Uint8Array> {
	const document = await PDFDocument.create();
	const font = await document.embedFont(StandardFonts.Helvetica);
	for (const codes of pages) {
		const page = document.addPage([288, 432]);
		for (const [index, code] of codes.entries()) page.drawText(code, { x: 20, y: 400 - index * 20, size: 10, font });
	}
	return document.save();
}

/** A page for each width in points, with one code. */
async function labelsOfSizes(...pages: [number, string][]): Promise<Uint8Array> {
	const document = await PDFDocument.create();
	const font = await document.embedFont(StandardFonts.Helvetica);
	for (const [width, code] of pages) document.addPage([width, 432]).drawText(code, { x: 20, y: 400, size: 10, font });
	return document.save();
}

function desk() {
	const opened = openDesk({ now });
	return { ...opened, closing: createClosing(opened.database, opened.documents, now) };
}

it('is right once, and again after that', async () => {
	const { closing, journal, book } = desk();
	const { id } = await book(await labelWith(['0952 0000 0000 01I']), { trackingNumber: '09520000000001I' });
	// As a scanner sends it: with the mark of its symbology.
	expect(closing.scan(id, ']C009520000000001I')).toEqual({ kind: 'right', closed: true, scanned: 1, pages: 1 });
	expect(journal.summary(id).closedAt).toBe(now().toISOString());
	expect(closing.scan(id, '0952 0000 0000 01i')).toMatchObject({ kind: 'again' });
});

it('counts the pieces of a shipment, each by its own code', async () => {
	const { closing, book } = desk();
	const label = await labelWith(['TRACK0001234', 'PIECE00001'], ['TRACK0001234', 'PIECE00002']);
	const { id } = await book(label, { trackingNumber: 'TRACK0001234' });
	expect(closing.scan(id, 'PIECE00002')).toEqual({ kind: 'right', closed: false, scanned: 1, pages: 2 });
	expect(closing.scan(id, 'PIECE00002')).toMatchObject({ kind: 'again' });
	// On both pieces: it cannot tell which of them this is.
	expect(closing.scan(id, 'TRACK0001234')).toEqual({ kind: 'shared' });
	expect(closing.scan(id, 'PIECE00001')).toMatchObject({ kind: 'right', closed: true });
});

it('counts pieces that bear nothing but one code by their scans, and labels in a printer’s language each by its own', async () => {
	const { closing, book } = desk();
	const { id } = await book(await labelWith(['TRACK0001234'], ['TRACK0001234']), { trackingNumber: 'TRACK0001234' });
	expect(closing.scan(id, 'TRACK0001234')).toMatchObject({ kind: 'right', closed: false });
	expect(closing.scan(id, 'TRACK0001234')).toMatchObject({ kind: 'right', closed: true });
	const zpl = ['PIECE00011', 'PIECE00012'].map((code) => `^XA^FO20,20^BCN,100^FD${code}^FS^XZ`).join('');
	const { id: native } = await book(Buffer.from(zpl), { trackingNumber: 'TRACK0009999' });
	expect(closing.scan(native, 'PIECE00012')).toMatchObject({ kind: 'right', closed: false, pages: 2 });
	expect(closing.scan(native, 'PIECE00012')).toMatchObject({ kind: 'again' });
});

it('warns of the label of another parcel, and names it', async () => {
	const { closing, journal, book } = desk();
	const { id } = await book(await labelWith(['TRACK0000001']), { trackingNumber: 'TRACK0000001' });
	const { id: other } = await book(await labelWith(['TRACK0000002', 'PIECE00009']), {
		trackingNumber: 'TRACK 0000002',
	});
	const wrong = { kind: 'wrong', otherShipmentId: other, otherRecipient: journal.summary(other).recipient };
	expect(closing.scan(id, 'TRACK0000002')).toEqual(wrong);
	expect(closing.scan(id, 'PIECE00009')).toEqual(wrong);
	expect(closing.scan(id, 'NOBODY00001')).toEqual({ kind: 'wrong', otherShipmentId: null, otherRecipient: '' });
	expect(journal.summary(id).closedAt).toBeNull();
});

it('closes nothing by a code that also stands on other labels, such as that of a depot, nor by a date', async () => {
	const { closing, journal, book } = desk();
	const codes = ['DEPOT12345', '2026-11-21'];
	const { id } = await book(await labelWith(['TRACK0000001', ...codes]), { trackingNumber: 'TRACK0000001' });
	await book(await labelWith(['TRACK0000002', ...codes]), { trackingNumber: 'TRACK0000002' });
	expect(closing.scan(id, 'DEPOT12345')).toEqual({ kind: 'shared' });
	expect(closing.scan(id, '2026-11-21')).toMatchObject({ kind: 'wrong', otherShipmentId: null });
	expect(journal.summary(id).closedAt).toBeNull();
	await book(await labelWith(['TRACK0000003', ...codes]), { trackingNumber: 'TRACK0000003' });
	const { id: without } = await book(await labelWith(['TRACK0000004']), { trackingNumber: 'TRACK0000004' });
	expect(closing.scan(without, 'DEPOT12345')).toEqual({ kind: 'wrong', otherShipmentId: null, otherRecipient: '' });
});

const waybill = (codes: string[], words = '') =>
	`^XA${[...codes, words].map((text) => `^FO20,20^BCN,100^FD${text}^FS`).join('')}^XZ`;

it('does not count the copies in a printer’s language', async () => {
	const { closing, book } = desk();
	const zpl = [waybill(['1234567890', 'PIECE00001']), waybill(['1234567890'], 'WAYBILL DOC')].join('');
	const { id } = await book(Buffer.from(zpl), { trackingNumber: '1234567890' });
	expect(closing.scan(id, 'PIECE00001')).toEqual({ kind: 'right', closed: true, scanned: 1, pages: 1 });
});

it('closes a parcel whose last label without a scan is said to be a paper, and counts labels only', async () => {
	const { closing, journal, documents, book } = desk();
	const label = await labelsOfSizes([288, 'TRACK0001234'], [260, 'PIECE00002'], [230, 'PIECE00003']);
	const { id, documentIds } = await book(label, { trackingNumber: 'TRACK0001234' });
	expect(documentIds).toHaveLength(3);
	const [, second = 0, third = 0] = documentIds;
	expect(closing.scan(id, 'PIECE00002')).toEqual({ kind: 'right', closed: false, scanned: 1, pages: 3 });
	documents.correctKind(second, 'papers');
	expect(closing.scan(id, 'TRACK0001234')).toEqual({ kind: 'right', closed: false, scanned: 1, pages: 2 });
	expect(journal.summary(id).closedAt).toBeNull();
	documents.correctKind(third, 'papers');
	expect(journal.summary(id).closedAt).toBe(now().toISOString());
});
