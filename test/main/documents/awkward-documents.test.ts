// Unusual documents of other programs: how they are split, and that the codes of labels are readable when printed.
import { describe, expect, it } from 'vitest';
import { printerSchema } from '../../../src-contract/model/print';
import { splitDocuments } from '../../../src-main/documents/split';
import { renderSheetsAsDots, renderSheetsAsPdf } from '../../../src-main/printing/layout/sheets';
import { makeAwkwardDocuments } from '../../fixtures/awkward-documents';
import { readDots, readSymbols } from '../../fixtures/symbols';

const documents = await makeAwkwardDocuments();
const printer = (dpi: number, stock: string) =>
	printerSchema.parse({
		id: 'p',
		name: 'P',
		device: { driver: 'zpl', connection: 'tcp://127.0.0.1:9100' },
		stock,
		dpi,
		oversize: 'scale',
	});

describe.each(documents.map((document) => [document.name, document] as const))('%s', (_name, { bytes, expected }) => {
	let split: ReturnType<typeof splitDocuments> | undefined;
	/** Shared by both tests, because splitting takes most of their time. */
	const partsOf = () => (split ??= splitDocuments(bytes, 'AWK0001234567', []));

	it('is split as expected', async () => {
		const parts = await partsOf();
		if ('refused' in expected) {
			expect(parts).toMatchObject([{ kind: 'unreadable' }]);
			expect(parts[0]?.message).toMatch(expected.refused);
			expect(parts[0]?.bytes).toBe(bytes);
		} else if ('language' in expected) {
			expect(parts).toMatchObject([{ kind: 'label', format: expected.language, pages: expected.pages }]);
			expect(parts[0]?.bytes).toBe(bytes);
		} else {
			expect(parts.map(({ kind, pages }) => [kind, pages])).toEqual(
				expected.documents.map(({ kind, pages }) => [kind, pages]),
			);
			for (const [index, { widthMm, heightMm }] of expected.documents.entries()) {
				expect(Math.abs((parts[index]?.widthMm ?? 0) - widthMm)).toBeLessThan(0.6);
				expect(Math.abs((parts[index]?.heightMm ?? 0) - heightMm)).toBeLessThan(0.6);
			}
		}
	});

	it.runIf('documents' in expected && expected.codes.length > 0)(
		'has readable codes as a PDF and as dots',
		async () => {
			const [label] = await partsOf();
			if (!label || !('codes' in expected)) throw new Error('there is no label');
			for (const dpi of [203, 300] as const) {
				const [shortSideMm, longSideMm] = [label.widthMm, label.heightMm].sort((one, other) => one - other) as [
					number,
					number,
				];
				const size = shortSideMm > 110 ? 'A4' : longSideMm > 155 ? '4x8' : '4x6';
				const layout = { printer: printer(dpi, size), isLabel: true, oversize: 'scale' } as const;
				// A PDF has no resolution: codes that are readable at the lower resolution are readable at the higher one.
				if (dpi === 203) {
					const textsInPdf = (await readSymbols(await renderSheetsAsPdf(label.bytes, layout), 0, dpi)).map(
						({ text }) => text,
					);
					expect(textsInPdf, 'PDF').toEqual(expect.arrayContaining(expected.codes));
				}
				if (expected.isBlankAsDots) {
					await expect(renderSheetsAsDots(label.bytes, layout)).rejects.toThrow(/would come out blank/);
					continue;
				}
				const [dots] = await renderSheetsAsDots(label.bytes, layout);
				if (!dots) throw new Error('there is no sheet');
				const textsOnDots = (await readDots(dots)).map(({ text }) => text);
				expect(textsOnDots, `dots at ${dpi} dpi`).toEqual(expect.arrayContaining(expected.codes));
			}
		},
	);
});
