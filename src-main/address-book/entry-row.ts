// An entry as its row in the database, and back. Pure.
import * as z from 'zod';
import { type BookEntry, bookEntrySchema, type SavedAddress } from '../../src-contract/model/address';
import { foldCompact } from '../platform/text';

/**
 * The columns of an entry. SQLite itself keeps their types in the book, whose table is STRICT; what comes from elsewhere is read by
 * `storedRow`. The last columns were added later: what was noted before has none of them.
 */
const rowSchema = z.object({
	id: z.number(),
	position: z.number(),
	book: z.string(),
	company_name: z.string(),
	contact_person: z.string(),
	email: z.string(),
	phone: z.string(),
	address_line1: z.string(),
	address_line2: z.string(),
	zipcode: z.string(),
	city: z.string(),
	country_code: z.string(),
	vat_number: z.string(),
	tags: z.string(),
	is_favourite: z.number(),
	kind: bookEntrySchema.shape.kind.unwrap(),
	reference: z.string(),
	eori_number: z.string(),
	ioss_number: z.string(),
	ein_number: z.string(),
	notes: z.string(),
	default_parcel: z.string().default(''),
	label_printer_id: z.string().default(''),
	use_count: z.number(),
	last_used_at: z.string().nullable(),
	same_key: z.string(),
});
export type StoredRow = z.infer<typeof rowSchema>;
/** With the words by which it is found. */
export interface Row extends StoredRow {
	words: string;
}
export const COLUMNS = rowSchema.keyof().options;

/** A row of a snapshot, or as it was noted before a change. @throws ZodError when it is none */
export const storedRow = (row: unknown): StoredRow => rowSchema.parse(row);
export const readNotedRow = (json: string): StoredRow => storedRow(JSON.parse(json));

const tagsSchema = z.array(z.string());
const parcelSchema = z.object({
	lengthCm: z.number(),
	widthCm: z.number(),
	heightCm: z.number(),
	weightKg: z.number(),
});

export const INSERT_ENTRY = `INSERT INTO entry (${COLUMNS.join(', ')}, words) VALUES (${COLUMNS.map(() => '?').join(', ')}, ?)`;
/** A whole row as it is kept in a change. */
export const ENTRY_AS_JSON = `json_object(${COLUMNS.map((column) => `'${column}', entry.${column}`).join(', ')})`;

/** @throws when its tags or its parcel are no such JSON */
export const toAddress = (row: StoredRow): SavedAddress => ({
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
	tags: row.tags === '[]' ? [] : tagsSchema.parse(JSON.parse(row.tags)),
	isFavourite: row.is_favourite === 1,
	kind: row.kind,
	reference: row.reference,
	eoriNumber: row.eori_number,
	iossNumber: row.ioss_number,
	einNumber: row.ein_number,
	notes: row.notes,
	defaultParcel: row.default_parcel === '' ? null : parcelSchema.parse(JSON.parse(row.default_parcel)),
	labelPrinterId: row.label_printer_id,
	lastUsedAt: row.last_used_at,
	useCount: row.use_count,
});

/** Two entries with one key are one person at one place, whatever else differs. */
export function sameKeyOf(
	entry: Pick<BookEntry, 'companyName' | 'contactPerson' | 'addressLine1' | 'zipcode' | 'countryCode'>,
): string {
	return [entry.companyName, entry.contactPerson, entry.addressLine1, entry.zipcode, entry.countryCode]
		.map(foldCompact)
		.join('|');
}

export function toRow(
	entry: BookEntry,
	kept: Pick<StoredRow, 'id' | 'position' | 'use_count' | 'last_used_at'>,
): StoredRow {
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
