// Shared entries of desks with different releases: an earlier release does not send the region.
import { expect, it } from 'vitest';
import { type BookEntry, emptyEntry } from '../../../src-contract/model/address';
import {
	areEqual,
	changeOf,
	contentIdOf,
	mergeFields,
	sharedFieldsOf,
} from '../../../src-main/address-book/shared-fields';
import { recipient } from '../../fixtures/shipment-draft';

const entry = (changes: Partial<BookEntry> = {}): BookEntry => ({ ...emptyEntry, ...recipient, ...changes });
const withoutRegion = (changes: Partial<BookEntry> = {}) => {
	const { region: _region, ...fields } = sharedFieldsOf(entry(changes));
	return fields;
};

it('an entry without a region is unchanged', () => {
	expect(changeOf(withoutRegion(), sharedFieldsOf(entry()))).toBeUndefined();
	expect(areEqual(withoutRegion(), sharedFieldsOf(entry()))).toBe(true);
	expect(mergeFields(withoutRegion(), sharedFieldsOf(entry({ phone: '1' })), withoutRegion({ city: 'Bonn' }))).toEqual({
		agreed: withoutRegion({ city: 'Bonn' }),
		local: { ...sharedFieldsOf(entry({ city: 'Bonn', phone: '1' })), region: undefined },
	});
});

it('a new region is sent as a change of a field that the site does not have', () => {
	expect(changeOf(withoutRegion(), sharedFieldsOf(entry({ region: 'TX' })))).toEqual({
		from: { region: undefined },
		to: { region: 'TX' },
	});
});

it('an entry without a region has the id that an earlier release derives', () => {
	const id = contentIdOf('site', sharedFieldsOf(entry()));
	expect(contentIdOf('site', withoutRegion())).toBe(id);
	expect(contentIdOf('site', sharedFieldsOf(entry({ region: 'TX' })))).not.toBe(id);
});
