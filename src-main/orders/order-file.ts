// Opens an order file, guesses the targets of its columns, and reads its rows as orders. Runs in a worker thread.
import { createHash } from 'node:crypto';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { Address } from '../../src-contract/model/address';
import type { ImportReading } from '../../src-contract/model/address-import';
import type { Order, OrderFile, OrderPlan } from '../../src-contract/model/order';
import { labelColumns, looksLikeHeader } from '../address-book/files/columns';
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
import { orderTargetsOf } from './order-columns';
import { type RecipientMatcher, toOrders } from './order-rows';

/** About a day's orders of a large warehouse. */
const MAX_ROWS = 20_000;
/** A first row with this many known titles is a header. */
const MIN_TITLES = 2;
const DETECT: ImportReading = { encoding: null, separator: null, hasHeader: null };

/** A file as the thread reads it. The main thread adds the saved plan and the earlier batch. */
export type ReadOrderFile = Omit<OrderFile, 'plan' | 'importedBatchId'> & { hash: string };

const noFile = (message: string) => new AppError('order.noFile', `${message} ${t('Nothing was imported.')}`);

/** A header may have titles of addresses or of orders. */
const isHeader = (row: readonly string[]): boolean =>
	looksLikeHeader(row) || orderTargetsOf(row).filter(Boolean).length >= MIN_TITLES;

/** @param createMatcher reads the address book; called when the rows are read */
export function createOrderFileReader(createMatcher: () => RecipientMatcher) {
	let opened: (TableFile & { table?: TitledTable }) | undefined;

	/** @throws `order.noFile` when no file is open */
	function current(): TableFile & { table?: TitledTable } {
		if (!opened) throw noFile(t('The file is no longer open. Choose it again.'));
		return opened;
	}

	/** Reads the table with the given encoding, separator and header setting. @throws `order.noFile` */
	async function read(reading: ImportReading): Promise<ReadOrderFile> {
		const file = current();
		const { kind } = file;
		if (kind === 'vcard') throw noFile(t('This file contains address cards. Use a CSV or XLSX file for orders.'));
		const { table, encoding } = await readTable(file, reading, isHeader).catch((error) => {
			throw unreadableFile(file, error);
		});
		file.table = table;
		const titles = titlesOf(table);
		const rows = table.rows.length - firstDataRow(table);
		if (rows > MAX_ROWS) throw noFile(t('The file has more than {most} rows. Split it.', { most: MAX_ROWS }));
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
		/** @throws `order.noFile` when it cannot be read */
		async open(file: string): Promise<ReadOrderFile> {
			try {
				opened = openTableFile(file, 'order.noFile');
				return await read(DETECT);
			} catch (error) {
				opened = undefined;
				throw error;
			}
		},
		read,

		/** @throws `order.noFile` when no file is open */
		orders(plan: OrderPlan, sender: Address): Order[] {
			const { table } = current();
			if (!table) throw noFile(t('The file has not been read yet.'));
			return toOrders(filledRows(table), plan, labelColumns(titlesOf(table)), sender, createMatcher());
		},

		close(): void {
			opened = undefined;
		},
	};
}
export type OrderFileReader = ReturnType<typeof createOrderFileReader>;
