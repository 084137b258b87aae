// Entries as address cards of version 4, and their fields as text. Pure.
import type { BookEntry } from '../../../src-contract/model/address';
import { writtenParcel } from './contacts';
import { OWN_PROPERTIES, PRODUCT, type Property, writeCard } from './vcard-format';

/** One card an entry, in the order given. */
export const toCards = (entries: readonly BookEntry[]): string =>
	entries.map((entry) => writeCard(propertiesOf(entry))).join('');

/** None where there is no text. */
const text = (name: string, value: string): Property[] => (value === '' ? [] : [[name, {}, 'text', value]]);

/** The name; without it a person who is named like the firm would be read as the firm. */
const nameOf = ({ contactPerson, companyName }: BookEntry): Property[] =>
	contactPerson === companyName ? [['n', {}, 'text', ['', contactPerson, '', '', '']]] : [];

const firmOf = ({ companyName }: BookEntry): Property[] =>
	companyName === '' ? [] : [['org', {}, 'text', [companyName]]];

const phoneOf = ({ phone }: BookEntry): Property[] => (phone === '' ? [] : [['tel', { type: 'work' }, 'text', phone]]);

const tagsOf = ({ tags }: BookEntry): Property[] => (tags.length === 0 ? [] : [['categories', {}, 'text', ...tags]]);

const propertiesOf = (entry: BookEntry): Property[] => [
	['version', {}, 'text', '4.0'],
	['prodid', {}, 'text', PRODUCT],
	// A card must have a name (RFC 6350, 6.2.1); for a firm it is the firm's.
	['fn', {}, 'text', entry.contactPerson || entry.companyName],
	...(entry.contactPerson === '' ? text('kind', 'org') : []),
	...nameOf(entry),
	...firmOf(entry),
	[
		'adr',
		{ type: 'work' },
		'text',
		['', entry.addressLine2, entry.addressLine1, entry.city, '', entry.zipcode, entry.countryCode],
	],
	...phoneOf(entry),
	...text('email', entry.email),
	...tagsOf(entry),
	...text('note', entry.notes),
	...OWN_PROPERTIES.flatMap(([field, name]) => text(name, writtenField(entry, field))),
];

/** As text, by which it is read again. */
export function writtenField(entry: BookEntry, field: keyof BookEntry): string {
	const value = entry[field];
	if (field === 'defaultParcel') return writtenParcel(entry.defaultParcel);
	if (typeof value === 'boolean') return value ? 'yes' : '';
	return Array.isArray(value) ? value.join(', ') : String(value ?? '');
}
