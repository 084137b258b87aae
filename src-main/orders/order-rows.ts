// Rows of a file as orders: what each says, what the plan says where it says nothing, and what the address book knows of the
// recipient. Pure.

import { t } from '../../src-contract/i18n';
import type { Address, BookEntry } from '../../src-contract/model/address';
import { emptyAddress } from '../../src-contract/model/empty-address';
import type { Order, OrderPlan } from '../../src-contract/model/order';
import type { SavedDraft } from '../../src-contract/model/shipment-draft';
import { incotermsSchema, reasonForExportSchema } from '../../src-contract/model/trade-terms';
import { draftErrors } from '../../src-contract/rules/draft-requirements';
import { contactOfRow, entryOfContact } from '../address-book/files/contacts';
import { faultsOf, withoutDuplicates } from './order-row-errors';
import { choice, type FilledRow, type Reader, readCountry, reader } from './order-values';

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

type Known = Pick<BookEntry, keyof Address | 'defaultParcel' | 'labelPrinterId'> & { id: number };
/** Whom of the address book an order means; undefined: nobody. */
export type Matcher = (entry: BookEntry) => Known | undefined;

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
	const fieldOf = (field: keyof Address): string => {
		if (!known) return said[field];
		if (!isPlace(field)) return said[field] || known[field];
		if (!saysPlace) return known[field];
		return said[field] || (field === 'addressLine2' ? '' : known[field]);
	};
	const address = { ...emptyAddress };
	for (const field of ADDRESS_FIELDS) address[field] = fieldOf(field);
	// One who is named only once is the one to ask for.
	const contactPerson = address.contactPerson || address.companyName;
	return { ...address, contactPerson };
}

function itemOf({ text, number, said }: Reader, plan: OrderPlan): SavedDraft['contents'][number] {
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

function parcelOf({ number, said }: Reader, plan: OrderPlan, known: Known | undefined): SavedDraft['parcels'][number] {
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

function compositionOf(
	read: Reader,
	said: BookEntry,
	known: Known | undefined,
	plan: OrderPlan,
	sender: Address,
): SavedDraft {
	return {
		from: sender,
		to: addressOf(said, known),
		parcels: [parcelOf(read, plan, known)],
		contents: [itemOf(read, plan)],
		reference: referenceOf(read),
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
}

const referenceOf = (read: Reader): string => read.text('orderNumber').slice(0, 50);
const weightOf = (read: Reader): string => read.text('weightKg') || read.text('weightGrams');

/** An order while its rows are read. */
interface ReadOrder extends Order {
	/** The row that was added last. */
	last: number;
	said: BookEntry;
	weight: string;
}

/** Shops write a line for each item of an order; the recipient stands in the first, or in all. */
function isSameOrder(before: ReadOrder, said: BookEntry, reference: string): boolean {
	if (reference === '' || reference !== before.composition.reference) return false;
	const isEmpty = said.companyName + said.contactPerson + said.addressLine1 + said.reference === '';
	return isEmpty || ADDRESS_FIELDS.every((field) => said[field] === before.said[field]);
}

function addItem(order: ReadOrder, read: Reader, row: FilledRow, plan: OrderPlan): void {
	const { contents } = order.composition;
	contents.push(itemOf(read, plan));
	order.fieldErrors.push(...faultsOf(read, row, plan, contents.length - 1));
	order.last = row.number;
	const weight = weightOf(read);
	if (weight !== '' && weight !== order.weight && order.warnings.length === 0)
		order.warnings.push(t('Its rows give different weights: the first one counts.'));
}

/** @param labels for each column the one that says whose it is; -1: none does @param sender where the parcels start */
export function ordersOf(
	rows: Iterable<FilledRow>,
	plan: OrderPlan,
	labels: readonly number[],
	sender: Address,
	match: Matcher,
): Order[] {
	const orders: ReadOrder[] = [];
	for (const row of rows) {
		const read = reader(row, plan);
		const said = recipientOf(row, plan, labels);
		const before = orders.at(-1);
		if (before && isSameOrder(before, said, referenceOf(read))) {
			addItem(before, read, row, plan);
			continue;
		}
		const known = match(said);
		orders.push({
			row: String(row.number),
			last: row.number,
			said,
			weight: weightOf(read),
			composition: compositionOf(read, said, known, plan, sender),
			fieldErrors: faultsOf(read, row, plan, 0),
			warnings: [],
			addressId: known?.id ?? null,
		});
	}
	return orders.map(finisher());
}

/** @returns what makes an order of one that was read; remembers the order numbers that it met */
function finisher(): (order: ReadOrder) => Order {
	const rowByReference = new Map<string, string>();
	return ({ last, said: _said, weight: _weight, ...order }) => {
		const warnings = [...order.warnings];
		const { reference } = order.composition;
		const first = reference === '' ? undefined : rowByReference.get(reference);
		if (first) warnings.push(t('Order {order} stands in row {row} too.', { order: reference, row: first }));
		else rowByReference.set(reference, order.row);
		const row = String(last) === order.row ? order.row : `${order.row}–${last}`;
		return {
			...order,
			row,
			warnings,
			fieldErrors: withoutDuplicates([...order.fieldErrors, ...draftErrors(order.composition)]),
		};
	};
}
