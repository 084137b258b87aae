// Addresses and address-book entries: schemas, change history, duplicates, snapshots, filters.
import * as z from 'zod';
import { t } from '../i18n';
import { needsPostcode } from '../lib/postcode-countries';
import { emptyAddress } from './empty-address';
import { parcelSizeSchema } from './parcel';
import { countryCodeSchema, requiredCountrySchema } from './trade-terms';

/**
 * Replaces or removes characters that labels and files cannot hold (lone surrogates, noncharacters, replacement characters,
 * byte order marks, no-break spaces), and trims the text.
 */
const cleanText = (text: string): string =>
	text
		.replace(/[\p{Cs}\p{Noncharacter_Code_Point}\ufffd]/gu, '?')
		.replace(/\ufeff/g, '')
		.replace(/\u00a0/g, ' ')
		.trim();
const oneLine = (text: string): string =>
	// Most texts have none of these characters, and one test is faster than four replacements.
	NEEDS_CLEANING.test(text) ? cleanText(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')) : text.trim();
const NEEDS_CLEANING = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\ufffd\ufeff\u00a0]/u;
const severalLines = (text: string): string =>
	cleanText(text.replace(/\r\n?|[\u0085\p{Zl}\p{Zp}]/gu, '\n').replace(/[^\P{Cc}\n\t]/gu, ' '));

const atMost = (maximum: number) => ({ error: () => t('Use at most {maximum} characters', { maximum }) });
const line = (max: number) => z.string().overwrite(oneLine).max(max, atMost(max));
const text = (max: number) => line(max).default('');
/**
 * A tag. The characters that separate tags in files (, ; :::) become spaces. A leading * is removed, because Google Contacts
 * marks its system groups with it.
 */
const tag = z
	.string()
	.overwrite((text) => oneLine(text.replace(/[,;]|:::/g, ' ').replace(/^[\s*]+/, '')))
	.min(1)
	.max(30, atMost(30));
const required = (missing: () => string, max: number) =>
	z.string().overwrite(oneLine).min(1, { error: missing }).max(max, atMost(max));
const email = z
	.string()
	.trim()
	.max(254, atMost(254))
	.pipe(z.email({ error: () => t('Enter an e-mail address, such as name@example.com') }));

const addressFields = z.object({
	companyName: text(100),
	contactPerson: required(() => t('Contact person is required'), 100),
	email,
	phone: required(() => t('Phone is required'), 40),
	addressLine1: required(() => t('Street and number is required'), 200),
	addressLine2: text(200),
	zipcode: text(20),
	city: required(() => t('City is required'), 100),
	/** State or province. */
	region: text(50),
	countryCode: requiredCountrySchema(() => t('Country is required')),
	vatNumber: text(30),
});
/**
 * An address. The schema requires the fields that the partner service requires, so that a parcel can be sent to every valid
 * address; a postcode only where the country has postcodes.
 */
export const addressSchema = addressFields.refine(
	({ zipcode, countryCode }) => zipcode !== '' || !needsPostcode(countryCode),
	{
		path: ['zipcode'],
		error: () => t('Postcode is required'),
		// Also if another field has an error.
		when: ({ value }) => typeof value === 'object' && value !== null,
	},
);
export type Address = z.infer<typeof addressSchema>;

/** Kind of recipient. The services on offer and their prices depend on the kind. Empty: not known. */
const addressKindSchema = z.enum(['', 'business', 'residential']);

/** An address-book entry: an address, and fields that are not part of an address. */
export const bookEntrySchema = addressFields.extend({
	/** Name of the book that contains the entry, such as Senders or Recipients. */
	book: text(40),
	tags: z.array(tag).max(20).default([]),
	isFavourite: z.boolean().default(false),
	kind: addressKindSchema.default(''),
	/** Key in the company's own systems, such as a customer number. */
	reference: text(50),
	eoriNumber: text(20),
	iossNumber: text(20),
	einNumber: text(20),
	notes: z.string().overwrite(severalLines).max(2000, atMost(2000)).default(''),
	/** Usual parcel for this recipient. */
	defaultParcel: parcelSizeSchema.nullable().default(null),
	/** Printer for labels to this address; empty: the print rules decide. */
	labelPrinterId: text(60),
});
export type BookEntry = z.infer<typeof bookEntrySchema>;
export const ENTRY_FIELDS = bookEntrySchema.keyof().options;

/**
 * An entry as it may be stored. Fields that the partner service requires may be empty, for example in an imported entry. They
 * must be filled in before a shipment to the address is submitted.
 */
export const savedEntrySchema = bookEntrySchema
	.extend({
		contactPerson: text(100),
		email: z.union([z.literal(''), email]).default(''),
		phone: text(40),
		addressLine1: text(200),
		zipcode: text(20),
		city: text(100),
		countryCode: z.union([z.literal(''), countryCodeSchema]).default(''),
	})
	.refine(({ companyName, contactPerson }) => companyName !== '' || contactPerson !== '', {
		error: () => t('Company and contact person are missing##of a row of a file'),
		path: ['contactPerson'],
	})
	.refine(({ addressLine1, zipcode, city }) => addressLine1 + zipcode + city !== '', {
		error: () => t('The address is missing##of a row of a file'),
		path: ['addressLine1'],
	})
	// When line 1 is empty, line 2 becomes line 1.
	.overwrite((entry) =>
		entry.addressLine1 === '' ? { ...entry, addressLine1: entry.addressLine2, addressLine2: '' } : entry,
	);

