// Speaks to the partner service: authentication, time limits, and what is asked again by itself: questions, never a booking.
// Node's own fetch is used on purpose: the browser's network stack may send a POST again by itself after a reset.
import { AppError } from '../../../src-contract/errors';
import { say } from '../../../src-contract/i18n';
import { MEGABYTE, MINUTE_MS } from '../../../src-contract/lib/units';
import type { Connection, KeysKept } from '../port';
import type { createRepeating } from '../retry';
import { AnswerTooLargeError, describeConnectionError, MAX_ANSWER_MEGABYTES, neverConnected } from './connection-error';
import { toDutiesRequest, toRatesRequest, toShipmentRequest } from './mapping';
import { readEstimate, readRates } from './rate-responses';
import {
	type Answer,
	keysKeptForMs,
	parsed,
	plainText,
	readShipmentAnswer,
	redactor,
	refusal,
	retryAfterMs,
	slowDown,
	withoutSecret,
} from './responses';

export interface Endpoint {
	baseUrl: string;
	key: string;
	secret: string;
}

export interface PartnerClientDependencies {
	fetch: typeof fetch;
	/** @throws an AppError that says what is missing */
	endpoint: () => Promise<Endpoint>;
	/** Told after each request whether anything answered. */
	onAnswered?: (answered: boolean) => void;
	/** Milliseconds of a clock that nobody sets. */
	monotonicMs?: () => number;
}

const QUESTION_TIMEOUT_MS = 15_000;
const BOOKING_TIMEOUT_MS = MINUTE_MS;
/** A date far off says more of a clock than of a wait. */
const LONGEST_REST_MS = 15 * MINUTE_MS;
const HEALTH_TIMEOUT_MS = 5_000;
const MAX_ANSWER_BYTES = MAX_ANSWER_MEGABYTES * MEGABYTE;
/** A screen waits no longer for a service that asks to be left alone. */
const LONGEST_WAIT_ASKED_MS = 2_000;
/** What a service says of itself holds so long. */
const SAID_FOR_MS = 10 * MINUTE_MS;

