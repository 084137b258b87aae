// The book as a file that other programs, and this one, read.
import type { AddressFilter, BookEntry } from '../../src-contract/model/address';
import {
	columnTargetSchema,
	type ExportFormat,
	IMPORT_FIELDS,
	type ImportField,
} from '../../src-contract/model/address-import';
import { writeFileAtomically } from '../platform/atomic-write';
import type { Database } from '../platform/database';
import { toSeparated, toWorkbook } from '../platform/tabular/tables';
import { type Row, toAddress } from './entry-row';
import { toCards, writtenField } from './files/write-vcards';
import { conditions } from './search';

/** Parts that an entry holds within another field. */
const WITHIN_ANOTHER = ['firstName', 'lastName', 'houseNumber', 'region'] as const;
type WrittenField = Exclude<ImportField, (typeof WITHIN_ANOTHER)[number]>;
const isWritten = (field: ImportField): field is WrittenField => !WITHIN_ANOTHER.some((part) => part === field);
const COLUMNS = columnTargetSchema.shape.field.options.filter(isWritten);

export const toRows = (entries: readonly BookEntry[]): string[][] => [
	COLUMNS.map((field) => IMPORT_FIELDS[field]()),
	...entries.map((entry) => COLUMNS.map((field) => writtenField(entry, field === 'country' ? 'countryCode' : field))),
];

const FORMATS: Record<ExportFormat, (entries: readonly BookEntry[]) => string | Promise<Uint8Array>> = {
	csv: (entries) => toSeparated(toRows(entries)),
	xlsx: (entries) => toWorkbook(toRows(entries)),
	vcf: toCards,
};

/** Last used first, as the list has them. @returns how many */
export async function exportEntries(
	database: Database,
	file: string,
	format: ExportFormat,
	filter: AddressFilter,
): Promise<number> {
	const { sql, values } = conditions(filter);
	const entries = database.all<Row>(`SELECT * FROM entry WHERE 1${sql} ORDER BY position`, ...values).map(toAddress);
	writeFileAtomically(file, await FORMATS[format](entries));
	return entries.length;
}
