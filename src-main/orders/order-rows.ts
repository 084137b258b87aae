// Converts the rows of a file into orders. Empty cells are filled from the address book and the plan's defaults. Pure.

import { t } from '../../src-contract/i18n';
import type { Address, BookEntry } from '../../src-contract/model/address';
import { emptyAddress } from '../../src-contract/model/empty-address';
import type { Order, OrderPlan } from '../../src-contract/model/order';
import type { EnteredDraft } from '../../src-contract/model/shipment-draft';
import { incotermsSchema, reasonForExportSchema } from '../../src-contract/model/trade-terms';
import { draftErrors } from '../../src-contract/rules/draft-requirements';
import { contactOfRow, entryOfContact } from '../address-book/files/contacts';
import { findRowErrors, firstErrorPerPath } from './order-row-errors';
import { createRowReader, type FilledRow, matchOption, type RowReader, readCountry } from './order-values';

const ADDRESS_FIELDS = [
	'companyName',
	'contactPerson',
	'email',
	'phone',
	'addressLine1',
	'addressLine2',
	'zipcode',
	'city',
	'region',
	'countryCode',
	'vatNumber',
] as const satisfies readonly (keyof Address)[];
/** The fields of the postal address. `addressOf` replaces them together if the row's postal address is incomplete. */
const POSTAL_FIELDS = ['addressLine1', 'addressLine2', 'zipcode', 'city', 'region', 'countryCode'] as const;

type MatchedEntry = Pick<BookEntry, keyof Address | 'defaultParcel' | 'labelPrinterId'> & { id: number };
/** Returns the address-book entry that matches the order's recipient, or undefined if none does. */
export type RecipientMatcher = (recipient: BookEntry) => MatchedEntry | undefined;

/** @param usageColumnOfColumn see `toOrders` */
function recipientOf(row: FilledRow, plan: OrderPlan, usageColumnOfColumn: readonly number[]): BookEntry {
	const columns = plan.columns.map((target) =>
		target && 'recipient' in target ? { field: target.recipient, choice: target.choice } : null,
	);
	// An unreadable country must not be replaced by the plan's default country.
	const cells = row.cells.map((cell, index) =>
		columns[index]?.field === 'country' && cell.trim() !== '' ? readCountry(cell) || UNKNOWN_COUNTRY : cell,
	);
	const contact = contactOfRow(cells, columns, usageColumnOfColumn, row.isNumericCell);
	const { entry } = entryOfContact(contact, { countryCode: plan.countryCode, book: '' });
	return cells.includes(UNKNOWN_COUNTRY) ? { ...entry, countryCode: '' } : entry;
}
/** Replaces the text of a cell with an unreadable country. `entryOfContact` finds no country with this name. */
const UNKNOWN_COUNTRY = 'no such country';

/**
 * The recipient's address: the fields of the row, with empty fields filled from the matched entry. The postal address of
 * the row is complete if it has a street and a postcode or city. The entry's postal address replaces an incomplete one; the
 * empty address line 2 of a complete one stays empty.
 */
function addressOf(recipient: BookEntry, match: MatchedEntry | undefined): Address {
	const hasPostalAddress = recipient.addressLine1 !== '' && recipient.zipcode + recipient.city !== '';
	const isPostalField = (field: string) => POSTAL_FIELDS.some((postalField) => postalField === field);
	const fieldValue = (field: keyof Address): string => {
		if (!match) return recipient[field];
		if (!isPostalField(field)) return recipient[field] || match[field];
		if (!hasPostalAddress) return match[field];
		// The region of the entry belongs to the city of the entry.
		if (field === 'region' && recipient.city !== '' && recipient.city !== match.city) return recipient.region;
		return recipient[field] || (field === 'addressLine2' ? '' : match[field]);
	};
	const address = { ...emptyAddress };
	for (const field of ADDRESS_FIELDS) address[field] = fieldValue(field);
	// The contact person is required: use the company name if there is none.
	const contactPerson = address.contactPerson || address.companyName;
	return { ...address, contactPerson };
}

function itemOf({ textOf, numberOf, hasText }: RowReader, plan: OrderPlan): EnteredDraft['contents'][number] {
	return {
		description: textOf('description') || plan.description,
		quantity: hasText('quantity') ? numberOf('quantity') : 1,
		priceEur: hasText('priceEur') ? numberOf('priceEur') : (plan.priceEur ?? undefined),
		originCountry: hasText('originCountry') ? readCountry(textOf('originCountry')) : plan.originCountry,
		hsCode: textOf('hsCode'),
	};
}

/** Rounds up to a multiple of 0.1 kg, and at least to 0.1 kg. */
const toKilograms = (grams: number): number => Math.max(0.1, Math.ceil(grams / 100) / 10);

/**
 * The parcel of an order, with sizes rounded up to whole centimetres. Empty cells for size and weight are filled from the matched
 * entry's default parcel, or else from the plan's parcel. An empty count is 1.
 */
