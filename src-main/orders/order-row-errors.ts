// Finds cells of an order row that cannot be used, as field errors of the shipment draft. Pure.
import type { FieldError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { ORDER_FIELDS, type OrderField, type OrderPlan } from '../../src-contract/model/order';
import { incotermsSchema, reasonForExportSchema } from '../../src-contract/model/trade-terms';
import { type FilledRow, matchOption, type RowReader, readCountry } from './order-values';

const countryOf = ({ cells }: FilledRow, { columns }: OrderPlan): string =>
	columns
		.map((target, index) =>
			target && 'recipient' in target && target.recipient === 'country' ? (cells[index]?.trim() ?? '') : '',
		)
		.find(Boolean) ?? '';

/** @param item index of the row's item in the draft; values of the whole order are checked only in its first row */
export function findRowErrors(reader: RowReader, row: FilledRow, plan: OrderPlan, item: number): FieldError[] {
	const { text, hasText, unread } = reader;
	const fieldErrors = unread.map(({ field, text: written }) => ({
		path: PATHS[field]?.(item) ?? 'reference',
		code: 'unread',
		message: t('{field}: "{text}" is not a number', { field: ORDER_FIELDS[field](), text: written.slice(0, 40) }),
	}));
	const currency = text('currency').toUpperCase();
	if (hasText('currency') && !/^(EUR|€|EURO)$/.test(currency))
		fieldErrors.push({
			path: `contents.${item}.priceEur`,
			code: 'currency',
			message: t('the price is in {currency}; enter it in euros', { currency: currency.slice(0, 10) }),
		});
	const country = countryOf(row, plan);
	if (item === 0 && country !== '' && readCountry(country) === '')
		fieldErrors.push({
			path: 'to.countryCode',
			code: 'unread',
			message: t('there is no country named "{name}"', { name: country.slice(0, 40) }),
		});
	const origin = text('originCountry');
	if (origin !== '' && readCountry(origin) === '')
		fieldErrors.push({
			path: `contents.${item}.originCountry`,
			code: 'unread',
			message: t('country of origin: there is no country named "{name}"', { name: origin.slice(0, 40) }),
		});
	for (const [field, options] of [
		['reasonForExport', reasonForExportSchema.options],
		['incoterms', incotermsSchema.options],
	] as const) {
		if (item === 0 && hasText(field) && !matchOption(options, text(field)))
			fieldErrors.push({
				path: field,
				code: 'unread',
				message: t('{field}: "{text}" is not a valid option', {
					field: ORDER_FIELDS[field](),
					text: text(field).slice(0, 40),
				}),
			});
	}
	return fieldErrors;
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

/** Keeps the first error of each path: an unreadable value is reported instead of a missing one. */
export function withoutDuplicates(fieldErrors: readonly FieldError[]): FieldError[] {
	const seen = new Set<string>();
	return fieldErrors.filter(({ path }) => !seen.has(path) && seen.add(path));
}
