// The error that an answer without a result becomes: what the service refused, or why it cannot be asked now. Pure.
import * as z from 'zod';
import { AppError, type FieldError } from '../../../src-contract/errors';
import { t } from '../../../src-contract/i18n';
import { SECOND_MS } from '../../../src-contract/lib/units';
import { fieldErrorSchema } from '../../../src-contract/partner-api';
import { parseJson } from './lenient-json';
import { toDraftFieldError } from './mapping';
import { reasonOf, secondaryReasonOf } from './refusal-reason';
import { type Answer, describe, readBody, reportsErrors } from './response-body';

const fieldsSchema = z.object({ fields: z.array(fieldErrorSchema) });

interface Rejection {
	/** In the words of the service, empty when it gives none. */
	reason: string;
	/** The reason, or a sentence with it when it stands in a field that the specification does not name. */
	message: string;
	/** Paths are the draft's. */
	fields: FieldError[];
}

export function readRejection({ status, text, sentence }: Answer): Rejection {
	const body = parseJson(text);
	const fields = fieldsSchema.safeParse(body);
	const reason = reasonOf(body, sentence);
	const other = reason ? '' : secondaryReasonOf(body, sentence);
	return {
		reason: reason || other,
		message: other ? refusedBecause(status, other) : reason,
		fields: fields.success ? fields.data.fields.map(toDraftFieldError) : [],
	};
}

const refusedBecause = (status: number, reason: string): string =>
	t('The service refused the request ({status}): {reason}. Nothing was booked.', {
		status,
		reason: withoutFullStop(reason),
	});
/** For a text that ends the sentence itself. */
const withoutFullStop = (text: string): string => text.replace(/[.\s]+$/, '');

export function rateLimitError(waitMs: number | undefined): AppError {
	const message =
		waitMs === undefined
			? t('The service asks to slow down. Nothing was booked. Try again in a minute.')
			: t(
					'The service asks to slow down. Nothing was booked. Try again in {count, plural, one {{count} second} other {{count} seconds}}.',
					{ count: Math.ceil(waitMs / SECOND_MS) },
				);
	return new AppError('partner.busy', message, { retryable: true, disposition: 'retry', retryAfterMs: waitMs });
}

/** Statuses of a service that has read the request, whatever its body is. */
const REQUEST_ERROR_STATUSES = new Set([400, 413, 415, 422]);

/** A refusal in the service's own words where it gives some. */
export function refusal(answer: Answer): AppError {
	const { status, sentence } = answer;
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
	// Not this question is at fault: the same may be answered a while later.
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
	// Any server answers 404 and 405, often as JSON with a message; a partner service flags errors.
	const isItsOwn =
		typeof body === 'object' && body !== null && ((status !== 404 && status !== 405) || reportsErrors(body));
	if (isItsOwn && message) return new AppError('partner.rejected', message, { fields, disposition: 'reject' });
	if (isItsOwn || (status >= 200 && status < 300) || REQUEST_ERROR_STATUSES.has(status)) {
		const text = isItsOwn ? '' : sentence(answer.text);
		return new AppError(
			'partner.rejected',
			text
				? refusedBecause(status, text)
				: t('The service refused the request ({status}) without saying why. Nothing was booked.', { status }),
			{ disposition: 'reject' },
		);
	}
	return new AppError(
		'partner.unreadable',
		t(
			`What answers at the service's address is not the partner service ({status}, {reason}). Nothing was booked. Check the service address in Settings.`,
			{ status, reason: describe(answer) },
		),
		{ disposition: 'unknown' },
	);
}

export function unreadable(answer: Answer): AppError {
	return new AppError(
		'partner.unreadable',
		t(
			`The service's answer could not be read: {reason}. What you typed is kept. Check the service address in Settings, then try again.`,
			{ reason: describe(answer) },
		),
		{ retryable: true, disposition: 'unknown' },
	);
}

/** @param date the service's own clock, of the same answer @returns undefined when it does not say */
export function retryAfterMs(header: string | null, date: Date | undefined): number | undefined {
	if (header === null) return undefined;
	if (/^\s*\d+\s*$/.test(header)) return Number(header) * SECOND_MS;
	const until = Date.parse(header);
	return Number.isNaN(until) || !date ? undefined : Math.max(0, until - date.getTime());
}
