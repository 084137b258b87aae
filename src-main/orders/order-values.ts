// Reads the cells of an order row: numbers, weights, lengths and options as shops and ERP systems write them. Pure.
import { t } from '../../src-contract/i18n';
import { ambiguousSeparator, decimalSeparatorOf, readNumber } from '../../src-contract/lib/numbers';
import {
	type LengthUnit,
	lengthUnitOf,
	lengthUnitOfTitle,
	readCentimetres,
	readKilograms,
	type WeightUnit,
	weightUnitOf,
	weightUnitOfTitle,
} from '../../src-contract/lib/quantities';
import { ORDER_FIELDS, type OrderField, type OrderPlan } from '../../src-contract/model/order';

import { isOtherNumberTitle } from './order-columns';

/** A row with at least one non-empty cell. */
export interface FilledRow {
	/** Row number in the file, from 1. */
	rowNumber: number;
	cells: readonly string[];
	/** Whether the file stores the cell of a column as a number. */
	isNumericCell: (column: number) => boolean;
	/** Currency that was filled in for an order that names none, because the file has no other. */
	assumedCurrency?: string | undefined;
}

/** Finds the option that equals the text. Ignores case; a space or hyphen in the text matches `_` in the option. */
export const matchOption = <Value extends string>(options: readonly Value[], text: string): Value | undefined =>
	options.find(
		(option) =>
			option.toLowerCase() ===
			text
				.trim()
				.toLowerCase()
				.replace(/[\s-]+/g, '_'),
	);

/** Fields whose numbers show which decimal separator the file uses. */
const DECIMAL_FIELDS: readonly OrderField[] = [
	'priceEur',
	'lineTotal',
	'weightKg',
	'weightGrams',
	'lengthCm',
	'widthCm',
	'heightCm',
];

/** The columns of a file that an import reads, and how its numbers are written. */
export interface OrderTable {
	/** Columns of each field, in the order of the file. */
	columnsOf: (field: OrderField) => readonly number[];
	titleOf: (column: number) => string;
	/** Units that the titles of columns state, by column. */
	weightUnits: readonly (WeightUnit | undefined)[];
	lengthUnits: readonly (LengthUnit | undefined)[];
	/** Undefined when the numbers of the file do not show it, or differ. */
	decimalSeparator: string | undefined;
	/** The different texts of the column of currencies. */
	currencies: ReadonlySet<string>;
	/** Columns about the recipient. */
	recipientColumns: readonly number[];
}

const otherNumber = (title = ''): number => Number(isOtherNumberTitle(title));

/** The titles of the columns of a file, and the units that the program writes whose titles do not state one. */
export interface ColumnTitles {
	titles: readonly string[];
	units: readonly (string | undefined)[];
}

export function createOrderTable(
	{ titles, units }: ColumnTitles,
	rows: readonly FilledRow[],
	columns: OrderPlan['columns'],
): OrderTable {
	const columnsByField = new Map<OrderField, number[]>();
	for (const [index, target] of columns.entries())
		if (target && 'order' in target)
			columnsByField.set(target.order, [...(columnsByField.get(target.order) ?? []), index]);
	// The order's own number comes before those of other programs.
	columnsByField.get('orderNumber')?.sort((left, right) => otherNumber(titles[left]) - otherNumber(titles[right]));
	const columnsOf = (field: OrderField) => columnsByField.get(field) ?? [];
	function* numberTexts() {
		const numberColumns = DECIMAL_FIELDS.flatMap(columnsOf);
		for (const { cells, isNumericCell } of rows)
			for (const column of numberColumns) if (!isNumericCell(column)) yield cells[column] ?? '';
	}
	return {
		columnsOf,
		titleOf: (column) => titles[column] ?? '',
		weightUnits: titles.map((title, column) => weightUnitOf(units[column] ?? title) ?? weightUnitOfTitle(title)),
		lengthUnits: titles.map((title, column) => lengthUnitOf(units[column] ?? '') ?? lengthUnitOfTitle(title)),
		decimalSeparator: decimalSeparatorOf(numberTexts()),
		currencies: new Set(
			columnsOf('currency').flatMap((column) => rows.flatMap(({ cells }) => cells[column]?.trim() || [])),
		),
		recipientColumns: columns.flatMap((target, index) => (target && 'recipient' in target ? [index] : [])),
	};
}

