// Converts an answer that contains no result, such as a rejection, to an AppError. Pure.
import * as z from 'zod';
import { AppError, type FieldError } from '../../../src-contract/errors';
import { currentLanguage, t } from '../../../src-contract/i18n';
import { MINUTE_MS, SECOND_MS } from '../../../src-contract/lib/units';
import { fieldErrorSchema } from '../../../src-contract/partner-api';
import { parseJson } from './lenient-json';
import { toDraftFieldError } from './mapping';
import { reasonOf, secondaryReasonOf } from './rejection-reason';
import { type Answer, describeUnreadable, readBody, reportsErrors } from './response-body';

const fieldsSchema = z.object({ fields: z.array(fieldErrorSchema) });

interface Rejection {
	/** The service's own text; empty when the answer contains none. */
	reason: string;
	/**
	 * Text for the user: `reason`, or a full sentence that contains it when the reason is from a field that is not in the
	 * specification.
	 */
	message: string;
	/** Field errors, with their paths converted from the service's fields to the draft's. */
	fields: FieldError[];
}

/** Reads the reason and the field errors from the body of an answer. */
export function readRejection({ status, text, toPlainText }: Answer): Rejection {
	const body = parseJson(text);
	const parsedFields = fieldsSchema.safeParse(body);
	const reason = reasonOf(body, toPlainText);
	const secondaryReason = reason ? '' : secondaryReasonOf(body, toPlainText);
	return {
		reason: reason || secondaryReason,
		message: secondaryReason ? rejectedBecause(status, secondaryReason) : reason,
		fields: parsedFields.success ? parsedFields.data.fields.map(toDraftFieldError) : [],
	};
}

const rejectedBecause = (status: number, reason: string): string =>
	t('The service refused the request ({status}): {reason}. Nothing was booked.', {
		status,
		reason: withoutFullStop(reason),
	});
/** For messages that add their own full stop. */
const withoutFullStop = (text: string): string => text.replace(/[.\s]+$/, '');

/** @param waitMs time until the service accepts requests again; undefined when the service did not state it */
export function rateLimitError(waitMs: number | undefined): AppError {
	let message = t('The service is busy. Nothing was booked. Try again in a minute.');
	if (waitMs !== undefined && waitMs < MINUTE_MS) {
		message = t(
			'The service is busy. Nothing was booked. Try again in {count, plural, one {{count} second} other {{count} seconds}}.',
			{ count: Math.ceil(waitMs / SECOND_MS) },
		);
	} else if (waitMs !== undefined) {
		const format = new Intl.DateTimeFormat(currentLanguage(), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
		// Rounded up to the next minute, so that the service accepts requests at the stated time.
		const time = format.format(Math.ceil((Date.now() + waitMs) / MINUTE_MS) * MINUTE_MS);
		message = t('The service is busy. Nothing was booked. Try again at {time}.', { time });
	}
	return new AppError('partner.busy', message, { retryable: true, disposition: 'retry', retryAfterMs: waitMs });
}

/** HTTP statuses that mean that the service read and rejected the request, whatever the body of the answer is. */
const REQUEST_ERROR_STATUSES = new Set([400, 413, 415, 422]);

/**
 * The error for an answer that reports a failure, by its status or in its body. `partner.failed` and `partner.rejected` contain the
 * service's own text, if any.
 * @returns `partner.unauthorised` (401, 403), `partner.busy` (429), `partner.failed` (5xx, 408), `partner.rejected`
 * (the service rejected this request), or `partner.unreadable` (the answer is not from a partner service)
 */
export function errorOfAnswer(answer: Answer): AppError {
	const { status, toPlainText } = answer;
	if (status === 401 || status === 403) {
		return new AppError(
			'partner.unauthorised',
			t('The service does not accept this key and secret. Nothing was booked. Check them in Settings.'),
			{ disposition: 'stop' },
		);
	}
	if (status === 429) return rateLimitError(answer.retryAfterMs);
	const body = readBody(answer);
	const { reason, message, fields } = readRejection(answer);
	// Disposition `unknown`: other requests may fail or succeed. For bookings, `readShipmentAnswer` handles these statuses
	// itself, because it is not known whether the shipment is booked.
	if (status >= 500 || status === 408) {
		return new AppError(
			'partner.failed',
			reason
				? t('The service failed ({status}): {reason}. Nothing was booked.', {
						status,
						reason: withoutFullStop(reason),
					})
				: t('The service failed ({status}). Nothing was booked.', { status }),
			{
				retryable: true,
				disposition: 'unknown',
				retryAfterMs: answer.retryAfterMs,
			},
		);
	}
	// Any web server answers 404 and 405, often with a JSON message. A partner service also sets the errors flag.
	const isPartnerAnswer =
		typeof body === 'object' && body !== null && ((status !== 404 && status !== 405) || reportsErrors(body));
	if (isPartnerAnswer && message) return new AppError('partner.rejected', message, { fields, disposition: 'reject' });
	if (isPartnerAnswer || (status >= 200 && status < 300) || REQUEST_ERROR_STATUSES.has(status)) {
		const text = isPartnerAnswer ? '' : toPlainText(answer.text);
		return new AppError(
			'partner.rejected',
			text
				? rejectedBecause(status, text)
				: t('The service refused the request ({status}) without giving a reason. Nothing was booked.', { status }),
			{ disposition: 'reject' },
		);
	}
	return new AppError(
		'partner.unreadable',
		t(
			`The server at the service address is not a partner service ({status}, {reason}). Nothing was booked. Check the service address in Settings.`,
			{ status, reason: describeUnreadable(answer) },
		),
		{ disposition: 'unknown' },
	);
}

/** The error for an answer whose format differs from the specification. */
export function unreadableError(answer: Answer): AppError {
	return new AppError(
		'partner.unreadable',
		t(
			`The service's answer could not be read: {reason}. Your input is kept. Check the service address in Settings, then try again.`,
			{ reason: describeUnreadable(answer) },
		),
		{ retryable: true, disposition: 'unknown' },
	);
}

/** Maximum pause that a service can request. A longer one means a mistake or a wrong clock. */
const MAX_RETRY_AFTER_MS = 15 * MINUTE_MS;

/**
 * Parses a Retry-After header.
 * @param answeredAt time of the answer by the service's clock; needed when Retry-After contains a date
 * @returns milliseconds, at most `MAX_RETRY_AFTER_MS`; undefined when the header is missing or invalid, or contains a date and
 * `answeredAt` is undefined
 */
export function parseRetryAfter(header: string | null, answeredAt: Date | undefined): number | undefined {
	if (header === null) return undefined;
	const until = Date.parse(header);
	const waitMs = /^\d+$/.test(header.trim())
		? Number(header) * SECOND_MS
		: until - (answeredAt?.getTime() ?? Number.NaN);
	return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(0, waitMs), MAX_RETRY_AFTER_MS);
}
