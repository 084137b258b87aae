// An entry as its row in the database, and back. Pure.
import type { BookEntry, SavedAddress } from '../../src-contract/model/address';
import { fold } from '../platform/text';

export interface Row {
	id: number;
	position: number;
	book: string;
	company_name: string;
	contact_person: string;
	email: string;
	phone: string;
	address_line1: string;
	address_line2: string;
	zipcode: string;
	city: string;
	country_code: string;
	vat_number: string;
	tags: string;
	is_favourite: number;
	kind: string;
	reference: string;
	eori_number: string;
	ioss_number: string;
	ein_number: string;
	notes: string;
	default_parcel: string;
	label_printer_id: string;
	use_count: number;
	last_used_at: string | null;
	same_key: string;
	words: string;
}

export const COLUMNS = [
	'id',
	'position',
	'book',
	'company_name',
	'contact_person',
	'email',
	'phone',
	'address_line1',
	'address_line2',
	'zipcode',
	'city',
	'country_code',
	'vat_number',
	'tags',
	'is_favourite',
	'kind',
	'reference',
	'eori_number',
	'ioss_number',
	'ein_number',
	'notes',
	'default_parcel',
	'label_printer_id',
	'use_count',
	'last_used_at',
	'same_key',
] as const satisfies readonly (keyof Row)[];

export const INSERT_ENTRY = `INSERT INTO entry (${COLUMNS.join(', ')}, words) VALUES (${COLUMNS.map(() => '?').join(', ')}, ?)`;
/** A whole row as it is kept in a change. */
export const ENTRY_AS_JSON = `json_object(${COLUMNS.map((column) => `'${column}', entry.${column}`).join(', ')})`;

export const toAddress = (row: Omit<Row, 'words'>): SavedAddress => ({
	id: row.id,
	companyName: row.company_name,
	contactPerson: row.contact_person,
	email: row.email,
	phone: row.phone,
	addressLine1: row.address_line1,
	addressLine2: row.address_line2,
	zipcode: row.zipcode,
	city: row.city,
	countryCode: row.country_code,
	vatNumber: row.vat_number,
	book: row.book,
	tags: JSON.parse(row.tags),
	isFavourite: row.is_favourite === 1,
	kind: row.kind as SavedAddress['kind'],
	reference: row.reference,
	eoriNumber: row.eori_number,
	iossNumber: row.ioss_number,
	einNumber: row.ein_number,
	notes: row.notes,
	// What was noted before there were these knows nothing of them.
	defaultParcel: row.default_parcel ? JSON.parse(row.default_parcel) : null,
	labelPrinterId: row.label_printer_id ?? '',
	lastUsedAt: row.last_used_at,
	useCount: row.use_count,
});

/** Two entries with one key are one person at one place, whatever else differs. */
export function sameKeyOf(
	entry: Pick<BookEntry, 'companyName' | 'contactPerson' | 'addressLine1' | 'zipcode' | 'countryCode'>,
): string {
	return [entry.companyName, entry.contactPerson, entry.addressLine1, entry.zipcode, entry.countryCode]
		.map((text) => fold(text).replace(/[^\p{L}\p{N}]/gu, ''))
		.join('|');
}

export type StoredRow = Omit<Row, 'words'>;

export function toRow(entry: BookEntry, kept: Pick<Row, 'id' | 'position' | 'use_count' | 'last_used_at'>): StoredRow {
	const { id, position, use_count, last_used_at } = kept;
	return {
		id,
		position,
		use_count,
		last_used_at,
		book: entry.book,
		company_name: entry.companyName,
		contact_person: entry.contactPerson,
		email: entry.email,
		phone: entry.phone,
		address_line1: entry.addressLine1,
		address_line2: entry.addressLine2,
		zipcode: entry.zipcode,
		city: entry.city,
		country_code: entry.countryCode,
		vat_number: entry.vatNumber,
		tags: JSON.stringify(entry.tags),
		is_favourite: entry.isFavourite ? 1 : 0,
		kind: entry.kind,
		reference: entry.reference,
		eori_number: entry.eoriNumber,
		ioss_number: entry.iossNumber,
		ein_number: entry.einNumber,
		notes: entry.notes,
		default_parcel: entry.defaultParcel ? JSON.stringify(entry.defaultParcel) : '',
		label_printer_id: entry.labelPrinterId,
		same_key: sameKeyOf(entry),
	};
}
