// Opens an item file, guesses the targets of its columns, and reads its rows. Runs in a worker thread.
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { DroppedFile, ImportReadOptions } from '../../src-contract/model/address-import';
import type { ItemField, ItemFile } from '../../src-contract/model/item';
import {
	describeTable,
	filledRows,
	openTableFile,
	readTable,
	samplesOf,
	type TableFile,
	type TitledTable,
	titlesOf,
	unreadableFileError,
} from '../platform/tabular/table-file';
import { itemTargetsOf, type ReadItemRow, readItemRow } from './item-columns';

/** A row with at least this many known titles is the header. */
const MIN_KNOWN_TITLES = 2;
/** Maximum number of rows of a file. */
const MAX_ROWS = 200_000;
const DETECT_ALL: ImportReadOptions = { encoding: null, separator: null, headerRow: null };

const fileError = (message: string) => new AppError('item.fileFailed', `${message} ${t('Nothing was imported.')}`);
const headerTests = {
	isHeader: (row: readonly string[]) => itemTargetsOf(row).filter(Boolean).length >= MIN_KNOWN_TITLES,
	isOfProgram: () => false,
};

export function createItemFileReader() {
	let openedFile: (TableFile & { table?: TitledTable }) | undefined;

	/** @throws `item.fileFailed` when no file is open */
	function requireOpened() {
		if (!openedFile) throw fileError(t('The file is no longer open. Choose it again.'));
		return openedFile;
	}

	/** @throws `item.fileFailed` */
	async function read(readOptions: ImportReadOptions): Promise<ItemFile> {
		const file = requireOpened();
		const { kind } = file;
		if (kind === 'vcard') throw fileError(t('This file contains address cards. Use a CSV or XLSX file for items.'));
		const { table, encoding } = await readTable(file, readOptions, headerTests).catch((error) => {
			throw unreadableFileError(file, error);
		});
		file.table = table;
		const titles = titlesOf(table);
		const targets = table.headerRow > 0 ? itemTargetsOf(titles) : [];
		const described = describeTable(table);
		if (described.rows > MAX_ROWS)
			throw fileError(t('The file has more than {most} rows. Split it.', { most: MAX_ROWS }));
		return {
			name: file.name,
			kind,
			encoding,
			...described,
			columns: titles.map((title, index) => ({
				title,
				samples: samplesOf(table, index),
				target: targets[index] ?? null,
			})),
		};
	}

	return {
		/** Opens a file in place of the one that was open before. @throws `item.fileFailed` when it cannot be read */
		async open(file: string | DroppedFile): Promise<ItemFile> {
			openedFile = openTableFile(file, 'item.fileFailed');
			try {
				return await read(DETECT_ALL);
			} catch (error) {
				openedFile = undefined;
				throw error;
			}
		},
		read,
		/** The rows of the open file. @throws `item.fileFailed` when no file is open or it was not read */
		rows(columns: readonly (ItemField | null)[]): ReadItemRow[] {
			const { table } = requireOpened();
			if (!table) throw fileError(t('The file has not been read yet.'));
			const titles = titlesOf(table);
			return Array.from(filledRows(table), ({ rowNumber, cells }) => readItemRow(rowNumber, cells, titles, columns));
		},
		close(): void {
			openedFile = undefined;
		},
	};
}
export type ItemFileReader = ReturnType<typeof createItemFileReader>;
