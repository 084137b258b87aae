// Import and export of an address book: fields, file formats, and the preview that the user sees before an import.
import * as z from 'zod';
import { t } from '../i18n';
import { keysOf } from '../lib/keys';
import type { BookEntry } from './address';

/** Parts of a postal address. From a contact with several addresses, all parts are taken from one of these. */
export const POSTAL_FIELDS = [
	'addressLine1',
	'houseNumber',
	'addressLine2',
	'zipcode',
	'city',
	'region',
	'country',
] as const;
/** Fields that a column or a vCard property may hold, each with a display name. An export uses these names as column titles. */
export const IMPORT_FIELDS = {
	companyName: () => t('Company'),
	name: () => t('Company or name'),
	contactPerson: () => t('Contact person'),
	firstName: () => t('First name'),
	lastName: () => t('Last name'),
	addressLine1: () => t('Street and number'),
	houseNumber: () => t('House number'),
	addressLine2: () => t('Address line 2'),
	zipcode: () => t('Postcode'),
	city: () => t('City'),
	region: () => t('State or province'),
	country: () => t('Country'),
	phone: () => t('Phone'),
	email: () => t('E-mail'),
	vatNumber: () => t('VAT or tax number'),
	eoriNumber: () => 'EORI',
	iossNumber: () => 'IOSS',
	einNumber: () => 'EIN',
	reference: () => t('Reference'),
	book: () => t('Book##noun: an address book'),
	tags: () => t('Tags'),
	isFavourite: () => t('Favourite'),
	kind: () => t('Business or residential'),
	defaultParcel: () => t('Default parcel'),
	labelPrinterId: () => t('Label printer'),
	notes: () => t('Notes'),
} as const satisfies Record<string, () => string>;
export type ImportField = keyof typeof IMPORT_FIELDS;
const fieldSchema = z.enum(keysOf(IMPORT_FIELDS));

/**
 * The field that a column holds. Several columns may hold the same field, such as a second phone number. A row then uses the
 * filled column with the lowest `choice`.
 */
export const columnTargetSchema = z.object({ field: fieldSchema, choice: z.int().min(1).max(4) });
export type ColumnTarget = z.infer<typeof columnTargetSchema>;

/** Character encodings of text files, by their TextDecoder labels. */
export const ENCODINGS = {
	'utf-8': () => t('Unicode (UTF-8)'),
	'utf-16le': () => t('Unicode (UTF-16)'),
	'utf-16be': () => t('Unicode (UTF-16, big-endian)'),
	'windows-1252': () => t('Western European'),
	'windows-1250': () => t('Central European'),
	'windows-1251': () => t('Cyrillic'),
	'koi8-r': () => t('Cyrillic (KOI8-R)'),
	'windows-1253': () => t('Greek'),
	'windows-1254': () => t('Turkish'),
	'windows-1255': () => t('Hebrew'),
	'windows-1256': () => t('Arabic'),
	'windows-1257': () => t('Baltic'),
	macintosh: () => t('Western European (old Mac)'),
	shift_jis: () => t('Japanese (Shift JIS)'),
	'euc-jp': () => t('Japanese (EUC)'),
	gb18030: () => t('Chinese, simplified'),
	big5: () => t('Chinese, traditional'),
	'euc-kr': () => t('Korean'),
} as const satisfies Record<string, () => string>;
export type Encoding = keyof typeof ENCODINGS;
const encodingSchema = z.enum(keysOf(ENCODINGS));

export const SEPARATORS = {
	',': () => t('Comma'),
	';': () => t('Semicolon'),
	'\t': () => t('Tab##the separator'),
	'|': () => t('Vertical bar##the separator |'),
} as const satisfies Record<string, () => string>;
export type Separator = keyof typeof SEPARATORS;
const separatorSchema = z.enum(keysOf(SEPARATORS));

/** How to read a file. Null: detect the value from the content. */
export const importReadOptionsSchema = z.object({
	encoding: encodingSchema.nullable().default(null),
	separator: separatorSchema.nullable().default(null),
	/** Row with the titles of the columns, from 1; 0: the file has none. */
	headerRow: z.int().min(0).max(1_000_000).nullable().default(null),
});
export type ImportReadOptions = z.infer<typeof importReadOptionsSchema>;

/** Maximum size of a file of addresses or orders. */
export const MAX_IMPORT_MEGABYTES = 300;

/** A file that the user dropped on the window. */
export const droppedFileSchema = z.object({ name: z.string().min(1).max(255), bytes: z.instanceof(Uint8Array) });
export type DroppedFile = z.infer<typeof droppedFileSchema>;

/** What an import does with the columns and with incomplete rows. */
export const importPlanSchema = z.object({
	/** Field of each column, in file order; null: the column is ignored. */
	columns: z.array(columnTargetSchema.nullable()).max(1000),
	/** Book for rows that do not name one. */
	book: z.string().trim().max(40),
	/** Country for rows without a country; may be empty. */
	countryCode: z.union([z.literal(''), z.string().regex(/^[A-Z]{2}$/)]),
});
export type ImportPlan = z.infer<typeof importPlanSchema>;

export interface ImportColumn {
	title: string;
	samples: string[];
	target: ColumnTarget | null;
}

export interface ImportFile {
	name: string;
	kind: 'csv' | 'xlsx' | 'vcard';
	/** Encoding and separator are null when the file format defines them. */
	encoding: Encoding | null;
	separator: Separator | null;
	/** Row with the titles of the columns, from 1; 0 when the file has none. */
	headerRow: number;
	/** Numbers and first cells of the first non-empty rows, from which the user chooses the row of the titles. */
	firstRows: { number: number; text: string }[];
	/** The program that exported the file, as in "Google Contacts"; empty when it is not known. */
	program: string;
	/** Empty for vCards, whose properties name their fields. */
	columns: ImportColumn[];
	/** Whether the targets of the columns were taken from an earlier import of a file with the same columns. */
	isRemembered: boolean;
	/** Number of filled rows without the header, or of cards. */
	rows: number;
	/** Warnings about the file as a whole. */
	warnings: string[];
}

/**
 * What an import would do with a row. `new`: add an entry. `changed`: change the entry that the book already has. `same`:
 * nothing, because the book has this entry with these values. `duplicate`: nothing, because an earlier row of the file is equal.
 * `wrong`: nothing, because the row cannot be saved.
 */
export const IMPORT_STATES = ['new', 'changed', 'same', 'duplicate', 'wrong'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];
export type ImportCounts = Record<ImportState, number>;

export interface ImportRow {
	/** Row or card number in the file, from 1. */
	rowNumber: number;
	state: ImportState;
	/** By state: why the row is wrong or a duplicate, which fields change, or warnings about the row. */
	reason: string;
	entry: BookEntry;
}

export interface ImportResult {
	batchId: number;
	added: number;
	changed: number;
}

/** Progress of an import, an undo, a restore or a duplicate search. */
export interface BookProgress {
	done: number;
	total: number;
}

export const exportFormatSchema = z.enum(['csv', 'xlsx', 'vcf']);
export type ExportFormat = z.infer<typeof exportFormatSchema>;
