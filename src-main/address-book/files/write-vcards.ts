// Writes entries as vCards of version 4, and single fields as text. Pure.
import type { BookEntry } from '../../../src-contract/model/address';
import { formatParcel } from './contacts';
import { OWN_PROPERTIES, PRODID, type Property, writeCard } from './vcard-format';

/** One card per entry, in the given order. */
export const toCards = (entries: readonly BookEntry[]): string =>
	entries.map((entry) => writeCard(propertiesOf(entry))).join('');

// Each `…Property` function returns a list of one property, or an empty list when the entry has no value for it.
const textProperty = (name: string, value: string): Property[] => (value === '' ? [] : [[name, {}, 'text', value]]);

/** The N property is written only when person and company have the same name: without it, the import would drop the person. */
const nameProperty = ({ contactPerson, companyName }: BookEntry): Property[] =>
	contactPerson === companyName ? [['n', {}, 'text', ['', contactPerson, '', '', '']]] : [];

const organizationProperty = ({ companyName }: BookEntry): Property[] =>
	companyName === '' ? [] : [['org', {}, 'text', [companyName]]];

const phoneProperty = ({ phone }: BookEntry): Property[] =>
	phone === '' ? [] : [['tel', { type: 'work' }, 'text', phone]];

const tagsProperty = ({ tags }: BookEntry): Property[] =>
	tags.length === 0 ? [] : [['categories', {}, 'text', ...tags]];

const propertiesOf = (entry: BookEntry): Property[] => [
	['version', {}, 'text', '4.0'],
	['prodid', {}, 'text', PRODID],
	// FN is required (RFC 6350, 6.2.1).
	['fn', {}, 'text', entry.contactPerson || entry.companyName],
	...(entry.contactPerson === '' ? textProperty('kind', 'org') : []),
	...nameProperty(entry),
	...organizationProperty(entry),
	[
		'adr',
		{ type: 'work' },
		'text',
		['', entry.addressLine2, entry.addressLine1, entry.city, entry.region, entry.zipcode, entry.countryCode],
	],
	...phoneProperty(entry),
	...textProperty('email', entry.email),
	...tagsProperty(entry),
	...textProperty('note', entry.notes),
	...OWN_PROPERTIES.flatMap(([field, name]) => textProperty(name, fieldText(entry, field))),
];

/** A field as the text that the import reads back. */
export function fieldText(entry: BookEntry, field: keyof BookEntry): string {
	const value = entry[field];
	if (field === 'defaultParcel') return formatParcel(entry.defaultParcel);
	if (typeof value === 'boolean') return value ? 'yes' : '';
	return Array.isArray(value) ? value.join(', ') : String(value ?? '');
}
