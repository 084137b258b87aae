// Reads a table file: detects its format, then parses its rows and header.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '../../../src-contract/errors';
import { t } from '../../../src-contract/i18n';
import { errorMessage } from '../../../src-contract/lib/error-message';
import {
	type DroppedFile,
	type ImportFile,
	type ImportReadOptions,
	MAX_IMPORT_MEGABYTES,
} from '../../../src-contract/model/address-import';
import { parseSeparated, parseWorkbook, type Table } from './tables';
import { decodeText } from './text-encoding';
import { addressRoleOf, normalizeTitle } from './title-roles';

const MAX_IMPORT_BYTES = MAX_IMPORT_MEGABYTES * 1e6;
const MAX_SAMPLES = 3;
const CONTROL_CHARACTERS = /[^\P{Cc}\s]/gu;

/** Error code for files that cannot be read: address, order or item files, or invoices. */
type FileCode = 'address.fileFailed' | 'order.importRefused' | 'item.fileFailed' | 'report.fileFailed';

export interface TableFile {
	name: string;
	/** Code of the error to throw when the file cannot be read. */
	code: FileCode;
	bytes: Uint8Array;
	kind: ImportFile['kind'];
}
/** A table, and where the titles of its columns are. */
export interface TitledTable extends Table {
	/** Row with the titles, from 1; 0 when the table has none. */
	headerRow: number;
	/** Titles of groups of columns above their titles, such as "Sender" and "Recipient"; undefined when there are none. */
	groupTitles: readonly string[] | undefined;
	/** Titles of a second row of titles above those of `headerRow`, by column; undefined when there is none. */
	upperTitles: readonly string[] | undefined;
	/** Titles of a file without titles that a known program wrote; undefined for any other. */
	knownTitles: readonly string[] | undefined;
}

/** @param reason a complete sentence */
const unreadableError = (code: FileCode, reason: string) =>
	new AppError(code, `${reason} ${t('Nothing was imported.')}`);

export const unreadableFileError = ({ name, code }: TableFile, error: unknown) =>
	unreadableError(code, t('{name} cannot be read: {cause}.', { name, cause: errorMessage(error) }));

/**
 * @param file path of the file, or the content of a file that the user dropped on the window
 * @throws AppError with `code` when the file cannot be read, is too large or has an unsupported format
 */
export function openTableFile(file: string | DroppedFile, code: FileCode): TableFile {
	const { name, bytes } = typeof file === 'string' ? { name: file, bytes: readBytes(file, code) } : file;
	if (bytes.length > MAX_IMPORT_BYTES) throw tooLargeError(code);
	return { name: path.basename(name), code, bytes, kind: detectKind(bytes, code) };
}

const notReadError = (code: FileCode, cause: string) =>
	unreadableError(code, t('The file cannot be read: {cause}.', { cause }));
const tooLargeError = (code: FileCode) =>
	notReadError(code, t('it is larger than {most} MB, so split it##of a file', { most: MAX_IMPORT_MEGABYTES }));

function readBytes(file: string, code: FileCode): Uint8Array {
	try {
		if (statSync(file).size <= MAX_IMPORT_BYTES) return readFileSync(file);
	} catch (error) {
		throw notReadError(code, errorMessage(error));
	}
	throw tooLargeError(code);
}

function detectKind(bytes: Uint8Array, code: FileCode): ImportFile['kind'] {
	const startsWith = (...start: number[]) => start.every((byte, index) => bytes[index] === byte);
	if (startsWith(0x50, 0x4b, 3, 4)) return 'xlsx';
	// An OLE compound file: XLS, or a password-protected XLSX.
	if (startsWith(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1))
		throw unreadableError(
			code,
			t(
				'This workbook is in the old XLS format or protected by a password. Save it as XLSX or CSV without a password.',
			),
		);
	const start = decodeText(bytes.subarray(0, 4000), null).text;
	if ((start.match(CONTROL_CHARACTERS) ?? []).length > start.length / 100)
		throw unreadableError(code, t('This file type is not supported. Use CSV, XLSX or vCard.'));
	return /^\s*BEGIN:VCARD/im.test(start) ? 'vcard' : 'csv';
}

