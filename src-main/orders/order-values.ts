// Parses the cells of an order row: numbers, countries and options as shops and ERP systems write them. Pure.
import { readNumber } from '../../src-contract/lib/numbers';
import type { OrderField, OrderPlan } from '../../src-contract/model/order';
import { countryCodeOf } from '../platform/country-names';

/** A row with at least one non-empty cell. */
export interface FilledRow {
	/** Row number in the file, from 1. */
	rowNumber: number;
	cells: readonly string[];
	/** Whether the file stores the cell of a column as a number. */
	isNumericCell: (column: number) => boolean;
}

/** International vehicle registration codes, which some ERP systems export as country codes. */
const VEHICLE_REGISTRATION_CODES: Record<string, string> = {
	A: 'AT',
	B: 'BE',
	D: 'DE',
	E: 'ES',
	F: 'FR',
	I: 'IT',
	L: 'LU',
	N: 'NO',
	P: 'PT',
	S: 'SE',
};

/**
 * Parses a country name or code, also "United Kingdom (UK)", "DE - Germany" and "D".
 * @returns the ISO 3166-1 code; empty when the text names no country
 */
export function readCountry(text: string): string {
	const trimmed = text.trim();
	const [, beforeParentheses = '', inParentheses = ''] = /^(.*?)\s*\(([^)]*)\)\s*$/.exec(trimmed) ?? [];
	const [, code = '', name = ''] = /^([A-Z]{2})\s*[-:,]\s*(.+)$/i.exec(trimmed) ?? [];
	for (const candidate of [trimmed, beforeParentheses, inParentheses, name, code]) {
		const countryCode = candidate === '' ? '' : countryCodeOf(candidate);
		if (countryCode) return countryCode;
	}
	return VEHICLE_REGISTRATION_CODES[trimmed.toUpperCase()] ?? '';
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

/** Reads the cells of a row by order field. If several columns are mapped to a field, the first is read. */
export function createRowReader(row: FilledRow, plan: OrderPlan) {
	const columnByField = new Map<OrderField, number>();
	for (const [index, target] of plan.columns.entries())
		if (target && 'order' in target && !columnByField.has(target.order)) columnByField.set(target.order, index);
	const textOf = (field: OrderField): string => row.cells[columnByField.get(field) ?? -1]?.trim() ?? '';
	/** Cells that `numberOf` could not read as a number. They are reported as errors, and not replaced by the plan's defaults. */
	const unreadableCells: { field: OrderField; text: string }[] = [];
	const numberOf = (field: OrderField): number | undefined => {
		const text = textOf(field);
		const value = readNumber(text, INTEGER_FIELDS.includes(field));
		if (text !== '' && value === undefined) unreadableCells.push({ field, text });
		return value;
	};
	const hasText = (field: OrderField): boolean => textOf(field) !== '';
	return { textOf, numberOf, hasText, unreadableCells };
}
/** Fields whose values are integers; see `readNumber`. */
const INTEGER_FIELDS: readonly OrderField[] = ['quantity', 'parcelCount', 'weightGrams'];
export type RowReader = ReturnType<typeof createRowReader>;
