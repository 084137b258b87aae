// Opens an order file, guesses the targets of its columns, and reads its rows as orders. Runs in a worker thread.
import { createHash } from 'node:crypto';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { Address } from '../../src-contract/model/address';
import type { DroppedFile, ImportReadOptions } from '../../src-contract/model/address-import';
import type { Order, OrderFile, OrderPlan } from '../../src-contract/model/order';
import { findUsageColumns, looksLikeHeader } from '../address-book/files/columns';
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
import { orderTargetsOf } from './order-columns';
import { type RecipientMatcher, toOrders } from './order-rows';

/** Maximum number of rows of a file, about the orders of a large warehouse in a day. */
const MAX_ROWS = 20_000;
/** A first row with at least this many titles that `orderTargetsOf` knows is a header. */
const MIN_KNOWN_TITLES = 2;
/** Read options with which encoding, separator and header are detected. */
const DETECT_ALL: ImportReadOptions = { encoding: null, separator: null, hasHeader: null };

/**
 * Content of an order file as the worker thread returns it. The main thread adds the saved column mapping and the batch of
 * an earlier import.
 */
export type ParsedOrderFile = Omit<OrderFile, 'plan' | 'importedBatchId'> & { hash: string };

/** @param message a sentence; the error adds that nothing was imported */
const importError = (message: string) =>
	new AppError('order.importRefused', `${message} ${t('Nothing was imported.')}`);

/** Whether a row contains column titles, of addresses or of orders. */
const isHeader = (row: readonly string[]): boolean =>
	looksLikeHeader(row) || orderTargetsOf(row).filter(Boolean).length >= MIN_KNOWN_TITLES;

/** @param createMatcher see `orderMethods`; called each time rows are converted to orders */
export function createOrderFileReader(createMatcher: () => RecipientMatcher) {
	let currentFile: (TableFile & { table?: TitledTable }) | undefined;

	/** @throws `order.importRefused` when no file is open */
	function requireCurrentFile(): TableFile & { table?: TitledTable } {
		if (!currentFile) throw importError(t('The file is no longer open. Choose it again.'));
		return currentFile;
	}

	/** Reads the table with the given encoding, separator and header setting. @throws `order.importRefused` */
	async function read(readOptions: ImportReadOptions): Promise<ParsedOrderFile> {
		const file = requireCurrentFile();
		const { kind } = file;
		if (kind === 'vcard') throw importError(t('This file contains address cards. Use a CSV or XLSX file for orders.'));
		const { table, encoding } = await readTable(file, readOptions, isHeader).catch((error) => {
			throw unreadableFileError(file, error);
		});
		file.table = table;
		const titles = titlesOf(table);
		const rowCount = table.rows.length - firstDataRow(table);
		if (rowCount > MAX_ROWS) throw importError(t('The file has more than {most} rows. Split it.', { most: MAX_ROWS }));
		const targets = table.hasHeader ? orderTargetsOf(titles) : [];
		return {
			name: file.name,
			kind,
			encoding,
			...describeTable(table),
			columns: titles.map((title, index) => ({
				title,
				samples: samplesOf(table, index),
				target: targets[index] ?? null,
			})),
			hash: createHash('sha256').update(file.bytes).digest('hex'),
		};
	}

	return {
		/**
		 * Opens a file, by its path or its content, in place of the file that was open before.
		 * @throws `order.importRefused` when the file cannot be read
		 */
		async open(file: string | DroppedFile): Promise<ParsedOrderFile> {
			try {
				currentFile = openTableFile(file, 'order.importRefused');
				return await read(DETECT_ALL);
			} catch (error) {
				currentFile = undefined;
				throw error;
			}
		},
		read,

		/** Converts the rows of the open file to orders. @throws `order.importRefused` when no file is open or it was not read */
		orders(plan: OrderPlan, sender: Address): Order[] {
			const { table } = requireCurrentFile();
			if (!table) throw importError(t('The file has not been read yet.'));
			return toOrders(filledRows(table), plan, findUsageColumns(titlesOf(table)), sender, createMatcher());
		},

		close(): void {
			currentFile = undefined;
		},
	};
}
export type OrderFileReader = ReturnType<typeof createOrderFileReader>;
