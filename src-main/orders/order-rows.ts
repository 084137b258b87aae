// Rows of a file as orders: what each says, what the plan says where it says nothing, and what the address book knows of the
// recipient. Pure.
import type { Address, BookEntry } from '../../src-contract/address';
import type { Order, OrderField, OrderPlan } from '../../src-contract/order';
import { incotermsSchema, reasonForExportSchema } from '../../src-contract/partner-api';
import { compositionFaults, type KeptComposition } from '../../src-contract/shipment';
import { countryCodeOf } from '../address-book/countries';
import { contactOfRow, entryOfContact } from '../address-book/files/contacts';

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

/** 12,50 and 1.250,00 and € 12.50. @returns undefined for no number */
export function readNumber(text: string): number | undefined {
	let plain = text.replace(/[^\d.,-]/g, '');
	const [comma, dot] = [plain.lastIndexOf(','), plain.lastIndexOf('.')];
	if (comma >= 0 && dot >= 0)
		plain = comma > dot ? plain.replace(/\./g, '').replace(',', '.') : plain.replace(/,/g, '');
	else if (comma >= 0) plain = plain.split(',').length > 2 ? plain.replace(/,/g, '') : plain.replace(',', '.');
	else if (plain.split('.').length > 2) plain = plain.replace(/\./g, '');
	const value = Number(plain);
	return plain === '' || !Number.isFinite(value) ? undefined : value;
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
	return { text, number: (field: OrderField) => readNumber(text(field)) };
}
type Reader = ReturnType<typeof reader>;

function recipientOf(row: FilledRow, plan: OrderPlan, labels: readonly number[]): BookEntry {
	const columns = plan.columns.map((target) =>
		target && 'recipient' in target ? { field: target.recipient, choice: target.choice } : null,
	);
	const contact = contactOfRow(row.cells, columns, labels, row.isNumber);
	return entryOfContact(contact, { countryCode: plan.countryCode, book: '' }).entry;
}

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

function itemOf({ text, number }: Reader, plan: OrderPlan): KeptComposition['contents'][number] {
	const origin = text('originCountry');
	return {
		description: text('description') || plan.description,
		quantity: number('quantity') ?? 1,
		priceEur: number('priceEur') ?? plan.priceEur ?? undefined,
		originCountry: (origin === '' ? '' : countryCodeOf(origin)) || plan.originCountry,
		hsCode: text('hsCode'),
	};
}

/** A scale's grams are charged by the next 100. */
const toKilograms = (grams: number): number => Math.max(0.1, Math.ceil(grams / 100) / 10);

function parcelOf({ number }: Reader, plan: OrderPlan, known: Known | undefined): KeptComposition['parcels'][number] {
	const usual = known?.defaultParcel ?? plan.parcel ?? undefined;
	const grams = number('weightGrams');
	const whole = (value: number | undefined) => (value === undefined ? undefined : Math.ceil(value));
	return {
		count: whole(number('parcelCount')) ?? 1,
		lengthCm: whole(number('lengthCm')) ?? usual?.lengthCm,
		widthCm: whole(number('widthCm')) ?? usual?.widthCm,
		heightCm: whole(number('heightCm')) ?? usual?.heightCm,
		weightKg: number('weightKg') ?? (grams === undefined ? undefined : toKilograms(grams)) ?? usual?.weightKg,
	};
}

/** @param labels for each column the one that says whose it is; -1: none does @param sender where the parcels start */
export function ordersOf(
	rows: Iterable<FilledRow>,
	plan: OrderPlan,
	labels: readonly number[],
	sender: Address,
	match: Matcher,
): Order[] {
	const orders: (Order & { last: number; said: BookEntry })[] = [];
	for (const row of rows) {
		const read = reader(row, plan);
		const said = recipientOf(row, plan, labels);
		const reference = read.text('orderNumber').slice(0, 50);
		const before = orders.at(-1);
		const isEmpty = said.companyName + said.contactPerson + said.addressLine1 + said.reference === '';
		const isSame = before && ADDRESS_FIELDS.every((field) => said[field] === before.said[field]);
		// Shops write a line for each item of an order; the recipient stands in the first, or in all.
		if (before && reference !== '' && reference === before.composition.reference && (isEmpty || isSame)) {
			before.composition.contents.push(itemOf(read, plan));
			before.last = row.number;
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
			reasonForExport: choice(reasonForExportSchema.options, read.text('reasonForExport')) ?? plan.reasonForExport,
			incoterms: choice(incotermsSchema.options, read.text('incoterms')) ?? plan.incoterms,
			labelPrinterId: known?.labelPrinterId ?? '',
		};
		orders.push({
			row: String(row.number),
			last: row.number,
			said,
			composition,
			faults: [],
			remarks: [],
			addressId: known?.id ?? null,
		});
	}
	const seen = new Map<string, string>();
	return orders.map(({ last, said: _said, ...order }) => {
		const remarks = [...order.remarks];
		const { reference } = order.composition;
		const first = reference === '' ? undefined : seen.get(reference);
		if (first) remarks.push(`Order ${reference} stands in row ${first} too.`);
		else seen.set(reference, order.row);
		const row = String(last) === order.row ? order.row : `${order.row}–${last}`;
		return { ...order, row, remarks, faults: compositionFaults(order.composition) };
	});
}
