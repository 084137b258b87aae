// Summarizes what an import of an order file would create. Pure.

import { t } from '../../src-contract/i18n';
import { currencyOf, currencyOfTitle, readMoney } from '../../src-contract/lib/money-text';
import { HS_CODE, hsDigits } from '../../src-contract/model/goods';
import type {
	LeftOutRows,
	Order,
	OrderPlan,
	OrderPreview,
	OrdersOfFile,
	PreviewedOrder,
} from '../../src-contract/model/order';
import { hasRegion, printedPlaceFields } from '../../src-contract/rules/address-regions';
import { columnsWithoutUnit, partlyUsedColumns, payerContactsOf } from './column-notes';
import type { ExchangeRates } from './exchange-rates';
import { isUnitPriceTitle } from './order-prices';
import { unknownStates } from './order-state';
import {
	type ColumnTitles,
	createOrderTable,
	createRowReader,
	type FilledRow,
	numberedItemColumns,
} from './order-values';

/** Number of orders and of rows that are left out that the preview shows. */
const MAX_SHOWN = 100;
const MAX_COMMON_ERRORS = 12;

const toPreviewed = (order: Order): PreviewedOrder => {
	const { rowNumbers, draft, warnings } = order;
	const { to, contents, parcels, reference } = draft;
	return {
		rowNumbers,
		reference,
		addressLines: [
			to.companyName,
			to.contactPerson,
			to.addressLine1,
			to.addressLine2,
			printedPlaceFields(to.countryCode)
				.map((field) => to[field])
				.filter(Boolean)
				.join(' '),
			to.countryCode === '' ? to.region : '',
			to.countryCode,
		].filter(Boolean),
		contacts: [to.phone, to.email, to.vatNumber].filter(Boolean),
		goods: contents.map(({ quantity, description, priceEur }) => ({ quantity, description, priceEur })),
		parcel: parcels[0] ?? {
			count: undefined,
			lengthCm: undefined,
			widthCm: undefined,
			heightCm: undefined,
			weightKg: undefined,
		},
		hsCodes: codesOf(order),
		messages: [...messagesOf(order), ...warnings],
	};
};

/** The errors of an order; a missing size of the parcel is one error, not one for each side. */
function messagesOf({ draft, fieldErrors }: Order): string[] {
	const parcel = draft.parcels[0];
	const isWithoutSize =
		parcel !== undefined && [parcel.lengthCm, parcel.widthCm, parcel.heightCm].every((cm) => cm === undefined);
	const isWithoutWeight = parcel?.weightKg === undefined;
	if (!isWithoutSize || fieldErrors.some(({ path, code }) => path.startsWith('parcels.') && code === 'unread'))
		return fieldErrors.map(({ message }) => message);
	const ofParcel = ['lengthCm', 'widthCm', 'heightCm', ...(isWithoutWeight ? ['weightKg'] : [])];
	return [
		isWithoutWeight
			? t('the parcel has no size and no weight: choose a parcel above')
			: t('the parcel has no size: choose a parcel above'),
		...fieldErrors
			.filter(({ path }) => !ofParcel.some((field) => path === `parcels.0.${field}`))
			.map(({ message }) => message),
	];
}

function commonErrorsOf(orders: readonly Order[]): OrderPreview['commonErrors'] {
	const counts = new Map<string, number>();
	for (const order of orders)
		for (const message of new Set(messagesOf(order))) counts.set(message, (counts.get(message) ?? 0) + 1);
	return [...counts]
		.map(([message, orderCount]) => ({ message, orderCount }))
		.sort((left, right) => right.orderCount - left.orderCount)
		.slice(0, MAX_COMMON_ERRORS);
}

/** The currencies that prices and the column of currencies state, besides the euro. */
function currenciesOf(
	rows: readonly FilledRow[],
	table: ReturnType<typeof createOrderTable>,
	plan: OrderPlan,
	rates: ExchangeRates,
): OrderPreview['currencies'] {
	const columns = [...table.columnsOf('priceEur'), ...table.columnsOf('lineTotal')];
	if (columns.length === 0) return [];
	const texts = new Set(columns.flatMap((column) => rows.map(({ cells }) => cells[column] ?? '')));
	const codes = new Set<string>([plan.currency]);
	for (const text of texts) codes.add(readMoney(text)?.currency ?? plan.currency);
	for (const column of columns) codes.add(currencyOfTitle(table.titleOf(column)).currency ?? plan.currency);
	for (const column of table.columnsOf('currency'))
		for (const { cells } of rows) codes.add(currencyOf(cells[column] ?? '') ?? plan.currency);
	codes.delete('EUR');
	return [...codes].sort().flatMap((code) => {
		const rate = rates.get(code);
		const perEuro = plan.rates[code] ?? rate?.perEuro;
		return perEuro === undefined
			? []
			: [{ code, perEuro, from: plan.rates[code] === undefined ? (rate?.from ?? '') : '' }];
	});
}

