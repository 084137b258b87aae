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

/** Import fields that an entry stores as part of another field. */
const PARTIAL_FIELDS = ['firstName', 'lastName', 'houseNumber', 'region'] as const;
type ExportField = Exclude<ImportField, (typeof PARTIAL_FIELDS)[number]>;
const isExportField = (field: ImportField): field is ExportField => !PARTIAL_FIELDS.some((part) => part === field);
const COLUMNS = columnTargetSchema.shape.field.options.filter(isExportField);

export const toRows = (entries: readonly BookEntry[]): string[][] => [
	COLUMNS.map((field) => IMPORT_FIELDS[field]()),
	...entries.map((entry) => COLUMNS.map((field) => fieldText(entry, field === 'country' ? 'countryCode' : field))),
];

const FORMATS: Record<ExportFormat, (entries: readonly BookEntry[]) => string | Promise<Uint8Array>> = {
	csv: (entries) => toSeparated(toRows(entries)),
	xlsx: (entries) => toWorkbook(toRows(entries)),
	vcf: toCards,
};

/** Writes the entries of the filter in the order of the list. @returns their number */
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
	writeFileAtomically(file, await FORMATS[format](entries));
	return entries.length;
}