/**
 * Fills in the currency of rows without one: that of the order's earlier rows, because shops write it only in the first row of an order,
 * or else the only currency of the file.
 */
export function* withCurrencies(rows: readonly FilledRow[], table: OrderTable): Generator<FilledRow> {
	const [currencyColumn] = table.columnsOf('currency');
	if (currencyColumn === undefined) return yield* rows;
	const [onlyCurrency = ''] = table.currencies.size === 1 ? table.currencies : [];
	let [orderNumber, orderCurrency] = ['', ''];
	for (const row of rows) {
		const reader = createRowReader(row, table);
		const ownNumber = reader.textOf('orderNumber');
		const isSameOrder = ownNumber === '' ? !reader.hasRecipientText : ownNumber === orderNumber;
		if (!isSameOrder) [orderNumber, orderCurrency] = [ownNumber, ''];
		orderCurrency = reader.textOf('currency') || orderCurrency;
		const currency = orderCurrency || onlyCurrency;
		if (currency === '' || reader.hasText('currency')) yield row;
		else {
			const assumedCurrency = isSameOrder ? undefined : currency;
			// A row may end before the column.
			const cells = Array.from(
				{ length: Math.max(row.cells.length, currencyColumn + 1) },
				(_, column) => row.cells[column] ?? '',
			);
			cells[currencyColumn] = currency;
			yield { ...row, cells, assumedCurrency };
		}
	}
}

/** Fields of which a row has several if its titles number them, as in "Product 1 name" and "Product 2 name". */
const ITEM_FIELDS: readonly OrderField[] = [
	'sku',
	'description',
	'quantity',
	'quantityToShip',
	'quantityDone',
	'priceEur',
	'lineTotal',
	'originCountry',
	'hsCode',
];
const FIRST_NUMBER = /(?<!\d)1(?!\d)/;
const MAX_NUMBERED_ITEMS = 50;

/**
 * The columns of the second and further items of a row, each list with pairs of the column and that of the first item.
 * @param columns targets of the columns; those of the first items have one
 */
export function numberedItemColumns(titles: readonly string[], columns: OrderPlan['columns']): [number, number][][] {
	const firstColumns = titles.flatMap((title, column) => {
		const target = columns[column];
		return target && 'order' in target && ITEM_FIELDS.includes(target.order) && FIRST_NUMBER.test(title)
			? [column]
			: [];
	});
	const columnOfTitle = new Map(titles.map((title, column) => [title, column]));
	const lists: [number, number][][] = [];
	for (let itemNumber = 2; itemNumber <= MAX_NUMBERED_ITEMS && firstColumns.length > 0; itemNumber += 1) {
		const pairs = firstColumns.flatMap((first): [number, number][] => {
			const column = columnOfTitle.get((titles[first] ?? '').replace(FIRST_NUMBER, String(itemNumber)));
			return column === undefined || columns[column] ? [] : [[column, first]];
		});
		if (pairs.length === 0) break;
		lists.push(pairs);
	}
	return lists;
}

/** Adds a row for the second and each further item of a row, with its order number and without a recipient. */
export function* withNumberedItems(
	rows: Iterable<FilledRow>,
	itemColumns: readonly (readonly [number, number])[][],
	table: OrderTable,
): Generator<FilledRow> {
	const numberColumns = table.columnsOf('orderNumber');
	for (const row of rows) {
		yield row;
		for (const pairs of itemColumns) {
			if (!pairs.some(([column]) => (row.cells[column]?.trim() ?? '') !== '')) continue;
			const cells: string[] = row.cells.map(() => '');
			for (const column of [...numberColumns, ...table.columnsOf('currency')]) cells[column] = row.cells[column] ?? '';
			for (const [column, first] of pairs) cells[first] = row.cells[column] ?? '';
			const sourceOf = new Map(pairs.map(([column, first]) => [first, column]));
			yield { ...row, cells, isNumericCell: (column) => row.isNumericCell(sourceOf.get(column) ?? column) };
		}
	}
}

/** A cell that could not be read. It is reported as an error, and not replaced by the plan's defaults. */
interface UnreadCell {
	field: OrderField;
	/** The error, as a part of a sentence. */
	message: string;
}

const notANumber = (field: OrderField, text: string): string =>
	t('{field}: "{text}" is not a number', { field: ORDER_FIELDS[field](), text: text.slice(0, 40) });
