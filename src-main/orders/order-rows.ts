// Rows of a file as orders: what each says, what the plan says where it says nothing, and what the address book knows of the
// recipient. Pure.

import type { FieldFault } from '../../src-contract/errors';
import { say } from '../../src-contract/i18n';
import type { Address, BookEntry } from '../../src-contract/model/address';
import { ORDER_FIELDS, type Order, type OrderField, type OrderPlan } from '../../src-contract/model/order';
import { compositionFaults, type KeptComposition } from '../../src-contract/model/shipment';
import { incotermsSchema, reasonForExportSchema } from '../../src-contract/model/trade-terms';
import { contactOfRow, entryOfContact } from '../address-book/files/contacts';
import { countryCodeOf } from '../platform/country-names';

const ADDRESS_FIELDS = [
	'companyName',
	'contactPerson',
	'email',
	'phone',
	'addressLine1',
	'addressLine2',
	'zipcode',
	'city',
	'countryCode',
	'vatNumber',
] as const satisfies readonly (keyof Address)[];
/** All of a place comes from one source: half of two is neither. */
const PLACE = ['addressLine1', 'addressLine2', 'zipcode', 'city', 'countryCode'] as const;

/** A row of the file that holds anything. */
export interface FilledRow {
	/** As the file counts, from 1. */
	number: number;
	cells: readonly string[];
	isNumber: (column: number) => boolean;
}
export type Known = Pick<BookEntry, keyof Address | 'defaultParcel' | 'labelPrinterId'> & { id: number };
/** Whom of the address book an order means; undefined: nobody. */
export type Matcher = (entry: BookEntry) => Known | undefined;

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

/** Letters that cars show, and exports of trade systems write. */
const CAR_LETTERS: Record<string, string> = {
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
	return CAR_LETTERS[plain.toUpperCase()] ?? '';
}

const choice = <Value extends string>(options: readonly Value[], text: string): Value | undefined =>
	options.find(
		(option) =>
			option.toLowerCase() ===
			text
				.trim()
				.toLowerCase()
				.replace(/[\s-]+/g, '_'),
	);

