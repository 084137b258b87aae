// The page of the evidence: everything that was recorded is on it, in every script, on as many pages as it needs.
import { PDFDocument } from 'pdf-lib';
import { expect, test } from 'vitest';
import { drawEvidence } from '../../../../src-main/printing/layout/evidence-pdf';
import { loadFonts } from '../../../../src-pdf/fonts';
import { textOfPdf } from '../../../fixtures/symbols';

const OFFICE_PAPER = { stock: 'A4', ownStock: { widthMm: 210, heightMm: 297 } } as const;

test('the evidence has its facts, its events and its seal', async () => {
	const events = Array.from({ length: 90 }, (_, index) => ({
		at: `30 Nov 2026, 10:${String(index % 60).padStart(2, '0')}`,
		by: 'Packer',
		text: `Scanned: ${index + 1} × MUG-BLUE`,
	}));
	const facts = [{ name: 'Recipient', value: '東京商事株式会社' }];
	const pdf = await drawEvidence(
		{ title: '1001', facts, events, seal: '1a2b 3c4d 5e6f 7081' },
		OFFICE_PAPER,
		loadFonts('resources'),
	);
	const text = textOfPdf(pdf);
	expect((await PDFDocument.load(pdf)).getPageCount()).toBeGreaterThan(1);
	expect(text).toContain('Evidence of order 1001');
	expect(text).toContain('東京商事株式会社');
	expect(text).toContain('1a2b 3c4d 5e6f 7081');
	for (const event of events) expect(text).toContain(event.text);
});
