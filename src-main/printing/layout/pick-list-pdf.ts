// Draws a pick list: what has to be fetched for several orders, item by item. Lengths are in points.
import { t } from '../../../src-contract/i18n';
import type { PrinterProfile } from '../../../src-contract/model/print';
import { type Fonts, sizeToFit } from '../../../src-pdf/fonts';
import { type TextStyle, textWidth } from '../../../src-pdf/page-text';
import {
	below,
	besideByLine,
	type Column,
	checkBox,
	drawPaper,
	gap,
	type Paper,
	type Part,
	rule,
	textParts,
} from './paper';

export interface PickedItem {
	/** Empty when it is not known. */
	sku: string;
	name: string;
	/** Pieces for all orders. */
	quantity: number;
	/** Pieces for each order. */
	orders: { number: string; quantity: number }[];
}

export interface PickList {
	/** In the order of the list. */
	items: PickedItem[];
	orderCount: number;
	/** When it was made, for display. */
	date: string;
	/** Country codes of the warehouse, which decide between the forms of Chinese characters. */
	countries: string[];
}

/** Items with at most this many lines are not divided between two pages. */
const MAX_KEPT_LINES = 8;
/** Shares of the width on wide paper, after the check box and the pieces. The name takes the rest. */
const SKU_SHARE = 0.22;
const ORDERS_SHARE = 0.36;

/** Texts one after the other, with commas. A line is broken only between two texts, unless a text is wider than a line. */
function joinedLines(texts: readonly string[], style: TextStyle, width: number): string {
	const lines: string[] = [];
	for (const text of texts) {
		const last = lines.at(-1);
		const joined = `${last}, ${text}`;
		if (last !== undefined && textWidth(`${joined},`, style) <= width) lines[lines.length - 1] = joined;
		else lines.push(text);
	}
	return lines.join(',\n');
}

interface Columns {
	box: Column;
	quantity: Column;
	sku: Column;
	name: Column;
	orders: Column;
}

/** On narrow paper, SKU and orders are below the name. */
function columnsOf({ items }: PickList, { bold, size, column, isWide }: Paper): Columns {
	const style = { font: bold, size };
	const widestQuantity = Math.max(...items.map(({ quantity }) => textWidth(`${quantity} ×`, style)));
	const box = { left: column.left, width: size * 1.8 };
	const quantity = { left: box.left + box.width, width: widestQuantity + size * 0.8 };
	const left = quantity.left + quantity.width;
	const width = column.left + column.width - left;
	if (!isWide) return { box, quantity, sku: { left, width }, name: { left, width }, orders: { left, width } };
	const [skuWidth, ordersWidth] = [width * SKU_SHARE, width * ORDERS_SHARE];
	const nameWidth = width - skuWidth - ordersWidth;
	return {
		box,
		quantity,
		sku: { left, width: skuWidth - size },
		name: { left: left + skuWidth, width: nameWidth - size },
		orders: { left: left + skuWidth + nameWidth, width: ordersWidth },
	};
}

function itemParts(item: PickedItem, columns: Columns, { regular, bold, size, column, isWide }: Paper): Part[] {
	const style = { font: regular, size };
	const boldStyle = { font: bold, size };
	const smallStyle = { font: regular, size: size * 0.85 };
	const count = `${item.quantity} ×`;
	const rightAligned = { left: columns.sku.left - size * 0.8 - textWidth(count, boldStyle), width: column.width };
	const orderTexts = item.orders.map(({ number, quantity }) => `${number} × ${quantity}`);
	const orders = textParts(joinedLines(orderTexts, smallStyle, columns.orders.width), smallStyle, columns.orders);
	const name = textParts(item.name || item.sku || '–', boldStyle, columns.name);
	const sku = textParts(item.sku, isWide ? style : smallStyle, columns.sku);
	const lines = besideByLine([
		[checkBox(columns.box.left, size)],
		textParts(count, boldStyle, rightAligned),
		...(isWide ? [sku, name, orders] : [[...name, ...sku, ...orders]]),
	]);
	return [...(lines.length <= MAX_KEPT_LINES ? [below(lines)] : lines), rule(column, size * 0.8)];
}

function headParts(list: PickList, columns: Columns, { regular, bold, size, column, isWide }: Paper): Part[] {
	const title = t('PICK LIST');
	const style = { font: regular, size };
	const pieces = list.items.reduce((sum, { quantity }) => sum + quantity, 0);
	const counts = t(
		'{orders, plural, one {# order} other {# orders}}, {items, plural, one {# item} other {# items}}, {pieces, plural, one {# piece} other {# pieces}}',
		{ orders: list.orderCount, items: list.items.length, pieces },
	);
	const smallStyle = { font: regular, size: size * 0.8 };
	const titles = isWide
		? besideByLine([
				textParts(t('SKU'), smallStyle, columns.sku),
				textParts(t('Item'), smallStyle, columns.name),
				textParts(t('Orders'), smallStyle, columns.orders),
			])
		: [];
	return [
		...textParts(title, { font: bold, size: sizeToFit(bold, title, column.width, size * 1.5, size) }, column),
		...textParts(counts, style, column),
		...textParts(list.date, style, column),
		gap(size / 2),
		...titles,
		rule(column, size * 0.8),
	];
}

export const drawPickList = (
	list: PickList,
	printer: Pick<PrinterProfile, 'stock' | 'ownStock'>,
	fonts: Fonts,
): Promise<Uint8Array> =>
	drawPaper(printer, fonts, list.countries, (paper) => {
		const columns = columnsOf(list, paper);
		const items = list.items.flatMap((item) => itemParts(item, columns, paper));
		return [{ parts: [...headParts(list, columns, paper), ...items], footer: `${t('PICK LIST')}, ${list.date}` }];
	});
