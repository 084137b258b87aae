// Counts how often texts are shaped and measured, because that takes most of the time of a booking.
import path from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, it, vi } from 'vitest';
import { contentsText } from '../../../src-broker/booking/contents-text';
import { createLabelDrawer } from '../../../src-broker/booking/label';
import { loadFonts, wrapText } from '../../../src-pdf/fonts';
import { createScriptFonts } from '../../../src-pdf/script-fonts';
import type { TextFace } from '../../../src-pdf/text-face';
import { destinationAddress } from '../../fixtures/requests';

const resources = path.resolve('resources');
const fonts = loadFonts(resources);

/** Distinct words of Devanagari consonants. */
function devanagariWord(chars: number, seed: number): string {
	return Array.from(
		{ length: chars },
		(_, index) => '\u0915\u0916\u0917\u0918'[(index * seed + (index >> 2)) % 4],
	).join('');
}

/** The regular face of a document, and how many characters it has measured. */
async function createCountingFace(document?: PDFDocument): Promise<{ face: TextFace; measuredChars: () => number }> {
	const { regular } = await fonts.embed(document ?? (await PDFDocument.create()), []);
	let measuredChars = 0;
	const face: TextFace = {
		...regular,
		widthOfTextAtSize(text, size) {
			measuredChars += text.length;
			return regular.widthOfTextAtSize(text, size);
		},
	};
	return { face, measuredChars: () => measuredChars };
}

describe('wrapText', () => {
	it.each([
		['Latin', 'W'.repeat(199)],
		['Devanagari', devanagariWord(199, 3)],
		['Hangul', '\uc11c\uc6b8\ud2b9'.repeat(66)],
		['Arabic', '\u0645\u062d\u0645\u062f'.repeat(50)],
		['mixed directions', '\u05d01a'.repeat(66)],
	])('measures a long word in proportion to its length: %s', async (_script, word) => {
		const { face, measuredChars } = await createCountingFace();
		const lines = wrapText(face, word, 9, 150);
		expect(lines.length).toBeGreaterThan(3);
		expect(lines.join('')).toBe(word);
		for (const [index, line] of lines.entries()) {
			expect(face.widthOfTextAtSize(line, 9)).toBeLessThanOrEqual(150.001);
			const next = [...(lines[index + 1] ?? '')][0];
			if (next) expect(face.widthOfTextAtSize(line + next, 9)).toBeGreaterThan(130);
		}
		expect(measuredChars()).toBeLessThan(word.length * 12);
	});

	it('breaks between the words of a text without spaces, and fills each line', async () => {
		const { face } = await createCountingFace();
		const lines = wrapText(face, '\u6771\u4eac'.repeat(30), 10, 100);
		expect(lines.map((line) => line.length)).toEqual([10, 10, 10, 10, 10, 10]);
	});
});

describe('the words that a script font stores', () => {
	// Hebrew, because it is shaped fastest.
	const font = createScriptFonts(resources).createFontFinder('\u05d0', [])('\u05d0');
	if (!font) throw new Error('no Hebrew font');
	const layoutCalls = vi.spyOn(font.font, 'layout');
	const layoutsOf = (text: string) => {
		layoutCalls.mockClear();
		font.glyphsOf(text, true);
		return layoutCalls.mock.calls.length;
	};

	it('are short ones', () => {
		const [short, long] = ['\u05d0'.repeat(30), '\u05d0'.repeat(31)];
		expect([layoutsOf(short), layoutsOf(short)]).toEqual([1, 0]);
		expect([layoutsOf(long), layoutsOf(long)]).toEqual([1, 1]);
	});

	it('have at most 20,000 glyphs', () => {
		const words = Array.from({ length: 800 }, (_, index) =>
			Array.from({ length: 30 }, (_, bit) => ((index >> (bit % 10)) & 1 ? '\u05d1' : '\u05d2')).join(''),
		);
		const shaped = words.reduce((sum, word) => sum + layoutsOf(word), 0);
		expect(shaped).toBe(800);
		expect(layoutsOf(words[799] ?? '')).toBe(0);
		expect(layoutsOf(words[0] ?? '')).toBe(1);
	});
});

it('contents that are too long are shortened in few steps', () => {
	let tried = 0;
	const fits = (maxChars: number) => (text: string) => {
		tried += 1;
		return text.length <= maxChars;
	};
	const words = Array.from({ length: 40_000 }, (_, index) => `word${index % 10}`);
	expect(contentsText([words.join(' ')], fits(13))).toBe('word0 word1 …');
	expect(contentsText(['W'.repeat(40_000)], fits(13))).toBe(`${'W'.repeat(12)}…`);
	expect(contentsText(words, fits(20))).toBe('40000 items: word0 …');
	expect(tried).toBeLessThan(80);
});

it('labels of further pieces measure only the texts of one line', async () => {
	const address = {
		...destinationAddress,
		lines: [{ field: 'companyName' as const, text: 'W'.repeat(60) }],
		countryName: 'Germany',
	};
	async function measuredFor(pieceCount: number): Promise<number> {
		const document = await PDFDocument.create();
		const { face, measuredChars } = await createCountingFace(document);
		const drawLabel = createLabelDrawer(
			document,
			{ regular: face, bold: face, embedScriptFonts: () => undefined },
			{
				carrier: 'Overland Parcel',
				carrierCode: 'OP',
				product: 'Economy',
				productId: 401,
				routingCode: 'DE-10115-401',
				trackingNumber: '09520000000001I',
				pieceCount,
				reference: 'ORDER-1',
				date: '2026-11-24',
				from: address,
				to: address,
				customs: { incoterms: 'DAP', value: 'EUR 1.00', descriptions: ['W'.repeat(199)] },
			},
		);
		for (let pieceNumber = 1; pieceNumber <= pieceCount; pieceNumber += 1)
			drawLabel({ sscc: '095200000000000011', pieceNumber, weightKg: 1, dimensions: '40 × 30 × 20 cm' });
		expect(document.getPageCount()).toBe(pieceCount);
		return measuredChars();
	}
	const [one, eleven] = [await measuredFor(1), await measuredFor(11)];
	expect(one).toBeGreaterThan(1000);
	expect((eleven - one) / 10).toBeLessThan(500);
});
