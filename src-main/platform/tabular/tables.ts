// Files of rows and columns: text with separators, and workbooks.
import { unzipSync, zipSync } from 'fflate';
import Papa from 'papaparse';
import { t } from '../../../src-contract/i18n';
import type { Separator } from '../../../src-contract/model/address-import';

export interface Table {
	/** Whether a cell was a number in a workbook. */
	isNumber(row: number, column: number): boolean;
	rows: string[][];
	separator: Separator | null;
	remarks: string[];
}

const SEPARATORS = [',', ';', '\t', '|'] as const satisfies readonly Separator[];
const MAX_COLUMNS = 1000;
const tooWide = () => new Error(t('it has more than {most} columns##of a file', { most: MAX_COLUMNS }));
/** Nothing that is kept is so long. */
const MAX_CHARS = 10_000;
const MAX_UNPACKED_BYTES = 400_000_000;
/** A workbook has a few dozen. */
const MAX_PARTS = 10_000;
/** More is not looked at: what is left is too long as well, and its row is refused for that. */
export const capped = (text: string): string => (text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS - 1)}…` : text);

/** Records by which a separator is told. */
const LOOKED_AT = 40;

/** The one that gives most records the same number of fields, and more than one. */
function guessSeparator(text: string): Separator {
	let best: { separator: Separator; score: number } = { separator: ',', score: 0 };
	for (const separator of SEPARATORS) {
		const { data } = Papa.parse<string[]>(text, { delimiter: separator, preview: LOOKED_AT, skipEmptyLines: true });
		const counts = new Map<number, number>();
		for (const { length } of data) counts.set(length, (counts.get(length) ?? 0) + 1);
		const [fields, records] = [...counts].sort((one, other) => other[1] - one[1])[0] ?? [1, 0];
		const score = fields < 2 ? 0 : (records / data.length) * 10 + Math.min(fields, 9);
		if (score > best.score) best = { separator, score };
	}
	return best.separator;
}

/** Spreadsheets hold text that looks like a number or a formula by a sign before it. */
const HELD_AS_TEXT = /^'(?=['=@\d]|[+-])/;
const withoutSign = (cell: string): string => (cell.startsWith("'") ? cell.replace(HELD_AS_TEXT, '') : cell);
const withSign = (cell: string): string => (/^['=@]|^[+-](?![\d\s()./-]+$)/.test(cell) ? `'${cell}` : cell);

/** @param wanted null: as it looks */
export function parseSeparated(text: string, wanted: Separator | null): Table {
	// Line breaks of every system are one; those within quotes too.
	let plain = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
	// Spreadsheets name the separator in a line of its own.
	const named = /^sep=([,;\t|])\n/.exec(plain);
	if (named) plain = plain.slice(named[0].length);
	const separator = wanted ?? SEPARATORS.find((one) => one === named?.[1]) ?? guessSeparator(plain);
	const { data, errors } = Papa.parse<string[]>(plain, { delimiter: separator, newline: '\n' });
	const broken = errors.find(({ type }) => type === 'Quotes');
	const remarks = broken
		? [
				t('A quotation mark in row {row} has no other end: what follows it may be read wrongly.', {
					row: (broken.row ?? 0) + 1,
				}),
			]
		: [];
	if (data.some(({ length }) => length > MAX_COLUMNS)) throw tooWide();
	return {
		rows: data.map((row) => row.map((cell) => withoutSign(capped(cell)))),
		separator,
		remarks,
		isNumber: () => false,
	};
}

export const toSeparated = (rows: readonly (readonly string[])[]): string =>
	// A mark, by which spreadsheets know it for Unicode.
	`\ufeff${Papa.unparse(
		rows.map((row) => row.map(withSign)),
		{ newline: '\r\n' },
	)}\r\n`;

/** The first sheet. Numbers are read as they stand in the file, so that none is rounded. */
export async function parseWorkbook(bytes: Uint8Array): Promise<Table> {
	const parts = packedAnew(bytes);
	// Only an import needs it.
	const { readSheet } = await import('read-excel-file/node');
	const cells: unknown[][] = await readSheet(Buffer.from(parts), { parseNumber: (text) => new NumberCell(text) });
	if (cells.some(({ length }) => length > MAX_COLUMNS)) throw tooWide();
	return {
		rows: cells.map((row) => row.map((cell) => capped(textOf(cell)))),
		separator: null,
		remarks: [],
		isNumber: (row, column) => cells[row]?.[column] instanceof NumberCell,
	};
}

/**
 * The parts that the list at the end of the archive names, none larger than it says, packed anew. Whoever reads an archive from its
 * beginning, as the reader of workbooks does, finds parts there that no list names, and waits for ever for one that does not end.
 */
function packedAnew(bytes: Uint8Array): Uint8Array {
	let size = 0;
	let count = 0;
	unzipSync(bytes, {
		filter({ originalSize }) {
			size += originalSize;
			count += 1;
			if (count > MAX_PARTS) throw new Error(t('it is no workbook, or damaged##of a file'));
			return false;
		},
	});
	if (size > MAX_UNPACKED_BYTES)
		throw new Error(t('it would take {size} MB when it is read##of a file', { size: Math.ceil(size / 1e6) }));
	return zipSync(unzipSync(bytes, { filter: ({ name }) => /\.(xml|rels)$/i.test(name) }), { level: 0 });
}

class NumberCell {
	constructor(readonly text: string) {}
}

/** A long number is stored as 4.93012345678E11. */
function plainNumber(text: string): string {
	const value = Number(text);
	return /e/i.test(text) && Number.isSafeInteger(value) ? String(value) : text;
}

function textOf(cell: unknown): string {
	if (cell instanceof NumberCell) return plainNumber(cell.text);
	return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? '');
}

/** A workbook writes odd letters by their number; what only looks so is written as it stands. */
function asIs(text: string): string {
	// The writer keeps its texts in an object, which has some names of its own.
	if (text in {}) return `_x${text.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_${text.slice(1)}`;
	return text.replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_');
}

/** Every cell is text: a postcode keeps its zeros. */
export async function toWorkbook(rows: readonly (readonly string[])[]): Promise<Uint8Array> {
	const { default: writeWorkbook } = await import('write-excel-file/node');
	const data = rows.map((row, at) =>
		row
			.map(asIs)
			.map((value) => (at === 0 ? { value, type: String, fontWeight: 'bold' as const } : { value, type: String })),
	);
	return writeWorkbook(data, { sheet: t('Addresses'), stickyRowsCount: 1 }).toBuffer();
}
