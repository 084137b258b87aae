// Joins the rows of a file to orders, and leaves out the rows that must not ship. Pure.

import { t } from '../../src-contract/i18n';
import { onFirstUse } from '../../src-contract/lib/on-first-use';
import type { Address, BookEntry } from '../../src-contract/model/address';
import { HS_CODE, hsDigits } from '../../src-contract/model/goods';
import type { ItemFacts, UnknownItem } from '../../src-contract/model/item';
import type { LeftOutRows, Order, OrderPlan, OrdersOfFile } from '../../src-contract/model/order';
import type { OrderLine } from '../../src-contract/model/saved-order';
import type { EnteredDraft } from '../../src-contract/model/shipment-draft';
import { createDraftCheck } from '../../src-contract/rules/draft-requirements';
import { skuKey } from '../catalog/sku-key';
import { foldCompact } from '../platform/text';
import type { ExchangeRates } from './exchange-rates';
import { readHsCode } from './hs-code-text';
import { mergedDetails, noDetails, readDetails } from './order-details';
import {
	ADDRESS_FIELDS,
	createRecipientReader,
	draftOf,
	itemOf,
	itemsOf,
	parcelOf,
	type ReadContext,
	type RecipientMatcher,
	type RowRecipient,
	referenceOf,
	roundUpWeight,
	weightTextOf,
} from './order-draft';
import { createPriceReader } from './order-prices';
import { findRowErrors, firstErrorPerPath } from './order-row-errors';
import { hasState, reasonToLeaveOut, shipDateWarnings, stateWarnings } from './order-state';
import {
	type ColumnTitles,
	createOrderTable,
	createRowReader,
	type FilledRow,
	numberedItemColumns,
	type RowReader,
	withCurrencies,
	withNumberedItems,
} from './order-values';

/** An order while its rows are being read. */
interface PendingOrder extends Order {
	/** Number of the last row that was read of the order. */
	lastRow: number;
	/** Weight as written in the order's first row. */
	weightText: string;
	/** Size of the parcel as written in the order's first row. */
	sizeText: string;
	/** Weight of all items in kilograms; undefined when the weight of one of them is not known. */
	itemsWeightKg: number | undefined;
	/** Rows of the items without a description of their own, by index: a marketplace writes the sums of an order in such a row. */
	rowOfUnnamedItem: Map<number, number>;
}

const hasNoRecipient = (recipient: BookEntry): boolean =>
	recipient.companyName + recipient.contactPerson + recipient.addressLine1 + recipient.reference === '';
const hasNoPlace = ({ addressLine1, city }: BookEntry): boolean => addressLine1 + city === '';
const NAMES_OF_GOODS = ['description', 'priceEur', 'sku'] as const;

/** A cell of the last lines of a file: those of an eBay report, and a line with sums. */
const FOOTER = /^\s*(record\(s\) downloaded|datensätze heruntergeladen)/i;
const SUM_LINE = /^\s*(grand )?(totals?|sum|summe|gesamt(summe)?|totaal|somme|suma|razem)\s*:?\s*$/i;

/** The order of the rows that are being read, also when they are left out. */
interface CurrentOrder {
	reference: string;
	/** Recipient in the order's first row. An address in one cell is slow to split, so it is read only when it is needed. */
	readRecipient: () => RowRecipient;
	/** Undefined until a row of the order is imported. */
	order: PendingOrder | undefined;
	/** Why the whole order is left out; empty when it is not. */
	reason: string;
	/** Lines that are not goods, from rows before the first row that is imported. */
	lines: OrderLine[];
}

/**
 * Whether a row is another item of the order. Shops export one row per item, with the recipient and the order number in the first row
 * of the order or in every row.
 */
function belongsToOrder(current: CurrentOrder, readRecipient: () => RowRecipient, reader: RowReader): boolean {
	const reference = referenceOf(reader);
	if (reference === '') return !reader.hasRecipientText && (reader.hasText('description') || reader.hasText('sku'));
	if (reference !== current.reference) return false;
	const { recipient } = readRecipient();
	const first = current.readRecipient().recipient;
	return hasNoRecipient(recipient) || isSamePlace(recipient, first) || isSameName(recipient, first);
}
/** Marketplaces write another relay e-mail address in each row of an order. */
const isSamePlace = (left: BookEntry, right: BookEntry): boolean =>
	PLACE_FIELDS.every((field) => left[field] === right[field]);
/** An address may have been corrected in one row of an order only. */
const isSameName = (left: BookEntry, right: BookEntry): boolean =>
	left.companyName + left.contactPerson !== '' &&
	left.companyName === right.companyName &&
	left.contactPerson === right.contactPerson;
