// Sends damaged and hostile answers of a partner service to the functions that read them, and to the client as a whole.
import fc from 'fast-check';
import { AppError } from '../../../src-contract/errors';
import { bookedResponseSchema, dutiesResponseSchema, ratesResponseSchema } from '../../../src-contract/partner-api';
import { quoteInputOf } from '../../../src-contract/rules/quote-input';
import { readShipmentAnswer } from '../../../src-main/connections/partner-v1/booking-response';
import { idempotencyKeyRetentionMs } from '../../../src-main/connections/partner-v1/capabilities';
import { createPartnerClient } from '../../../src-main/connections/partner-v1/client';
import { readEstimate, readRates } from '../../../src-main/connections/partner-v1/rate-responses';
import { createRedactor, withoutSecret } from '../../../src-main/connections/partner-v1/redaction';
import { errorOfAnswer, parseRetryAfter, unreadableError } from '../../../src-main/connections/partner-v1/rejection';
import { type Answer, htmlToPlainText, readBody } from '../../../src-main/connections/partner-v1/response-body';
import { booked, RATES } from '../../fixtures/partner-server';
import { exampleDraft } from '../../fixtures/shipment-draft';
import { validFor, withReplacedParts } from './from-schema';
import { anything, HOSTILE_TEXTS, mutated, SCRIPT_TEXTS } from './hostile';
import { attemptAll, emptyReport, type SurfaceReport } from './surface';

export const KEY = 'fuzz-key-Kq81zLmN04';
export const SECRET = 'fuzz-secret-Zt7/pW+e9"Vx&2<Rb=';

/** Encodings in which an answer may contain the secret. */
const secretEncodings = [
	SECRET,
	KEY,
	`${KEY}@${SECRET}`,
	encodeURIComponent(SECRET),
	JSON.stringify(SECRET).slice(1, -1),
	Buffer.from(SECRET).toString('base64'),
	SECRET.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`),
	[...SECRET].map((letter) => `&#x${letter.charCodeAt(0).toString(16)};`).join(''),
	SECRET.split('').join('<b></b>'),
];
/** Whether a value contains the key or the secret in one of the common encodings. */
export function containsSecret(value: unknown): boolean {
	const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
	return [SECRET, JSON.stringify(SECRET).slice(1, -1), KEY, Buffer.from(SECRET).toString('base64')].some((form) =>
		text.includes(form),
	);
}

const json = (value: unknown): string => {
	try {
		return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? Number(part) : part)) ?? '';
	} catch {
		return '';
	}
};

/** Warnings about accepted values, with texts that the shipper typed. */
const warnings = [
	{ path: 'toZipcode', code: 'postcode_form', message: '1012 is not a postcode of DE.' },
	...SCRIPT_TEXTS.slice(0, 12).map((message, at) => ({ path: `contentItems.${at}.description`, code: 'x', message })),
];
const bookedAnswer = booked(Buffer.from('%PDF-1.4').toString('base64'));

/** Answers of the built-in service with the fields that it sends in some cases only. */
const answersOfService: readonly unknown[] = [
	{ ...RATES, warnings },
	{ errors: false, message: 'Nothing is sent to North Korea (KP).', data: [] },
	{ ...bookedAnswer, warnings },
	{
		...bookedAnswer,
		data: { ...bookedAnswer.data, price: 12.505, trackingUrl: `http://127.0.0.1/tracking/T?token=${'a'.repeat(22)}` },
	},
	{ errors: false, message: 'The draft was created.', data: { id: 9 }, warnings },
	{ hasErrors: true, message: 'The tax of 東京 is not known.', fields: warnings },
	{
		hasErrors: false,
		taxDetails: [
			{ harmonizedCode: '610910', name: 'Duty', amount: 12.505, known: true, description: SCRIPT_TEXTS[2] },
			{ harmonizedCode: '', name: 'Tax', amount: 0, known: false, description: SCRIPT_TEXTS[11] },
		],
		estimate: 12.51,
		estimateIsMinimum: true,
		hsCode: '610910',
		warnings,
	},
];