const isFilled = (row: readonly string[]): boolean => row.some((cell) => cell.trim() !== '');

/** Number of non-empty rows among which the titles are searched: a report may begin with its name, a date and an address. */
const MAX_ROWS_BEFORE_TITLES = 20;

const filledCount = (row: readonly string[]): number => row.filter((cell) => cell.trim() !== '').length;

/** How to recognise the row with the titles of a file. */
export interface HeaderTests {
	/** Whether a row looks like the titles; rows after the first one must leave no doubt. */
	isHeader: (row: readonly string[], isFirst: boolean) => boolean;
	/** Whether a row is the titles of a known program. */
	isOfProgram: (row: readonly string[]) => boolean;
	/** The titles of rows that a known program writes without titles. */
	titlesOfUntitled?: (rows: readonly (readonly string[])[]) => readonly string[] | undefined;
}

/**
 * Index of the row with the titles; -1 when there is none. Rows above titles that no known program writes have fewer cells than half
 * of theirs.
 */
function findHeaderRow(rows: readonly string[][], { isHeader, isOfProgram }: HeaderTests): number {
	const ofProgram = rows.slice(0, MAX_ROWS_BEFORE_TITLES).findIndex(isOfProgram);
	if (ofProgram >= 0) return ofProgram;
	let widest = 0;
	let seen = 0;
	for (const [index, row] of rows.entries()) {
		const count = filledCount(row);
		if (count === 0) continue;
		if (seen === MAX_ROWS_BEFORE_TITLES) break;
		if (count >= widest * 2 && isHeader(row, seen === 0)) return index;
		widest = Math.max(widest, count);
		seen += 1;
	}
	return -1;
}

/**
 * Whether the row after the titles continues them, as under merged cells: "Address" above "Street", "City". Each of the two rows has
 * titles where the other has none.
 */
function hasSecondTitleRow(rows: readonly string[][], index: number, { isHeader }: HeaderTests): boolean {
	const [upper, lower] = [rows[index], rows[index + 1]];
	if (!upper || !lower || lower.some((cell) => /\d/.test(cell)) || !isHeader(lower, true)) return false;
	const isEmpty = (row: readonly string[], column: number) => (row[column]?.trim() ?? '') === '';
	const columns = [...Array(Math.max(upper.length, lower.length)).keys()];
	return (
		columns.some((column) => isEmpty(upper, column) && !isEmpty(lower, column)) &&
		columns.some((column) => !isEmpty(upper, column) && isEmpty(lower, column))
	);
}

/**
 * The groups that the row above the titles names, each for its column and the empty cells after it, as merged cells are stored.
 * Undefined when that row names no person of an address.
 */
function groupTitlesAbove(rows: readonly string[][], headerIndex: number): string[] | undefined {
	const above = rows[headerIndex - 1];
	const header = rows[headerIndex] ?? [];
	if (!above || filledCount(above) < 2 || !above.some((cell) => namesRole(cell))) return undefined;
	let group = '';
	return header.map((_title, column) => {
		group = above[column]?.trim() || group;
		return namesRole(group) ? group : '';
	});
}
/** Whether a cell names who sends, receives or pays. */
const namesRole = (cell: string): boolean =>
	cell.trim() !== '' && addressRoleOf(`${normalizeTitle(cell)} name`) !== undefined;

/**
 * Reads the table with the given encoding, separator and row of titles; null values are detected.
 * @throws Error with the reason when the file cannot be parsed
 */
