// Exports entries as a CSV, XLSX or vCard file, which the import of this program reads back.
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
import { type EntryRow, toAddress } from './entry-row';
import { fieldText, toCards } from './files/write-vcards';
import { filterConditions } from './search';

/** Import fields that are not exported, because an entry stores each of their values as part of another field. */
const PARTIAL_FIELDS = ['name', 'firstName', 'lastName', 'houseNumber'] as const;
type ExportField = Exclude<ImportField, (typeof PARTIAL_FIELDS)[number]>;
const isExportField = (field: ImportField): field is ExportField => !PARTIAL_FIELDS.some((part) => part === field);
const EXPORT_FIELDS = columnTargetSchema.shape.field.options.filter(isExportField);

/** A header row with the titles of the fields, then one row for each entry. */
export const toTableRows = (entries: readonly BookEntry[]): string[][] => [
	EXPORT_FIELDS.map((field) => IMPORT_FIELDS[field]()),
	...entries.map((entry) =>
		EXPORT_FIELDS.map((field) => fieldText(entry, field === 'country' ? 'countryCode' : field)),
	),
];

const FORMATTERS: Record<ExportFormat, (entries: readonly BookEntry[]) => string | Promise<Uint8Array>> = {
	csv: (entries) => toSeparated(toTableRows(entries)),
	xlsx: (entries) => toWorkbook(toTableRows(entries)),
	vcf: toCards,
};

/** Writes the entries that match the filter, in the order of the list. @returns the number of entries */
export async function exportEntries(
	database: Database,
	file: string,
	format: ExportFormat,
	filter: AddressFilter,
): Promise<number> {
	const { sql, values } = filterConditions(filter);
	const entries = database
		.all<EntryRow>(`SELECT * FROM entry WHERE 1${sql} ORDER BY position`, ...values)
		.map(toAddress);
	writeFileAtomically(file, await FORMATTERS[format](entries));
	return entries.length;
}
