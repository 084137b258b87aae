// Interprets the answer to a shipment request: booked, saved as a draft, rejected or unknown. Pure.
import * as z from 'zod';
import { t } from '../../../src-contract/i18n';
import { bookedResponseSchema, bookedShipmentSchema, draftResponseSchema } from '../../../src-contract/partner-api';
import type { AnswerText, ShipmentOutcome } from '../service-interface';
import { decodeLabelDocuments, type LabelDocuments } from './label-documents';
import { parseJson, stringLiterals } from './lenient-json';
import { foreignCurrencyOf } from './price-currency';
import { errorOfAnswer } from './rejection';
import { isRecord, reasonOf } from './rejection-reason';
import { type Answer, describeUnreadable, readBody, reportsErrors } from './response-body';

/** Minimum length of a string that counts as a file, if the string contains only characters of base64. */
const MIN_FILE_CHARS = 200;
/** Minimum length of the string `labels`, unless it is a link. Such a string is a file in any encoding. */
const MIN_LABELS_CHARS = 40;
/** Longer prefixes of a data URI are not recognised. */
const MAX_DATA_PREFIX_CHARS = 200;

function isFile(content: string, isLabels: boolean): boolean {
	if (isLabels && content.length >= MIN_LABELS_CHARS && !/^https?:/.test(content)) return true;
	if (content.length < MIN_FILE_CHARS) return false;
	const comma = content.startsWith('data:') ? content.slice(0, MAX_DATA_PREFIX_CHARS).indexOf(',') : -1;
	return !/[^A-Za-z0-9+/_=\\-]/.test(content.slice(comma + 1));
}

/** Removes the label files from the text of an answer, because files are large. Links to files stay. */
function withoutLabelFiles(text: string): string {
	let result = '';
	let from = 0;
	let isLabelsKey = false;
	for (const { start, end } of stringLiterals(text)) {
		const content = text.slice(start + 1, end - 1);
		// The string before this one is the key of this one if only a colon is between them.
		const isValueOfLabels = isLabelsKey && text.slice(from, start).trim() === ':';
		result += text.slice(from, start) + (isFile(content, isValueOfLabels) ? '"…"' : text.slice(start, end));
		isLabelsKey = content === 'labels';
		from = end;
	}
	return result + text.slice(from);
}
const toAnswerText = ({ status, text }: Answer): AnswerText => ({ status, text: withoutLabelFiles(text) });

type BookedOutcome = Extract<ShipmentOutcome, { kind: 'booked' }>;
/** Data found in an answer with an unknown outcome. */
type PartialAnswer = Pick<Extract<ShipmentOutcome, { kind: 'unknown' }>, 'trackingNumber' | 'documents'>;

/** The status of a booked shipment in the specification. */
const BOOKED_STATUS = 'created_at_carrier';
/** Statuses of a shipment that is not booked, or no longer. */
const NOT_BOOKED_STATUS = /cancel|void|reject|refuse|decline|fail|error|delete|draft|expired/;

/** The shipment's status may be missing, because a shipment with a tracking number counts as booked. */
const bookedAnswerSchema = bookedResponseSchema.extend({
	data: bookedShipmentSchema.extend({ status: z.string().catch('') }),
});
/** The answer to a request for a draft. Unlike in `draftResponseSchema`, `data` may have other fields besides the id. */
const draftAnswerSchema = draftResponseSchema.extend({
	data: z.object(draftResponseSchema.shape.data.shape),
});