function reader(row: FilledRow, plan: OrderPlan) {
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
type Reader = ReturnType<typeof reader>;

function recipientOf(row: FilledRow, plan: OrderPlan, labels: readonly number[]): BookEntry {
	const columns = plan.columns.map((target) =>
		target && 'recipient' in target ? { field: target.recipient, choice: target.choice } : null,
	);
	// A country that is said is read here, and is never another one because it was not understood.
	const cells = row.cells.map((cell, at) =>
		columns[at]?.field === 'country' && cell.trim() !== '' ? readCountry(cell) || NO_COUNTRY : cell,
	);
	const contact = contactOfRow(cells, columns, labels, row.isNumber);
	const { entry } = entryOfContact(contact, { countryCode: plan.countryCode, book: '' });
	return cells.includes(NO_COUNTRY) ? { ...entry, countryCode: '' } : entry;
}
const NO_COUNTRY = 'no such country';

/** What the row says counts; what it leaves out the book knows. */
function addressOf(said: BookEntry, known: Known | undefined): Address {
	const saysPlace = said.addressLine1 !== '' && said.zipcode + said.city !== '';
	const isPlace = (field: string) => PLACE.some((one) => one === field);
	const address = Object.fromEntries(
		ADDRESS_FIELDS.map((field) => {
			const fromBook = known?.[field] ?? '';
			if (!known) return [field, said[field]];
			if (isPlace(field))
				return [field, saysPlace ? said[field] || (field === 'addressLine2' ? '' : fromBook) : fromBook];
			return [field, said[field] || fromBook];
		}),
	) as unknown as Address;
	// One who is named only once is the one to ask for.
	const contactPerson = address.contactPerson || address.companyName;
	return { ...address, contactPerson };
}

function itemOf({ text, number, said }: Reader, plan: OrderPlan): KeptComposition['contents'][number] {
	return {
		description: text('description') || plan.description,
		quantity: said('quantity') ? number('quantity') : 1,
		priceEur: said('priceEur') ? number('priceEur') : (plan.priceEur ?? undefined),
		originCountry: said('originCountry') ? readCountry(text('originCountry')) : plan.originCountry,
		hsCode: text('hsCode'),
	};
}

/** A scale's grams are charged by the next 100. */
const toKilograms = (grams: number): number => Math.max(0.1, Math.ceil(grams / 100) / 10);

function parcelOf(
	{ number, said }: Reader,
	plan: OrderPlan,
	known: Known | undefined,
): KeptComposition['parcels'][number] {
	const usual = known?.defaultParcel ?? plan.parcel ?? undefined;
	const grams = number('weightGrams');
	const side = (field: 'lengthCm' | 'widthCm' | 'heightCm') => {
		const value = said(field) ? number(field) : usual?.[field];
		return value === undefined ? undefined : Math.ceil(value);
	};
	const weightKg = said('weightKg') ? number('weightKg') : grams === undefined ? undefined : toKilograms(grams);
	return {
		count: said('parcelCount') ? number('parcelCount') : 1,
		lengthCm: side('lengthCm'),
		widthCm: side('widthCm'),
		heightCm: side('heightCm'),
		// A row that weighs nothing says nothing of its weight.
		weightKg: said('weightKg') || (said('weightGrams') && grams !== 0) ? weightKg : usual?.weightKg,
	};
}

const countryOf = ({ cells }: FilledRow, { columns }: OrderPlan): string =>
	columns
		.map((target, at) =>
			target && 'recipient' in target && target.recipient === 'country' ? (cells[at]?.trim() ?? '') : '',
		)
		.find(Boolean) ?? '';

/** What stands in a row and could not be taken. */
function faultsOf(read: Reader, row: FilledRow, plan: OrderPlan, item: number): FieldFault[] {
	const { text, said, unread } = read;
	const faults = unread.map(({ field, text: written }) => ({
		path: PATHS[field]?.(item) ?? 'reference',
		code: 'unread',
		message: say('{field}: "{text}" is no number', { field: ORDER_FIELDS[field](), text: written.slice(0, 40) }),
	}));
	const currency = text('currency').toUpperCase();
	if (said('currency') && !/^(EUR|€|EURO)$/.test(currency))
		faults.push({
			path: `contents.${item}.priceEur`,
			code: 'currency',
			message: say('the price is in {currency}: give it in euros', { currency: currency.slice(0, 10) }),
		});
	const named = countryOf(row, plan);
	if (item === 0 && named !== '' && readCountry(named) === '')
		faults.push({
			path: 'to.countryCode',
			code: 'unread',
			message: say('there is no country named "{name}"', { name: named.slice(0, 40) }),
		});
	const origin = text('originCountry');
	if (origin !== '' && readCountry(origin) === '')
		faults.push({
			path: `contents.${item}.originCountry`,
			code: 'unread',
			message: say('made in: there is no country named "{name}"', { name: origin.slice(0, 40) }),
		});
	for (const [field, options] of [
		['reasonForExport', reasonForExportSchema.options],
		['incoterms', incotermsSchema.options],
	] as const) {
		if (item === 0 && said(field) && !choice(options, text(field)))
			faults.push({
				path: field,
				code: 'unread',
				message: say('{field}: "{text}" is none that can be sent', {
					field: ORDER_FIELDS[field](),
					text: text(field).slice(0, 40),
				}),
			});
	}
	return faults;
}
const PATHS: Partial<Record<OrderField, (item: number) => string>> = {
	quantity: (item) => `contents.${item}.quantity`,
	priceEur: (item) => `contents.${item}.priceEur`,
	parcelCount: () => 'parcels.0.count',
	weightKg: () => 'parcels.0.weightKg',
	weightGrams: () => 'parcels.0.weightKg',
	lengthCm: () => 'parcels.0.lengthCm',
	widthCm: () => 'parcels.0.widthCm',
	heightCm: () => 'parcels.0.heightCm',
};

/** @param labels for each column the one that says whose it is; -1: none does @param sender where the parcels start */
export function ordersOf(
	rows: Iterable<FilledRow>,
	plan: OrderPlan,
	labels: readonly number[],
	sender: Address,
	match: Matcher,
): Order[] {
	const orders: (Order & { last: number; said: BookEntry; weight: string })[] = [];
	for (const row of rows) {
		const read = reader(row, plan);
		const said = recipientOf(row, plan, labels);
		const reference = read.text('orderNumber').slice(0, 50);
		const before = orders.at(-1);
		const isEmpty = said.companyName + said.contactPerson + said.addressLine1 + said.reference === '';
		const isSame = before && ADDRESS_FIELDS.every((field) => said[field] === before.said[field]);
		// Shops write a line for each item of an order; the recipient stands in the first, or in all.
		if (before && reference !== '' && reference === before.composition.reference && (isEmpty || isSame)) {
			const item = itemOf(read, plan);
			before.composition.contents.push(item);
			before.faults.push(...faultsOf(read, row, plan, before.composition.contents.length - 1));
			before.last = row.number;
			const weight = read.text('weightKg') || read.text('weightGrams');
			if (weight !== '' && weight !== before.weight && before.remarks.length === 0)
				before.remarks.push(say('Its rows give different weights: the first one counts.'));
			continue;
		}
		const known = match(said);
		const composition: KeptComposition = {
			from: sender,
			to: addressOf(said, known),
			parcels: [parcelOf(read, plan, known)],
			contents: [itemOf(read, plan)],
			reference,
			insured: plan.insured,
			notifyRecipient: plan.notifyRecipient,
			schedulePickup: false,
			reasonForExport: read.said('reasonForExport')
				? (choice(reasonForExportSchema.options, read.text('reasonForExport')) ?? null)
				: plan.reasonForExport,
			incoterms: read.said('incoterms')
				? (choice(incotermsSchema.options, read.text('incoterms')) ?? null)
				: plan.incoterms,
			labelPrinterId: known?.labelPrinterId ?? '',
			begunAt: null,
			dutiesEur: null,
		};
		orders.push({
			row: String(row.number),
			last: row.number,
			said,
			weight: read.text('weightKg') || read.text('weightGrams'),
			composition,
			faults: faultsOf(read, row, plan, 0),
			remarks: [],
			addressId: known?.id ?? null,
		});
	}
	const seen = new Map<string, string>();
	return orders.map(({ last, said: _said, weight: _weight, ...order }) => {
		const remarks = [...order.remarks];
		const { reference } = order.composition;
		const first = reference === '' ? undefined : seen.get(reference);
		if (first) remarks.push(say('Order {order} stands in row {row} too.', { order: reference, row: first }));
		else seen.set(reference, order.row);
		const row = String(last) === order.row ? order.row : `${order.row}–${last}`;
		return { ...order, row, remarks, faults: withoutTwins([...order.faults, ...compositionFaults(order.composition)]) };
	});
}

/** What was said wrongly is told before what is missing at the same place. */
function withoutTwins(faults: readonly FieldFault[]): FieldFault[] {
	const seen = new Set<string>();
	return faults.filter(({ path }) => !seen.has(path) && seen.add(path));
}
