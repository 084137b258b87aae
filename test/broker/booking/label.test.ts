// Labels as they are printed: at 203 dpi in one bit.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawExample, PRODUCT_OF_EACH_CARRIER } from '../../fixtures/shipping-documents';
import { drawPage, symbolsOn, textOfPdf } from '../../fixtures/symbols';

const LONG_NAME = 'Example Wholesale and Distribution Company of North America Inc.';
const swiss = { countryCode: 'CH', zipcode: '8001', city: 'Zürich' };
/** Fields that only a dutiable shipment needs. */
const customsFields = { reasonForExport: 'commercial', incoterms: 'DAP' };
const item = { description: 'Cotton T-shirt', quantity: 2, price: 12.5, country: 'NL', hsCode: '610910' };

/** Texts of the label: each line, split between columns. */
const linesOf = (pdf: Uint8Array) =>
	(textOfPdf(pdf).split('\f')[0] ?? '').split('\n').flatMap((line) => line.trim().split(/ {2,}/));

/** The area of the carrier's mark in the image of a label at 203 dpi: the first and the last pixel, in both directions. */
const MARK_START_PX = 34;
const MARK_END_PX = 118;

/** The contents on the label of a dutiable shipment. */
async function contentsOf(descriptions: string[]): Promise<string> {
	const contentItems = descriptions.map((description) => ({ ...item, description }));
	const pdf = await drawExample({ isDutiable: true, to: swiss, request: { ...customsFields, contentItems } });
	const [label = ''] = textOfPdf(pdf).split('\f');
	const start = /^40 × 30 × 20 cm/m.exec(label);
	return label
		.slice((start?.index ?? 0) + 16, label.indexOf('0952 '))
		.replace(/DAP · EUR [\d.]+/, '')
		.replace(/\s+/g, ' ')
		.trim();
}

describe('a label', () => {
	it.each(PRODUCT_OF_EACH_CARRIER)(
		'of $carrier has readable symbols, its mark and its service',
		async ({ carrier, productId }) => {
			const pdf = await drawExample({ productId, to: { companyName: LONG_NAME } });
			const page = drawPage(pdf, 0, 203);
			const symbols = await symbolsOn(page);
			expect(symbols.filter(({ format }) => format === 'Code128')).toHaveLength(2);
			expect(symbols.find(({ format }) => format === 'DataMatrix')?.text).toMatch(/^DE-10115-\d+\|\w+\|1\/1$/);
			const text = textOfPdf(pdf).replace(/\s+/g, ' ');
			for (const word of [...carrier.split(' '), `Service ${productId}`]) expect(text).toContain(word);
			let inkOfMark = 0;
			for (let y = MARK_START_PX; y < MARK_END_PX; y += 1)
				for (let x = MARK_START_PX; x < MARK_END_PX; x += 1)
					if ((page.grey[y * page.widthPx + x] ?? 255) < 128) inkOfMark += 1;
			expect(inkOfMark).toBeGreaterThan(700);
		},
	);

	it('of each carrier has its own mark', async () => {
		const marks = new Set<string>();
		for (const { productId } of PRODUCT_OF_EACH_CARRIER) {
			const { grey, widthPx } = drawPage(await drawExample({ productId }), 0, 203);
			const rows = Array.from({ length: MARK_END_PX - MARK_START_PX }, (_, index) => {
				const rowStart = (MARK_START_PX + index) * widthPx;
				return grey.subarray(rowStart + MARK_START_PX, rowStart + MARK_END_PX);
			});
			marks.add(Buffer.concat(rows).toString('base64'));
		}
		expect(marks.size).toBe(6);
	});

	it.each([
		[301, /^CZ 000 000 014 NL$/],
		[101, /^70 0000 0011$/],
		[201, /^8100 0000 0000 12$/],
		[401, /^0952 0000 0000 01I$/],
	])('of service %i groups its tracking number as its format does', async (productId, pattern) => {
		const lines = linesOf(await drawExample({ productId }));
		expect(lines.filter((line) => pattern.test(line))).toHaveLength(1);
		expect(lines).toContain('SSCC (00) 0 9520000 000000001 1');
	});

	it('of a carrier without a mark shows its code', async () => {
		const carrier = { carrier: 'Own Trucks', carrierCode: 'QX' };
		expect(linesOf(await drawExample({ carrier }))).toContain('QX');
	});

	it('breaks a long name into two lines before it gets smaller', async () => {
		const lines = linesOf(await drawExample({ to: { companyName: LONG_NAME } }));
		expect(lines).toContain('Example Wholesale and Distribution');
		expect(lines).toContain('Company of North America Inc.');
		const short = linesOf(await drawExample({ to: { companyName: 'Example Wholesale' } }));
		expect(short).toContain('Example Wholesale');
	});

	it('has readable symbols when its texts are as long as possible', async () => {
		const long = {
			companyName: 'Wide '.repeat(14).trim(),
			contactPerson: 'Erika Example with a Rather Long Name, of the Long Names',
			addressLine1: 'Street of Peace and of the Friend',
			addressLine2: 'ship 123, rear house 4, third floor',
			countryCode: 'GB',
			zipcode: 'A1B2C3D4E5F6G7H8I9J0',
			city: 'Northwestern'.repeat(5),
		};
		const pdf = await drawExample({
			isDutiable: true,
			from: { ...long, countryCode: 'NL' },
			to: long,
			request: { ...customsFields, reference: 'PURCHASE-ORDER-2026-000123456789/REV-B/LINE-00042' },
		});
		const symbols = await symbolsOn(drawPage(pdf, 0, 203));
		expect(symbols).toHaveLength(3);
		expect(symbols.find(({ format }) => format === 'DataMatrix')?.text).toContain('GB-A1B2C3D4E5F6G7H8I9J0-401|');
		const text = textOfPdf(pdf).replace(/\s+/g, '');
		for (const part of Object.values(long)) {
			if (part.length > 2) expect(text).toContain(part.replace(/\s+/g, ''));
		}
	});
});

