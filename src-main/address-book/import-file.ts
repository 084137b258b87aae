// A file of addresses, opened: how it is read, and the contacts in it.

import { t } from '../../src-contract/i18n';
import type { ColumnTarget, ImportFile, ImportPlan, ImportReading } from '../../src-contract/model/address-import';
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
	unreadableFile,
} from '../platform/tabular/table-file';
import { decodeText } from '../platform/tabular/text-encoding';
import { isOwnFile, labelColumns, looksLikeHeader, targetsByContent, targetsOf } from './files/columns';
import { contactOfRow, entryOfContact, type ReadContact } from './files/contacts';
import { type Card, parseCards, unfolded } from './files/vcards';

export interface OpenedFile extends TableFile {
	encoding: ImportFile['encoding'];
	table: TitledTable | undefined;
	cards: Card[] | undefined;
}
/** How the columns of such a file were named at an earlier import. */
export type Remembered = (titles: readonly string[]) => (ColumnTarget | null)[] | undefined;

/** @throws `address.noFile` */
export const openFile = (file: string): OpenedFile => ({
	...openTableFile(file, 'address.noFile'),
	encoding: null,
	table: undefined,
	cards: undefined,
});

/** @throws `address.noFile` when it cannot be read so */
export async function readFileAs(
	file: OpenedFile,
	reading: ImportReading,
	remembered: Remembered,
): Promise<ImportFile> {
	try {
		if (file.kind === 'vcard') {
			const { text, encoding } = decodeText(unfolded(file.bytes), reading.encoding);
			file.encoding = encoding;
			file.cards = parseCards(text);
		} else {
			const isHeader = (row: readonly string[]) =>
				remembered(row.map((title) => title.trim())) !== undefined || looksLikeHeader(row);
			const { table, encoding } = await readTable(file, reading, isHeader);
			file.table = table;
			file.encoding = encoding;
		}
		return described(file, remembered);
	} catch (error) {
		throw unreadableFile(file, error);
	}
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
			warnings: [],
		};
	const titles = titlesOf(table);
	const known = remembered(titles);
	const targets =
		known ?? (table.hasHeader ? targetsOf(titles) : targetsByContent(table.rows.slice(firstDataRow(table))));
	const shownTitles = titlesOf(table, (number) => t('Column {number}', { number }));
	const columns = shownTitles.map((title, at) => ({
		title,
		samples: samplesOf(table, at),
		target: targets[at] ?? null,
	}));
	return { name, kind, encoding, ...describeTable(table), columns, isRemembered: known !== undefined };
}

/** Each contact of the file with its number in it. */
export function* contactsOf(
	{ table, cards }: OpenedFile,
	plan: ImportPlan,
): Generator<{ row: number; read: ReadContact }> {
	if (cards)
		for (const [at, { contact, error }] of cards.entries()) {
			const read = entryOfContact(contact, plan);
			yield { row: at + 1, read: error === '' ? read : { ...read, errors: [error] } };
		}
	else if (table) {
		const titles = titlesOf(table);
		const isOwn = table.hasHeader && isOwnFile(titles);
		const labels = labelColumns(titles);
		for (const { number, cells, isNumber } of filledRows(table)) {
			const contact = contactOfRow(cells, plan.columns, labels, isNumber, isOwn);
			if (!contact.isEmpty()) yield { row: number, read: entryOfContact(contact, plan) };
		}
	}
}