const usualBodies = [
	...answersOfService.map(json),
	json(RATES),
	json(booked(Buffer.from('%PDF-1.4').toString('base64'))),
	json(booked(undefined)),
	json({ errors: true, message: 'Refused', fields: [{ path: 'destinationAddress.zipcode', code: 'x', message: 'y' }] }),
	json({ errors: [], message: 'Kept.', data: { id: 9 } }),
	json({ hasErrors: false, message: 'Successful', taxDetails: [], estimate: 1, hsCode: '610910' }),
	json({
		hasErrors: false,
		taxDetails: [{ harmonizedCode: '610910', name: 'Duty not known', amount: 0, known: false, description: '' }],
		estimate: 0,
		estimateIsMinimum: true,
		hsCode: '610910',
	}),
	'<!doctype html><title>Sign in</title><p>Hotel network</p>',
	'',
];
/** The text as JSON escapes (`\uXXXX`). */
const asUnicodeEscapes = (text: string) =>
	[...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const escapedSecret = fc
	.tuple(
		fc.constantFrom(...usualBodies),
		fc.constantFrom('Test', 'Refused', 'zipcode', '"y"', 'Carrier', 'TEST0001', 'Successful', 'errors'),
	)
	.map(([text, word]) =>
		text.replace(word, word === '"y"' ? `"${asUnicodeEscapes(SECRET)}"` : asUnicodeEscapes(SECRET)),
	);
const repeated = (text: string) => fc.integer({ min: 1, max: 3_000 }).map((count) => text.repeat(count));

/** @param includesSecret whether bodies may contain the secret */
export const bodyOf = (includesSecret: boolean): fc.Arbitrary<string> => {
	const part = fc.constantFrom(
		...usualBodies,
		...HOSTILE_TEXTS.filter((text) => text.length < 6_000),
		...(includesSecret ? secretEncodings : []),
	);
	return fc.oneof(
		{ weight: 3, arbitrary: fc.constantFrom(...usualBodies) },
		{
			weight: 3,
			arbitrary: mutated(usualBodies.map((text) => Buffer.from(text))).map((bytes) =>
				Buffer.from(bytes).toString('utf8'),
			),
		},
		{
			weight: 3,
			arbitrary: fc.oneof(...[ratesResponseSchema, bookedResponseSchema, dutiesResponseSchema].map(validFor)).map(json),
		},
		{ weight: 3, arbitrary: withReplacedParts(fc.constantFrom(...answersOfService)).map(json) },
		{
			weight: 2,
			arbitrary: fc
				.record(
					{
						errors: anything,
						hasErrors: anything,
						message: fc.oneof(part, anything),
						fields: anything,
						data: anything,
					},
					{ requiredKeys: [] },
				)
				.map(json),
		},
		{
			weight: 2,
			arbitrary: fc.tuple(part, part, part).map((parts) => json({ errors: parts[0], message: parts.join(' ') })),
		},
		{ weight: 1, arbitrary: fc.array(part, { maxLength: 4 }).map((parts) => parts.join('')) },
		{ weight: 1, arbitrary: anything.map(json) },
		...(includesSecret ? [{ weight: 1, arbitrary: escapedSecret }] : []),
		{
			weight: 1,
			arbitrary: fc
				.constantFrom('<', '<script', '<title', '[', '{"a":', '"labels"  ', '&amp;', '\n ', '<a b=')
				.chain(repeated),
		},
	);
};

const status = fc.oneof(
	fc.constantFrom(200, 201, 204, 302, 303, 400, 401, 403, 404, 405, 408, 409, 413, 422, 429, 500, 502, 503, 599),
	fc.integer({ min: 200, max: 599 }),
);
const header = fc.oneof(
	fc.constantFrom(
		'0',
		'1',
		'60',
		'-1',
		'9'.repeat(400),
		'?1',
		'?1; max-age=86400',
		'?1; max-age=',
		'Wed, 21 Oct 2026 07:28:00 GMT',
		'Thu, 01 Jan 1970 00:00:00 GMT',
		'Infinity',
		'',
	),
	fc.string(),
);

/** Reads answers as the client does: no function may throw, and no result may contain the secret. */
export function fuzzAnswers(count: number, seed: number): Promise<SurfaceReport> {
	const redact = createRedactor(KEY, SECRET);
	return attemptAll({
		inputs: fc.record({ status, body: bodyOf(true), header, book: fc.boolean() }),
		count,
		seed,
		maxMs: 2_000,
		attempt({ status, body, header, book }) {
			const waitMs = parseRetryAfter(header, new Date('2026-11-22T10:00:00Z'));
			const decode = (item: string) =>
				item.replace(/&#(x?)([\da-f]+);/gi, (_, hex, code) =>
					String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(code, hex ? 16 : 10))),
				);
			const text = withoutSecret(body, redact);
			const toPlainText = (part: string) => redact(htmlToPlainText(part, decode));
			const answer: Answer = { status, text, retryAfterMs: waitMs, toPlainText };
			const outcome = readShipmentAnswer(answer, book);
			const errors = [errorOfAnswer(answer), unreadableError(answer)].map((error) => error.toReport());
			const read = readBody(answer);
			const parsedResponses = [ratesResponseSchema.safeParse(read), dutiesResponseSchema.safeParse(read)];
			const retentionMs = idempotencyKeyRetentionMs(header, read);
			if (!(retentionMs >= 0)) throw new Error(`key retention is ${retentionMs}`);
			if (waitMs !== undefined && !(waitMs >= 0)) throw new Error(`retry delay is ${waitMs}`);
			const answered = [readRates, readEstimate].map((read) => {
				try {
					return read(answer);
				} catch (error) {
					if (error instanceof AppError) return error.toReport();
					throw error;
				}
			});
			for (const item of answered)
				if ('data' in item && item.data.some(({ price }) => !(price > 0))) throw new Error('an option without a price');
			if (outcome.kind === 'booked' && (status < 200 || status > 299))
				throw new Error('a rejection was read as a booking');
			if (outcome.kind === 'rejected' && (status >= 500 || status === 408 || status === 409))
				throw new Error('an unknown outcome was read as a rejection');
			const message = outcome.kind === 'rejected' ? outcome.error.toReport() : outcome;
			if (containsSecret([message, errors, parsedResponses, answered]))
				throw new Error('the result contains the secret');
			return outcome.kind;
		},
	});
}

