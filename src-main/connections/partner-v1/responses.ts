// What the answers of a partner service mean: read as its specification says, and more kindly than it says. Pure.
import * as z from 'zod';
import { AppError, type FieldFault } from '../../../src-contract/errors';
import { say } from '../../../src-contract/i18n';
import { MINUTE_MS } from '../../../src-contract/lib/units';
import {
	bookedResponseSchema,
	bookedShipmentSchema,
	draftResponseSchema,
	errorsSchema,
	fieldFaultSchema,
	saysErrors,
} from '../../../src-contract/partner-api';
import type { Kept, ShipmentOutcome } from '../port';
import { type LabelDocuments, labelDocuments } from './label-documents';
import { toDraftFault } from './mapping';
import { isRecord, otherReasonOf, reasonOf } from './refusal-reason';

export interface Answer {
	status: number;
	/** Without the key and the secret. */
	text: string;
	/** Milliseconds that the service asked to be left alone for. */
	retryAfterMs: number | undefined;
	/** What a marked-up part of it says to a reader, without the key and the secret: a secret may be written in a way that only reading shows. */
	sentence: (text: string) => string;
}

const HTML_SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** Below this a key is as likely a part of a word. */
const LEAST_KEY_LETTERS = 8;

/** Takes the secret, and the key, out of a text, in every form that a text may write them in. */
export function redactor(key: string, secret: string): (text: string) => string {
	const whole = `${key}@${secret}`;
	const forms = [
		...[whole, secret].flatMap((one) => [
			one,
			JSON.stringify(one).slice(1, -1),
			JSON.stringify(one).slice(1, -1).replaceAll('/', '\\/'),
			encodeURIComponent(one),
			one.replace(/[&<>"']/g, (sign) => HTML_SIGNS[sign] as string),
			Buffer.from(one).toString('base64'),
			Buffer.from(one).toString('base64').replace(/=+$/, ''),
		]),
		...(key.length >= LEAST_KEY_LETTERS ? [key] : []),
		`${key}@`,
	];
	return (text) => forms.reduce((left, form) => left.replaceAll(form, form === `${key}@` ? '…@' : '…'), text);
}

/**
 * An answer's text without the secret, also where its JSON spells a letter by its number: whatever is read out of it is without it.
 * @param redact of `redactor`
 */
export function withoutSecret(text: string, redact: (text: string) => string): string {
	const plain = redact(text);
	if (!plain.includes('\\u')) return plain;
	const body = parsed(plain);
	return body === undefined ? plain : redact(JSON.stringify(body));
}

/** No sentence of a service that a desk can read is longer. */
const MOST_LETTERS = 300;

/** In one pass, because whoever writes it may make it as long as he likes. */
function withoutElement(text: string, name: string): string {
	const [open, close] = [new RegExp(`<${name}\\b`, 'gi'), new RegExp(`</${name}>`, 'gi')];
	let left = '';
	let from = 0;
	for (let begins = open.exec(text); begins; begins = open.exec(text)) {
		close.lastIndex = open.lastIndex;
		if (!close.exec(text)) break;
		left += `${text.slice(from, begins.index)} `;
		from = close.lastIndex;
		open.lastIndex = from;
	}
	return left + text.slice(from);
}

/** What a page or a marked-up sentence says to a reader. @param decode what `&amp;` and its like stand for */
export function plainText(text: string, decode: (text: string) => string): string {
	const words = /<[a-z!/]/i.test(text)
		? ['script', 'style', 'head'].reduce(withoutElement, text).replace(/<[^<>]*>/g, ' ')
		: text;
	const line = decode(words)
		.replace(/[\p{Cc}\s]+/gu, ' ')
		.trim();
	return line.length > MOST_LETTERS ? `${line.slice(0, MOST_LETTERS - 1)}…` : line;
}

const titleOf = ({ text, sentence }: Answer): string =>
	sentence(/<title[^<>]*>([^<]*)<\/title>/i.exec(text)?.[1] ?? '');

/** `errors` may be missing, a text, a number or an object; a message may be marked up, or none. */
function kindly(body: unknown, sentence: Answer['sentence']): unknown {
	if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
	const { errors, hasErrors, message } = body as Record<string, unknown>;
	return {
		...body,
		errors: isFlag(errors) ? errors : saysSomething(errors),
		hasErrors: saysSomething(hasErrors),
		message: typeof message === 'string' ? sentence(message) : '',
	};
}
const isFlag = (errors: unknown): boolean => errorsSchema.safeParse(errors).success;
function saysSomething(errors: unknown): boolean {
	if (typeof errors === 'string') return !['', '0', 'false', 'none', 'null'].includes(errors.trim().toLowerCase());
	if (typeof errors === 'object' && errors !== null) return Object.keys(errors).length > 0;
	return Boolean(errors);
}

/** Some services write numbers that JSON has not: they are read as null. */
const BARE_NUMBER = /-?\b(?:NaN|Infinity)\b/g;

/** A JSON text with `NaN` and `Infinity` outside of its strings replaced by `null`. */
function withoutBareNumbers(text: string): string {
	let result = '';
	let from = 0;
	while (from < text.length) {
		const quote = text.indexOf('"', from);
		const begin = quote < 0 ? text.length : quote;
		let end = begin + 1;
		for (; end < text.length && text[end] !== '"'; end += 1) if (text[end] === '\\') end += 1;
		result += text.slice(from, begin).replace(BARE_NUMBER, 'null') + text.slice(begin, end + 1);
		from = end + 1;
	}
	return result;
}

/** @returns undefined when it is no JSON. A byte order mark before it is ignored. */
export function parsed(received: string): unknown {
	const text = received.replace(/^\uFEFF/, '');
	try {
		return JSON.parse(text);
	} catch {
		try {
			return text.search(BARE_NUMBER) >= 0 ? JSON.parse(withoutBareNumbers(text)) : undefined;
		} catch {
			return undefined;
		}
	}
}

export const readBody = ({ text, sentence }: Pick<Answer, 'text' | 'sentence'>): unknown =>
	kindly(parsed(text), sentence);

export function describe(answer: Answer): string {
	if (/^\s*<(!doctype|html)/i.test(answer.text)) {
		const title = titleOf(answer);
		return title
			? say('a web page came instead of data, titled "{title}"', { title })
			: say('a web page came instead of data');
	}
	return answer.text.trim() === ''
		? say('it was empty##of an answer')
		: say('it is not in the form of the partner service##of an answer');
}

/** Whether an answer reports errors, in either of the forms that the specification has. @param body of `readBody` */
export function reportsErrors(body: unknown): boolean {
	if (!isRecord(body)) return false;
	const errors = errorsSchema.safeParse(body.errors);
	return (errors.success && saysErrors(errors.data)) || body.hasErrors === true;
}

/** An answer without its labels, which may be the parcel's own and are large. A link to them stays. */
const withoutLabels = (text: string): string =>
	text
		.replace(/("labels"\s*:\s*")(?!https?:)[^"]{40,}/g, '$1…')
		.replace(/"(?:data:[^",]{0,200},)?[A-Za-z0-9+/_=\\-]{200,}"/g, '"…"');
const keep = ({ status, text }: Answer): Kept => ({ status, text: withoutLabels(text) });

/** A booking that does not name its status is one when it has a tracking number. */
const bookedAnswerSchema = bookedResponseSchema.extend({
	data: bookedShipmentSchema.extend({ status: z.string().catch('') }),
});
const namedSchema = z.object({
	data: z
		.object({ id: z.unknown().optional(), status: z.unknown().optional(), trackingNumber: z.unknown().optional() })
		.catch({}),
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
			message: say('The service answered {status}: it may or may not have carried the request out.', { status }),
			kept,
			...foundIn(readBody(answer)),
		};
	}
	if (status === 409) {
		return {
			kind: 'unknown',
			message: say('The service holds another request under the key of this one: the first may have been carried out.'),
			kept,
		};
	}
	if (status < 200 || status >= 300) return { kind: 'rejected', error: refusal(answer), kept };
	const body = readBody(answer);
	const labels = labelDocuments(dataOf(body).labels);
	const found = foundIn(body, labels);
	const booking = readBooking(body, labels);
	if (reportsErrors(body)) {
		// Errors beside a shipment contradict each other: it may be booked.
		const { id, status: stands, trackingNumber } = namedSchema.parse(body).data;
		const isNamed = Boolean(trackingNumber) || stands === 'created_at_carrier' || (id !== undefined && id !== null);
		if (!isNamed && !found.labels) return { kind: 'rejected', error: refusal(answer), kept };
		const contradiction = say('The service answered with errors and with a shipment.');
		// A label for its tracking number proves the booking; anything less does not.
		const isProven = booking?.shipment.status === 'created_at_carrier' && booking.shipment.trackingNumber !== '';
		if (booking && isProven && booking.documents.length > 0) {
			const reported = reasonOf({ errors: errorsOf(answer) }, answer.sentence);
			const doubt = reported
				? say('The service booked it and reported errors: {reason}', { reason: reported })
				: contradiction;
			return { kind: 'booked', ...booking, doubts: [...booking.doubts, doubt], kept };
		}
		const reason = reasonOf(parsed(answer.text), answer.sentence);
		return { kind: 'unknown', message: reason ? `${contradiction} ${reason}` : contradiction, kept, ...found };
	}
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
			? say('The service answered without a shipment that can be read: {reason}', { reason })
			: say('The answer could not be read ({reason}).', { reason: describe(answer) }),
		kept,
		...found,
	};
}

