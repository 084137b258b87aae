// Customs declarations of postal items: the choice of the form, its texts, and that the station recognises it.
import { describe, expect, it } from 'vitest';
import { categoryOf, customsFormOf } from '../../../src-broker/booking/customs-form';
import { reasonForExportSchema } from '../../../src-contract/model/trade-terms';
import { splitDocuments } from '../../../src-main/documents/split';
import { drawExample } from '../../fixtures/shipping-documents';
import { readSymbols, textOfPdf } from '../../fixtures/symbols';

const item = { description: 'Cotton T-shirt', quantity: 2, price: 12.5, country: 'NL', hsCode: '610910' };
const drawForm = (customsForm: 'CN22' | 'CN23', contentItems: unknown[] = [item], reasonForExport = 'gift') =>
	drawExample({
		productId: 301,
		isDutiable: true,
		customsForm,
		to: { countryCode: 'CH', zipcode: '8001', city: 'Zürich' },
		request: { contentItems, reasonForExport, incoterms: 'DAP' },
		suggestHsCode: () => '950360',
	});
const lastPage = (pdf: Uint8Array) => textOfPdf(pdf).split('\f').at(-2) ?? '';

describe('the form of a postal item', () => {
	it('is CN 22 up to 300 special drawing rights, and CN 23 above', () => {
		expect(customsFormOf('postal-s10', 300)).toBe('CN22');
		expect(customsFormOf('postal-s10', 300.01)).toBe('CN23');
		expect(customsFormOf('express-gs1', 10)).toBeUndefined();
	});

	it('has a category for every reason for export', () => {
		const categories = reasonForExportSchema.options.map(categoryOf);
		expect(new Set(categories)).toEqual(
			new Set(['Gift', 'Sale of goods', 'Commercial sample', 'Returned goods', 'Other']),
		);
		expect(categoryOf('commercial')).toBe('Sale of goods');
	});

	it.each(['CN22', 'CN23'] as const)('%s states the goods, their value and the category', async (form) => {
		const text = lastPage(await drawForm(form, [item, { ...item, hsCode: undefined, price: 3 }], 'repair'));
		expect(text).toContain(`Customs declaration ${form.replace('N', 'N ')}`);
		expect(text).toMatch(/2 × Cotton T-shirt +610910 · NL +25\.00/);
		expect(text).toMatch(/2 × Cotton T-shirt +950360\* · NL +6\.00/);
		expect(text).toContain('HS codes with * were found from the description');
		expect(text).toMatch(/X\s*Other: repair/);
		expect(text).toContain('Total value EUR 31.00');
		expect(text).toContain('Total gross weight 5.5 kg');
		expect(text).toContain('CZ 000 000 014 NL');
	});

	it.each([
		['CN22', 14],
		['CN23', 10],
	] as const)('%s counts the items that do not fit', async (form, minRows) => {
		const items = Array.from({ length: 40 }, () => item);
		const text = lastPage(await drawForm(form, items));
		const printedCount = text.match(/2 × Cotton/g)?.length ?? 0;
		expect(printedCount).toBeGreaterThanOrEqual(minRows);
		expect(text).toMatch(
			new RegExp(`${40 - printedCount} further items: see the invoice +${((40 - printedCount) * 25).toFixed(2)}`),
		);
		expect(text).toContain('Total value EUR 1000.00');
	});

	it('CN 23 has the number of the item as a bar code', async () => {
		expect(await readSymbols(await drawForm('CN23'), 2, 203)).toEqual([{ format: 'Code128', text: 'CZ000000014NL' }]);
	});

	it.each(['CN22', 'CN23'] as const)('is recognised by the station as a customs form: %s', async (form) => {
		const documents = await splitDocuments(await drawForm(form), 'CZ000000014NL', []);
		expect(documents.map(({ kind }) => kind)).toEqual(['label', 'invoice', 'customs']);
	});
});
