// What the preview of an order file says about columns: texts that are not used, contacts of the payer, and units that are not stated.
// Pure.
import type { Order, OrderPlan, OrderPreview, RecipientField } from '../../src-contract/model/order';
import { hasRegion } from '../../src-contract/rules/address-regions';
import { targetOf } from '../address-book/files/columns';
import { addressRoleOf, normalizeTitle } from '../platform/tabular/title-roles';
import { foldCompact } from '../platform/text';
import { isPayerContact } from './order-columns';
import { ADDRESS_FIELDS } from './order-draft';
import type { FilledRow, OrderTable } from './order-values';

/** Fields of the address that are not text: a country is shown as its code, and a customer number only finds the address-book entry. */
const UNPRINTED_FIELDS: readonly RecipientField[] = ['country', 'reference'];

/** Calls back with each order and the row of its recipient. */
function forEachFirstRow(
	rows: readonly FilledRow[],
	orders: readonly Order[],
	use: (order: Order, row: FilledRow) => void,
) {
	const rowByNumber = new Map(rows.map((row) => [row.rowNumber, row]));
	for (const order of orders) {
		const row = rowByNumber.get(Number.parseInt(order.rowNumbers, 10));
		if (row) use(order, row);
	}
}
const countedTitles = (titles: readonly string[], counts: ReadonlyMap<number, number>) =>
	[...counts]
		.sort(([left], [right]) => left - right)
		.map(([column, orderCount]) => ({ title: titles[column] ?? '', orderCount }));

/** Columns of the address whose text is not in the address of some orders: another column has the field. */
export function partlyUsedColumns(
	titles: readonly string[],
	rows: readonly FilledRow[],
	plan: OrderPlan,
	orders: readonly Order[],
): OrderPreview['partlyUsedColumns'] {
	const counts = new Map<number, number>();
	const columns = [...plan.columns.entries()].flatMap(([column, target]) =>
		target && 'recipient' in target && !UNPRINTED_FIELDS.includes(target.recipient)
			? [{ column, field: target.recipient }]
			: [],
	);
	forEachFirstRow(rows, orders, ({ draft: { to } }, row) => {
		const shown = foldCompact(ADDRESS_FIELDS.map((field) => to[field]).join(''));
		for (const { column, field } of columns) {
			const text = row.cells[column] ?? '';
			if (text.trim() === '' || shown.includes(foldCompact(text))) continue;
			// The preview names the countries in which a region is no part of the address.
			if (field === 'region' && !hasRegion(to.countryCode)) continue;
			counts.set(column, (counts.get(column) ?? 0) + 1);
		}
	});
	return countedTitles(titles, counts);
}

/** Whether a file has the address of another person in columns without a role, as Lexware writes that of the invoice. */
const hasOtherAddress = (titles: readonly string[], plan: OrderPlan): boolean =>
	titles.some((title, column) => {
		if (plan.columns[column] || addressRoleOf(normalizeTitle(title)) !== undefined) return false;
		const field = targetOf(title)?.field;
		return field === 'addressLine1' || field === 'zipcode' || field === 'city';
	});

/** Columns with the contact of the payer or customer, which some orders have because their recipient has none. */
export function payerContactsOf(
	titles: readonly string[],
	rows: readonly FilledRow[],
	plan: OrderPlan,
	orders: readonly Order[],
): OrderPreview['payerContacts'] {
	const isOfOther = hasOtherAddress(titles, plan);
	const columns = titles.flatMap((title, column) => {
		const target = plan.columns[column] ?? null;
		return target && 'recipient' in target && isPayerContact(title, target, isOfOther)
			? [{ column, field: target.recipient === 'email' ? ('email' as const) : ('phone' as const) }]
			: [];
	});
	const counts = new Map<number, number>();
	const isSame = (left: string, right: string) => foldCompact(left) === foldCompact(right);
	forEachFirstRow(rows, orders, ({ draft: { to } }, row) => {
		for (const { column, field } of columns) {
			const text = row.cells[column] ?? '';
			if (text.trim() === '' || !isSame(text, to[field])) continue;
			const isInOwnColumn = plan.columns.some(
				(target, other) =>
					target &&
					'recipient' in target &&
					target.recipient === field &&
					!columns.some((payer) => payer.column === other) &&
					isSame(row.cells[other] ?? '', to[field]),
			);
			if (!isInOwnColumn) counts.set(column, (counts.get(column) ?? 0) + 1);
		}
	});
	return countedTitles(titles, counts);
}

/** Titles of columns with weights and sizes without a unit in title, cells and other columns. */
export function columnsWithoutUnit(rows: readonly FilledRow[], table: OrderTable): string[] {
	const isUnitStated = (field: 'weightUnit' | 'lengthUnit') =>
		table.columnsOf(field).some((column) => rows.some(({ cells }) => cells[column]?.trim()));
	const weightColumns = isUnitStated('weightUnit') ? [] : table.columnsOf('weightKg');
	const isImperial = isUnitStated('weightUnit') || weightColumns.some((column) => table.weightUnits[column]);
	const lengthColumns =
		isUnitStated('lengthUnit') || isImperial
			? []
			: (['lengthCm', 'widthCm', 'heightCm'] as const).flatMap((field) => table.columnsOf(field));
	return [
		...weightColumns.filter((column) => table.weightUnits[column] === undefined),
		...lengthColumns.filter((column) => table.lengthUnits[column] === undefined),
	]
		.filter((column) => rows.some(({ cells }) => /^[\d.,\s]*\d[\d.,\s]*$/.test(cells[column] ?? '')))
		.map((column) => table.titleOf(column));
}
