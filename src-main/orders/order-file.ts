// A file of orders in a thread: opened, its columns named, its rows read as orders with the address book at hand.
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
import { type Matcher, ordersOf } from './order-rows';

/** A day of a large warehouse; more is split. */
const MAX_ROWS = 20_000;
/** So many cells of a first row that name something of an order are its titles. */
const MIN_TITLES = 2;
const AS_IT_LOOKS: ImportReading = { encoding: null, separator: null, hasHeader: null };

/** A file as the thread reads it; what the desk knows of such files is added by whoever asked. */
export type ReadOrderFile = Omit<OrderFile, 'plan' | 'importedBatchId'> & { hash: string };

const noFile = (message: string) => new AppError('order.noFile', `${message} ${t('Nothing was imported.')}`);

/** Titles of orders are titles too. */
const isHeader = (row: readonly string[]): boolean =>
	looksLikeHeader(row) || orderTargetsOf(row).filter(Boolean).length >= MIN_TITLES;

export function createOrderReading(matcher: () => Matcher) {
	let opened: (TableFile & { table?: TitledTable }) | undefined;

	function current(): TableFile & { table?: TitledTable } {
		if (!opened) throw noFile(t('The file is no longer open. Choose it again.'));
		return opened;
	}

	async function read(reading: ImportReading): Promise<ReadOrderFile> {
		const file = current();
		const { kind } = file;
		if (kind === 'vcard') throw noFile(t('These are address cards. Orders are read from CSV and XLSX files.'));
		const { table, encoding } = await readTable(file, reading, isHeader).catch((error) => {
			throw unreadableFile(file, error);
		});
		file.table = table;
		const titles = titlesOf(table);
		const rows = table.rows.length - firstDataRow(table);
		if (rows > MAX_ROWS) throw noFile(t('It has more than {most} rows: split it.', { most: MAX_ROWS }));
		const targets = table.hasHeader ? orderTargetsOf(titles) : [];
		return {
			name: file.name,
			kind,
			encoding,
			...describeTable(table),
			columns: titles.map((title, at) => ({ title, samples: samplesOf(table, at), target: targets[at] ?? null })),
			hash: createHash('sha256').update(file.bytes).digest('hex'),
		};
	}

	return {
		/** @throws `order.noFile` when it cannot be read */
		async open(file: string): Promise<ReadOrderFile> {
			try {
				opened = openTableFile(file, 'order.noFile');
				return await read(AS_IT_LOOKS);
			} catch (error) {
				opened = undefined;
				throw error;
			}
		},
		read,

		orders(plan: OrderPlan, sender: Address): Order[] {
			const { table } = current();
			if (!table) throw noFile(t('The file was not read yet.'));
			return ordersOf(filledRows(table), plan, labelColumns(titlesOf(table)), sender, matcher());
		},

		close(): void {
			opened = undefined;
		},
	};
}
export type OrderReading = ReturnType<typeof createOrderReading>;
