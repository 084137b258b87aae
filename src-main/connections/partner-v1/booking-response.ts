// Interprets the answer to a shipment request: booked, saved as a draft, rejected or unknown. Pure.
import * as z from 'zod';
import { t } from '../../../src-contract/i18n';
import { bookedResponseSchema, bookedShipmentSchema, draftResponseSchema } from '../../../src-contract/partner-api';
import type { AnswerText, ShipmentOutcome } from '../port';
import { decodeLabelDocuments, type LabelDocuments } from './label-documents';
import { parseJson } from './lenient-json';
import { isRecord, reasonOf } from './refusal-reason';
import { refusalError } from './rejection';
import { type Answer, describeUnreadable, readBody, reportsErrors } from './response-body';

/** Removes labels from the text of an answer: they are large. Links to labels stay. */
const withoutLabels = (text: string): string =>
	text
		.replace(/("labels"\s*:\s*")(?!https?:)[^"]{40,}/g, '$1…')
		.replace(/"(?:data:[^",]{0,200},)?[A-Za-z0-9+/_=\\-]{200,}"/g, '"…"');
const toAnswerText = ({ status, text }: Answer): AnswerText => ({ status, text: withoutLabels(text) });

type Booked = Extract<ShipmentOutcome, { kind: 'booked' }>;
/** Data found in an answer with an unknown outcome. */
type PartialResult = Pick<Extract<ShipmentOutcome, { kind: 'unknown' }>, 'trackingNumber' | 'labels'>;

/** A booking without a status counts as booked when it has a tracking number. */
const bookedAnswerSchema = bookedResponseSchema.extend({
	data: bookedShipmentSchema.extend({ status: z.string().catch('') }),
});
/** For a requested draft only the id is needed. */
const draftAnswerSchema = draftResponseSchema.extend({
	data: z.object(draftResponseSchema.shape.data.shape),
});

/** @param isBooking whether a booking was requested; false for a draft */
export function readShipmentAnswer(answer: Answer, isBooking: boolean): ShipmentOutcome {
	const { status } = answer;
	const answerText = toAnswerText(answer);
	// 302 and 303 can follow a request that was carried out; other redirects mean that it was not.
	if (status >= 500 || status === 408 || status === 302 || status === 303) {
		return {
			kind: 'unknown',
			message: t('The service answered with status {status}. It may or may not have carried out the request.', {
				status,
			}),
			answer: answerText,
			...findPartialResult(readBody(answer)),
		};
	}
	if (status === 409) {
		return {
			kind: 'unknown',
			message: t(
				'The service already has a different request with the same key. The first request may have been carried out.',
			),
			answer: answerText,
		};
	}
	if (status < 200 || status >= 300) return { kind: 'rejected', error: refusalError(answer), answer: answerText };
	const body = readBody(answer);
	const labels = decodeLabelDocuments(dataOf(body).labels);
	const found = findPartialResult(body, labels);
	const booking = readBooking(body, labels);
	if (reportsErrors(body)) return readAnswerWithErrors(answer, body, booking, found);
	if (booking && (booking.shipment.status === 'created_at_carrier' || booking.shipment.trackingNumber !== '')) {
		const isComplete = booking.documents.length > 0 && booking.warnings.length === 0;
		return { kind: 'booked', ...booking, ...(!isComplete && { answer: answerText }) };
	}
	const draft = (isBooking ? draftResponseSchema : draftAnswerSchema).safeParse(body);
	if (draft.success) return readDraft(draft.data, isBooking);
	const reason = reasonOf(body, answer.toPlainText);
	return {
		kind: 'unknown',
		message: reason
			? t('The service answered without a readable shipment: {reason}', { reason })
			: t('The answer could not be read ({reason}).', { reason: describeUnreadable(answer) }),
		answer: answerText,
		...found,
	};
}

/** Interprets an answer that reports errors. If it also contains a shipment, the shipment may be booked. */
function readAnswerWithErrors(
	answer: Answer,
	body: unknown,
	booking: Omit<Booked, 'kind'> | undefined,
	found: PartialResult,
): ShipmentOutcome {
	const answerText = toAnswerText(answer);
	const { id, status, trackingNumber } = dataOf(body);
	const isNamed = Boolean(trackingNumber) || status === 'created_at_carrier' || (id !== undefined && id !== null);
	if (!isNamed && !found.labels) return { kind: 'rejected', error: refusalError(answer), answer: answerText };
	const contradiction = t('The service answered with both errors and a shipment.');
	const received = parseJson(answer.text);
	// Only a tracking number together with a label proves the booking.
	const isProven = booking?.shipment.status === 'created_at_carrier' && booking.shipment.trackingNumber !== '';
	if (booking && isProven && booking.documents.length > 0) {
		const reported = reasonOf(isRecord(received) ? { errors: received.errors } : {}, answer.toPlainText);
		const warning = reported
			? t('The service booked the shipment but reported errors: {reason}', { reason: reported })
			: contradiction;
		return { kind: 'booked', ...booking, warnings: [...booking.warnings, warning], answer: answerText };
	}
	const reason = reasonOf(received, answer.toPlainText);
	return {
		kind: 'unknown',
		message: reason ? `${contradiction} ${reason}` : contradiction,
		answer: answerText,
		...found,
	};
}

function readDraft({ data, message }: z.infer<typeof draftResponseSchema>, isBooking: boolean): ShipmentOutcome {
	const partnerId = String(data.id);
	if (!isBooking) return { kind: 'draft', partnerId, message };
	const warning = t('The service saved this as a draft. It is NOT booked. Book it in your account at the service.');
	return { kind: 'draft', partnerId, message: message ? `${warning} ${message}` : warning };
}

/** The booked shipment and its documents, or undefined when required fields are missing. */
function readBooking(body: unknown, { documents, undecoded }: LabelDocuments): Omit<Booked, 'kind'> | undefined {
	const answer = bookedAnswerSchema.safeParse(body);
	if (!answer.success) return undefined;
	const { data: shipment, message } = answer.data;
	const warnings =
		undecoded === 0
			? []
			: [
					t(
						'{count, plural, one {# document in the answer cannot be read. Print it} other {# documents in the answer cannot be read. Print them}} from your account at the service.',
						{ count: undecoded },
					),
				];
	return { shipment, message, documents, warnings };
}

const dataOf = (body: unknown): Record<string, unknown> => (isRecord(body) && isRecord(body.data) ? body.data : {});
/** Same limits as for a tracking number that the user enters for an unknown shipment. */
const trackingNumberSchema = z.union([z.string(), z.number().transform(String)]).pipe(
	z
		.string()
		.trim()
		.min(4)
		.max(60)
		.regex(/^[^\p{Cc}]*$/u),
);

function findPartialResult(body: unknown, { documents } = decodeLabelDocuments(dataOf(body).labels)): PartialResult {
	const trackingNumber = trackingNumberSchema.safeParse(dataOf(body).trackingNumber);
	return {
		...(trackingNumber.success && { trackingNumber: trackingNumber.data }),
		...(documents.length > 0 && { labels: documents }),
	};
}
