// Parses the cells of an order row: numbers, countries and options as shops and ERP systems write them. Pure.
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

/** One number, with any text before and after it. */
const NUMBER = /^[^\d-]*(-?\d[\d.,'\u2019\s]*(?:e[+-]?\d+)?)[^\d]*$/i;
/** An integer with separators between groups of three digits. */
const THOUSANDS = /^-?\d{1,3}([.,]\d{3})+$/;

/**
 * Parses numbers such as 12,50, 1.250,00, € 12.50 and 7.0E-2.
 * @param isInteger true for a field with integers, in which 1.250 means 1250
 * @returns undefined when the text contains no number, or more than one
 */
export function readNumber(text: string, isInteger = false): number | undefined {
	const digits = NUMBER.exec(text.trim())?.[1]
		?.replace(/['\u2019\s]/g, '')
		.replace(/[.,]+$/, '');
	if (!digits) return undefined;
	const [lastComma, lastDot] = [digits.lastIndexOf(','), digits.lastIndexOf('.')];
	// If the number has both separators, the last one separates the decimals. A separator that occurs twice separates thousands.
	let decimal = digits;
	if (isInteger && THOUSANDS.test(digits)) decimal = digits.replace(/[.,]/g, '');
	else if (lastComma >= 0 && lastDot >= 0)
		decimal = lastComma > lastDot ? digits.replace(/\./g, '').replace(',', '.') : digits.replace(/,/g, '');
	else if (lastComma >= 0) decimal = digits.split(',').length > 2 ? digits.replace(/,/g, '') : digits.replace(',', '.');
	else if (digits.split('.').length > 2) decimal = digits.replace(/\./g, '');
	const value = Number(decimal);
	return Number.isFinite(value) ? value : undefined;
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