const errorsOf = ({ text }: Answer): unknown => (parsed(text) as Record<string, unknown>).errors;

function readDraft({ data, message }: z.infer<typeof draftResponseSchema>, book: boolean): ShipmentOutcome {
	const partnerId = String(data.id);
	if (!book) return { kind: 'draft', partnerId, message };
	const warning = say('The service kept it as a draft: it is NOT booked. Book it in the account of the service.');
	return { kind: 'draft', partnerId, message: message ? `${warning} ${message}` : warning };
}

type Booked = Extract<ShipmentOutcome, { kind: 'booked' }>;

/** The shipment of an answer with its documents, when it has what a booking needs. */
function readBooking(body: unknown, { documents, undecoded }: LabelDocuments): Omit<Booked, 'kind'> | undefined {
	const answer = bookedAnswerSchema.safeParse(body);
	if (!answer.success) return undefined;
	const { data: shipment, message } = answer.data;
	const doubts =
		undecoded === 0
			? []
			: [
					say(
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

/** What an answer of which the outcome is unknown names all the same. */
function foundIn(
	body: unknown,
	{ documents } = labelDocuments(dataOf(body).labels),
): { trackingNumber?: string; labels?: readonly Uint8Array[] } {
	const trackingNumber = trackingNumberSchema.safeParse(dataOf(body).trackingNumber);
	return {
		...(trackingNumber.success && { trackingNumber: trackingNumber.data }),
		...(documents.length > 0 && { labels: documents }),
	};
}

const fieldsSchema = z.object({ fields: z.array(fieldFaultSchema) });

interface Rejection {
	/** In the words of the service, empty when it gives none. */
	reason: string;
	/** The reason, or a sentence with it when it stands in a field that the specification does not name. */
	message: string;
	/** Named as the form names them. */
	fields: FieldFault[];
}

export function readRejection({ status, text, sentence }: Answer): Rejection {
	const body = parsed(text);
	const fields = fieldsSchema.safeParse(body);
	const reason = reasonOf(body, sentence);
	const other = reason ? '' : otherReasonOf(body, sentence);
	return {
		reason: reason || other,
		message: other ? refusedBecause(status, other) : reason,
		fields: fields.success ? fields.data.fields.map(toDraftFault) : [],
	};
}

const refusedBecause = (status: number, reason: string): string =>
	say('The service refused the request ({status}): {reason}. Nothing was booked.', {
		status,
		reason: withoutFullStop(reason),
	});
/** For a text that ends the sentence itself. */
const withoutFullStop = (text: string): string => text.replace(/[.\s]+$/, '');

export function slowDown(waitMs: number | undefined): AppError {
	const message =
		waitMs === undefined
			? say('The service asks to slow down. Nothing was booked. Try again in a minute.')
			: say(
					'The service asks to slow down. Nothing was booked. Try again in {count, plural, one {{count} second} other {{count} seconds}}.',
					{ count: Math.ceil(waitMs / 1000) },
				);
	return new AppError('partner.busy', message, { retryable: true, retryAfterMs: waitMs });
}

/** Whoever answers so has read the request, whatever it writes. */
const OF_THE_REQUEST = new Set([400, 413, 415, 422]);

/** A refusal in the service's own words where it gives some. */
export function refusal(answer: Answer): AppError {
	const { status, sentence } = answer;
	if (status === 401 || status === 403) {
		return new AppError(
			'partner.unauthorised',
			say('The service does not accept this key and secret. Nothing was booked. Check them in Settings.'),
		);
	}
	if (status === 429) return slowDown(answer.retryAfterMs);
	const body = readBody(answer);
	const { reason, message, fields } = readRejection(answer);
	// Not this question is at fault: the same may be answered a while later.
	if (status >= 500 || status === 408) {
		return new AppError(
			'partner.failed',
			reason
				? say('The service failed ({status}): {reason}. Nothing was booked.', {
						status,
						reason: withoutFullStop(reason),
					})
				: say('The service failed ({status}). Nothing was booked.', { status }),
			{
				retryable: true,
				retryAfterMs: answer.retryAfterMs,
			},
		);
	}
	// Any server answers 404 and 405, often as JSON with a message; a partner service flags errors.
	const isItsOwn =
		typeof body === 'object' && body !== null && ((status !== 404 && status !== 405) || reportsErrors(body));
	if (isItsOwn && message) return new AppError('partner.rejected', message, { fields });
	if (isItsOwn || (status >= 200 && status < 300) || OF_THE_REQUEST.has(status)) {
		const text = isItsOwn ? '' : sentence(answer.text);
		return new AppError(
			'partner.rejected',
			text
				? refusedBecause(status, text)
				: say('The service refused the request ({status}) without saying why. Nothing was booked.', { status }),
		);
	}
	return new AppError(
		'partner.unreadable',
		say(
			`What answers at the service's address is not the partner service ({status}, {reason}). Nothing was booked. Check the service address in Settings.`,
			{ status, reason: describe(answer) },
		),
	);
}

export function unreadable(answer: Answer): AppError {
	return new AppError(
		'partner.unreadable',
		say(
			`The service's answer could not be read: {reason}. What you typed is kept. Check the service address in Settings, then try again.`,
			{ reason: describe(answer) },
		),
		{ retryable: true },
	);
}

/** @param date the service's own clock, of the same answer @returns undefined when it does not say */
export function retryAfterMs(header: string | null, date: Date | undefined): number | undefined {
	if (header === null) return undefined;
	if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
	const until = Date.parse(header);
	return Number.isNaN(until) || !date ? undefined : Math.max(0, until - date.getTime());
}

/**
 * Whether a service keeps Idempotency-Keys, and for how long: as a header of its health says it (`Idempotency-Key: ?1; max-age=86400`),
 * or else its OpenAPI document. 0: it does not say so.
 */
export function keysKeptForMs(header: string | null, openApi: unknown): number {
	const said = header === null ? null : /^\?1\s*(?:;\s*max-age\s*=\s*(\d+))?/.exec(header.trim());
	if (said) return said[1] ? Number(said[1]) * 1000 : LEAST_KEPT_MS;
	const document = openApiSchema.safeParse(openApi);
	if (!document.success) return 0;
	const parameter = document.data.paths['/partners-api/v1/shipments']?.post.parameters.find(
		({ name, in: place }) => place === 'header' && name?.toLowerCase() === 'idempotency-key',
	);
	if (!parameter) return 0;
	const seconds = parameter['x-max-age'];
	return typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : LEAST_KEPT_MS;
}
/** A service that keeps keys keeps them as long as a dropped line takes to come back. */
const LEAST_KEPT_MS = 15 * MINUTE_MS;
const openApiSchema = z.object({
	paths: z.record(
		z.string(),
		z.object({
			post: z
				.object({
					parameters: z
						.array(
							z.object({
								name: z.string().optional(),
								in: z.string().optional(),
								'x-max-age': z.unknown().optional(),
							}),
						)
						.catch([]),
				})
				.catch({ parameters: [] }),
		}),
	),
});
