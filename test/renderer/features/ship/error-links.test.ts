import { describe, expect, it } from 'vitest';
import { draftErrors } from '../../../../src-contract/rules/draft-requirements';
import { errorLinks } from '../../../../src-renderer/features/ship/error-links';
import { fieldsToFill, nextField } from '../../../../src-renderer/features/ship/move-on';
import { type Draft, newDraft } from '../../../../src-renderer/lib/draft-fields';
import { exampleDraft, recipient } from '../../../fixtures/shipment-draft';

const swissDraft = (changes: Partial<Draft> = {}): Draft => ({
	...structuredClone(exampleDraft),
	to: { ...recipient, zipcode: '8001', city: 'Zürich', countryCode: 'CH' },
	...changes,
});
const linksOf = (draft: Draft) => errorLinks(draftErrors(draft), draft);

describe('the links of the error summary', () => {
	it('name the fields in the order of the screen', () => {
		const draft = swissDraft({ reference: 'x'.repeat(51) });
		Object.assign(draft.to, { phone: '', zipcode: '' });
		Object.assign(draft.from, { email: 'none' });
		Object.assign(draft.parcels[0] ?? {}, { weightKg: '' });
		Object.assign(draft.contents[0] ?? {}, { priceEur: undefined });
		expect(linksOf(draft).map(({ path, name }) => [path, name])).toEqual([
			['to.zipcode', 'To: Postcode'],
			['to.phone', 'To: Phone'],
			['from.email', 'From: E-mail'],
			['parcels.0.weightKg', 'Parcel 1: Weight'],
			['contents.0.priceEur', 'Item 1: price each in euros'],
			['reasonForExport', 'Reason for export'],
			['incoterms', 'Incoterms'],
			['reference', 'Reference'],
		]);
	});

	it('have one entry for an address that is not entered', () => {
		const links = linksOf({ ...swissDraft(), to: newDraft().to });
		expect(links).toEqual([{ path: 'to', name: 'To', message: 'Enter an address' }]);
	});

	it('have no name for a field that the screen does not have', () => {
		expect(errorLinks([{ path: 'currency', message: 'unknown' }], swissDraft())).toEqual([
			{ path: 'currency', name: '', message: 'unknown' },
		]);
	});
});

describe('Enter', () => {
	const pathsOf = (draft: Draft, isDutiable = true) => fieldsToFill(draftErrors(draft), draft, isDutiable);

	it('goes to the next field that needs input, and passes over the others', () => {
		const draft = swissDraft({ to: newDraft().to });
		Object.assign(draft.to, { companyName: 'Muster AG', countryCode: 'CH' });
		Object.assign(draft.contents[0] ?? {}, { priceEur: undefined, hsCode: '' });
		const paths = pathsOf(draft);
		expect(nextField(paths, 'to.companyName')).toBe('to.contactPerson');
		// Address line 2 may be empty.
		expect(nextField(paths, 'to.addressLine1')).toBe('to.zipcode');
		// A field that was passed over is next before the form of the address closes.
		expect(nextField(paths, 'to.email')).toBe('to.contactPerson');
		// In the US, state and postcode follow the city.
		const us = ['to.zipcode', 'to.region', 'to.phone'];
		const fieldsInUs = ['countryCode', 'city', 'region', 'zipcode', 'phone'];
		expect(nextField(us, 'to.city', fieldsInUs)).toBe('to.region');
		expect(nextField(us, 'to.region', fieldsInUs)).toBe('to.zipcode');
		expect(nextField(us, 'to.phone', fieldsInUs)).toBe('to.region');
		expect(nextField(paths, 'contents.0.description')).toBe('contents.0.priceEur');
		expect(nextField(paths, 'contents.0.priceEur')).toBe('contents.0.hsCode');
		expect(nextField(paths, 'contents.0.hsCode')).toBe('reasonForExport');
		expect(nextField(paths, 'incoterms')).toBe('to.contactPerson');
	});

	it('does not ask for HS codes within a customs territory, and ends when the form is complete', () => {
		const draft = structuredClone(exampleDraft) as Draft;
		Object.assign(draft.contents[0] ?? {}, { hsCode: '' });
		expect(pathsOf(draft, false)).toEqual([]);
		expect(pathsOf(draft, true)).toEqual(['contents.0.hsCode']);
		expect(nextField([], 'reference')).toBeUndefined();
	});
});
