// Opens an address file (CSV, XLSX or vCard), describes its columns, and reads its contacts.

import { t } from '../../src-contract/i18n';
import type {
	ColumnTarget,
	DroppedFile,
	ImportFile,
	ImportPlan,
	ImportReadOptions,
} from '../../src-contract/model/address-import';
import type { Program } from '../platform/tabular/programs';
import {
	describeTable,
	filledRows,
	firstDataRow,
	openTableFile,
	readTable,
	samplesOf,
	type TableFile,
	type TitledTable,
	titlesOf,
	unreadableFileError,
} from '../platform/tabular/table-file';
import { decodeText } from '../platform/tabular/text-encoding';
import { findUsageColumns, isWaybillExport, looksLikeHeader, targetsByContent, targetsOf } from './files/columns';
import { contactOfRow, entryOfContact, type ReadContact } from './files/contacts';
import { type Card, parseCards, unfold } from './files/vcards';

/** A file that the user chose. `readFileAs` fills either `table` or `cards`. */
export interface OpenedFile extends TableFile {
	encoding: ImportFile['encoding'];
	table: TitledTable | undefined;
	cards: Card[] | undefined;
}
/** Returns the column mapping saved by an earlier import of a file with these titles. */
export type FindSavedMapping = (titles: readonly string[]) => (ColumnTarget | null)[] | undefined;
/** Recognizes the program that exported a file with these titles. */
export type RecognizeProgram = (titles: readonly string[]) => Program | undefined;

/** Opens the file without reading its contacts. @throws `address.fileFailed` when the file cannot be opened */
export const openFile = (file: string | DroppedFile): OpenedFile => ({
	...openTableFile(file, 'address.fileFailed'),
	encoding: null,
	table: undefined,
	cards: undefined,
});

/**
 * Reads the file with the given encoding, separator and header setting.
 * @throws `address.fileFailed` when the file cannot be read
 */
export async function readFileAs(
	file: OpenedFile,
	readOptions: ImportReadOptions,
	findSavedMapping: FindSavedMapping,
	recognizeProgram: RecognizeProgram,
): Promise<ImportFile> {
	try {
		if (file.kind === 'vcard') {
			const { text, encoding } = decodeText(unfold(file.bytes), readOptions.encoding);
			file.encoding = encoding;
			file.cards = parseCards(text);
		} else {
			const isHeader = (row: readonly string[], isFirst: boolean) =>
				findSavedMapping(row.map((title) => title.trim())) !== undefined || looksLikeHeader(row, isFirst);
			const isOfProgram = (row: readonly string[]) => recognizeProgram(row) !== undefined;
			const { table, encoding } = await readTable(file, readOptions, { isHeader, isOfProgram });
			file.table = table;
			file.encoding = encoding;
		}
		return describeFile(file, findSavedMapping, recognizeProgram);
	} catch (error) {
		throw unreadableFileError(file, error);
	}
}

function describeFile(
	{ name, kind, encoding, table, cards }: OpenedFile,
	findSavedMapping: FindSavedMapping,
	recognizeProgram: RecognizeProgram,
): ImportFile {
	if (!table)
		return {
			name,
			kind,
			encoding,
			separator: null,
			headerRow: 0,
			firstRows: [],
			columns: [],
			isRemembered: false,
			rows: cards?.length ?? 0,
			program: '',
			warnings: [],
		};
	const titles = titlesOf(table);
	const savedTargets = findSavedMapping(titles);
	const program = table.headerRow > 0 ? recognizeProgram(titles) : undefined;
	const targets =
		savedTargets ??
		(table.headerRow > 0 ? targetsOf(titles, program) : targetsByContent(table.rows.slice(firstDataRow(table))));
	const shownTitles = titlesOf(table, (number) => t('Column {number}', { number }));
	const columns = shownTitles.map((title, index) => ({
		title,
		samples: samplesOf(table, index),
		target: targets[index] ?? null,
	}));
	return {
		name,
		kind,
		encoding,
		...describeTable(table),
		columns,
		program: program?.name ?? '',
		isRemembered: savedTargets !== undefined,
	};
}

/**
 * Yields each contact of the file with the number, from 1, of its row in the file (the header and empty rows count) or of its card.
 */
export function* contactsOf(
	{ table, cards }: OpenedFile,
	plan: ImportPlan,
): Generator<{ rowNumber: number; contact: ReadContact }> {
	if (cards)
		for (const [index, { contact, error }] of cards.entries()) {
			const readContact = entryOfContact(contact, plan);
			yield { rowNumber: index + 1, contact: error === '' ? readContact : { ...readContact, errors: [error] } };
		}
	else if (table) {
		const titles = titlesOf(table);
		const isOwnExport = table.headerRow > 0 && isWaybillExport(titles);
		const usageColumnOfColumn = findUsageColumns(titles);
		for (const { rowNumber, cells } of filledRows(table)) {
			const contact = contactOfRow(cells, plan.columns, usageColumnOfColumn, isOwnExport);
			if (!contact.isEmpty()) yield { rowNumber, contact: entryOfContact(contact, plan) };
		}
	}
}
