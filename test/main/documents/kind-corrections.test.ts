// Corrected kinds are stored by carrier and applied to similar future documents.
import bwipjs from 'bwip-js/node';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { expect, it } from 'vitest';
import { openDesk } from '../../fixtures/desk';

interface DrawnPage {
	words: string;
	code?: string;
	widthPt?: number;
}

async function pdfOf(...pages: DrawnPage[]): Promise<Uint8Array> {
	const document = await PDFDocument.create();
	const font = await document.embedFont(StandardFonts.Helvetica);
	for (const { words, code, widthPt = 288 } of pages) {
		const page = document.addPage([widthPt, 432]);
		page.drawText(words, { x: 20, y: 400, size: 10, font });
		if (!code) continue;
		const picture = await document.embedPng(await bwipjs.toBuffer({ bcid: 'code128', text: code, scale: 3 }));
		page.drawImage(picture, { x: 30, y: 200, width: 200, height: 60 });
	}
	return document.save();
}

const shipmentPdf = (number: string) =>
	pdfOf(
		{ words: `SHIP TO ${number}`, code: number },
		{ words: `FILE COPY ${number}`, code: number },
		{ words: 'Receipt' },
	);

function openKindsDesk() {
	const { book, documents, database, journal } = openDesk();
	return {
		documents,
		database,
		journal,
		async kindsOf(pdf: Uint8Array, carrier = 'C') {
			const { id, documentIds } = await book(pdf, { carrier });
			return { documentIds, kinds: documents.documentsOfShipment(id).map(({ kind, pages }) => `${pages} ${kind}`) };
		},
	};
}

it('separates the copy from the receipt, and applies a correction to only one of them', async () => {
	const { kindsOf, documents } = openKindsDesk();
	const { kinds, documentIds } = await kindsOf(await shipmentPdf('TRACK0001'));
	expect(kinds).toEqual(['1 label', '1 papers', '1 papers']);
	documents.correctKind(documentIds[1] ?? 0, 'label');
	expect(documents.kindCorrections('C')).toMatchObject([{ guess: 'papers', trait: 'copy', kind: 'label' }]);
	expect(documents.kindCorrections('D')).toEqual([]);
	expect((await kindsOf(await shipmentPdf('TRACK0002'))).kinds).toEqual(['1 label', '1 label', '1 papers']);
});

it('deletes a correction that is undone, even on a page whose size differs by the full tolerance', async () => {
	const { kindsOf, documents } = openKindsDesk();
	const receipt = (widthPt: number) =>
		pdfOf({ words: 'Receipt TRACK', widthPt, code: '' }, { words: 'x', code: 'TRACK0001' });
	const first = await kindsOf(await receipt(288));
	expect(first.kinds).toEqual(['1 label', '1 papers']);
	documents.correctKind(first.documentIds[1] ?? 0, 'manifest');
	const second = await kindsOf(await receipt(288 + (3 * 72) / 25.4));
	expect(second.kinds).toEqual(['1 label', '1 manifest']);
	documents.correctKind(second.documentIds[1] ?? 0, 'papers');
	expect(documents.kindCorrections('C')).toEqual([]);
	expect((await kindsOf(await receipt(288))).kinds).toEqual(['1 label', '1 papers']);
});

it('applies corrections made before traits were stored to all pages of that guess and size, until one is corrected', async () => {
	const { kindsOf, documents, database } = openKindsDesk();
	database.run(
		"INSERT INTO kind_memory (carrier, guess, width_mm, height_mm, kind) VALUES ('C', 'papers', 101.6, 152.4, 'invoice')",
	);
	const { kinds, documentIds } = await kindsOf(await shipmentPdf('TRACK0001'));
	expect(kinds).toEqual(['1 label', '1 invoice', '1 invoice']);
	documents.correctKind(documentIds[2] ?? 0, 'papers');
	expect(documents.kindCorrections('C')).toEqual([]);
});
