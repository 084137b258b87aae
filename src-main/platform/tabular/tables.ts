// Parses and writes tables: separated text (CSV) and workbooks (XLSX).
import { unzipSync, zipSync } from 'fflate';
import Papa from 'papaparse';
import { t } from '../../../src-contract/i18n';
import type { Separator } from '../../../src-contract/model/address-import';

/** The content of a table file. */
export interface Table {
	/** True when the file is a workbook that stores the cell as a number. */
	isNumber(row: number, column: number): boolean;
	rows: string[][];
	/** Null for a workbook. */
	separator: Separator | null;
	/** Complete sentences for the user. */
	warnings: string[];
}

const SEPARATORS = [',', ';', '\t', '|'] as const satisfies readonly Separator[];
const MAX_COLUMNS = 1000;
const tooManyColumnsError = () => new Error(t('it has more than {most} columns##of a file', { most: MAX_COLUMNS }));
/** Maximum length of a cell; every stored field is shorter. */
const MAX_CELL_CHARS = 10_000;
/** Maximum size of an unpacked workbook. */
const MAX_UNPACKED_BYTES = 400_000_000;
/** Maximum number of files in a workbook's ZIP archive. Usual workbooks have a few dozen. */
const MAX_ARCHIVE_FILES = 10_000;
/** Truncates a long cell. The result still exceeds the maximum of every field, so validation rejects the row. */
export const truncateCell = (text: string): string =>
	text.length > MAX_CELL_CHARS ? `${text.slice(0, MAX_CELL_CHARS - 1)}…` : text;

/** Number of records that separator detection examines. */
const SAMPLE_RECORDS = 40;

/**
 * Chooses the separator with the highest score. The score is computed from the most frequent number of fields in a record: the
 * share of records with that number, and the number itself, have similar weight. A separator whose most frequent number is 1 is not
 * chosen.
 * @returns a comma when no separator is found
 */
function detectSeparator(text: string): Separator {
	let best: { separator: Separator; score: number } = { separator: ',', score: 0 };
	for (const separator of SEPARATORS) {
		const { data } = Papa.parse<string[]>(text, {
			delimiter: separator,
			preview: SAMPLE_RECORDS,
			skipEmptyLines: true,
		});
		/** Number of records by their number of fields. */
		const recordCounts = new Map<number, number>();
		for (const { length } of data) recordCounts.set(length, (recordCounts.get(length) ?? 0) + 1);
		const [fieldCount, recordCount] = [...recordCounts].sort((left, right) => right[1] - left[1])[0] ?? [1, 0];
		const score = fieldCount < 2 ? 0 : (recordCount / data.length) * 10 + Math.min(fieldCount, 9);
		if (score > best.score) best = { separator, score };
	}
	return best.separator;
}