const PLACE_FIELDS = ADDRESS_FIELDS.filter((field) => field !== 'email' && field !== 'phone');
const isSameRecipient = (left: BookEntry, right: BookEntry | undefined): boolean =>
	right !== undefined && ADDRESS_FIELDS.every((field) => left[field] === right[field]);

function addItems(order: PendingOrder, reader: RowReader, context: ReadContext): void {
	const { contents } = order.draft;
	const firstIndex = contents.length;
	// A further row with a weight and without goods is a parcel.
	if (hasGoodsText(reader) || weightTextOf(reader) === '') {
		contents.push(...itemsOf(reader, context));
		order.lines.push(lineOf(reader, contents, firstIndex));
	}
	order.itemsWeightKg = sumOf(order.itemsWeightKg, itemWeightKg(reader, context));
	if (isUnnamed(reader))
		for (let index = firstIndex; index < contents.length; index += 1)
			order.rowOfUnnamedItem.set(index, reader.row.rowNumber);
	order.fieldErrors.push(...findRowErrors(reader, context.plan, firstIndex));
	addWarnings(order, rowWarnings(reader, false));
	addDetails(order, reader);
	order.lastRow = reader.row.rowNumber;
	if (addParcel(order, reader, context)) return;
	const weightText = weightTextOf(reader);
	const sizeText = sizeTextOf(reader);
	const different = [
		weightText !== '' && weightText !== order.weightText
			? t('The rows of this order have different weights. The first one is used.')
			: '',
		sizeText !== '' && sizeText !== order.sizeText
			? t('The rows of this order have different sizes of parcels. The first one is used.')
			: '',
	];
	addWarnings(
		order,
		different.filter((warning) => warning !== ''),
	);
}

/** Adds the warnings that the order does not have yet. */
function addWarnings(order: PendingOrder, warnings: string[]): void {
	order.warnings.push(...warnings.filter((warning) => !order.warnings.includes(warning)));
}

/** Adds the parcel of a further row that has a weight and no goods. @returns whether it is such a row */
function addParcel(order: PendingOrder, reader: RowReader, context: ReadContext): boolean {
	if (hasGoodsText(reader) || weightTextOf(reader) === '') return false;
	order.draft.parcels.push(parcelOf(reader, context.plan, undefined));
	return true;
}
const hasGoodsText = ({ hasText }: RowReader): boolean => GOODS_FIELDS.some(hasText);
const GOODS_FIELDS = ['sku', 'description', 'quantity', 'quantityToShip', 'priceEur', 'lineTotal'] as const;

/** Adds what a row says for the packer. */
function addDetails(order: PendingOrder, reader: RowReader): void {
	const { details, warnings } = readDetails(reader);
	order.details = mergedDetails(order.details, details);
	addWarnings(order, warnings);
}

/** What a row says was ordered. @param firstIndex place of its first goods in the contents */
const lineOf = (reader: RowReader, contents: EnteredDraft['contents'], firstIndex: number): OrderLine => ({
	sku: reader.textOf('sku').slice(0, MAX_SKU_CHARS),
	description: reader.textOf('description').slice(0, 200) || contents[firstIndex]?.description || '',
	quantity: reader.quantityToShip() ?? 0,
	isGoods: true,
	contentIndexes: contents.slice(firstIndex).map((_content, index) => firstIndex + index),
});

/** Whether a row of a file with descriptions has none, and no SKU. */
const isUnnamed = (reader: RowReader): boolean =>
	reader.table.columnsOf('description').length > 0 && !reader.hasText('description') && !reader.hasText('sku');

const sizeTextOf = ({ textOf }: RowReader): string =>
	(['lengthCm', 'widthCm', 'heightCm'] as const).map(textOf).filter(Boolean).join(' ');
const sumOf = (left: number | undefined, right: number | undefined): number | undefined =>
	left === undefined || right === undefined ? undefined : left + right;
/** Weight of the pieces to ship of a row, from the catalogue; undefined when it is not known. */
function itemWeightKg(reader: RowReader, { items }: ReadContext): number | undefined {
	const weightKg = itemOf(reader, items)?.weightKg ?? undefined;
	const quantity = reader.quantityToShip();
	return weightKg === undefined || quantity === undefined ? undefined : weightKg * quantity;
}
/** An order whose file states no weight has that of its items, if it is one parcel. */
function withItemsWeight(order: PendingOrder): PendingOrder {
	const [parcel, ...others] = order.draft.parcels;
	if (order.weightText !== '' || order.itemsWeightKg === undefined || order.itemsWeightKg <= 0) return order;
	if (!parcel || others.length > 0 || parcel.count !== 1) return order;
	const parcels = [{ ...parcel, weightKg: roundUpWeight(order.itemsWeightKg) }];
	return { ...order, draft: { ...order.draft, parcels } };
}

