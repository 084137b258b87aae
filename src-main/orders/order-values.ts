// What the cells of an order say, as values: numbers, countries and choices in the forms that shops and trade systems write. Pure.
import type { OrderField, OrderPlan } from '../../src-contract/model/order';
import { countryCodeOf } from '../platform/country-names';

/** A row of the file that holds anything. */
export interface FilledRow {
	/** As the file counts, from 1. */
	number: number;
	cells: readonly string[];
	isNumber: (column: number) => boolean;
}

const NUMBER = /^[^\d-]*(-?\d[\d.,'\u2019\s]*(?:e[+-]?\d+)?)[^\d]*$/i;
const THOUSANDS = /^-?\d{1,3}([.,]\d{3})+$/;

/**
 * 12,50 and 1.250,00 and € 12.50 and 7.0E-2.
 * @param isWhole whether it counts things: 1.250 is then more than a thousand
 * @returns undefined for no number, or for two
 */
export function readNumber(text: string, isWhole = false): number | undefined {
	const found = NUMBER.exec(text.trim())?.[1]
		?.replace(/['\u2019\s]/g, '')
		.replace(/[.,]+$/, '');
	if (!found) return undefined;
	const [comma, dot] = [found.lastIndexOf(','), found.lastIndexOf('.')];
	let plain = found;
	if (isWhole && THOUSANDS.test(found)) plain = found.replace(/[.,]/g, '');
	else if (comma >= 0 && dot >= 0)
		plain = comma > dot ? found.replace(/\./g, '').replace(',', '.') : found.replace(/,/g, '');
	else if (comma >= 0) plain = found.split(',').length > 2 ? found.replace(/,/g, '') : found.replace(',', '.');
	else if (found.split('.').length > 2) plain = found.replace(/\./g, '');
	const value = Number(plain);
	return Number.isFinite(value) ? value : undefined;
}

/** As cars show them, and exports of trade systems write. */
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

/** Also "United Kingdom (UK)", "DE - Germany" and "D". @returns its code; empty when it is none */
export function readCountry(text: string): string {
	const plain = text.trim();
	const [, before = '', within = ''] = /^(.*?)\s*\(([^)]*)\)\s*$/.exec(plain) ?? [];
	const [, code = '', name = ''] = /^([A-Z]{2})\s*[-:,]\s*(.+)$/i.exec(plain) ?? [];
	for (const one of [plain, before, within, name, code]) {
		const found = one === '' ? '' : countryCodeOf(one);
		if (found) return found;
	}
	return VEHICLE_REGISTRATION_CODES[plain.toUpperCase()] ?? '';
}

export const choice = <Value extends string>(options: readonly Value[], text: string): Value | undefined =>
	options.find(
		(option) =>
			option.toLowerCase() ===
			text
				.trim()
				.toLowerCase()
				.replace(/[\s-]+/g, '_'),
	);

export function reader(row: FilledRow, plan: OrderPlan) {
	const columns = new Map<OrderField, number>();
	for (const [at, target] of plan.columns.entries())
		if (target && 'order' in target && !columns.has(target.order)) columns.set(target.order, at);
	const text = (field: OrderField): string => row.cells[columns.get(field) ?? -1]?.trim() ?? '';
	/** What was said and could not be read is no number, and nothing of the plan takes its place. */
	const unread: { field: OrderField; text: string }[] = [];
	const number = (field: OrderField): number | undefined => {
		const said = text(field);
		const value = readNumber(said, WHOLE.includes(field));
		if (said !== '' && value === undefined) unread.push({ field, text: said });
		return value;
	};
	const said = (field: OrderField): boolean => text(field) !== '';
	return { text, number, said, unread };
}
const WHOLE: readonly OrderField[] = ['quantity', 'parcelCount', 'weightGrams'];
export type Reader = ReturnType<typeof reader>;
