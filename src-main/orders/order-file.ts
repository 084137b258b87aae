// A file of orders in a thread: opened, its columns named, its rows read as orders with the address book at hand.
import { createHash } from 'node:crypto';
import { AppError } from '../../src-contract/errors';
import { say } from '../../src-contract/i18n';
import type { Address } from '../../src-contract/model/address';
import type { ImportReading } from '../../src-contract/model/address-import';
import type { Order, OrderFile, OrderPlan } from '../../src-contract/model/order';
import { labelColumns } from '../address-book/files/columns';
import { firstRow, type OpenedFile, openFile, readFileAs, samplesOf, titlesOf } from '../address-book/import-file';
import { orderTargetsOf } from './order-columns';
import { type FilledRow, type Matcher, ordersOf } from './order-rows';

/** A day of a large warehouse; more is split. */
const MOST_ROWS = 20_000;
/** So many cells of a first row that name something of an order are its titles. */
const LEAST_TITLES = 2;
const AS_IT_LOOKS: ImportReading = { encoding: null, separator: null, hasHeader: null };

/** A file as the thread reads it; what the desk knows of such files is added by whoever asked. */
export type ReadOrderFile = Omit<OrderFile, 'plan' | 'takenAs'> & { hash: string };

const noFile = (message: string) => new AppError('order.noFile', `${message} ${say('Nothing was taken.')}`);

export function createOrderReading(matcher: () => Matcher) {
	let opened: OpenedFile | undefined;

	function current(): OpenedFile {
		if (!opened) throw noFile(say('The file is no longer open. Choose it again.'));
		return opened;
	}

	async function read(reading: ImportReading): Promise<ReadOrderFile> {
		const file = current();
		const { kind } = file;
		if (kind === 'vcard') throw noFile(say('These are address cards. Orders are read from CSV and XLSX files.'));
		const {
			columns: _columns,
			isRemembered: _isRemembered,
			...described
		} = await readFileAs(file, reading, () => undefined);
		if (!file.table) throw noFile(say('This is no table.'));
		// Titles of orders are titles too.
		if (reading.hasHeader === null && !file.table.hasHeader) {
			const [first = []] = file.table.rows.slice(firstRow(file.table));
			if (orderTargetsOf(first).filter(Boolean).length >= LEAST_TITLES) return read({ ...reading, hasHeader: true });
		}
		const titles = titlesOf(file.table);
		const rows = file.table.rows.slice(firstRow(file.table));
		if (rows.length > MOST_ROWS) throw noFile(say('It has more than {most} rows: split it.', { most: MOST_ROWS }));
		const targets = file.table.hasHeader ? orderTargetsOf(titles) : [];
		return {
			...described,
			kind,
			columns: titles.map((title, at) => ({ title, samples: samplesOf(rows, at), target: targets[at] ?? null })),
			hash: createHash('sha256').update(file.bytes).digest('hex'),
		};
	}

	return {
		/** @throws `order.noFile` when it cannot be read */
		async open(file: string): Promise<ReadOrderFile> {
			try {
				opened = openFile(file, 'order.noFile');
				return await read(AS_IT_LOOKS);
			} catch (error) {
				opened = undefined;
				throw error;
			}
		},
		read,

		orders(plan: OrderPlan, sender: Address): Order[] {
			const { table } = current();
			if (!table) throw noFile(say('The file was not read yet.'));
			return ordersOf(filledRows(table), plan, labelColumns(titlesOf(table)), sender, matcher());
		},

		close(): void {
			opened = undefined;
		},
	};
}
export type OrderReading = ReturnType<typeof createOrderReading>;

function* filledRows(table: NonNullable<OpenedFile['table']>): Generator<FilledRow> {
	for (let at = firstRow(table); at < table.rows.length; at += 1) {
		const cells = table.rows[at] as string[];
		if (cells.some((cell) => cell.trim() !== ''))
			yield { number: at + 1, cells, isNumber: (column) => table.isNumber(at, column) };
	}
}
