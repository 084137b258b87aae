// Opens an order file, guesses the targets of its columns, and reads its rows as orders. Runs in a worker thread.
import { createHash } from 'node:crypto';
import path from 'node:path';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { onFirstUse } from '../../src-contract/lib/on-first-use';
import type { Address } from '../../src-contract/model/address';
import type { DroppedFile, ImportReadOptions } from '../../src-contract/model/address-import';
import type { ItemFacts } from '../../src-contract/model/item';
import type { OrderField, OrderFile, OrderPlan, OrderPreview, OrdersOfFile } from '../../src-contract/model/order';
import { localDay } from '../../src-contract/rules/days';
import { findUsageColumns, looksLikeHeader, targetsByContent } from '../address-book/files/columns';
import { findProgram, loadPrograms, titlesOfUntitled, unitOfColumn } from '../platform/tabular/programs';
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
import { readExchangeRates } from './exchange-rates';
import { withLineItemColumns, withoutEntities } from './line-item-cells';
import { orderTargetsOf, recipientTarget } from './order-columns';
import type { RecipientMatcher } from './order-draft';
import { previewOrders } from './order-preview';
import { toOrders } from './order-rows';
import { priceMeaningByTotals } from './price-meaning';

/** Maximum number of rows of a file, about the orders of a large warehouse in a day. */
const MAX_ROWS = 20_000;
/** A row with at least this many titles that `orderTargetsOf` knows is a header: the first row of a file, and a later one. */
const MIN_KNOWN_TITLES = { first: 2, later: 4 };
/** Read options with which encoding, separator and header are detected. */
const DETECT_ALL: ImportReadOptions = { encoding: null, separator: null, headerRow: null };

/**
 * Content of an order file as the worker thread returns it. The main thread adds the saved column mapping and the batch of
 * an earlier import.
 */
export type ParsedOrderFile = Omit<OrderFile, 'plan' | 'importedBatch'> & { hash: string };

/** The recipient's columns of a file without titles, guessed from their cells. Columns of the order are left to the user. */
const recipientTargetsByContent = (table: TitledTable): OrderFile['columns'][number]['target'][] =>
	targetsByContent(table.rows.slice(firstDataRow(table))).map((target) => target && recipientTarget(target));

/** @param message a sentence; the error adds that nothing was imported */
const importError = (message: string) =>
	new AppError('order.importRefused', `${message} ${t('Nothing was imported.')}`);

/** Whether a column that is mapped to a number has words only, as Royal Mail's "Package size" has "Small parcel". */
const isWordsForNumber = (
	target: OrderFile['columns'][number]['target'] | undefined,
	samples: readonly string[],
): boolean =>
	target != null &&
	'order' in target &&
	NUMBER_FIELDS.includes(target.order) &&
	samples.length > 0 &&
	!samples.some((sample) => /\d/.test(sample));
/** Whether a column that is mapped to a name has numbers only: those of customers. */
const isNumbersForName = (
	target: OrderFile['columns'][number]['target'] | undefined,
	samples: readonly string[],
): boolean =>
	target != null &&
	'recipient' in target &&
	target.recipient === 'name' &&
	samples.some((sample) => /^\d+$/.test(sample));
const NUMBER_FIELDS: readonly OrderField[] = ['lengthCm', 'widthCm', 'heightCm', 'weightGrams', 'parcelCount'];

/** Whether a row contains column titles, of addresses or of orders. */
const isHeader = (row: readonly string[], isFirst: boolean): boolean =>
	looksLikeHeader(row, isFirst) ||
	(orderTargetsOf(row).filter(Boolean).length >= MIN_KNOWN_TITLES[isFirst ? 'first' : 'later'] &&
		!row.some((cell) => /\S@\S/.test(cell)));

/**
 * @param createMatcher see `orderMethods`; called each time rows are converted to orders
 * @param resourcesDir see `orderMethods`
 */
