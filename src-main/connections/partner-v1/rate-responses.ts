// Interprets the answers to rate and estimate requests. Pure.
import * as z from 'zod';
import { AppError } from '../../../src-contract/errors';
import { t } from '../../../src-contract/i18n';
import { eurToCents } from '../../../src-contract/lib/money';
import {
	type DutiesResponse,
	dutiesResponseSchema,
	type RateOption,
	rateOptionSchema,
	responseName,
} from '../../../src-contract/partner-api';
import { parseResponseNumber } from '../../../src-contract/partner-api/fields';
import { sortedByPrice } from '../../../src-contract/rules/rate-options';
import type { Rates } from '../service-interface';
import { foreignCurrencyOf } from './price-currency';
import { readRejection, unreadableError } from './rejection';
import { isRecord } from './rejection-reason';
import { type Answer, readBody, reportsErrors } from './response-body';

/** Longer transit times, in working days, are ignored, because the arrival date is computed day by day. */
const MAX_TRANSIT_DAYS = 366;
/** Maximum number of options that are read from an answer. */
const MAX_OPTIONS = 300;
const daysSchema = z
	.preprocess(parseResponseNumber, z.number().min(0).max(MAX_TRANSIT_DAYS))
	.optional()
	.catch(undefined);
/**
 * A usable option has a product id, the name of a carrier or product, and a price of at least one cent. Other fields may be missing
 * or invalid.
 */
const usableOptionSchema = z
	.object({
		...rateOptionSchema.shape,
		carrier: responseName,
		product: responseName,
		price: rateOptionSchema.shape.price.refine((price) => eurToCents(price) > 0),
		minEstimatedTransitTimeInWorkingsDays: daysSchema,
		maxEstimatedTransitTimeInWorkingsDays: daysSchema,
		estimatedTransitTimeInWorkingDays: daysSchema,
		priceBreakdown: rateOptionSchema.shape.priceBreakdown.catch(undefined),
	})
	.refine(({ carrier, product }) => carrier !== '' || product !== '', { path: ['carrier'] });

/** The error for an answer that rejects the request. @param fallback message for the user if the answer contains none */
function rejectedError(answer: Answer, fallback: string): AppError {
	const { message, fields } = readRejection(answer);
	return new AppError('partner.rejected', message || fallback, { fields, disposition: 'reject' });
}

/**
 * @throws `partner.rejected` when the answer reports errors, contains a reason instead of options, or has only unusable options;
 * `partner.unreadable` when the body is not that of a partner service
 */
export function readRates(answer: Answer): Rates {
	const body = readBody(answer);
	if (!isRecord(body)) throw unreadableError(answer);
	const { data, message } = body;
	if (reportsErrors(body)) throw rejectedError(answer, t('The service refused the request.'));
	if (Array.isArray(data)) return toRates(data, String(message), body);
	if (isMissing(data) && readRejection(answer).message) throw rejectedError(answer, '');
	if (data === null) return toRates([], '', body);
	throw unreadableError(answer);
}

const isMissing = (value: unknown): boolean => value === undefined || value === null;

/**
 * Leaves out the options that cannot be used, and says so in `notes`.
 * @param body of the answer, which may state a currency
 * @throws `partner.rejected` when all options are unusable
 */
function toRates(received: readonly unknown[], message: string, body: unknown): Rates {
	const options = new Map<string, RateOption>();
	const dropReasons = new Set<string>();
	let droppedCount = 0;
	for (const item of received.slice(0, MAX_OPTIONS)) {
		const option = usableOptionSchema.safeParse(item);
		const currency = foreignCurrencyOf(item, body);
		// Identical options are listed once.
		if (currency !== undefined) {
			droppedCount += 1;
			dropReasons.add(t('the price is in {currency}##of an option', { currency }));
		} else if (option.success) options.set(JSON.stringify(option.data), option.data);
		else {
			droppedCount += 1;
			dropReasons.add(dropReasonFor(option.error.issues[0]?.path[0]));
		}
	}
	const droppedOptions = { count: droppedCount, reasons: [...dropReasons].join(', ') };
	if (droppedCount > 0 && options.size === 0) {
		throw new AppError(
			'partner.rejected',
			t(
				'{count, plural, one {The only option from the service cannot be used} other {None of the # options from the service can be used}} ({reasons}). Nothing was booked.',
				droppedOptions,
			),
			{ disposition: 'reject' },
		);
	}
	const data = sortedByPrice([...options.values()]);
	const notes: string[] = [];
	if (received.length > MAX_OPTIONS) {
		notes.push(
			t('The service sent {count} options. Only the first {most} are shown.', {
				count: received.length,
				most: MAX_OPTIONS,
			}),
		);
	}
	if (droppedCount > 0) {
		notes.push(
			t(
				'{count, plural, one {# option from the service cannot be used and is not shown} other {# options from the service cannot be used and are not shown}} ({reasons}).',
				droppedOptions,
			),
		);
	}
	const countByProduct = new Map<number, number>();
	for (const { productId } of data) countByProduct.set(productId, (countByProduct.get(productId) ?? 0) + 1);
	const sharedCount = [...countByProduct.values()].filter((count) => count > 1).reduce((sum, count) => sum + count, 0);
	if (sharedCount > 0) {
		notes.push(
			t('{count} options share a product number with another option. The service decides which one it books.', {
				count: sharedCount,
			}),
		);
	}
	return { errors: false, message, data, notes };
}

/** The reason why an option cannot be used. @param field the first invalid field of the option */
function dropReasonFor(field: PropertyKey | undefined): string {
	if (field === 'productId') return t('no product number##of an option');
	if (field === 'price') return t('no usable price##of an option');
	if (field === 'carrier') return t('no carrier and no product##of an option');
	return t('unexpected format##of an answer');
}

/**
 * Reads an estimate. If one item cannot be read, the whole estimate counts as unreadable, because a total without that item would
 * be too low.
 * @throws as `readRates`
 */
export function readEstimate(answer: Answer): DutiesResponse {
	const body = readBody(answer);
	if (!isRecord(body)) throw unreadableError(answer);
	if (reportsErrors(body)) throw rejectedError(answer, t('The service could not estimate duties.'));
	const estimate = dutiesResponseSchema.safeParse(body);
	if (estimate.success) return estimate.data;
	const isWithoutData = isMissing(body.taxDetails) && isMissing(body.estimate);
	throw isWithoutData && readRejection(answer).message ? rejectedError(answer, '') : unreadableError(answer);
}