const anyText = (max: number) =>
	z
		.string()
		.overwrite(oneLine)
		.transform((text) => text.slice(0, max))
		.catch('');
/**
 * For an entry that another desk or release wrote and that does not satisfy `savedEntrySchema`. Invalid values are truncated or
 * emptied instead of refused.
 */
export const incompleteEntrySchema = z.object({
	companyName: anyText(100),
	contactPerson: anyText(100),
	email: anyText(254),
	phone: anyText(40),
	addressLine1: anyText(200),
	addressLine2: anyText(200),
	zipcode: anyText(20),
	city: anyText(100),
	region: anyText(50),
	countryCode: anyText(2),
	vatNumber: anyText(30),
	book: anyText(40),
	tags: z.array(tag).max(20).catch([]),
	isFavourite: z.boolean(),
	kind: addressKindSchema.catch(''),
	reference: anyText(50),
	eoriNumber: anyText(20),
	iossNumber: anyText(20),
	einNumber: anyText(20),
	notes: anyText(2000),
	defaultParcel: parcelSizeSchema.nullable().catch(null),
	labelPrinterId: z.string(),
});

export interface SavedAddress extends BookEntry {
	id: number;
	lastUsedAt: string | null;
	useCount: number;
}

export const emptyEntry: BookEntry = {
	...emptyAddress,
	book: '',
	tags: [],
	isFavourite: false,
	kind: '',
	reference: '',
	eoriNumber: '',
	iossNumber: '',
	einNumber: '',
	notes: '',
	defaultParcel: null,
	labelPrinterId: '',
};

/** Kind of a change of the address book. `site`: received from another desk, whose name is in the note. */
export type AddressBatchKind = 'save' | 'remove' | 'import' | 'merge' | 'restore' | 'undo' | 'site';

/** What a change of the address book (a batch) did to one entry. */
export interface EntryChange {
	batchId: number;
	kind: AddressBatchKind;
	/** Details of the change, such as the name of the imported file or the warnings of a saved address; may be empty. */
	note: string;
	/** Name of the desk when the change was made, or of the operating-system user if the desk had no name. */
	who: string;
	/** Time of the change, ISO 8601. */
	at: string;
	undone: boolean;
	/** The entry before and after the change; null: the entry did not exist. */
	before: SavedAddress | null;
	after: SavedAddress | null;
}

/** A change of the address book: one or more entries that were changed together. */
export interface AddressBatch {
	id: number;
	kind: AddressBatchKind;
	/** Details of the change, such as the name of the imported file or the warnings of a saved address; may be empty. */
	note: string;
	/** Name of the desk when the change was made, or of the operating-system user if the desk had no name. */
	who: string;
	/** Time of the change, ISO 8601. */
	at: string;
	undone: boolean;
	/** Number of entries that the change concerns. */
	entries: number;
}

export interface UndoResult {
	/** Number of entries that were reverted. */
	restored: number;
	/** Number of entries that were not reverted, because a later change concerned them too. */
	skipped: number;
}

/** Two entries that may be duplicates. */
export interface DuplicatePair {
	one: SavedAddress;
	other: SavedAddress;
	reason: string;
}

/** A daily snapshot of the address book. */
export interface Snapshot {
	/** File name without a folder. */
	name: string;
	/** Day of the snapshot in UTC, as in 2026-11-25. */
	at: string;
	/** Number of entries in the snapshot. */
	entries: number;
}

/** Number of entries that restoring the whole snapshot would change, by `SnapshotState`. */
export interface SnapshotCounts {
	/** False for a snapshot of another address book. Restoring such a snapshot removes no entries. */
	isSameBook: boolean;
	toRestore: number;
	toRevert: number;
	toRemove: number;
}

/**
 * What restoring the snapshot would do to an entry. `toRestore`: add the entry again, because it was removed after the snapshot.
 * `toRevert`: set the entry to the values of the snapshot. `toRemove`: remove the entry, because it was added after the snapshot.
 */
export type SnapshotState = 'toRestore' | 'toRevert' | 'toRemove';
export interface SnapshotRow {
	/** Key for restoring only this row. */
	key: number;
	state: SnapshotState;
	/** The entry in the book; null: the entry was removed after the snapshot. */
	current: SavedAddress | null;
	/** The entry in the snapshot; null: the entry was added after the snapshot. */
	earlier: SavedAddress | null;
}

/** Filter of a list of addresses; null matches everything. */
export const addressFilterSchema = z.object({
	book: z.string().max(40).nullable().default(null),
	countryCode: z.string().max(2).nullable().default(null),
	tag: z.string().max(30).nullable().default(null),
	favourites: z.boolean().default(false),
});
export type AddressFilter = z.infer<typeof addressFilterSchema>;

/** Available filter values, each with the number of entries that match. */
export interface AddressFacets {
	books: [name: string, entries: number][];
	countries: [code: string, entries: number][];
	tags: [name: string, entries: number][];
	favourites: number;
	total: number;
	/** Message about the state in which the book was opened, such as a restored snapshot; empty when there is none. */
	notice: string;
}
