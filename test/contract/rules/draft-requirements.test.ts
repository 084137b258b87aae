import { describe, expect, it } from 'vitest';
import type { EnteredDraft } from '../../../src-contract/model/shipment-draft';
import { createDraftCheck, draftErrors } from '../../../src-contract/rules/draft-requirements';
import { REQUIRED_CONTENT_FIELDS, requiredAddressFields } from '../../../src-contract/rules/required-fields';
import { newDraft } from '../../../src-renderer/lib/draft-fields';
import { exampleDraft, recipient } from '../../fixtures/shipment-draft';

const pathsOf = (draft: unknown) => draftErrors(draft).map(({ path }) => path);
const swiss = { ...recipient, zipcode: '8001', city: 'Zürich', countryCode: 'CH' };

describe('the errors of a draft', () => {
	it('are none for a complete draft', () => {
		expect(draftErrors(exampleDraft)).toEqual([]);
	});

	it('include what the route requires while other fields are missing', () => {
		const incomplete = { ...exampleDraft, to: { ...swiss, city: '' } };
		expect(pathsOf(incomplete)).toEqual(['to.city', 'reasonForExport', 'incoterms']);
		expect(pathsOf({ ...incomplete, to: { ...swiss, countryCode: '' } })).toEqual(['to.countryCode']);
	});

	it('name no postcode in a country without postcodes', () => {
		const emirate = { ...recipient, zipcode: '', city: 'Dubai', countryCode: 'AE' };
		expect(pathsOf({ ...exampleDraft, to: emirate })).not.toContain('to.zipcode');
		expect(pathsOf({ ...exampleDraft, to: { ...recipient, zipcode: '' } })).toContain('to.zipcode');
	});

	it('name an empty country and origin in words', () => {
		const [item] = exampleDraft.contents;
		const draft = {
			...exampleDraft,
			to: { ...recipient, countryCode: '' },
			contents: [{ ...item, originCountry: '' }],
		};
		expect(draftErrors(draft).map(({ message }) => message)).toEqual([
			'Country is required',
			'Country of origin is required',
		]);
	});
});

it('the fields marked as required are those that an empty draft misses', () => {
	const paths = pathsOf(newDraft());
	const fieldsOf = (section: string) =>
		paths.filter((path) => path.startsWith(section)).map((path) => path.slice(section.length));
	expect(fieldsOf('to.').sort()).toEqual([...requiredAddressFields('')].sort());
	expect(fieldsOf('from.').sort()).toEqual([...requiredAddressFields('')].sort());
	// The quantity of a new item is 1.
	expect(['quantity', ...fieldsOf('contents.0.')].sort()).toEqual([...REQUIRED_CONTENT_FIELDS].sort());
	const usCompany = { ...exampleDraft, to: { ...recipient, countryCode: 'US', companyName: 'Acme' } };
	expect(pathsOf(usCompany)).toContain('to.vatNumber');
});

describe('the check of many drafts with one sender', () => {
	const senders = [
		exampleDraft.from,
		{ ...exampleDraft.from, phone: '', email: 'x' },
		{ ...exampleDraft.from, countryCode: '' },
	];
	const [item] = exampleDraft.contents;
	const drafts = [
		exampleDraft,
		{ ...exampleDraft, to: swiss },
		{ ...exampleDraft, to: { ...swiss, countryCode: '' } },
		{ ...exampleDraft, to: { ...swiss, city: '' }, parcels: [] },
		{
			...exampleDraft,
			contents: [{ ...item, description: '', quantity: undefined, priceEur: -1, originCountry: '', hsCode: '1' }],
		},
	];
	it.each(senders)('finds the errors of each draft, sender %#', (from) => {
		const errorsOf = createDraftCheck(from);
		for (const draft of drafts) {
			const whole = { ...draft, from } as EnteredDraft;
			expect(errorsOf(whole)).toEqual(draftErrors(whole));
		}
	});
});
