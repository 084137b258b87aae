import { describe, expect, it } from 'vitest';
import { draftErrors } from '../../../../src-contract/rules/draft-requirements';
import { shipReadiness } from '../../../../src-renderer/features/ship/ship-readiness';
import { type Draft, newDraft } from '../../../../src-renderer/lib/draft-fields';
import { exampleDraft, recipient, sender } from '../../../fixtures/shipment-draft';

const parcel = { count: 1, lengthCm: 40, widthCm: 30, heightCm: 20, weightKg: 5.5 };
const withinEu = { isDutiable: false, needsVatNumber: false };
const dutiable = { isDutiable: true, needsVatNumber: false };
const readiness = (changes: Partial<Draft>, route = withinEu) =>
	shipReadiness({ ...newDraft(), ...changes }, route).map(({ key, missing, firstField }) => [key, missing, firstField]);

describe('what a shipment needs before there are prices', () => {
	it('an empty form needs addresses and a parcel', () => {
		expect(readiness({})).toEqual([
			['to', ['Address'], 'to'],
			['from', ['Address'], 'from'],
			['parcels', ['Length', 'Width', 'Height', 'Weight'], 'parcels.0.lengthCm'],
		]);
	});

	it('a complete form needs nothing', () => {
		expect(readiness({ to: recipient, from: sender, parcels: [parcel] }).map(([, missing]) => missing)).toEqual([
			[],
			[],
			[],
		]);
	});

	it('names the first missing field, and a field of several parcels once', () => {
		const incomplete = { ...parcel, weightKg: undefined };
		const to = { ...recipient, zipcode: '', email: '' };
		expect(readiness({ to, from: sender, parcels: [parcel, incomplete, incomplete] })).toEqual([
			['to', ['Postcode', 'E-mail'], 'to.zipcode'],
			['from', [], 'from'],
			['parcels', ['Weight'], 'parcels.1.weightKg'],
		]);
	});

	it.each(['contactPerson', 'addressLine1', 'zipcode', 'city', 'countryCode', 'phone', 'email'] as const)(
		'an address without %s is as incomplete here as for a booking',
		(field) => {
			const to = { ...recipient, [field]: '' };
			expect(draftErrors({ ...exampleDraft, to })[0]?.path).toBe(`to.${field}`);
			expect(readiness({ to })[0]?.[2]).toBe(`to.${field}`);
		},
	);

	it('an emptied field, which holds an empty string, is missing', () => {
		const emptied = { ...parcel, heightCm: '' as unknown as number };
		expect(readiness({ parcels: [emptied] })[2]).toEqual(['parcels', ['Height'], 'parcels.0.heightCm']);
	});

	it('an insured parcel needs the value of its contents', () => {
		expect(readiness({ insured: true })[3]).toEqual(['value', ['Price'], 'contents.0.priceEur']);
	});

	it('a route with customs needs the customs details', () => {
		const draft = { to: recipient, from: sender, parcels: [parcel] };
		expect(readiness(draft, dutiable)[3]).toEqual([
			'customs',
			['Item description', 'Price', 'Origin', 'Reason for export', 'Incoterms'],
			'contents.0.description',
		]);
		const contents = [{ description: 'Shirt', quantity: 1, priceEur: 10, originCountry: 'NL', hsCode: '' }];
		const papers = { contents, reasonForExport: 'commercial', incoterms: 'DAP' } as const;
		expect(readiness({ ...draft, ...papers }, dutiable)[3]).toEqual(['customs', [], 'contents.0.description']);
		expect(readiness({ ...draft, ...papers }, { isDutiable: true, needsVatNumber: true })[3]).toEqual([
			'customs',
			["Recipient's VAT or tax number"],
			'to.vatNumber',
		]);
	});
});