/** @param isBooking whether a booking was requested; false for a draft */
export function readShipmentAnswer(answer: Answer, isBooking: boolean): ShipmentOutcome {
	const { status } = answer;
	const answerText = toAnswerText(answer);
	// A service may answer 302 or 303 to a request that it carried out. Other redirects mean that it carried out nothing.
	if (status >= 500 || status === 408 || status === 302 || status === 303) {
		return {
			kind: 'unknown',
			message: t('The service answered with status {status}. It may or may not have carried out the request.', {
				status,
			}),
			answer: answerText,
			...findPartialAnswer(readBody(answer)),
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
	if (status < 200 || status >= 300) return { kind: 'rejected', error: errorOfAnswer(answer), answer: answerText };
	const body = readBody(answer);
	const labelDocuments = decodeLabelDocuments(dataOf(body).labels);
	const partialAnswer = findPartialAnswer(body, labelDocuments);
	const booking = readBooking(body, labelDocuments);
	if (reportsErrors(body)) return readAnswerWithErrors(answer, body, booking, partialAnswer);
	const bookedStatus = booking?.shipment.status ?? '';
	if (isBooking && booking && NOT_BOOKED_STATUS.test(bookedStatus.toLowerCase()))
		return { kind: 'unknown', message: notBookedText(bookedStatus), answer: answerText, ...partialAnswer };
	if (booking && (bookedStatus === BOOKED_STATUS || booking.shipment.trackingNumber !== '')) {
		// The answer is stored only if a document is missing or unreadable.
		const isComplete = booking.documents.length > 0 && booking.warnings.length === 0;
		return { kind: 'booked', ...booking, ...(!isComplete && { answer: answerText }) };
	}
	const draftAnswer = (isBooking ? draftResponseSchema : draftAnswerSchema).safeParse(body);
	if (draftAnswer.success) return readDraft(draftAnswer.data, isBooking);
	const reason = reasonOf(body, answer.toPlainText);
	return {
		kind: 'unknown',
		message: reason
			? t('The service answered without a readable shipment: {reason}', { reason })
			: t('The answer could not be read ({reason}).', { reason: describeUnreadable(answer) }),
		answer: answerText,
		...partialAnswer,
	};
}

const notBookedText = (status: string): string =>
	t('The service answered with a shipment, but with the status "{status}".', { status });

/** Interprets an answer that reports errors. If the answer also contains a shipment, the shipment may be booked. */
function readAnswerWithErrors(
	answer: Answer,
	body: unknown,
	booking: Omit<BookedOutcome, 'kind'> | undefined,
	partialAnswer: PartialAnswer,
): ShipmentOutcome {
	const answerText = toAnswerText(answer);
	const { id, status, trackingNumber } = dataOf(body);
	const hasShipment = Boolean(trackingNumber) || status === BOOKED_STATUS || (id !== undefined && id !== null);
	if (!hasShipment && !partialAnswer.documents)
		return { kind: 'rejected', error: errorOfAnswer(answer), answer: answerText };
	const contradiction = t('The service answered with both errors and a shipment.');
	// Parsed again, because `readBody` has replaced the errors and the message in `body`.
	const receivedBody = parseJson(answer.text);
	// Despite the errors, the shipment is booked if the answer has the status, tracking number and label of a booking.
	const isProven = booking?.shipment.status === BOOKED_STATUS && booking.shipment.trackingNumber !== '';
	if (booking && isProven && booking.documents.length > 0) {
		const errorText = reasonOf(isRecord(receivedBody) ? { errors: receivedBody.errors } : {}, answer.toPlainText);
		const warning = errorText
			? t('The service booked the shipment but reported errors: {reason}', { reason: errorText })
			: contradiction;
		return { kind: 'booked', ...booking, warnings: [...booking.warnings, warning], answer: answerText };
	}
	const reason = reasonOf(receivedBody, answer.toPlainText);
	return {
		kind: 'unknown',
		message: reason ? `${contradiction} ${reason}` : contradiction,
		answer: answerText,
		...partialAnswer,
	};
}

function readDraft({ data, message }: z.infer<typeof draftResponseSchema>, isBooking: boolean): ShipmentOutcome {
	const partnerId = String(data.id);
	if (!isBooking) return { kind: 'draft', partnerId, message };
	const warning = t('The service saved this as a draft. It is NOT booked. Book it in your account at the service.');
	return { kind: 'draft', partnerId, message: message ? `${warning} ${message}` : warning };
}

/** The booked shipment and its documents, or undefined when required fields are missing. */
function readBooking(
	body: unknown,
	{ documents, undecodedCount }: LabelDocuments,
): Omit<BookedOutcome, 'kind'> | undefined {
	const answer = bookedAnswerSchema.safeParse(body);
	if (!answer.success) return undefined;
	const { data: shipment, message } = answer.data;
	const { price, ...withoutPrice } = shipment;
	const warnings: string[] = [];
	if (shipment.status !== BOOKED_STATUS && shipment.status.trim() !== '')
		warnings.push(
			t('The service states the status "{status}", which Waybill does not know.', { status: shipment.status }),
		);
	const receivedPrice = textOfPrice(dataOf(body).price);
	const currency = receivedPrice === '' ? undefined : foreignCurrencyOf(dataOf(body), body);
	if (currency !== undefined) {
		warnings.push(
			t('The service states the price as {price} {currency}. It is not recorded, because prices here are in euros.', {
				price: receivedPrice,
				currency,
			}),
		);
	} else if (price === undefined && receivedPrice !== '')
		warnings.push(t('The price in the answer ("{price}") cannot be read.', { price: receivedPrice }));
	if (undecodedCount > 0) {
		warnings.push(
			t(
				'{count, plural, one {# document in the answer cannot be read. Print it} other {# documents in the answer cannot be read. Print them}} from your account at the service.',
				{ count: undecodedCount },
			),
		);
	}
	return { shipment: currency === undefined ? shipment : withoutPrice, message, documents, warnings };
}

/** Maximum length of a price that is quoted in a message. */
const MAX_PRICE_CHARS = 40;
/** The price of an answer as it was received; empty when the answer contains none. */
function textOfPrice(price: unknown): string {
	if (price === undefined || price === null) return '';
	return (typeof price === 'object' ? JSON.stringify(price) : String(price)).trim().slice(0, MAX_PRICE_CHARS);
}

const dataOf = (body: unknown): Record<string, unknown> => (isRecord(body) && isRecord(body.data) ? body.data : {});
/** The same limits as for a tracking number that the user enters for a shipment whose outcome is unknown. */
const trackingNumberSchema = z.union([z.string(), z.number().transform(String)]).pipe(
	z
		.string()
		.trim()
		.min(4)
		.max(60)
		.regex(/^[^\p{Cc}]*$/u),
);

function findPartialAnswer(body: unknown, { documents } = decodeLabelDocuments(dataOf(body).labels)): PartialAnswer {
	const trackingNumber = trackingNumberSchema.safeParse(dataOf(body).trackingNumber);
	return {
		...(trackingNumber.success && { trackingNumber: trackingNumber.data }),
		...(documents.length > 0 && { documents }),
	};
}
