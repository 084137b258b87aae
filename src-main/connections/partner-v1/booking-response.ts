// What the answer to a shipment request means: booked, stored as a draft, rejected or unknown. Pure.
import * as z from 'zod';
import { t } from '../../../src-contract/i18n';
import { bookedResponseSchema, bookedShipmentSchema, draftResponseSchema } from '../../../src-contract/partner-api';
import type { Kept, ShipmentOutcome } from '../port';
import { type LabelDocuments, labelDocuments } from './label-documents';
import { parseJson } from './lenient-json';
import { isRecord, reasonOf } from './refusal-reason';
import { refusal } from './rejection';
import { type Answer, describe, readBody, reportsErrors } from './response-body';

/** An answer without its labels, which may be the parcel's own and are large. A link to them stays. */
const withoutLabels = (text: string): string =>
	text
		.replace(/("labels"\s*:\s*")(?!https?:)[^"]{40,}/g, '$1…')
		.replace(/"(?:data:[^",]{0,200},)?[A-Za-z0-9+/_=\\-]{200,}"/g, '"…"');
const keep = ({ status, text }: Answer): Kept => ({ status, text: withoutLabels(text) });

type Booked = Extract<ShipmentOutcome, { kind: 'booked' }>;
/** What an answer of which the outcome is unknown names all the same. */
type Found = Pick<Extract<ShipmentOutcome, { kind: 'unknown' }>, 'trackingNumber' | 'labels'>;

/** A booking that does not name its status is one when it has a tracking number. */
const bookedAnswerSchema = bookedResponseSchema.extend({
	data: bookedShipmentSchema.extend({ status: z.string().catch('') }),
});
/** Where a draft was asked for, whatever else it says of it. */
const draftAnswerSchema = draftResponseSchema.extend({
	data: z.object(draftResponseSchema.shape.data.shape),
});

/** @param book whether a booking was asked for, or a draft */
export function readShipmentAnswer(answer: Answer, book: boolean): ShipmentOutcome {
	const { status } = answer;
	const kept = keep(answer);
	// 302 and 303 may follow a request that was carried out; every other redirect says it was not.
	if (status >= 500 || status === 408 || status === 302 || status === 303) {
		return {
			kind: 'unknown',
			message: t('The service answered {status}: it may or may not have carried the request out.', { status }),
			kept,
			...foundIn(readBody(answer)),
		};
	}
	if (status === 409) {
		return {
			kind: 'unknown',
			message: t('The service holds another request under the key of this one: the first may have been carried out.'),
			kept,
		};
	}
	if (status < 200 || status >= 300) return { kind: 'rejected', error: refusal(answer), kept };
	const body = readBody(answer);
	const labels = labelDocuments(dataOf(body).labels);
	const found = foundIn(body, labels);
	const booking = readBooking(body, labels);
	if (reportsErrors(body)) return readContradiction(answer, body, booking, found);
	if (booking && (booking.shipment.status === 'created_at_carrier' || booking.shipment.trackingNumber !== '')) {
		const isWhole = booking.documents.length > 0 && booking.doubts.length === 0;
		return { kind: 'booked', ...booking, ...(!isWhole && { kept }) };
	}
	const draft = (book ? draftResponseSchema : draftAnswerSchema).safeParse(body);
	if (draft.success) return readDraft(draft.data, book);
	const reason = reasonOf(body, answer.sentence);
	return {
		kind: 'unknown',
		message: reason
			? t('The service answered without a shipment that can be read: {reason}', { reason })
			: t('The answer could not be read ({reason}).', { reason: describe(answer) }),
		kept,
		...found,
	};
}

/** An answer that reports errors. Beside a shipment they contradict each other: it may be booked. */
function readContradiction(
	answer: Answer,
	body: unknown,
	booking: Omit<Booked, 'kind'> | undefined,
	found: Found,
): ShipmentOutcome {
	const kept = keep(answer);
	const { id, status, trackingNumber } = dataOf(body);
	const isNamed = Boolean(trackingNumber) || status === 'created_at_carrier' || (id !== undefined && id !== null);
	if (!isNamed && !found.labels) return { kind: 'rejected', error: refusal(answer), kept };
	const contradiction = t('The service answered with errors and with a shipment.');
	const received = parseJson(answer.text);
	// A label for its tracking number proves the booking; anything less does not.
	const isProven = booking?.shipment.status === 'created_at_carrier' && booking.shipment.trackingNumber !== '';
	if (booking && isProven && booking.documents.length > 0) {
		const reported = reasonOf(isRecord(received) ? { errors: received.errors } : {}, answer.sentence);
		const doubt = reported
			? t('The service booked it and reported errors: {reason}', { reason: reported })
			: contradiction;
		return { kind: 'booked', ...booking, doubts: [...booking.doubts, doubt], kept };
	}
	const reason = reasonOf(received, answer.sentence);
	return { kind: 'unknown', message: reason ? `${contradiction} ${reason}` : contradiction, kept, ...found };
}

function readDraft({ data, message }: z.infer<typeof draftResponseSchema>, book: boolean): ShipmentOutcome {
	const partnerId = String(data.id);
	if (!book) return { kind: 'draft', partnerId, message };
	const warning = t('The service kept it as a draft: it is NOT booked. Book it in the account of the service.');
	return { kind: 'draft', partnerId, message: message ? `${warning} ${message}` : warning };
}

/** The shipment of an answer with its documents, when it has what a booking needs. */
function readBooking(body: unknown, { documents, undecoded }: LabelDocuments): Omit<Booked, 'kind'> | undefined {
	const answer = bookedAnswerSchema.safeParse(body);
	if (!answer.success) return undefined;
	const { data: shipment, message } = answer.data;
	const doubts =
		undecoded === 0
			? []
			: [
					t(
						'{count, plural, one {# document that came with it cannot be read} other {# documents that came with it cannot be read}}: print it from the account of the service.',
						{ count: undecoded },
					),
				];
	return { shipment, message, documents, doubts };
}

const dataOf = (body: unknown): Record<string, unknown> => (isRecord(body) && isRecord(body.data) ? body.data : {});
/** As a user may type it when an unknown shipment is settled. */
const trackingNumberSchema = z.union([z.string(), z.number().transform(String)]).pipe(
	z
		.string()
		.trim()
		.min(4)
		.max(60)
		.regex(/^[^\p{Cc}]*$/u),
);

function foundIn(body: unknown, { documents } = labelDocuments(dataOf(body).labels)): Found {
	const trackingNumber = trackingNumberSchema.safeParse(dataOf(body).trackingNumber);
	return {
		...(trackingNumber.success && { trackingNumber: trackingNumber.data }),
		...(documents.length > 0 && { labels: documents }),
	};
}
