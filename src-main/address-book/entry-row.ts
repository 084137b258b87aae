// Converts between an address-book entry and its database row. Pure.
import * as z from 'zod';
import { type BookEntry, bookEntrySchema, type SavedAddress } from '../../src-contract/model/address';
import { foldCompact } from '../platform/text';

/**
 * The columns of an entry. The table is STRICT, so rows read from the `entry` table need no check. Rows of snapshots and
 * recorded changes are parsed by `parseStoredRow`: the columns that have a default here were added later, so older rows lack them.
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
	region: z.string().default(''),
	country_code: z.string(),
	vat_number: z.string(),
	tags: z.string(),
	is_favourite: z.number(),
	/** Whether the address is a business or a private home; empty if not known. */
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
	/** Equal for entries of one recipient: from `recipientKeyOf`. */
	same_key: z.string(),
});
/** A row of the `entry` table without its search words, as read from snapshots and recorded changes. */
export type StoredRow = z.infer<typeof rowSchema>;
/** A row of the `entry` table. */
export interface EntryRow extends StoredRow {
	/** Words by which a search finds the entry, separated by spaces. */
	words: string;
}
/** The columns of StoredRow. */
export const ENTRY_COLUMNS = rowSchema.keyof().options;

/** Parses a row of a snapshot or of a recorded change. @throws ZodError */
export const parseStoredRow = (row: unknown): StoredRow => rowSchema.parse(row);
/** @throws SyntaxError or ZodError */
export const parseStoredJson = (json: string): StoredRow => parseStoredRow(JSON.parse(json));

const tagsSchema = z.array(z.string());
const parcelSchema = z.object({
	lengthCm: z.number(),
	widthCm: z.number(),
	heightCm: z.number(),
	weightKg: z.number(),
});

/** SQL that inserts a row; its parameters are the values of ENTRY_COLUMNS and the search words. */
export const INSERT_ENTRY = `INSERT INTO entry (${ENTRY_COLUMNS.join(', ')}, words) VALUES (${ENTRY_COLUMNS.map(() => '?').join(', ')}, ?)`;
/** SQL that builds the JSON of a row (a `StoredRow`) for a recorded change. */
export const ENTRY_AS_JSON = `json_object(${ENTRY_COLUMNS.map((column) => `'${column}', entry.${column}`).join(', ')})`;

/** @throws SyntaxError or ZodError when the tags or the default parcel are not valid JSON of their schema */
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
	region: row.region,
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

/** Key of the name, street, postcode and country. Entries with equal keys describe the same recipient at the same address. */
export function recipientKeyOf(
	entry: Pick<BookEntry, 'companyName' | 'contactPerson' | 'addressLine1' | 'zipcode' | 'countryCode'>,
): string {
	return [entry.companyName, entry.contactPerson, entry.addressLine1, entry.zipcode, entry.countryCode]
		.map(foldCompact)
		.join('|');
}

export function toRow(
	entry: BookEntry,
	metadata: Pick<StoredRow, 'id' | 'position' | 'use_count' | 'last_used_at'>,
): StoredRow {
	const { id, position, use_count, last_used_at } = metadata;
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
		region: entry.region,
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
		same_key: recipientKeyOf(entry),
	};
}