describe('shipping documents', () => {
	/** Generates texts of wide and narrow characters, with words of any length. */
	const anyText = (maxLength: number) =>
		fc
			.string({ unit: fc.constantFrom(...'abcWMiÄßΩЖ01 ,.-'), maxLength })
			.map((value) => `x${value}`.trim().slice(0, maxLength));
	const anyAddress = fc.record({
		companyName: fc.option(anyText(100), { nil: undefined }),
		contactPerson: anyText(100),
		addressLine1: anyText(70),
		zipcode: anyText(20),
		city: anyText(100),
		phone: anyText(40),
		countryCode: fc.constantFrom('NL', 'US', 'GB', 'JP', 'HU', 'SG', 'GN', 'CI', 'BR', 'KZ', 'XK'),
	});
	const anyGoods = fc.record({
		description: anyText(200),
		quantity: fc.double({ min: 1e-9, max: 1e6, noNaN: true }),
		price: fc.integer({ max: 1000, min: 0 }),
		country: fc.constant('CN'),
	});

	it('are drawn for all texts within the limits, or rejected because a text does not fit', async () => {
		let drawnCount = 0;
		const contents = fc.array(anyGoods, { minLength: 1, maxLength: 20 });
		const form = fc.constantFrom('CN22' as const, 'CN23' as const);
		await fc.assert(
			fc.asyncProperty(
				anyAddress,
				anyAddress,
				contents,
				anyText(50),
				form,
				async (from, to, contentItems, reference, customsForm) => {
					const request = { ...customsFields, contentItems, reference };
					try {
						await drawExample({ from, to, request, customsForm, isDutiable: true });
						drawnCount += 1;
					} catch (error) {
						expect(error).toMatchObject({ status: 422 });
					}
				},
			),
			{ numRuns: 60 },
		);
		expect(drawnCount).toBeGreaterThan(40);
	});
});

describe('the contents on a label', () => {
	it('are complete when they fit', async () => {
		expect(await contentsOf(['Cotton T-shirt', 'Wooden puzzle'])).toBe('Cotton T-shirt, Wooden puzzle');
	});

	it('are counted, and end after a whole word with an ellipsis, when they do not fit', async () => {
		const words = 'Stainless steel water bottle with a bamboo lid';
		const text = await contentsOf(Array.from({ length: 40 }, () => words));
		expect(text).toMatch(/^40 items: Stainless steel water bottle .* …$/);
		const last = / ([^ ]+) …$/.exec(text)?.[1];
		expect(words.split(' ')).toContain(last);
		const single = await contentsOf([`${words}, ${words}, ${words}, ${words}`]);
		expect(single).toMatch(/^Stainless .* …$/);
	});

	it('of one endless word are cut inside it', async () => {
		expect(await contentsOf(['Wide'.repeat(50)])).toMatch(/^(W ?i ?d ?e ?)+(W ?i? ?d?)?…$/);
	});
});
