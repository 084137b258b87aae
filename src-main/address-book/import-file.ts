// A file of addresses, opened: what it is, how it is read, and the contacts that stand in it.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '../../src-contract/errors';
import { say } from '../../src-contract/i18n';
import type { ColumnTarget, ImportFile, ImportPlan, ImportReading } from '../../src-contract/model/address-import';
import { parseSeparated, parseWorkbook, type Table } from '../platform/tabular/tables';
import { decodeText } from '../platform/tabular/text-encoding';
import { isOwnFile, labelColumns, looksLikeHeader, targetsByContent, targetsOf } from './files/columns';
import { contactOfRow, entryOfContact, type ReadContact } from './files/contacts';
import { type Card, parseCards, unfolded } from './files/vcards';

const MOST_MEGABYTES = 300;
const SAMPLES = 3;

/** A file of addresses, or one of orders. */
type NoFile = 'address.noFile' | 'order.noFile';

/** @param fault a whole sentence */
const noFile = (code: NoFile, fault: string) =>
	new AppError(code, `${fault} ${code === 'order.noFile' ? say('Nothing was taken.') : say('Nothing was imported.')}`);

type TitledTable = Table & { hasHeader: boolean };
export interface OpenedFile {
	name: string;
	/** What a fault of it is called. */
	code: NoFile;
	bytes: Uint8Array;
	kind: ImportFile['kind'];
	encoding: ImportFile['encoding'];
	table: TitledTable | undefined;
	cards: Card[] | undefined;
}
/** How the columns of such a file were named at an earlier import. */
export type Remembered = (titles: readonly string[]) => (ColumnTarget | null)[] | undefined;

/** @throws `address.noFile`, or the code that is given */
export function openFile(file: string, code: NoFile = 'address.noFile'): OpenedFile {
	const bytes = readBytes(file, code);
	const kind = kindOf(bytes, code);
	return { name: path.basename(file), code, bytes, kind, encoding: null, table: undefined, cards: undefined };
}

/** @throws the code of the file when it cannot be read so */
export async function readFileAs(
	file: OpenedFile,
	reading: ImportReading,
	remembered: Remembered,
): Promise<ImportFile> {
	try {
		if (file.kind === 'xlsx') file.table = titled(await parseWorkbook(file.bytes), reading, remembered);
		else {
			const bytes = file.kind === 'vcard' ? unfolded(file.bytes) : file.bytes;
			const { text, encoding } = decodeText(bytes, reading.encoding);
			file.encoding = encoding;
			if (file.kind === 'vcard') file.cards = parseCards(text);
			else file.table = titled(parseSeparated(text, reading.separator), reading, remembered);
		}
		return described(file, remembered);
	} catch (error) {
		const cause = (error as Error).message;
		throw noFile(file.code, say('{name} cannot be read: {cause}.', { name: file.name, cause }));
	}
}

function titled(table: Table, reading: ImportReading, remembered: Remembered): TitledTable {
	const first = table.rows.find((row) => row.some((cell) => cell.trim() !== '')) ?? [];
	const isKnown = () => remembered(first.map((title) => title.trim())) !== undefined || looksLikeHeader(first);
	return { ...table, hasHeader: reading.hasHeader ?? isKnown() };
}

/** Where the rows begin that hold addresses. */
export function firstRow({ rows, hasHeader }: TitledTable): number {
	const filled = rows.findIndex((row) => row.some((cell) => cell.trim() !== ''));
	return hasHeader ? filled + 1 : Math.max(0, filled);
}

/** @param untitled what a column without a title is called; by default as files are remembered by it */
export function titlesOf(table: TitledTable, untitled = (number: number) => `Column ${number}`): string[] {
	const width = table.rows.reduce((most, { length }) => Math.max(most, length), 0);
	const named = table.hasHeader ? table.rows[firstRow(table) - 1] : undefined;
	return Array.from({ length: width }, (_, at) => named?.[at]?.trim() || untitled(at + 1));
}

function described({ name, kind, encoding, table, cards }: OpenedFile, remembered: Remembered): ImportFile {
	if (!table)
		return {
			name,
			kind,
			encoding,
			separator: null,
			hasHeader: false,
			columns: [],
			isRemembered: false,
			rows: cards?.length ?? 0,
			remarks: [],
		};
	const rows = table.rows.slice(firstRow(table));
	const titles = titlesOf(table);
	const known = remembered(titles);
	const proposed = table.hasHeader ? targetsOf(titles) : targetsByContent(rows);
	const targets = known ?? proposed;
	const shownTitles = titlesOf(table, (number) => say('Column {number}', { number }));
	const columns = shownTitles.map((title, at) => ({
		title,
		samples: samplesOf(rows, at),
		target: targets[at] ?? null,
	}));
	const filled = rows.filter((row) => row.some((cell) => cell.trim() !== '')).length;
	const { separator, hasHeader, remarks } = table;
	return {
		name,
		kind,
		encoding,
		separator,
		hasHeader,
		columns,
		isRemembered: known !== undefined,
		rows: filled,
		remarks,
	};
}

/** Each contact of the file with its number in it. */
export function* contactsOf(
	{ table, cards }: OpenedFile,
	plan: ImportPlan,
): Generator<{ row: number; read: ReadContact }> {
	if (cards)
		for (const [at, { contact, fault }] of cards.entries()) {
			const read = entryOfContact(contact, plan);
			yield { row: at + 1, read: fault === '' ? read : { ...read, faults: [fault] } };
		}
	else if (table) {
		const titles = titlesOf(table);
		const isOwn = table.hasHeader && isOwnFile(titles);
		const labels = labelColumns(titles);
		for (let at = firstRow(table); at < table.rows.length; at += 1) {
			const isNumber = (column: number) => table.isNumber(at, column);
			const contact = contactOfRow(table.rows[at] as string[], plan.columns, labels, isNumber, isOwn);
			if (!contact.isEmpty()) yield { row: at + 1, read: entryOfContact(contact, plan) };
		}
	}
}

function readBytes(file: string, code: NoFile): Uint8Array {
	try {
		if (statSync(file).size > MOST_MEGABYTES * 1e6)
			throw new Error(say('it is larger than {most} MB: split it##of a file', { most: MOST_MEGABYTES }));
		return readFileSync(file);
	} catch (error) {
		throw noFile(code, say('The file cannot be read: {cause}.', { cause: (error as Error).message }));
	}
}

const CONTROLS = /[^\P{Cc}\s]/gu;

function kindOf(bytes: Uint8Array, code: NoFile): ImportFile['kind'] {
	const begins = (...start: number[]) => start.every((byte, at) => bytes[at] === byte);
	if (begins(0x50, 0x4b, 3, 4)) return 'xlsx';
	// A compound file: what older programs wrote, or one under a password.
	if (begins(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1))
		throw noFile(
			code,
			say('This is a workbook of an old form (XLS), or one under a password. Save it as XLSX or CSV.'),
		);
	const start = decodeText(bytes.subarray(0, 4000), null).text;
	if ((start.match(CONTROLS) ?? []).length > start.length / 100)
		throw noFile(code, say('This is no file of addresses: CSV, XLSX and vCard can be read.'));
	return /^\s*BEGIN:VCARD/im.test(start) ? 'vcard' : 'csv';
}

export function samplesOf(rows: readonly string[][], column: number): string[] {
	const samples = new Set<string>();
	for (const row of rows) {
		const cell = row[column]?.trim();
		if (cell) samples.add(cell.slice(0, 80));
		if (samples.size === SAMPLES) break;
	}
	return [...samples];
}