export function createPartnerClient({
	fetch,
	endpoint,
	onAnswered,
	monotonicMs = () => performance.now(),
}: PartnerClientDependencies): Connection {
	/** The service's clock, as it was told last, and when that was. */
	let told: { date: Date; atMs: number } | undefined;
	/** Until when it asked to be left alone. */
	let restUntilMs = 0;
	let said: { keptForMs: number; atMs: number } | undefined;
	let spokenTo = '';

	async function request(baseUrl: string, path: string, init: RequestInit): Promise<Response> {
		const response = await fetch(`${baseUrl}${path}`, { redirect: 'manual', ...init }).catch((error: unknown) => {
			onAnswered?.(false);
			throw error;
		});
		onAnswered?.(true);
		const date = dateOf(response);
		// An answer that comes late, of a service that the desk has left, says nothing of the present one.
		if (date && baseUrl === spokenTo) told = { date, atMs: monotonicMs() };
		return response;
	}

	/** What a service said of itself holds for that service alone. */
	async function target(): Promise<Endpoint> {
		const found = await endpoint();
		if (found.baseUrl !== spokenTo) {
			told = undefined;
			said = undefined;
			restUntilMs = 0;
			spokenTo = found.baseUrl;
		}
		return found;
	}

	async function post(
		{ baseUrl, key, secret }: Endpoint,
		path: string,
		body: unknown,
		timeoutMs: number,
		headers: Record<string, string> = {},
	): Promise<Answer> {
		const response = await request(baseUrl, `/partners-api/v1/${path}`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', 'X-PP-API': `${key}@${secret}`, ...headers },
			body: JSON.stringify(body),
			signal: AbortSignal.timeout(timeoutMs),
		});
		// A service that echoes what it was sent must not carry the secret into a message, a file or a log.
		const redact = redactor(key, secret);
		const text = withoutSecret(await readLimited(response), redact);
		const waitMs = retryAfterMs(response.headers.get('retry-after'), told?.date);
		const asksToRest = response.status === 429 || response.status === 503;
		if (waitMs !== undefined && asksToRest && baseUrl === spokenTo)
			restUntilMs = monotonicMs() + Math.min(waitMs, LONGEST_REST_MS);
		// Few answers hold any of these.
		const decode = /&[#a-z]/i.test(text) ? (await import('entities')).decodeHTML : (one: string) => one;
		const sentence = (part: string) => redact(plainText(part, decode));
		return { status: response.status, text, retryAfterMs: waitMs, sentence };
	}

	/** Made at the first question: a start needs none. */
	let repeating: ReturnType<typeof createRepeating> | undefined;
	async function repeated<Result>(work: () => Promise<Result>): Promise<Result> {
		const made = await import('../retry');
		repeating ??= made.createRepeating(LONGEST_WAIT_ASKED_MS);
		return repeating(work);
	}

	/** As it was asked for, and no sooner. @throws `partner.busy` when that is longer than a screen waits */
	async function rest(): Promise<void> {
		const waitMs = restUntilMs - monotonicMs();
		if (waitMs <= 0) return;
		if (waitMs > LONGEST_WAIT_ASKED_MS) throw slowDown(Math.ceil(waitMs));
		await new Promise((resolve) => setTimeout(resolve, waitMs));
	}

	/** A question whose repetition is harmless: rates or an estimate. */
	async function ask<Result>(path: string, body: unknown, read: (answer: Answer) => Result): Promise<Result> {
		return repeated(async () => {
			const to = await target();
			await rest();
			let answer: Answer;
			try {
				answer = await post(to, path, body, QUESTION_TIMEOUT_MS);
			} catch (error) {
				if (error instanceof AnswerTooLargeError) throw tooLarge(error);
				throw unreachable(error, QUESTION_TIMEOUT_MS);
			}
			if (answer.status !== 200) throw refusal(answer);
			return read(answer);
		});
	}

	const serviceTime = (): Date | undefined =>
		told && new Date(told.date.getTime() + Math.round(monotonicMs() - told.atMs));

	return {
		serviceTime,

		rates: (question) => ask('rates', toRatesRequest(question), readRates),

		estimate: (question) => ask('duties-taxes-estimate', toDutiesRequest(question), readEstimate),

		async createShipment(draft, idempotencyKey, options) {
			const order = toShipmentRequest(draft, options);
			let to: Endpoint;
			try {
				to = await target();
			} catch (error) {
				// Nothing was sent: there is no service, or no key to it.
				if (error instanceof AppError) return { kind: 'rejected', error };
				throw error;
			}
			try {
				// A line of its own: an answer that comes late, or twice, must not be read as that of the next shipment.
				const headers = { 'Idempotency-Key': idempotencyKey, Connection: 'close' };
				return readShipmentAnswer(await post(to, 'shipments', order, BOOKING_TIMEOUT_MS, headers), order.bookShipment);
			} catch (error) {
				if (neverConnected(error)) return { kind: 'rejected', error: unreachable(error, BOOKING_TIMEOUT_MS) };
				const reason = describeConnectionError(error, BOOKING_TIMEOUT_MS);
				return { kind: 'unknown', message: say('The answer was lost ({reason}).', { reason }) };
			}
		},

		async keysKept(): Promise<KeysKept> {
			const { baseUrl } = await target();
			const signal = () => AbortSignal.timeout(HEALTH_TIMEOUT_MS);
			const headers = { 'Cache-Control': 'no-cache' };
			const health = await request(baseUrl, '/health', { headers, signal: signal() });
			await health.body?.cancel();
			// A service that is not well says nothing of itself; it may be asked again.
			if (health.status >= 500)
				throw new AppError('partner.failed', say('The service is not ready.'), { retryable: true });
			if (!said || monotonicMs() - said.atMs > SAID_FOR_MS) {
				const header = health.ok ? health.headers.get('idempotency-key') : null;
				let keptForMs = keysKeptForMs(header, undefined);
				if (keptForMs === 0) {
					const document = await request(baseUrl, '/openapi.json', { signal: signal() });
					keptForMs = document.ok ? keysKeptForMs(null, parsed(await readLimited(document))) : 0;
				}
				if (baseUrl !== spokenTo) return { forMs: 0, serviceTime: undefined };
				said = { keptForMs, atMs: monotonicMs() };
			}
			return { forMs: said.keptForMs, serviceTime: latest(dateOf(health), serviceTime()) };
		},
	};
}

/** What stood in a cache is older than it says. */
function dateOf(response: Response): Date | undefined {
	const date = Date.parse(response.headers.get('date') ?? '');
	const ageMs = (Number(response.headers.get('age')) || 0) * 1000;
	return Number.isNaN(date) ? undefined : new Date(date + ageMs);
}

/** A key must never look younger than it is. Undefined when the first was not told. */
const latest = (one: Date | undefined, other: Date | undefined): Date | undefined =>
	one && other && other > one ? other : one;

async function readLimited(response: Response): Promise<string> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
		size += chunk.length;
		if (size > MAX_ANSWER_BYTES) throw new AnswerTooLargeError();
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString('utf8');
}

function tooLarge(cause: AnswerTooLargeError): AppError {
	return new AppError(
		'partner.unreadable',
		say(
			`The service's answer could not be read: {reason}. What you typed is kept. Check the service address in Settings, then try again.`,
			{ reason: describeConnectionError(cause, QUESTION_TIMEOUT_MS) },
		),
		{ cause },
	);
}

function unreachable(error: unknown, timeoutMs: number): AppError {
	return new AppError(
		'partner.unreachable',
		say(
			'The service cannot be reached ({reason}). Nothing was booked, what you typed is kept. Check the line and the service address, then try again.',
			{ reason: describeConnectionError(error, timeoutMs) },
		),
		{
			retryable: true,
			cause: error,
		},
	);
}