/** Every request through the client must end with an outcome or a known error, whatever the connection and the service do. */
export async function fuzzClient(count: number, seed: number): Promise<SurfaceReport> {
	const report = emptyReport();
	const answer = fc.record({
		status,
		body: bodyOf(true),
		headers: fc.dictionary(
			fc.constantFrom(
				'date',
				'age',
				'retry-after',
				'idempotency-key',
				'content-type',
				'content-length',
				'location',
				'set-cookie',
			),
			header.filter((text) => /^[\x20-\x7e]*$/.test(text)),
		),
		line: fc.constantFrom('whole', 'whole', 'whole', 'pieces', 'cut', 'refused', 'reset'),
		method: fc.constantFrom(
			'shipment',
			'shipment',
			'shipment',
			'shipment',
			'shipment',
			'draft',
			'keys',
			'rates',
			'estimate',
		),
	});
	return attemptAll(
		{
			inputs: answer,
			count,
			seed,
			// Read requests are retried after pauses.
			maxMs: 20_000,
			concurrency: 100,
			async attempt({ status, body, headers, line, method }) {
				const client = createPartnerClient({
					endpoint: async () => ({ baseUrl: 'http://127.0.0.1:9', key: KEY, secret: SECRET }),
					fetch: async () => {
						if (line === 'refused' || line === 'reset') {
							const code = line === 'refused' ? 'ECONNREFUSED' : 'ECONNRESET';
							throw Object.assign(new TypeError('fetch failed'), {
								cause: { code, syscall: line === 'refused' ? 'connect' : 'read' },
							});
						}
						const bytes = Buffer.from(body);
						const stream = new ReadableStream<Uint8Array>({
							start(controller) {
								if (line === 'whole') controller.enqueue(bytes);
								else
									for (let at = 0; at < bytes.length; at += 1_000) controller.enqueue(bytes.subarray(at, at + 1_000));
								if (line === 'cut') controller.error(new Error('terminated'));
								else controller.close();
							},
						});
						return new Response([204, 205, 304].includes(status) ? null : stream, { status, headers });
					},
				});
				const asked =
					method === 'rates'
						? client.rates(quoteInputOf(exampleDraft))
						: method === 'estimate'
							? client.estimate({ from: exampleDraft.from, to: exampleDraft.to, items: exampleDraft.contents })
							: method === 'keys'
								? client.keyRetention().catch(asNetworkError)
								: client.createShipment(exampleDraft, 'an-idempotency-key', {
										productId: 1,
										isBooking: method === 'shipment',
									});
				let response: unknown;
				try {
					response = await asked;
				} catch (error) {
					if (!(error instanceof AppError)) throw error;
					response = error.toReport();
				}
				const kind =
					(response as { kind?: string; code?: string }).kind ?? (response as { code?: string }).code ?? 'answered';
				const reported = kind === 'rejected' ? [(response as { error: AppError }).error.toReport()] : response;
				if (containsSecret(reported)) throw new Error('the result contains the secret');
				return kind;
			},
		},
		report,
	);
}

/** Callers of `keysKept` treat every error as an unreachable service. */
function asNetworkError(error: unknown): { kind: string } {
	if (error instanceof Error) return { kind: 'unreachable' };
	throw error;
}
