// Reads a row of an order file as a shipment draft: the recipient, the parcel and the goods. Empty cells are filled from the address
// book and the plan's defaults. Pure.

import type { FieldError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { Address, BookEntry } from '../../src-contract/model/address';
import { emptyAddress } from '../../src-contract/model/empty-address';
import { formatHsCode } from '../../src-contract/model/goods';
import type { ItemFacts } from '../../src-contract/model/item';
import type { OrderPlan } from '../../src-contract/model/order';
import type { ParcelSize } from '../../src-contract/model/parcel';
import type { EnteredDraft } from '../../src-contract/model/shipment-draft';
import { incotermsSchema, reasonForExportSchema } from '../../src-contract/model/trade-terms';
import { parseDimensions } from '../../src-contract/rules/dimensions';
import { looksLikeCompany } from '../address-book/files/columns';
import { changedBySpreadsheet, contactOfRow, entryOfContact } from '../address-book/files/contacts';
import { skuKey } from '../catalog/sku-key';
import { countryCodeOf } from '../platform/country-names';
import { readHsCode } from './hs-code-text';
import type { PricedPieces, PriceReader } from './order-prices';
import { type FilledRow, matchOption, type RowReader } from './order-values';

/** The fields of a recipient in an order file. */
export const ADDRESS_FIELDS = [
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

export type MatchedEntry = Pick<BookEntry, keyof Address | 'defaultParcel' | 'labelPrinterId'> & { id: number };
/** Returns the address-book entry that matches the order's recipient, or undefined if none does. */
export type RecipientMatcher = (recipient: BookEntry) => MatchedEntry | undefined;

/** What a row says about its recipient. */
export interface RowRecipient {
	recipient: BookEntry;
	problems: FieldError[];
	warnings: string[];
}

/**
 * Creates the function that reads the recipient of a row.
 * @param usageColumnOfColumn see `toOrders`
 */
export function createRecipientReader(
	plan: OrderPlan,
	usageColumnOfColumn: readonly number[],
): (row: Pick<FilledRow, 'cells'>) => RowRecipient {
	const columns = plan.columns.map((target) =>
		target && 'recipient' in target ? { field: target.recipient, choice: target.choice } : null,
	);
	const columnsOf = (field: string) => [...columns.keys()].filter((column) => columns[column]?.field === field);
	const [countryColumns, zipcodeColumns] = [columnsOf('country'), columnsOf('zipcode')];
	const [zipcodeColumn = -1] = zipcodeColumns;
	return ({ cells: writtenCells }) => {
		const cells = [...writtenCells];
		const zipcode = cells[zipcodeColumn] ?? '';
		// An unreadable country must not be replaced by the plan's default country.
		for (const column of countryColumns) {
			const cell = cells[column] ?? '';
			if (cell.trim() !== '') cells[column] = countryCodeOf(cell, zipcode) || UNKNOWN_COUNTRY;
		}
		// Shopify marks a postcode as text with an apostrophe.
		for (const column of zipcodeColumns) cells[column] = (cells[column] ?? '').replace(/^\s*'/, '');
		const contact = contactOfRow(cells, columns, usageColumnOfColumn);
		const { entry, warnings } = entryOfContact(contact, { countryCode: plan.countryCode, book: '' });
		const isUnknown = countryColumns.some((column) => cells[column] === UNKNOWN_COUNTRY);
		return {
			recipient: isUnknown ? { ...entry, countryCode: '' } : entry,
			problems: [
				...changedBySpreadsheet(contact).map(({ field, message }) => ({
					path: `to.${field === 'houseNumber' ? 'addressLine1' : field}`,
					code: 'unread',
					message,
				})),
				...(/^\d+(?:[\s/-]*(?:\d+|\p{L}|bis|ter|quater))?$/iu.test(entry.addressLine1)
					? [{ path: 'to.addressLine1', code: 'unread', message: t('the street has only a number') }]
					: []),
			],
			warnings,
		};
	};
}
/** Replaces the text of a cell with an unreadable country. `entryOfContact` finds no country with this name. */
const UNKNOWN_COUNTRY = 'no such country';

/**
 * The recipient's address: the fields of the row, with empty fields filled from the matched entry. The postal address of
 * the row is complete if it has a street and a postcode or city. The entry's postal address replaces an incomplete one; the
 * empty address line 2 of a complete one stays empty.
 */
function addressOf(recipient: BookEntry, match: MatchedEntry | undefined, plan: OrderPlan): Address {
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
	// Carriers' programs write the name of a person as the company, too.
	const isPerson =
		recipient.companyName !== '' &&
		recipient.companyName === recipient.contactPerson &&
		!looksLikeCompany(recipient.companyName);
	return {
		...address,
		companyName: isPerson ? '' : address.companyName,
		contactPerson,
		phone: address.phone || plan.phone,
		email: address.email || plan.email,
	};
}

/** The catalogue's item of a row; undefined when the row names no SKU, or one that is not known. */
export const itemOf = (reader: RowReader, items: ReadContext['items']): ItemFacts | undefined =>
	items.get(skuKey(reader.textOf('sku')));

/**
 * The items of a row: one, or two if the price of all pieces is not divisible by their number. What the row does not say is taken from
 * the catalogue, or else from the plan; a description for customs in the catalogue comes before that of the shop.
 */
export function itemsOf(reader: RowReader, { plan, prices, items }: ReadContext): EnteredDraft['contents'] {
	const { textOf, hasText } = reader;
	const item = itemOf(reader, items);
	const goods = {
		description: item?.customsDescription || textOf('description') || item?.name || plan.description,
		originCountry: hasText('originCountry')
			? countryCodeOf(textOf('originCountry'))
			: item?.originCountry || plan.originCountry,
		hsCode: readHsCode(textOf('hsCode')).code || formatHsCode(item?.hsCode ?? ''),
	};
	const [ordered, toShip] = [reader.orderedQuantity(), reader.quantityToShip()];
	const pricedPieces = prices.priced(reader, ordered, item?.priceEur ?? plan.priceEur ?? undefined);
	const shippedPieces = toShip === ordered ? pricedPieces : firstPieces(pricedPieces, toShip);
	return shippedPieces.map((pieces) => ({ ...goods, quantity: pieces.quantity, priceEur: pieces.priceEur }));
}

/** The first pieces of an item, up to a number of pieces: the rest of it is shipped with another order, or was before. */
function firstPieces(pricedPieces: readonly PricedPieces[], count: number | undefined): PricedPieces[] {
	const [first, second] = pricedPieces;
	if (!first || !second || count === undefined || first.quantity === undefined)
		return [{ quantity: count, priceEur: first?.priceEur }];
	return [
		{ ...first, quantity: Math.min(first.quantity, count) },
		{ ...second, quantity: count - first.quantity },
	].filter(({ quantity }) => quantity > 0);
}

/** Rounds up to a multiple of 0.1 kg, and at least to 0.1 kg. */
export const roundUpWeight = (kilograms: number): number =>
	Math.max(0.1, Math.ceil(Number((kilograms * 10).toFixed(4))) / 10);

/** Without the inexact digits that spreadsheet programs store, as in 0.30000000000000004. */
const roundUpToGrams = (kilograms: number): number => Math.ceil(Number((kilograms * 1000).toFixed(3))) / 1000;

/** Length, width and height of a cell such as "30x20x15 cm", in whole centimetres; undefined when the cell has no three of them. */
function sizesInOneCell({ textOf, columnOf, table }: RowReader): Partial<ParcelSize> | undefined {
	const text = textOf('lengthCm');
	if (!/\d.*[x×*/].*\d.*[x×*/].*\d/i.test(text.slice(0, 60))) return undefined;
	const unit = /\p{L}{2}|["”″]/u.test(text.replace(/[x×*/]/gi, ' '))
		? ''
		: (table.lengthUnits[columnOf('lengthCm')] ?? '');
	const sizes = parseDimensions(`${text.slice(0, 60)} ${unit}`);
	return sizes?.heightCm === undefined ? undefined : sizes;
}

/**
 * The parcel of an order, with sizes rounded up to whole centimetres. Empty cells for size and weight are filled from the matched
 * entry's default parcel, or else from the plan's parcel. An empty count is 1.
 */
export function parcelOf(
	reader: RowReader,
	plan: OrderPlan,
	match: MatchedEntry | undefined,
): EnteredDraft['parcels'][number] {
	const { integerOf, centimetresOf, hasText } = reader;
	const defaults = match?.defaultParcel ?? plan.parcel ?? undefined;
	const sizes = sizesInOneCell(reader);
	const sideCm = (field: 'lengthCm' | 'widthCm' | 'heightCm') => {
		if (sizes) return sizes[field];
		const value = hasText(field) ? centimetresOf(field) : defaults?.[field];
		return value === undefined ? undefined : Math.ceil(Number(value.toFixed(3)));
	};
	const parcelCount = hasText('parcelCount') ? integerOf('parcelCount') : 1;
	const kilograms = reader.kilogramsPerParcel(parcelCount);
	const isGiven = hasText('weightKg') || hasText('weightGrams');
	// 0 g counts as an empty cell: shops export it for goods without a weight.
	const isEmpty = !isGiven || (kilograms === 0 && !hasText('weightKg'));
	return {
		count: parcelCount,
		lengthCm: sideCm('lengthCm'),
		widthCm: sideCm('widthCm'),
		heightCm: sideCm('heightCm'),
		weightKg: isEmpty
			? defaults?.weightKg
			: kilograms === undefined || kilograms <= 0
				? kilograms
				: hasText('weightKg')
					? roundUpToGrams(kilograms)
					: roundUpWeight(kilograms),
	};
}

/** What all rows of a file are read with. */
export interface ReadContext {
	plan: OrderPlan;
	/** The address that all orders are sent from. */
	sender: Address;
	prices: PriceReader;
	/** Items of the catalogue, by SKU in lower case. */
	items: ReadonlyMap<string, ItemFacts>;
}

export function draftOf(
	reader: RowReader,
	recipient: BookEntry,
	match: MatchedEntry | undefined,
	context: ReadContext,
): EnteredDraft {
	const { plan, sender } = context;
	return {
		from: sender,
		to: addressOf(recipient, match, plan),
		parcels: [parcelOf(reader, plan, match)],
		contents: itemsOf(reader, context),
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
export const referenceOf = (reader: RowReader): string => reader.textOf('orderNumber').slice(0, 50);
/** The weight as written in the row; empty when the row contains no weight. */
export const weightTextOf = (reader: RowReader): string => reader.textOf('weightKg') || reader.textOf('weightGrams');
