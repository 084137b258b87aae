// Which entry of the book a row of a file means.
import type { BookEntry, SavedAddress } from '../../src-contract/model/address';
import { foldCompact } from '../platform/text';
import { type Row, sameKeyOf, toAddress } from './entry-row';
import type { EntryStore } from './entry-store';

/** The entries of the book by who they are, and by the number that they have in the desk's own systems. */
export function entriesByKey({ database }: EntryStore) {
	const byKey = new Map<string, number[]>();
	const byReference = new Map<string, number[]>();
	for (const { id, same_key, reference } of database.all<Pick<Row, 'id' | 'same_key' | 'reference'>>(
		'SELECT id, same_key, reference FROM entry ORDER BY position',
	)) {
		put(byKey, same_key, id);
		if (reference !== '') put(byReference, reference, id);
	}
	return { byKey, byReference };
}

function put(map: Map<string, number[]>, key: string, id: number): void {
	const ids = map.get(key);
	if (ids) ids.push(id);
	else map.set(key, [id]);
}

const placeOf = (entry: Pick<BookEntry, 'addressLine1' | 'zipcode' | 'countryCode'>): string =>
	[entry.addressLine1, entry.zipcode, entry.countryCode].map(foldCompact).join('|');
const agree = (one: string, other: string): boolean =>
	one === '' || other === '' || foldCompact(one) === foldCompact(other);
const agreeInNames = (one: BookEntry, other: BookEntry): boolean =>
	agree(one.companyName, other.companyName) && agree(one.contactPerson, other.contactPerson);

function entriesByPlace({ database }: EntryStore): Map<string, number[]> {
	const byPlace = new Map<string, number[]>();
	for (const row of database.all<Pick<Row, 'id' | 'address_line1' | 'zipcode' | 'country_code'>>(
		'SELECT id, address_line1, zipcode, country_code FROM entry ORDER BY position',
	))
		put(
			byPlace,
			placeOf({ addressLine1: row.address_line1, zipcode: row.zipcode, countryCode: row.country_code }),
			row.id,
		);
	return byPlace;
}

/**
 * By the customer number; else the same person at the same place; else one of two names at that place. Never a guess among several.
 * The book is read once, when the matcher is made.
 */
export function createRecipientMatcher(store: EntryStore): (recipient: BookEntry) => SavedAddress | undefined {
	const { byKey, byReference } = entriesByKey(store);
	const byPlace = entriesByPlace(store);
	const entryOf = (id: number | undefined): SavedAddress | undefined => {
		const row = id === undefined ? undefined : store.rowOf(id);
		return row && toAddress(row);
	};
	return (recipient) => {
		if (recipient.reference !== '') {
			const ids = byReference.get(recipient.reference) ?? [];
			const found = ids.length === 1 ? entryOf(ids[0]) : undefined;
			// Another system may have given the same number to somebody else: the names must agree.
			if (found && agreeInNames(found, recipient)) return found;
		}
		const [same] = byKey.get(sameKeyOf(recipient)) ?? [];
		if (same !== undefined) return entryOf(same);
		if (recipient.companyName + recipient.contactPerson === '' || recipient.addressLine1 === '') return undefined;
		const alike = (byPlace.get(placeOf(recipient)) ?? [])
			.map(entryOf)
			.filter((entry) => entry && agreeInNames(entry, recipient));
		return alike.length === 1 ? alike[0] : undefined;
	};
}