const rowWarnings = (reader: RowReader, isFirstRow: boolean): string[] => [
	...readHsCode(reader.textOf('hsCode')).warnings,
	...(reader.row.assumedCurrency && (reader.hasText('priceEur') || reader.hasText('lineTotal'))
		? [
				t('The order names no currency. Its prices are taken as {currency}, as in the other rows.', {
					currency: reader.row.assumedCurrency,
				}),
			]
		: []),
	...stateWarnings(reader, isFirstRow),
	...(isFirstRow && reader.hasUnclearWeight()
		? [t('The weight is used for each parcel of this order. Check whether it is that of all parcels.')]
		: []),
];

const totalOf = (items: EnteredDraft['contents']): number =>
	items.reduce((total, { quantity = 0, priceEur = 0 }) => total + quantity * priceEur, 0);
const isSameAmount = (left: number, right: number): boolean => Math.abs(left - right) < 0.02;

/**
 * Removes the items that stand for the sum of the order's other items. Errors keep the paths of their items.
 * @param leaveOut called with the row of each removed item
 */
function withoutSumItems(order: PendingOrder, leaveOut: (rowNumber: number) => void): PendingOrder {
	const { contents } = order.draft;
	const { rowOfUnnamedItem } = order;
	const unnamedItems = contents.filter((_item, index) => rowOfUnnamedItem.has(index));
	if (unnamedItems.length === 0 || unnamedItems.length === contents.length) return order;
	const namedTotal = totalOf(contents.filter((_item, index) => !rowOfUnnamedItem.has(index)));
	// The price of a row with the sum is that of all pieces, also in a file with prices per piece.
	const possibleSums = [totalOf(unnamedItems), unnamedItems.length === 1 ? (unnamedItems[0]?.priceEur ?? 0) : 0];
	if (!possibleSums.some((sum) => sum === 0 || isSameAmount(sum, namedTotal))) return order;
	for (const rowNumber of new Set(rowOfUnnamedItem.values())) leaveOut(rowNumber);
	const keptIndexes = contents.flatMap((_item, index) => (rowOfUnnamedItem.has(index) ? [] : [index]));
	const fieldErrors = order.fieldErrors.flatMap((error) => {
		const [, itemIndex, field] = /^contents\.(\d+)\.(.+)$/.exec(error.path) ?? [];
		if (itemIndex === undefined) return [error];
		const index = keptIndexes.indexOf(Number(itemIndex));
		return index < 0 ? [] : [{ ...error, path: `contents.${index}.${field}` }];
	});
	const lines = order.lines.flatMap((line) => {
		const contentIndexes = line.contentIndexes.map((index) => keptIndexes.indexOf(index)).filter((index) => index >= 0);
		return line.isGoods && contentIndexes.length === 0 ? [] : [{ ...line, contentIndexes }];
	});
	return {
		...order,
		lines,
		fieldErrors,
		draft: { ...order.draft, contents: contents.filter((_item, index) => !rowOfUnnamedItem.has(index)) },
	};
}

/**
 * Reads rows as orders. Consecutive rows with the same order number become one order if the later ones have the same recipient or none.
 * Rows that must not ship are left out, with the reason; so are rows that are no order, such as the sums at the end of a file.
 * @param usageColumnOfColumn for each column, the index of its usage column, which says whether a value is for work or for home,
 * or -1; see `findUsageColumns`
 * @param sender the address that all orders are sent from
 * @param items items of the catalogue with the SKUs of the file
 * @param today ISO date
 */
