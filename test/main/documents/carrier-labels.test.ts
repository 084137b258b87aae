// Verifies the label fixtures: each stated symbol is readable on the drawn page, and pages have their stated size.
import { describe, expect, it } from 'vitest';
import { CARRIER_LABEL_NAMES, type CarrierLabel, makeCarrierLabels } from '../../fixtures/carrier-labels';
import {
	fedexNumber,
	germanPostCheckDigit,
	gs1CheckDigit,
	mod3736,
	s10Number,
	upsCheckDigit,
} from '../../fixtures/carrier-labels/numbers';
import { pdfOf, readPage, symbolsOf } from '../../fixtures/carrier-labels/reading';
import { drawPage, pageSizesMm } from '../../fixtures/symbols';

const DPI = 300;
const SIZE_TOLERANCE_MM = 0.2;
/** A sample, because reading all of them takes half a minute; `npm run faults -- labels` reads all. */
const SAMPLE = CARRIER_LABEL_NAMES.filter((_, index) => index % 6 === 0);

async function expectAsStated(label: CarrierLabel): Promise<void> {
	const pdf = await pdfOf(label);
	if (!pdf) {
		const text = Buffer.from(label.bytes).toString();
		for (const { data } of label.pages.flatMap(symbolsOf)) expect(text).toContain(data);
		return;
	}
	const sizes = await pageSizesMm(pdf);
	expect(sizes).toHaveLength(label.pages.length);
	for (const [index, page] of label.pages.entries()) {
		expect(Math.abs((sizes[index]?.widthMm ?? 0) - page.widthMm)).toBeLessThan(SIZE_TOLERANCE_MM);
		expect(Math.abs((sizes[index]?.heightMm ?? 0) - page.heightMm)).toBeLessThan(SIZE_TOLERANCE_MM);
		const found = await readPage(drawPage(pdf, index, DPI), page, DPI);
		const read = found.map(({ format, data, isGs1 }) => ({ format, data, isGs1 }));
		for (const { format, data, isGs1 } of symbolsOf(page)) expect(read).toContainEqual({ format, data, isGs1 });
	}
}

describe('label fixtures', () => {
	it.each(SAMPLE)(
		'%s: every stated symbol is read at 300 dpi, and the pages have their size',
		async (name) => {
			const [label] = await makeCarrierLabels([name]);
			if (!label) throw new Error(`there is no label file named ${name}`);
			expect(label.pages.flatMap(symbolsOf).filter(({ identifies }) => identifies).length).toBeGreaterThan(0);
			await expectAsStated(label);
		},
		60_000,
	);

	it('are at least 40, and no two parcels share an identifying symbol', async () => {
		const labels = await makeCarrierLabels(CARRIER_LABEL_NAMES.filter((name) => !/PNG|GIF|picture/.test(name)));
		expect(CARRIER_LABEL_NAMES.length).toBeGreaterThanOrEqual(40);
		const owners = new Map<string, Set<string>>();
		for (const { pages, name } of labels)
			for (const area of pages.flatMap(({ areas }) => areas))
				for (const { data } of area.symbols.filter(({ identifies }) => identifies))
					owners.set(data, (owners.get(data) ?? new Set()).add(`${name}, piece ${area.piece}`));
		expect(owners.size).toBeGreaterThan(80);
		expect([...owners.values()].filter(({ size }) => size > 1)).toEqual([]);
	});

	it('have numbers with the check digits of public examples', () => {
		expect(gs1CheckDigit('007393800054929')).toBe('7');
		expect(gs1CheckDigit('940580369930012428789')).toBe('9');
		expect(gs1CheckDigit('00012345000000002')).toBe('7');
		expect(upsCheckDigit('5R8939035756712')).toBe('7');
		expect(mod3736('09980000020033')).toBe('F');
		expect(mod3736('008182709980000020045327276')).toBe('N');
		expect(germanPostCheckDigit('56310243031')).toBe('3');
		expect(fedexNumber('any')).toMatch(/^7\d{11}$/);
		expect(s10Number('RB', 'any', 'GB')).toMatch(/^RB\d{9}GB$/);
	});
});
