// Finds the address-book entry that a row of an order or import file refers to.
import type { BookEntry, SavedAddress } from '../../src-contract/model/address';
import { foldCompact } from '../platform/text';
import { type EntryRow, recipientKeyOf, toAddress } from './entry-row';
import type { EntryStore } from './entry-store';

/** Entry ids by `recipientKeyOf`, and by reference (the customer number in the company's own systems). */
export function entryIdsByKey({ database }: EntryStore) {
	const byKey = new Map<string, number[]>();
	const byReference = new Map<string, number[]>();
	for (const { id, same_key, reference } of database.all<Pick<EntryRow, 'id' | 'same_key' | 'reference'>>(
		'SELECT id, same_key, reference FROM entry ORDER BY position',
	)) {
		addTo(byKey, same_key, id);
		if (reference !== '') addTo(byReference, reference, id);
	}
	return { byKey, byReference };
}

function addTo(map: Map<string, number[]>, key: string, id: number): void {
	const ids = map.get(key);
	if (ids) ids.push(id);
	else map.set(key, [id]);
}

const addressKeyOf = (entry: Pick<BookEntry, 'addressLine1' | 'zipcode' | 'countryCode'>): string =>
	[entry.addressLine1, entry.zipcode, entry.countryCode].map(foldCompact).join('|');
/** Whether the names are equal, or one of them is empty. */
const areCompatible = (left: string, right: string): boolean =>
	left === '' || right === '' || foldCompact(left) === foldCompact(right);
const haveCompatibleNames = (left: BookEntry, right: BookEntry): boolean =>
	areCompatible(left.companyName, right.companyName) && areCompatible(left.contactPerson, right.contactPerson);

/** Entry ids by the key of the address without a name. */
function entryIdsByAddress({ database }: EntryStore): Map<string, number[]> {
	const byAddress = new Map<string, number[]>();
	for (const row of database.all<Pick<EntryRow, 'id' | 'address_line1' | 'zipcode' | 'country_code'>>(
		'SELECT id, address_line1, zipcode, country_code FROM entry ORDER BY position',
	))
		addTo(
			byAddress,
			addressKeyOf({ addressLine1: row.address_line1, zipcode: row.zipcode, countryCode: row.country_code }),
			row.id,
		);
	return byAddress;
}

/**
 * Creates a function that finds the entry of a recipient: the only entry with the customer number, if its names are compatible;
 * else the first entry with equal name and address; else the only entry with equal address and compatible names, if the recipient
 * has a name and a street. The keys of all entries are read once, when the function is created.
 */
export function createRecipientMatcher(store: EntryStore): (recipient: BookEntry) => SavedAddress | undefined {
	const { byKey, byReference } = entryIdsByKey(store);
	const byAddress = entryIdsByAddress(store);
	const findEntry = (id: number | undefined): SavedAddress | undefined => {
		const row = id === undefined ? undefined : store.rowOf(id);
		return row && toAddress(row);
	};
	return (recipient) => {
		if (recipient.reference !== '') {
			const ids = byReference.get(recipient.reference) ?? [];
			const entry = ids.length === 1 ? findEntry(ids[0]) : undefined;
			// Another system may use the same number for a different customer, so the names must be compatible too.
			if (entry && haveCompatibleNames(entry, recipient)) return entry;
		}
		const [idWithSameKey] = byKey.get(recipientKeyOf(recipient)) ?? [];
		if (idWithSameKey !== undefined) return findEntry(idWithSameKey);
		if (recipient.companyName + recipient.contactPerson === '' || recipient.addressLine1 === '') return undefined;
		const candidates = (byAddress.get(addressKeyOf(recipient)) ?? [])
			.map(findEntry)
			.filter((entry) => entry && haveCompatibleNames(entry, recipient));
		return candidates.length === 1 ? candidates[0] : undefined;
	};
}