/** The first row with several pieces whose price may be that of one piece or of all. */
function priceQuestionOf(
	rows: readonly FilledRow[],
	table: ReturnType<typeof createOrderTable>,
): OrderPreview['priceQuestion'] {
	const [column] = table.columnsOf('priceEur');
	if (column === undefined || isUnitPriceTitle(table.titleOf(column))) return null;
	for (const row of rows) {
		const reader = createRowReader(row, table);
		const quantity = reader.orderedQuantity() ?? 1;
		const price = reader.textOf('priceEur');
		const isGoods = table.columnsOf('description').length === 0 || reader.hasText('description');
		if (isGoods && quantity > 1 && price !== '' && !reader.hasText('lineTotal'))
			return { title: table.titleOf(column), description: reader.textOf('description'), quantity, price };
	}
	return null;
}

/** The countries in which the state or province of the file is not printed. */
function countriesWithoutRegion(rows: readonly FilledRow[], plan: OrderPlan, orders: readonly Order[]): string[] {
	const regionColumns = [...plan.columns.keys()].filter((column) => {
		const target = plan.columns[column];
		return target && 'recipient' in target && target.recipient === 'region';
	});
	const rowByNumber = new Map(rows.map((row) => [row.rowNumber, row]));
	const countries = orders.flatMap(({ rowNumbers, draft: { to } }) => {
		const row = rowByNumber.get(Number.parseInt(rowNumbers, 10));
		const hasText = regionColumns.some((column) => (row?.cells[column]?.trim() ?? '') !== '');
		return hasText && !hasRegion(to.countryCode) ? [to.countryCode] : [];
	});
	return [...new Set(countries)].sort();
}

const MAX_UNKNOWN_STATES = 12;
const MAX_UNKNOWN_SKUS = 8;
/** The states that are not known, of the rows that are imported. */
function unknownStatesOf(
	rows: readonly FilledRow[],
	table: ReturnType<typeof createOrderTable>,
	leftOut: readonly LeftOutRows[],
): string[] {
	if (table.columnsOf('status').length === 0) return [];
	const states = new Set<string>();
	const leftOutRows = new Set(leftOut.map(({ rowNumbers }) => rowNumbers));
	for (const row of rows) {
		if (leftOutRows.has(String(row.rowNumber))) continue;
		for (const { title, state } of unknownStates(createRowReader(row, table))) states.add(`${title}: ${state}`);
		if (states.size >= MAX_UNKNOWN_STATES) break;
	}
	return [...states];
}

/** The different HS codes of an order, in six digits. */
const codesOf = ({ draft }: Order): string[] =>
	[...new Set(draft.contents.map(({ hsCode }) => hsDigits(hsCode).slice(0, 6)))].filter((code) => HS_CODE.test(code));
function hsCodesOf(orders: readonly Order[]): OrderPreview['hsCodes'] {
	const counts = new Map<string, number>();
	const validCounts = new Map<string, number>();
	for (const order of orders)
		for (const code of codesOf(order)) {
			counts.set(code, (counts.get(code) ?? 0) + 1);
			if (order.fieldErrors.length === 0) validCounts.set(code, (validCounts.get(code) ?? 0) + 1);
		}
	return [...counts].map(([code, orderCount]) => ({ code, orderCount, validOrderCount: validCounts.get(code) ?? 0 }));
}

export function previewOrders(
	rows: readonly FilledRow[],
	columnTitles: ColumnTitles,
	plan: OrderPlan,
	rates: ExchangeRates,
	{ orders, leftOut, unknownItems }: OrdersOfFile,
): OrderPreview {
	const { titles } = columnTitles;
	const table = createOrderTable(columnTitles, rows, plan.columns);
	const numberedColumns = new Set(
		numberedItemColumns(titles, plan.columns).flatMap((pairs) => pairs.map(([column]) => column)),
	);
	const wrongOrders = orders.filter(({ fieldErrors }) => fieldErrors.length > 0);
	const otherOrders = orders.filter(({ fieldErrors }) => fieldErrors.length === 0);
	const shownLeftOut: LeftOutRows[] = leftOut.slice(0, MAX_SHOWN);
	return {
		orders: [...wrongOrders, ...otherOrders].slice(0, MAX_SHOWN).map(toPreviewed),
		orderCount: orders.length,
		wrongCount: wrongOrders.length,
		commonErrors: commonErrorsOf(orders),
		leftOut: shownLeftOut,
		leftOutCount: leftOut.length,
		currencies: currenciesOf(rows, table, plan, rates),
		priceQuestion: priceQuestionOf(rows, table),
		countriesWithoutRegion: countriesWithoutRegion(rows, plan, orders),
		unknownSkus: unknownItems.slice(0, MAX_UNKNOWN_SKUS).map(({ sku }) => sku),
		unknownSkuCount: unknownItems.length,
		hsCodes: hsCodesOf(orders),
		isWithoutQuantity: table.columnsOf('quantity').length + table.columnsOf('quantityToShip').length === 0,
		unknownStates: unknownStatesOf(rows, table, leftOut),
		partlyUsedColumns: partlyUsedColumns(titles, rows, plan, orders),
		payerContacts: payerContactsOf(titles, rows, plan, orders),
		columnsWithoutUnit: columnsWithoutUnit(rows, table),
		unusedColumns: titles.filter(
			(_title, column) =>
				!numberedColumns.has(column) &&
				!plan.columns[column] &&
				rows.some(({ cells }) => (cells[column]?.trim() ?? '') !== ''),
		),
	};
}
