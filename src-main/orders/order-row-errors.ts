// Finds the cells of an order row whose values cannot be used, and reports them as field errors of the shipment draft. Pure.
import type { FieldError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { ORDER_FIELDS, type OrderField, type OrderPlan } from '../../src-contract/model/order';
import { incotermsSchema, reasonForExportSchema } from '../../src-contract/model/trade-terms';
import { hasPostcodeFormat, isPostcode } from '../../src-contract/rules/postcodes';
import { countryCodeOf } from '../platform/country-names';
import { type FilledRow, matchOption, type RowReader } from './order-values';

/** The first text of the row for a field of the recipient; empty when there is none. */
const recipientTextOf = ({ cells }: FilledRow, { columns }: OrderPlan, field: 'country' | 'zipcode'): string =>
	columns
		.map((target, index) =>
			target && 'recipient' in target && target.recipient === field ? (cells[index]?.trim() ?? '') : '',
		)
		.find(Boolean) ?? '';

/**
 * @param reader has already read the row's numbers, so that it knows the unreadable cells
 * @param itemIndex index of the row's first item in the draft. Values that belong to the whole order are checked only in the
 * order's first row, which has the item 0
 */
export function findRowErrors(reader: RowReader, plan: OrderPlan, itemIndex: number): FieldError[] {
	const { row, textOf, hasText, unreadCells } = reader;
	const fieldErrors: FieldError[] = unreadCells.map(({ field, message }) => ({
		path: DRAFT_PATHS[field]?.(itemIndex) ?? 'reference',
		code: 'unread',
		message,
	}));
	const country = recipientTextOf(row, plan, 'country');
	if (itemIndex === 0 && country !== '' && countryCodeOf(country, recipientTextOf(row, plan, 'zipcode')) === '')
		fieldErrors.push({
			path: 'to.countryCode',
			code: 'unread',
			message: t('there is no country named "{name}"', { name: country.slice(0, 40) }),
		});
	// The country for empty cells must not be taken for an address that cannot be there.
	const zipcode = recipientTextOf(row, plan, 'zipcode');
	const isElsewhere =
		country === '' && zipcode !== '' && hasPostcodeFormat(plan.countryCode) && !isPostcode(zipcode, plan.countryCode);
	if (itemIndex === 0 && isElsewhere)
		fieldErrors.push({
			path: 'to.countryCode',
			code: 'unread',
			message: t('the row names no country, and {zipcode} is no postcode of {country}', {
				zipcode: zipcode.slice(0, 12),
				country: plan.countryCode,
			}),
		});
	if (/^\d{1,5}$/.test(textOf('description')) && !hasText('sku'))
		fieldErrors.push({
			path: `contents.${itemIndex}.description`,
			code: 'unread',
			message: t('the description of the item is only a number'),
		});
	const origin = textOf('originCountry');
	if (origin !== '' && countryCodeOf(origin) === '')
		fieldErrors.push({
			path: `contents.${itemIndex}.originCountry`,
			code: 'unread',
			message: t('country of origin: there is no country named "{name}"', { name: origin.slice(0, 40) }),
		});
	for (const [field, options] of [
		['reasonForExport', reasonForExportSchema.options],
		['incoterms', incotermsSchema.options],
	] as const) {
		if (itemIndex === 0 && hasText(field) && !matchOption(options, textOf(field)))
			fieldErrors.push({
				path: field,
				code: 'unread',
				message: t('{field}: "{text}" is not a valid option', {
					field: ORDER_FIELDS[field](),
					text: textOf(field).slice(0, 40),
				}),
			});
	}
	return fieldErrors;
}
/** Path in the draft of each order field that contains a number or its unit. */
const DRAFT_PATHS: Partial<Record<OrderField, (itemIndex: number) => string>> = {
	quantity: (itemIndex) => `contents.${itemIndex}.quantity`,
	quantityToShip: (itemIndex) => `contents.${itemIndex}.quantity`,
	priceEur: (itemIndex) => `contents.${itemIndex}.priceEur`,
	lineTotal: (itemIndex) => `contents.${itemIndex}.priceEur`,
	parcelCount: () => 'parcels.0.count',
	weightKg: () => 'parcels.0.weightKg',
	weightGrams: () => 'parcels.0.weightKg',
	weightUnit: () => 'parcels.0.weightKg',
	lengthUnit: () => 'parcels.0.lengthCm',
	lengthCm: () => 'parcels.0.lengthCm',
	widthCm: () => 'parcels.0.widthCm',
	heightCm: () => 'parcels.0.heightCm',
};

/**
 * Keeps only the first error of each path. Row errors come before draft errors, so a cell that cannot be read is reported
 * as unreadable, not as missing.
 */
export function firstErrorPerPath(fieldErrors: readonly FieldError[]): FieldError[] {
	const seenPaths = new Set<string>();
	return fieldErrors.filter(({ path }) => !seenPaths.has(path) && seenPaths.add(path));
}
