import { beforeEach, describe, expect, it } from 'vitest';
import { useQuoteStore } from '../../../../src-renderer/features/quote/quote';
import { contentsValueEur, newContent, newDraft, nextContent } from '../../../../src-renderer/lib/draft-fields';
import { freshPinia } from '../../../fixtures/active-pinia';
import { installBridge } from '../../../fixtures/bridge';

const box = { count: 1, lengthCm: 40, widthCm: 30, heightCm: 20, weightKg: 5 };
let quote: ReturnType<typeof useQuoteStore>;
beforeEach(() => {
	installBridge();
	freshPinia();
	quote = useQuoteStore();
	quote.draft.lines.parcel = [{ ...box }];
	quote.draft.from.countryCode = 'NL';
	quote.draft.to.countryCode = 'CH';
});

describe('the input of a quote', () => {
	it('needs both countries and a measured parcel', () => {
		expect(quote.quoteInput).toMatchObject({ from: { countryCode: 'NL' }, parcels: [box], totalValueEur: 0 });
		quote.draft.to.countryCode = '';
		expect(quote.quoteInput).toBeUndefined();
		quote.draft.to.countryCode = 'CH';
		for (const parcel of quote.draft.lines.parcel) parcel.weightKg = undefined;
		expect(quote.quoteInput).toBeUndefined();
	});

	it('has pallets or documents instead of the parcels, and keeps what was typed', () => {
		quote.draft.kind = 'pallet';
		expect(quote.quoteInput).toBeUndefined();
		Object.assign(quote.draft.lines.pallet[0] ?? {}, { heightCm: 150, weightKg: 300 });
		quote.draft.isStackable = true;
		const pallet = { count: 1, lengthCm: 120, widthCm: 80, heightCm: 150, weightKg: 300, isStackable: true };
		expect(quote.quoteInput).toMatchObject({ parcels: [], pallets: [pallet] });
		quote.draft.kind = 'document';
		Object.assign(quote.draft.lines.document[0] ?? {}, { weightKg: '' });
		expect(quote.quoteInput).toMatchObject({ parcels: [], documents: { count: 1 } });
		quote.draft.kind = 'parcel';
		expect(quote.quoteInput).toMatchObject({ parcels: [box] });
	});

	it('has a company name for a business, and none for a home', () => {
		expect(quote.quoteInput?.to.companyName).toBe('-');
		quote.draft.isBusiness = false;
		expect(quote.quoteInput?.to.companyName).toBe('');
	});

	it('requires a value when it is insured', () => {
		quote.draft.insured = true;
		expect(quote.quoteInput).toBeUndefined();
		quote.draft.valueEur = 120;
		expect(quote.quoteInput).toMatchObject({ insured: true, totalValueEur: 120 });
		Object.assign(quote.draft, { valueEur: '' });
		expect(quote.quoteInput).toBeUndefined();
	});
});

describe('a new form', () => {
	it('has one parcel and one item, no insurance, and notifies the recipient', () => {
		expect(newDraft()).toMatchObject({
			parcels: [{ count: 1, weightKg: undefined }],
			contents: [{ description: '', quantity: 1 }],
			insured: false,
			notifyRecipient: true,
			schedulePickup: false,
		});
		expect(newDraft().to).not.toBe(newDraft().to);
	});

	it('gives a new item the origin of the last item', () => {
		expect(nextContent([{ ...newContent(), originCountry: 'NL' }]).originCountry).toBe('NL');
		expect(nextContent([]).originCountry).toBe('');
	});

	it('counts incomplete items as 0', () => {
		const typed = { ...newContent(), quantity: 3, priceEur: 2.5 };
		expect(contentsValueEur([typed, newContent(), { ...newContent(), quantity: undefined, priceEur: 9 }])).toBe(7.5);
	});
});
