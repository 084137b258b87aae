// Finds out from the totals of the orders whether a price is that of one piece or of all pieces of its row. Pure.
import { readMoney } from '../../src-contract/lib/money-text';
import type { OrderPlan } from '../../src-contract/model/order';
import { normalizeTitle } from '../platform/tabular/title-roles';
import { isUnitPriceTitle } from './order-prices';
import { createOrderTable, createRowReader, type FilledRow, type RowReader } from './order-values';

/** Titles of the price of all goods of an order, and of the whole order. */
const GOODS_TOTAL = /^(order )?(sub ?total|zwischensumme|sous total|subtotaal|items total|goods total|warenwert)$/;
const ORDER_TOTAL = /^((order|grand) ?total|total|order amount|gesamtbetrag|auftragssumme)$/;

/** Number of rows that are looked at. */
const MAX_ROWS = 500;

const amountOf = (text: string): number | undefined => readMoney(text)?.amount;

/** The sums of an order's prices, read in both ways, and its total. */
interface Sums {
	unit: number;
	line: number;
	total: number | undefined;
}

function addRow(sums: Sums, reader: RowReader, totalColumn: number): void {
	const price = amountOf(reader.textOf('priceEur'));
	const quantity = reader.orderedQuantity();
	if (price !== undefined && quantity !== undefined) {
		sums.unit += price * quantity;
		sums.line += price;
	}
	sums.total ??= amountOf(reader.row.cells[totalColumn] ?? '');
}

/**
 * @returns undefined when the file has no total of its orders, or when these are neither the one nor the other sum, or are both in
 * different orders
 */
export function priceMeaningByTotals(
	titles: readonly string[],
	rows: readonly FilledRow[],
	columns: OrderPlan['columns'],
): OrderPlan['priceMeaning'] | undefined {
	const normalizedTitles = titles.map(normalizeTitle);
	const totalColumn = [GOODS_TOTAL, ORDER_TOTAL]
		.map((pattern) => normalizedTitles.findIndex((title) => pattern.test(title)))
		.find((column) => column >= 0);
	const isAsked = columns.some(
		(target, column) =>
			target && 'order' in target && target.order === 'priceEur' && !isUnitPriceTitle(titles[column] ?? ''),
	);
	if (totalColumn === undefined || !isAsked) return undefined;
	const firstRows = rows.slice(0, MAX_ROWS);
	const table = createOrderTable({ titles, units: [] }, firstRows, columns);
	const sumsByOrder = new Map<string, Sums>();
	let number = '';
	for (const row of firstRows) {
		const reader = createRowReader(row, table);
		number = reader.textOf('orderNumber') || number;
		const sums = sumsByOrder.get(number) ?? { unit: 0, line: 0, total: undefined };
		sumsByOrder.set(number, sums);
		addRow(sums, reader, totalColumn);
	}
	const isTotal = (sum: number, total: number) => Math.abs(sum - total) < 0.011;
	const meanings = new Set<'unit' | 'line'>();
	for (const { unit, line, total } of sumsByOrder.values()) {
		if (total === undefined || isTotal(unit, line)) continue;
		if (isTotal(unit, total)) meanings.add('unit');
		else if (isTotal(line, total)) meanings.add('line');
	}
	const [meaning] = meanings;
	return meanings.size === 1 ? meaning : undefined;
}