/** Spreadsheet programs mark text that looks like a number or formula with a leading apostrophe. */
const TEXT_MARKER = /^'(?=['=@\d]|[+-])/;
const withoutTextMarker = (cell: string): string => (cell.startsWith("'") ? cell.replace(TEXT_MARKER, '') : cell);
const withTextMarker = (cell: string): string => (/^['=@]|^[+-](?![\d\s()./-]+$)/.test(cell) ? `'${cell}` : cell);

/**
 * @param givenSeparator null: uses the separator that the text declares, or detects it
 * @throws Error when a row has more than MAX_COLUMNS columns
 */
export function parseSeparated(text: string, givenSeparator: Separator | null): Table {
	// Normalize line breaks, also within quoted cells.
	let normalizedText = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
	// A spreadsheet program may declare the separator in the first line.
	const declaration = /^sep=([,;\t|])\n/.exec(normalizedText);
	if (declaration) normalizedText = normalizedText.slice(declaration[0].length);
	const separator =
		givenSeparator ?? SEPARATORS.find((candidate) => candidate === declaration?.[1]) ?? detectSeparator(normalizedText);
	const { data, errors } = Papa.parse<string[]>(normalizedText, { delimiter: separator, newline: '\n' });
	const quoteError = errors.find(({ type }) => type === 'Quotes');
	const warnings = quoteError
		? [
				t('Row {row} has an opening quotation mark without a closing one. The rows after it may be read incorrectly.', {
					row: (quoteError.row ?? 0) + 1,
				}),
			]
		: [];
	if (data.some(({ length }) => length > MAX_COLUMNS)) throw tooManyColumnsError();
	return {
		rows: data.map((row) => row.map((cell) => withoutTextMarker(truncateCell(cell)))),
		separator,
		warnings,
		isNumber: () => false,
	};
}

export const toSeparated = (rows: readonly (readonly string[])[]): string =>
	// Spreadsheet programs recognize UTF-8 by the byte order mark.
	`\ufeff${Papa.unparse(
		rows.map((row) => row.map(withTextMarker)),
		{ newline: '\r\n' },
	)}\r\n`;

/**
 * Parses the first sheet. Numbers are read as their stored text, so that they are not rounded.
 * @throws Error for damaged or oversized files
 */
export async function parseWorkbook(bytes: Uint8Array): Promise<Table> {
	const repackedBytes = repackWorkbook(bytes);
	// Imported here because only imports of workbooks need it.
	const { readSheet } = await import('read-excel-file/node');
	const cells: unknown[][] = await readSheet(Buffer.from(repackedBytes), {
		parseNumber: (text) => new NumberCell(text),
	});
	if (cells.some(({ length }) => length > MAX_COLUMNS)) throw tooManyColumnsError();
	return {
		rows: cells.map((row) => row.map((cell) => truncateCell(textOf(cell)))),
		separator: null,
		warnings: [],
		isNumber: (row, column) => cells[row]?.[column] instanceof NumberCell,
	};
}

/**
 * Copies the XML files that the archive's central directory lists into a new archive, and limits the number and size of all files.
 * The workbook reader does not use the central directory: it reads an archive from the start, and would wait forever for an unlisted
 * file whose end is missing.
 */
function repackWorkbook(bytes: Uint8Array): Uint8Array {
	let size = 0;
	let count = 0;
	unzipSync(bytes, {
		filter({ originalSize }) {
			size += originalSize;
			count += 1;
			if (count > MAX_ARCHIVE_FILES) throw new Error(t('it is not a workbook, or it is damaged##of a file'));
			return false;
		},
	});
	if (size > MAX_UNPACKED_BYTES)
		throw new Error(t('it needs {size} MB when unpacked##of a file', { size: Math.ceil(size / 1e6) }));
	return zipSync(unzipSync(bytes, { filter: ({ name }) => /\.(xml|rels)$/i.test(name) }), { level: 0 });
}

class NumberCell {
	constructor(readonly text: string) {}
}

/** Converts the stored form of long numbers, such as 4.93012345678E11, to digits. */
function plainNumber(text: string): string {
	const value = Number(text);
	return /e/i.test(text) && Number.isSafeInteger(value) ? String(value) : text;
}

function textOf(cell: unknown): string {
	if (cell instanceof NumberCell) return plainNumber(cell.text);
	return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? '');
}

/** Escapes text such as `_x0041_`, which XLSX would decode as a character code. */
function escapeCell(text: string): string {
	// The workbook writer uses cell texts as keys of a plain object, so inherited names such as "constructor" must be escaped.
	if (text in {}) return `_x${text.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_${text.slice(1)}`;
	return text.replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_');
}

/** Writes all cells as text, so postcodes keep their leading zeros. The first row is the header. */
export async function toWorkbook(rows: readonly (readonly string[])[]): Promise<Uint8Array> {
	const { default: writeWorkbook } = await import('write-excel-file/node');
	const data = rows.map((row, index) =>
		row
			.map(escapeCell)
			.map((value) => (index === 0 ? { value, type: String, fontWeight: 'bold' as const } : { value, type: String })),
	);
	return writeWorkbook(data, { sheet: t('Addresses'), stickyRowsCount: 1 }).toBuffer();
}