const notWhole = (field: OrderField, text: string): string =>
	t('{field}: "{text}" is not a whole number', { field: ORDER_FIELDS[field](), text: text.slice(0, 40) });
const notAQuantity = (field: OrderField, text: string): string =>
	t('{field}: "{text}" is not a number with a unit that is known here', {
		field: ORDER_FIELDS[field](),
		text: text.slice(0, 40),
	});
export const ambiguousNumber = (field: OrderField, text: string): string =>
	t('{field}: "{text}" can be read in two ways', { field: ORDER_FIELDS[field](), text: text.slice(0, 40) });

/** Titles of weights of all parcels together. */
const TOTAL_WEIGHT = /total|gesamt|totaal|brutto|gross|shipment|sendung/i;
/** Titles of the weight of one parcel. */
const PARCEL_WEIGHT = /\b(per|each|je|pro|par)\b|package|parcel|paket|packstück|colli?\b|colis|paczk/i;
/** Units in which 1.250 and 1,250 are 1250. */
const WHOLE_UNITS: readonly string[] = ['g', 'mg', 'mm'] satisfies (LengthUnit | WeightUnit)[];

/** Reads the cells of a row by order field. If several columns are mapped to a field, the first filled one is read. */
export function createRowReader(row: FilledRow, table: OrderTable) {
	const unreadCells: UnreadCell[] = [];
	const isFilled = (column: number): boolean => (row.cells[column]?.trim() ?? '') !== '';
	/** The first filled column of a field; -1 when there is none. */
	const columnOf = (field: OrderField): number => table.columnsOf(field).find(isFilled) ?? -1;
	const textOf = (field: OrderField): string => row.cells[columnOf(field)]?.trim() ?? '';
	const hasText = (field: OrderField): boolean => columnOf(field) >= 0;
	const addUnread = (field: OrderField, message: string): undefined => {
		if (!unreadCells.some((cell) => cell.field === field)) unreadCells.push({ field, message });
	};

	/** A whole number, in which 1.250 means 1250. */
	function integerOf(field: OrderField): number | undefined {
		const text = textOf(field);
		const value = readNumber(text, true);
		if (text !== '' && value === undefined) return addUnread(field, notANumber(field, text));
		return Number.isInteger(value ?? 0) ? value : addUnread(field, notWhole(field, text));
	}

	/**
	 * @param read reads the cell with its unit
	 * @param unitOf the unit of a cell, which comes before that of the title and of the row
	 */
	function quantityOf<Unit extends LengthUnit | WeightUnit>(
		field: OrderField,
		column: number,
		read: (text: string, defaultUnit: Unit) => number | undefined,
		unitOf: (name: string) => Unit | undefined,
		defaultUnitOf: (column: number) => Unit,
	): number | undefined {
		const text = row.cells[column]?.trim() ?? '';
		if (text === '') return undefined;
		const separator = row.isNumericCell(column) ? undefined : ambiguousSeparator(text);
		const defaultUnit = defaultUnitOf(column);
		const unit = unitOf(text.replace(/[\d.,\s]/g, '')) ?? defaultUnit;
		// Nobody writes thousandths of a gram or a millimetre.
		if (separator !== undefined && WHOLE_UNITS.includes(unit)) return read(text.replace(separator, ''), defaultUnit);
		// 1,250 kg is 1250 g in a file with decimal commas; in a file with decimal points it may be 1250 kg.
		if (separator !== undefined && table.decimalSeparator !== undefined && separator !== table.decimalSeparator)
			return addUnread(field, ambiguousNumber(field, text));
		return read(text, defaultUnit) ?? addUnread(field, notAQuantity(field, text));
	}

	function kilogramsOf(field: 'weightKg' | 'weightGrams', defaultUnit: WeightUnit): number | undefined {
		const rowUnit = weightUnitOf(textOf('weightUnit'));
		if (hasText('weightUnit') && hasText(field) && rowUnit === undefined)
			return addUnread('weightUnit', unknownUnit('weightUnit', textOf('weightUnit')));
		const first = quantityOf(
			field,
			columnOf(field),
			readKilograms,
			weightUnitOf,
			(column) => table.weightUnits[column] ?? rowUnit ?? defaultUnit,
		);
		// Carriers' programs write 2 lb 3 oz in two columns.
		const ounces = table.columnsOf(field).find((column) => column !== columnOf(field) && isOunces(column));
		if (first === undefined || ounces === undefined || !isFilled(ounces) || isOunces(columnOf(field))) return first;
		const second = quantityOf(field, ounces, readKilograms, weightUnitOf, () => 'oz');
		return second === undefined ? undefined : Number((first + second).toFixed(6));
	}
	const isOunces = (column: number): boolean => table.weightUnits[column] === 'oz';

	/** Ordered pieces; 1 if the row does not say it, and undefined if that cannot be read. */
	function orderedQuantity(): number | undefined {
		if (hasText('quantity')) return integerOf('quantity');
		return hasText('quantityToShip') ? integerOf('quantityToShip') : 1;
	}

	/** Pieces to ship: without those that were shipped before, refunded or cancelled. */
	function quantityToShip(): number | undefined {
		if (hasText('quantityToShip')) return integerOf('quantityToShip');
		const ordered = orderedQuantity();
		if (ordered === undefined || !hasText('quantity')) return ordered;
		let done = 0;
		for (const column of table.columnsOf('quantityDone')) {
			const text = row.cells[column]?.trim() ?? '';
			const value = text === '' ? 0 : readNumber(text, true);
			if (value === undefined) return addUnread('quantityDone', notANumber('quantityDone', text));
			if (!Number.isInteger(value)) return addUnread('quantityDone', notWhole('quantityDone', text));
			// WooCommerce writes refunded pieces as a negative number.
			done += Math.abs(value);
		}
		return Math.max(0, ordered - done);
	}

	return {
		row,
		table,
		orderedQuantity,
		quantityToShip,
		textOf,
		hasText,
		/** Whether any column about the recipient is filled. */
		hasRecipientText: table.recipientColumns.some(isFilled),
		columnOf,
		integerOf,
		/** The weight of one parcel; undefined when the row has none, or one that cannot be read. */
		kilogramsPerParcel(parcelCount: number | undefined): number | undefined {
			const field = hasText('weightKg') ? 'weightKg' : 'weightGrams';
			const kilograms = kilogramsOf(field, field === 'weightKg' ? 'kg' : 'g');
			const isTotal = TOTAL_WEIGHT.test(table.titleOf(columnOf(field)));
			return kilograms !== undefined && isTotal && parcelCount ? kilograms / parcelCount : kilograms;
		},
		centimetresOf(field: 'lengthCm' | 'widthCm' | 'heightCm'): number | undefined {
			const weightColumn = Math.max(columnOf('weightKg'), columnOf('weightGrams'));
			const rowUnit =
				lengthUnitOf(textOf('lengthUnit')) ??
				lengthUnitBeside(weightUnitOf(textOf('weightUnit')) ?? table.weightUnits[weightColumn]);
			if (hasText('lengthUnit') && hasText(field) && rowUnit === undefined)
				return addUnread('lengthUnit', unknownUnit('lengthUnit', textOf('lengthUnit')));
			return quantityOf(
				field,
				columnOf(field),
				readCentimetres,
				lengthUnitOf,
				(column) => table.lengthUnits[column] ?? rowUnit ?? 'cm',
			);
		},
		/** Whether the row has several parcels, and its title does not say whether the weight is that of each or of all. */
		hasUnclearWeight(): boolean {
			const title = table.titleOf(columnOf(hasText('weightKg') ? 'weightKg' : 'weightGrams'));
			const isGiven = hasText('weightKg') || hasText('weightGrams');
			return (
				isGiven &&
				(readNumber(textOf('parcelCount'), true) ?? 1) > 1 &&
				!TOTAL_WEIGHT.test(title) &&
				!PARCEL_WEIGHT.test(title)
			);
		},
		addUnread,
		unreadCells,
	};
}
/** The unit of lengths in a file that names only its unit of weight: carriers pair pounds with inches. */
const lengthUnitBeside = (weightUnit: WeightUnit | undefined): LengthUnit | undefined =>
	weightUnit === 'lb' || weightUnit === 'oz' ? 'in' : undefined;
export type RowReader = ReturnType<typeof createRowReader>;

const unknownUnit = (field: OrderField, text: string): string =>
	t('{field}: "{text}" is not a unit that is known here', { field: ORDER_FIELDS[field](), text: text.slice(0, 20) });
