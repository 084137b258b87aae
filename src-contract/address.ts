import * as z from 'zod';
import { countryCodeSchema } from './partner-api';

const text = (max: number) => z.string().trim().max(max).default('');
const required = (what: string, max: number) =>
	z.string().trim().min(1, `${what} is required`).max(max, `at most ${max} characters`);

/** An address as a desk keeps it. What the partner demands is demanded here, so that a saved address can be shipped to. */
export const addressSchema = z.object({
	companyName: text(100),
	contactPerson: required('Contact person', 100),
	email: z.string().trim().pipe(z.email('An e-mail address is required, such as name@example.com')),
	phone: required('Phone', 40),
	addressLine1: required('Street and number', 200),
	addressLine2: text(200),
	zipcode: required('Postcode', 20),
	city: required('City', 100),
	countryCode: countryCodeSchema,
	vatNumber: text(30),
});
export type Address = z.infer<typeof addressSchema>;

/** Where goods go to decides on services and prices; empty: not known. */
export const addressKindSchema = z.enum(['', 'business', 'residential']);

/** An address in a book of the desk: what a label needs, and what a desk wants to know beside it. */
export const bookEntrySchema = addressSchema.extend({
	/** Of which book it is, such as Senders or Recipients. */
	book: z.string().trim().max(40).default(''),
	tags: z.array(z.string().trim().min(1).max(30)).max(20).default([]),
	isFavourite: z.boolean().default(false),
	kind: addressKindSchema.default(''),
	/** As the desk's own systems know it, such as a customer number. */
	reference: text(50),
	eoriNumber: text(20),
	iossNumber: text(20),
	einNumber: text(20),
	notes: text(2000),
});
export type BookEntry = z.infer<typeof bookEntrySchema>;

export interface SavedAddress extends BookEntry {
	id: number;
	lastUsedAt: string | null;
	useCount: number;
}

export const emptyAddress: Address = {
	companyName: '',
	contactPerson: '',
	email: '',
	phone: '',
	addressLine1: '',
	addressLine2: '',
	zipcode: '',
	city: '',
	countryCode: '',
	vatNumber: '',
};

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
};

/** What was done to the address book at once. */
export type BatchKind = 'save' | 'remove' | 'import' | 'merge' | 'undo';

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

export interface Undone {
	restored: number;
	/** Entries that were changed since, and stay as they are. */
	left: number;
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
}
