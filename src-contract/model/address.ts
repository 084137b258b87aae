import * as z from 'zod';
import { t } from '../i18n';
import { emptyAddress } from './empty-address';
import { parcelSizeSchema } from './parcel';
import { countryCodeSchema } from './trade-terms';

/** What a label and a file can hold: no controls, no half of a letter, no gap but the usual one. */
const whole = (text: string): string =>
	text
		.replace(/[\p{Cs}\p{Noncharacter_Code_Point}\ufffd]/gu, '?')
		.replace(/\ufeff/g, '')
		.replace(/\u00a0/g, ' ')
		.trim();
const oneLine = (text: string): string => whole(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '));
const severalLines = (text: string): string =>
	whole(text.replace(/\r\n?|[\u0085\p{Zl}\p{Zp}]/gu, '\n').replace(/[^\P{Cc}\n\t]/gu, ' '));

const atMost = (maximum: number) => ({ error: () => t('at most {maximum} characters', { maximum }) });
const line = (max: number) => z.string().overwrite(oneLine).max(max, atMost(max));
const text = (max: number) => line(max).default('');
/** What stands between tags in a file, or marks those of a program, is in none. */
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
	.pipe(z.email({ error: () => t('An e-mail address is required, such as name@example.com') }));

/** An address as a desk keeps it. What the partner demands is demanded here, so that a saved address can be shipped to. */
export const addressSchema = z.object({
	companyName: text(100),
	contactPerson: required(() => t('Contact person is required'), 100),
	email,
	phone: required(() => t('Phone is required'), 40),
	addressLine1: required(() => t('Street and number is required'), 200),
	addressLine2: text(200),
	zipcode: required(() => t('Postcode is required'), 20),
	city: required(() => t('City is required'), 100),
	countryCode: countryCodeSchema,
	vatNumber: text(30),
});
export type Address = z.infer<typeof addressSchema>;

/** Where goods go to decides on services and prices; empty: not known. */
const addressKindSchema = z.enum(['', 'business', 'residential']);

/** An address in a book of the desk: what a label needs, and what a desk wants to know beside it. */
export const bookEntrySchema = addressSchema.extend({
	/** Of which book it is, such as Senders or Recipients. */
	book: text(40),
	tags: z.array(tag).max(20).default([]),
	isFavourite: z.boolean().default(false),
	kind: addressKindSchema.default(''),
	/** As the desk's own systems know it, such as a customer number. */
	reference: text(50),
	eoriNumber: text(20),
	iossNumber: text(20),
	einNumber: text(20),
	notes: z.string().overwrite(severalLines).max(2000, atMost(2000)).default(''),
	/** What usually goes there. */
	defaultParcel: parcelSizeSchema.nullable().default(null),
	/** Which printer prints the labels that go there; empty: the rules' own. */
	labelPrinterId: text(60),
});
export type BookEntry = z.infer<typeof bookEntrySchema>;
export const ENTRY_FIELDS = bookEntrySchema.keyof().options;

/** As a book keeps an entry that came from elsewhere: what the partner demands may be missing until something is sent there. */
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
		error: () => t('it names nobody##of a row of a file'),
		path: ['contactPerson'],
	})
	.refine(({ addressLine1, zipcode, city }) => addressLine1 + zipcode + city !== '', {
		error: () => t('it holds no address##of a row of a file'),
		path: ['addressLine1'],
	})
	// The lines of an address begin with the first.
	.overwrite((entry) =>
		entry.addressLine1 === '' ? { ...entry, addressLine1: entry.addressLine2, addressLine2: '' } : entry,
	);

const anyText = (max: number) =>
	z
		.string()
		.overwrite(oneLine)
		.transform((text) => text.slice(0, max))
		.catch('');
/** What another desk keeps of an entry that a form would not take, such as one of an earlier release: shown as it is. */
export const incompleteEntrySchema = z.object({
	companyName: anyText(100),
	contactPerson: anyText(100),
	email: anyText(254),
	phone: anyText(40),
	addressLine1: anyText(200),
	addressLine2: anyText(200),
	zipcode: anyText(20),
	city: anyText(100),
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

/** What was done to the address book at once; `site`: by another desk, which the note names. */
export type BatchKind = 'save' | 'remove' | 'import' | 'merge' | 'restore' | 'undo' | 'site';

/** A change of one entry. */
export interface EntryChange {
	batchId: number;
	kind: BatchKind;
	note: string;
	who: string;
	/** ISO 8601 */
	at: string;
	undone: boolean;
	/** Null: it was not in the book. */
	before: SavedAddress | null;
	after: SavedAddress | null;
}

export interface Batch {
	id: number;
	kind: BatchKind;
	note: string;
	who: string;
	at: string;
	undone: boolean;
	entries: number;
}

export interface UndoResult {
	restored: number;
	/** Entries that were changed since, and stay as they are. */
	left: number;
}

/** Two entries that may be one. */
export interface DuplicatePair {
	one: SavedAddress;
	other: SavedAddress;
	reason: string;
}

/** The book as it stood on a day, or in a backup file. */
export interface Snapshot {
	/** The name of a daily one, or the path of a file. */
	name: string;
	/** ISO 8601 */
	at: string;
	entries: number;
}

/** What a restore would do, of the book as a whole. */
export interface SnapshotCounts {
	/** Of the same book as this one; what another book does not know stays. */
	isSameBook: boolean;
	back: number;
	changed: number;
	gone: number;
}

/** `back`: it would come back. `changed`: it would be as it was. `gone`: it was added since, and would be taken out. */
export type SnapshotState = 'back' | 'changed' | 'gone';
export interface SnapshotRow {
	/** By which it is restored alone. */
	key: number;
	state: SnapshotState;
	current: SavedAddress | null;
	earlier: SavedAddress | null;
}

/** What a list of addresses is narrowed by; null fits anything. */
export const addressFilterSchema = z.object({
	book: z.string().max(40).nullable().default(null),
	countryCode: z.string().max(2).nullable().default(null),
	tag: z.string().max(30).nullable().default(null),
	favourites: z.boolean().default(false),
});
export type AddressFilter = z.infer<typeof addressFilterSchema>;

/** What it can be narrowed by, each with how many entries it leaves. */
export interface AddressFacets {
	books: [name: string, entries: number][];
	countries: [code: string, entries: number][];
	tags: [name: string, entries: number][];
	favourites: number;
	total: number;
	/** What a person should know of how the book was found; empty: nothing. */
	notice: string;
}