export async function readTable(
	{ bytes, kind }: TableFile,
	readOptions: ImportReadOptions,
	headerTests: HeaderTests,
): Promise<{ table: TitledTable; encoding: ImportFile['encoding'] }> {
	const withTitles = (table: Table): TitledTable => {
		const isDetected = readOptions.headerRow === null;
		const knownTitles = isDetected ? headerTests.titlesOfUntitled?.(table.rows) : undefined;
		const foundIndex = knownTitles
			? -1
			: isDetected
				? findHeaderRow(table.rows, headerTests)
				: (readOptions.headerRow ?? 0) - 1;
		const hasUpperTitles = isDetected && hasSecondTitleRow(table.rows, foundIndex, headerTests);
		const headerIndex = hasUpperTitles ? foundIndex + 1 : foundIndex;
		return {
			...table,
			headerRow: headerIndex + 1,
			groupTitles: groupTitlesAbove(table.rows, headerIndex),
			upperTitles: hasUpperTitles ? table.rows[foundIndex] : undefined,
			knownTitles,
		};
	};
	if (kind === 'xlsx') return { table: withTitles(await parseWorkbook(bytes)), encoding: null };
	const { text, encoding } = decodeText(bytes, readOptions.encoding);
	return { table: withTitles(parseSeparated(text, readOptions.separator)), encoding };
}

/** Index of the first data row: the row after the titles, or the first non-empty row if there are none. */
export function firstDataRow({ rows, headerRow }: TitledTable): number {
	return headerRow > 0 ? headerRow : Math.max(0, rows.findIndex(isFilled));
}

/** The non-empty data rows. `rowNumber` counts all rows of the file from 1, including the header and empty rows. */
export function* filledRows(table: TitledTable): Generator<{
	rowNumber: number;
	cells: readonly string[];
	isNumericCell: (column: number) => boolean;
}> {
	const firstIndex = firstDataRow(table);
	for (const [index, cells] of table.rows.entries())
		if (index >= firstIndex && isFilled(cells))
			yield { rowNumber: index + 1, cells, isNumericCell: (column) => table.isNumber(index, column) };
}

/**
 * Titles of the columns, with the titles of their groups. Do not translate the default names of untitled columns: column mappings are
 * stored by titles.
 * @param nameOfUntitled returns the name of a column without a title
 */
export function titlesOf(table: TitledTable, nameOfUntitled = (number: number) => `Column ${number}`): string[] {
	const width = table.rows.reduce((width, { length }) => Math.max(width, length), 0);
	const header = table.headerRow > 0 ? table.rows[table.headerRow - 1] : undefined;
	return Array.from({ length: width }, (_, index) => {
		const own = header?.[index]?.trim() || table.knownTitles?.[index];
		const upper = table.upperTitles?.[index]?.trim();
		// A unit or currency below its title: "Price" above "€".
		const title = upper && (!own || !/\p{L}{3}/u.test(own)) ? [upper, own].filter(Boolean).join(' ') : own;
		const group = table.groupTitles?.[index];
		return title ? (group ? `${group} ${title}` : title) : nameOfUntitled(index + 1);
	});
}

/** Start of a table, from which the user can choose the row of the titles. */
const firstRowsOf = ({ rows }: TitledTable): ImportFile['firstRows'] =>
	rows
		.flatMap((row, index) =>
			isFilled(row)
				? [
						{
							number: index + 1,
							text: row
								.filter((cell) => cell.trim() !== '')
								.slice(0, 4)
								.join(' · ')
								.slice(0, 80),
						},
					]
				: [],
		)
		.slice(0, MAX_ROWS_BEFORE_TITLES);

/** Properties of the table besides its columns; `rows` is the number of non-empty data rows. */
export function describeTable(
	table: TitledTable,
): Pick<ImportFile, 'separator' | 'headerRow' | 'firstRows' | 'rows' | 'warnings'> {
	const { separator, headerRow, warnings } = table;
	return {
		separator,
		headerRow,
		firstRows: firstRowsOf(table),
		warnings,
		rows: table.rows.slice(firstDataRow(table)).filter(isFilled).length,
	};
}

/** The first distinct values of a column, at most `MAX_SAMPLES`, shortened, as samples for the user. */
export function samplesOf(table: TitledTable, column: number): string[] {
	const samples = new Set<string>();
	for (let index = firstDataRow(table); index < table.rows.length; index += 1) {
		const cell = table.rows[index]?.[column]?.trim();
		if (cell) samples.add(cell.slice(0, 80));
		if (samples.size === MAX_SAMPLES) break;
	}
	return [...samples];
}
