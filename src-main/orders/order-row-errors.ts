// What stands in a row of orders and could not be taken, at the paths of the composition. Pure.
import type { FieldError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { ORDER_FIELDS, type OrderField, type OrderPlan } from '../../src-contract/model/order';
import { incotermsSchema, reasonForExportSchema } from '../../src-contract/model/trade-terms';
import { choice, type FilledRow, type Reader, readCountry } from './order-values';

const countryOf = ({ cells }: FilledRow, { columns }: OrderPlan): string =>
	columns
		.map((target, at) =>
			target && 'recipient' in target && target.recipient === 'country' ? (cells[at]?.trim() ?? '') : '',
		)
		.find(Boolean) ?? '';

/** What stands in a row and could not be taken. */
export function faultsOf(read: Reader, row: FilledRow, plan: OrderPlan, item: number): FieldError[] {
	const { text, said, unread } = read;
	const fieldErrors = unread.map(({ field, text: written }) => ({
		path: PATHS[field]?.(item) ?? 'reference',
		code: 'unread',
		message: t('{field}: "{text}" is no number', { field: ORDER_FIELDS[field](), text: written.slice(0, 40) }),
	}));
	const currency = text('currency').toUpperCase();
	if (said('currency') && !/^(EUR|€|EURO)$/.test(currency))
		fieldErrors.push({
			path: `contents.${item}.priceEur`,
			code: 'currency',
			message: t('the price is in {currency}: give it in euros', { currency: currency.slice(0, 10) }),
		});
	const named = countryOf(row, plan);
	if (item === 0 && named !== '' && readCountry(named) === '')
		fieldErrors.push({
			path: 'to.countryCode',
			code: 'unread',
			message: t('there is no country named "{name}"', { name: named.slice(0, 40) }),
		});
	const origin = text('originCountry');
	if (origin !== '' && readCountry(origin) === '')
		fieldErrors.push({
			path: `contents.${item}.originCountry`,
			code: 'unread',
			message: t('made in: there is no country named "{name}"', { name: origin.slice(0, 40) }),
		});
	for (const [field, options] of [
		['reasonForExport', reasonForExportSchema.options],
		['incoterms', incotermsSchema.options],
	] as const) {
		if (item === 0 && said(field) && !choice(options, text(field)))
			fieldErrors.push({
				path: field,
				code: 'unread',
				message: t('{field}: "{text}" is none that can be sent', {
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

/** What was said wrongly is told before what is missing at the same place. */
export function withoutDuplicates(fieldErrors: readonly FieldError[]): FieldError[] {
	const seen = new Set<string>();
	return fieldErrors.filter(({ path }) => !seen.has(path) && seen.add(path));
}