function parcelOf(
	{ numberOf, hasText }: RowReader,
	plan: OrderPlan,
	match: MatchedEntry | undefined,
): EnteredDraft['parcels'][number] {
	const defaults = match?.defaultParcel ?? plan.parcel ?? undefined;
	const grams = numberOf('weightGrams');
	const sideCm = (field: 'lengthCm' | 'widthCm' | 'heightCm') => {
		const value = hasText(field) ? numberOf(field) : defaults?.[field];
		return value === undefined ? undefined : Math.ceil(value);
	};
	const weightKg = hasText('weightKg') ? numberOf('weightKg') : grams === undefined ? undefined : toKilograms(grams);
	return {
		count: hasText('parcelCount') ? numberOf('parcelCount') : 1,
		lengthCm: sideCm('lengthCm'),
		widthCm: sideCm('widthCm'),
		heightCm: sideCm('heightCm'),
		// 0 g counts as an empty cell.
		weightKg: hasText('weightKg') || (hasText('weightGrams') && grams !== 0) ? weightKg : defaults?.weightKg,
	};
}

function draftOf(
	reader: RowReader,
	recipient: BookEntry,
	match: MatchedEntry | undefined,
	plan: OrderPlan,
	sender: Address,
): EnteredDraft {
	return {
		from: sender,
		to: addressOf(recipient, match),
		parcels: [parcelOf(reader, plan, match)],
		contents: [itemOf(reader, plan)],
		reference: referenceOf(reader),
		insured: plan.insured,
		notifyRecipient: plan.notifyRecipient,
		schedulePickup: false,
		pickup: { from: '', to: '', instructions: '' },
		reasonForExport: reader.hasText('reasonForExport')
			? (matchOption(reasonForExportSchema.options, reader.textOf('reasonForExport')) ?? null)
			: plan.reasonForExport,
		incoterms: reader.hasText('incoterms')
			? (matchOption(incotermsSchema.options, reader.textOf('incoterms')) ?? null)
			: plan.incoterms,
		labelPrinterId: match?.labelPrinterId ?? '',
		begunAt: null,
		dutiesEur: null,
	};
}

/** The order number as shipment reference, which has at most 50 characters. */
const referenceOf = (reader: RowReader): string => reader.textOf('orderNumber').slice(0, 50);
/** The weight as written in the row; empty when the row contains no weight. */
const weightTextOf = (reader: RowReader): string => reader.textOf('weightKg') || reader.textOf('weightGrams');

/** An order while its rows are being read. */
interface PendingOrder extends Order {
	/** Number of the last row that was read of the order. */
	lastRow: number;
	/** Recipient in the order's first row. */
	recipient: BookEntry;
	/** Weight as written in the order's first row. */
	weightText: string;
}

/**
 * Whether a row is another item of the order. Shops export one row per item, with the recipient in the first row of the
 * order or in every row.
 */
function belongsToOrder(order: PendingOrder, recipient: BookEntry, reference: string): boolean {
	if (reference === '' || reference !== order.draft.reference) return false;
	const hasNoRecipient =
		recipient.companyName + recipient.contactPerson + recipient.addressLine1 + recipient.reference === '';
	return hasNoRecipient || ADDRESS_FIELDS.every((field) => recipient[field] === order.recipient[field]);
}

function addItem(order: PendingOrder, reader: RowReader, row: FilledRow, plan: OrderPlan): void {
	const { contents } = order.draft;
	contents.push(itemOf(reader, plan));
	order.fieldErrors.push(...findRowErrors(reader, row, plan, contents.length - 1));
	order.lastRow = row.rowNumber;
	const weightText = weightTextOf(reader);
	if (weightText !== '' && weightText !== order.weightText && order.warnings.length === 0)
		order.warnings.push(t('The rows of this order have different weights. The first one is used.'));
}

/**
 * Reads rows as orders. Consecutive rows with the same order number become one order if the later ones have the same recipient or none.
 * @param usageColumnOfColumn for each column, the index of its usage column, which says whether a value is for work or for home,
 * or -1; see `findUsageColumns`
 * @param sender the address that all orders are sent from
 */
export function toOrders(
	rows: Iterable<FilledRow>,
	plan: OrderPlan,
	usageColumnOfColumn: readonly number[],
	sender: Address,
	findRecipient: RecipientMatcher,
): Order[] {
	const orders: PendingOrder[] = [];
	for (const row of rows) {
		const reader = createRowReader(row, plan);
		const recipient = recipientOf(row, plan, usageColumnOfColumn);
		const previousOrder = orders.at(-1);
		if (previousOrder && belongsToOrder(previousOrder, recipient, referenceOf(reader))) {
			addItem(previousOrder, reader, row, plan);
			continue;
		}
		const match = findRecipient(recipient);
		orders.push({
			rowNumbers: String(row.rowNumber),
			lastRow: row.rowNumber,
			recipient,
			weightText: weightTextOf(reader),
			draft: draftOf(reader, recipient, match, plan, sender),
			fieldErrors: findRowErrors(reader, row, plan, 0),
			warnings: [],
			addressId: match?.id ?? null,
		});
	}
	return orders.map(createOrderFinisher());
}

/** Creates the function that completes each order after all rows were read. Warns when an order number occurs twice. */
function createOrderFinisher(): (order: PendingOrder) => Order {
	const rowByReference = new Map<string, string>();
	return ({ lastRow, recipient: _recipient, weightText: _weightText, ...order }) => {
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
			fieldErrors: firstErrorPerPath([...order.fieldErrors, ...draftErrors(order.draft)]),
		};
	};
}