export function toOrders(
	rows: readonly FilledRow[],
	columnTitles: ColumnTitles,
	plan: OrderPlan,
	usageColumnOfColumn: readonly number[],
	sender: Address,
	rates: ExchangeRates,
	findRecipient: RecipientMatcher,
	items: readonly ItemFacts[],
	today: string,
): OrdersOfFile {
	const table = createOrderTable(columnTitles, rows, plan.columns);
	const context: ReadContext = {
		plan,
		sender,
		prices: createPriceReader(plan, rates),
		items: new Map(items.map((item) => [skuKey(item.sku), item])),
	};
	const unknownItems = new Map<string, UnknownItem>();
	const orders: PendingOrder[] = [];
	const leftOut: LeftOutRows[] = [];
	let current: CurrentOrder | undefined;
	let isSecondTable = false;
	let previousRecipient: BookEntry | undefined;
	// Further rows of an order often have no recipient.
	const recipientOf = createRecipientReader(plan, usageColumnOfColumn);
	const emptyRecipient = recipientOf({ cells: [] });
	const itemColumns = numberedItemColumns(columnTitles.titles, plan.columns);
	for (const row of withNumberedItems(withCurrencies(rows, table), itemColumns, table)) {
		const reader = createRowReader(row, table);
		const readRecipient = onFirstUse(() => (reader.hasRecipientText ? recipientOf(row) : emptyRecipient));
		const reference = referenceOf(reader);
		const leaveOut = (reason: string, isCancelled = false): void =>
			void leftOut.push({ rowNumbers: String(row.rowNumber), reference, reason, isCancelled });
		const belongsToCurrent = current !== undefined && belongsToOrder(current, readRecipient, reader);
		isSecondTable ||= row !== rows[0] && repeatsTitles(row, columnTitles.titles);
		if (isSecondTable) {
			leaveOut(t('The row belongs to a second table in the file.'));
			continue;
		}
		if (row === rows[0] && explainsColumns(reader)) {
			leaveOut(t('The row explains the columns.'));
			continue;
		}
		if (row.cells.some((cell) => SUM_LINE.test(cell)) && hasNoPlace(readRecipient().recipient)) {
			leaveOut(t('The row contains the sum of other rows.'));
			continue;
		}
		const reason = reasonToLeaveOut(reader);
		const isNoOrder =
			row.cells.some((cell) => FOOTER.test(cell)) ||
			(!reason && !NAMES_OF_GOODS.some(reader.hasText) && hasNoRecipient(readRecipient().recipient));
		if (isNoOrder && !belongsToCurrent) {
			leaveOut(t('The row has no recipient in the columns that are used.'));
			continue;
		}
		if (!current || !belongsToCurrent) current = { reference, readRecipient, order: undefined, reason: '', lines: [] };
		if (reason) {
			leaveOut(reason.text, reason.isCancelled);
			if (!reason.isOfItem) current.reason = reason.text;
			continue;
		}
		// A further row of an order that is left out may have a state of its own.
		if (current.reason !== '' && !hasState(reader)) {
			leaveOut(current.reason);
			continue;
		}
		if (itemOf(reader, context.items)?.isNotGoods) {
			leaveOut(t('The item needs no shipping.'));
			(current.order ?? current).lines.push({ ...lineOf(reader, [], 0), isGoods: false });
			continue;
		}
		addUnknownItem(unknownItems, reader, context);
		if (current.order) {
			addItems(current.order, reader, context);
			const rowRecipient = readRecipient().recipient;
			if (!hasNoRecipient(rowRecipient) && !isSamePlace(rowRecipient, current.readRecipient().recipient))
				addWarnings(current.order, [t('The rows of this order have different addresses. The first one is used.')]);
			continue;
		}
		const { recipient, problems, warnings } = readRecipient();
		current.order = newOrder(
			reader,
			current.reference,
			current.readRecipient().recipient,
			context,
			findRecipient,
			!belongsToCurrent,
		);
		addDetails(current.order, reader);
		current.order.fieldErrors.push(...problems);
		current.order.warnings.push(...warnings, ...shipDateWarnings(reader, today));
		current.order.lines.push(...current.lines);
		if (reference === '' && isSameRecipient(recipient, previousRecipient))
			current.order.warnings.push(
				t('The order before has the same recipient. If they are one order, map the column with the order number.'),
			);
		previousRecipient = recipient;
		orders.push(current.order);
	}
	const completeOrders = orders.map((order) =>
		withoutSumItems(withItemsWeight(order), (rowNumber) =>
			leftOut.push({
				rowNumbers: String(rowNumber),
				reference: order.draft.reference,
				reason: t('The row contains the sum of the order’s other rows.'),
				isCancelled: false,
			}),
		),
	);
	leftOut.sort((left, right) => Number(left.rowNumbers) - Number(right.rowNumbers));
	return { orders: completeOrders.map(createOrderFinisher(sender)), leftOut, unknownItems: [...unknownItems.values()] };
}

