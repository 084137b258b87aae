// Splits cells with a whole item, as WebToffee's plugin for WooCommerce writes them, into a column for each part of the item:
// "name:Mug|product_id:11|sku:MUG|quantity:2|total:40.00" under the title line_item_1. Pure.
import { decodeHTML } from 'entities';
import type { TitledTable } from '../platform/tabular/table-file';

const ITEM_TITLE = /^line_item_(\d+)$/i;
const ITEM_CELL = /^name:.*\|quantity:/is;
/** Parts of an item, with the title of their columns. The name stays in the column of the whole item. */
const PARTS = { name: 'Name', quantity: 'Quantity', total: 'Total', sku: 'SKU' } as const;
const OTHER_PARTS = ['quantity', 'total', 'sku'] as const satisfies readonly (keyof typeof PARTS)[];
const titleOfPart = (part: keyof typeof PARTS, number: string): string => `Product Item ${number} ${PARTS[part]}`;

/** @returns the part of a cell; empty when the cell is no item, or has no such part */
function partOf(cell: string, part: keyof typeof PARTS): string {
	if (!ITEM_CELL.test(cell)) return '';
	const prefix = `${part}:`;
	return (
		cell
			.split('|')
			.find((text) => text.startsWith(prefix))
			?.slice(prefix.length)
			.trim() ?? ''
	);
}

/** The table with a column for each part of an item. A table without such cells is returned as it is. */
export function withLineItemColumns(table: TitledTable): TitledTable {
	const { headerRow, rows } = table;
	const header = rows[headerRow - 1] ?? [];
	const items = header.flatMap((title, column) => {
		const number = ITEM_TITLE.exec(title.trim())?.[1];
		return number !== undefined && rows.some((row) => ITEM_CELL.test(row[column] ?? '')) ? [{ number, column }] : [];
	});
	if (items.length === 0) return table;
	const width = rows.reduce((maximum, { length }) => Math.max(maximum, length), 0);
	return {
		...table,
		rows: rows.map((row, index) => {
			const isHeader = index === headerRow - 1;
			const cells = Array.from({ length: width }, (_, column) => row[column] ?? '');
			for (const { number, column } of items) {
				const cell = cells[column] ?? '';
				for (const part of OTHER_PARTS) cells.push(isHeader ? titleOfPart(part, number) : partOf(cell, part));
				// A cell in another form is shown as it is.
				if (isHeader) cells[column] = titleOfPart('name', number);
				else if (ITEM_CELL.test(cell)) cells[column] = partOf(cell, 'name');
			}
			return cells;
		}),
	};
}

/** The table with the characters that its cells write as HTML: Etsy exports O&#39;Hara. */
export function withoutEntities(table: TitledTable): TitledTable {
	if (!table.rows.some((row) => row.some((cell) => ENTITY.test(cell)))) return table;
	return { ...table, rows: table.rows.map((row) => row.map((cell) => (ENTITY.test(cell) ? decodeHTML(cell) : cell))) };
}
const ENTITY =
	/&(?:#\d{2,5}|#x[\da-f]{2,5}|amp|quot|apos|lt|gt|[a-z]+(?:grave|acute|circ|uml|tilde|cedil|ring|slash)|szlig);/i;