export function createOrderFileReader(createMatcher: () => RecipientMatcher, resourcesDir: string) {
	const programs = onFirstUse(() => loadPrograms(path.join(resourcesDir, 'programs')));
	const today = () => localDay(new Date());
	const readRates = () => readExchangeRates(path.join(resourcesDir, 'duties', 'exchange.csv'), today());

	const headerTests = {
		isHeader,
		isOfProgram: (row: readonly string[]) => findProgram(programs(), 'orders', row) !== undefined,
		titlesOfUntitled: (rows: readonly (readonly string[])[]) => titlesOfUntitled(programs(), 'orders', rows),
	};

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
		const { table: writtenTable, encoding } = await readTable(file, readOptions, headerTests).catch((error) => {
			throw unreadableFileError(file, error);
		});
		const table = withLineItemColumns(withoutEntities(writtenTable));
		file.table = table;
		const titles = titlesOf(table);
		const rowCount = table.rows.length - firstDataRow(table);
		if (rowCount > MAX_ROWS) throw importError(t('The file has more than {most} rows. Split it.', { most: MAX_ROWS }));
		const hasTitles = table.headerRow > 0 || table.knownTitles !== undefined;
		const program = hasTitles ? findProgram(programs(), 'orders', titles) : undefined;
		const targets = hasTitles ? orderTargetsOf(titles, program) : recipientTargetsByContent(table);
		return {
			name: file.name,
			kind,
			encoding,
			...describeTable(table),
			columns: titles.map((title, index) => {
				const samples = samplesOf(table, index);
				return {
					title,
					samples,
					target:
						isWordsForNumber(targets[index], samples) || isNumbersForName(targets[index], samples)
							? null
							: (targets[index] ?? null),
				};
			}),
			program: program?.name ?? '',
			currencies: ['EUR', ...[...readRates().keys()].filter((code) => code !== 'EUR' && code !== 'XDR').sort()],
			// The totals of the orders decide; a program may have written other files in an earlier version.
			prices: priceMeaningByTotals(titles, [...filledRows(table)], targets) ?? program?.prices ?? null,
			hash: createHash('sha256').update(file.bytes).digest('hex'),
		};
	}

	function convert(plan: OrderPlan, sender: Address, items: readonly ItemFacts[]) {
		const { table } = requireCurrentFile();
		if (!table) throw importError(t('The file has not been read yet.'));
		const titles = titlesOf(table);
		const rows = [...filledRows(table)];
		const rates = readRates();
		const usageColumns = findUsageColumns(titles);
		const program = findProgram(programs(), 'orders', titles);
		const columnTitles = { titles, units: titles.map((title) => program && unitOfColumn(program, title)) };
		const matcher = createMatcher();
		const result = toOrders(rows, columnTitles, plan, usageColumns, sender, rates, matcher, items, today());
		return { rows, columnTitles, rates, result };
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

		/** The different SKUs of the open file. @throws as `orders` */
		skus({ columns }: OrderPlan): string[] {
			const { table } = requireCurrentFile();
			const column = columns.findIndex((target) => target && 'order' in target && target.order === 'sku');
			if (!table || column < 0) return [];
			return [...new Set(Array.from(filledRows(table), ({ cells }) => cells[column]?.trim() ?? ''))].filter(Boolean);
		},

		/**
		 * Converts the rows of the open file to orders.
		 * @param items items of the catalogue with the SKUs of the file
		 * @throws `order.importRefused` when no file is open or it was not read
		 */
		orders: (plan: OrderPlan, sender: Address, items: readonly ItemFacts[] = []): OrdersOfFile =>
			convert(plan, sender, items).result,

		/** What an import with this plan would create. @throws as `orders` */
		preview(plan: OrderPlan, sender: Address, items: readonly ItemFacts[] = []): OrderPreview {
			const { rows, columnTitles, rates, result } = convert(plan, sender, items);
			return previewOrders(rows, columnTitles, plan, rates, result);
		},

		close(): void {
			currentFile = undefined;
		},
	};
}
export type OrderFileReader = ReturnType<typeof createOrderFileReader>;