/** Whether a row has titles again, some of which the file has above: a second table, as Allegro writes that of the items. */
function repeatsTitles({ cells }: FilledRow, titles: readonly string[]): boolean {
	const [first = ''] = cells;
	if (first === '' || !titles.includes(first)) return false;
	const filled = cells.filter((cell) => cell !== '');
	return (
		filled.length >= MIN_REPEATED_TITLES &&
		!filled.some((cell) => /\d{2}/.test(cell)) &&
		filled.filter((cell) => titles.includes(cell)).length >= 2
	);
}
const MIN_REPEATED_TITLES = 4;

/** Some programs write what each column is below the titles: no cell of a number has a digit then. */
function explainsColumns({ table, row }: RowReader): boolean {
	const texts = NUMBER_FIELDS.flatMap((field) => table.columnsOf(field)).flatMap(
		(column) => row.cells[column]?.trim() || [],
	);
	return texts.length >= MIN_EXPLAINED && !texts.some((text) => /\d/.test(text));
}
const NUMBER_FIELDS = ['quantity', 'priceEur', 'lineTotal', 'weightKg', 'weightGrams', 'lengthCm'] as const;
const MIN_EXPLAINED = 2;

/** Notes the item of a row if its SKU is not in the catalogue; the first row with the SKU counts. */
function addUnknownItem(unknownItems: Map<string, UnknownItem>, reader: RowReader, context: ReadContext): void {
	const sku = reader.textOf('sku').slice(0, MAX_SKU_CHARS);
	const key = skuKey(sku);
	if (sku === '' || context.items.has(key) || unknownItems.has(key)) return;
	const [item] = itemsOf(reader, context);
	const hsCode = hsDigits(item?.hsCode ?? '');
	unknownItems.set(key, {
		sku,
		name: reader.textOf('description').slice(0, 200),
		hsCode: HS_CODE.test(hsCode) ? hsCode : '',
		originCountry: reader.hasText('originCountry') ? (item?.originCountry ?? '') : '',
		priceEur: reader.hasText('priceEur') || reader.hasText('lineTotal') ? (item?.priceEur ?? null) : null,
	});
}
const MAX_SKU_CHARS = 64;

function newOrder(
	reader: RowReader,
	reference: string,
	recipient: BookEntry,
	context: ReadContext,
	findRecipient: RecipientMatcher,
	isFirstRow: boolean,
): PendingOrder {
	const { rowNumber } = reader.row;
	const match = findRecipient(recipient);
	const draft = { ...draftOf(reader, recipient, match, context), reference };
	return {
		rowNumbers: String(rowNumber),
		lastRow: rowNumber,
		weightText: weightTextOf(reader),
		sizeText: sizeTextOf(reader),
		draft,
		lines: [lineOf(reader, draft.contents, 0)],
		details: noDetails(),
		itemsWeightKg: itemWeightKg(reader, context),
		rowOfUnnamedItem: new Map(isUnnamed(reader) ? draft.contents.map((_item, index) => [index, rowNumber]) : []),
		fieldErrors: findRowErrors(reader, context.plan, 0),
		warnings: [...rowWarnings(reader, isFirstRow), ...senderWarnings(draft)],
		addressId: match?.id ?? null,
	};
}

/** The recipient of an order may be the desk itself by a mistake in the file or its columns. */
function senderWarnings({ from, to }: EnteredDraft): string[] {
	if (from.countryCode !== to.countryCode || foldCompact(from.zipcode) !== foldCompact(to.zipcode)) return [];
	return to.addressLine1 !== '' && foldCompact(from.addressLine1) === foldCompact(to.addressLine1)
		? [t('The recipient has the address of the sender. Check that the columns are the recipient’s.')]
		: [];
}

/** Creates the function that completes each order after all rows were read. Warns when an order number occurs twice. */
function createOrderFinisher(sender: Address): (order: PendingOrder) => Order {
	const rowByReference = new Map<string, string>();
	const errorsOfDraft = createDraftCheck(sender);
	return ({
		lastRow,
		weightText: _weight,
		sizeText: _size,
		itemsWeightKg: _itemsWeight,
		rowOfUnnamedItem: _rows,
		...order
	}) => {
		const warnings = [...order.warnings];
		const { reference } = order.draft;
		const firstRow = reference === '' ? undefined : rowByReference.get(reference);
		if (firstRow) warnings.push(t('Order {order} is also in row {row}.', { order: reference, row: firstRow }));
		else rowByReference.set(reference, order.rowNumbers);
		const rowNumbers = String(lastRow) === order.rowNumbers ? order.rowNumbers : `${order.rowNumbers}–${lastRow}`;
		return {
			...order,
			rowNumbers,
			warnings,
			fieldErrors: firstErrorPerPath([...order.fieldErrors, ...errorsOfDraft(order.draft)]),
		};
	};
}
