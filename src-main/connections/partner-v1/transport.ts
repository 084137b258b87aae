// HTTP to the partner service: authentication, time limits, size limits, the service's clock and the pauses that it asks for.
// Node's own fetch is used on purpose: the browser's network stack may repeat a POST after a reset.
import { MEGABYTE, MINUTE_MS, SECOND_MS } from '../../../src-contract/lib/units';
import type { Endpoint } from '../port';
import { AnswerTooLargeError, MAX_ANSWER_MEGABYTES } from './connection-error';
import { redactor, withoutSecret } from './redaction';
import { rateLimitError, retryAfterMs } from './rejection';
import { type Answer, plainText } from './response-body';

export interface TransportDependencies {
	fetch: typeof fetch;
	/** @throws an AppError that says what is missing */
	endpoint: () => Promise<Endpoint>;
	/** Called after each request with whether anything answered. */
	onAnswered: ((answered: boolean) => void) | undefined;
	/** Milliseconds of a clock that the user cannot set. */
	monotonicMs: () => number;
}

/** Maximum pause that a service may ask for: a date far in the future is a wrong clock. */
const MAX_REST_MS = 15 * MINUTE_MS;
const MAX_ANSWER_BYTES = MAX_ANSWER_MEGABYTES * MEGABYTE;
/** A screen waits no longer for a service that asks for a pause. */
export const MAX_SCREEN_WAIT_MS = 2_000;

export function createTransport({ fetch, endpoint, onAnswered, monotonicMs }: TransportDependencies) {
	/** The last time of the service's clock that was received, and when. */
	let clock: { date: Date; atMs: number } | undefined;
	/** The service asked for no requests until then. */
	let restUntilMs = 0;
	let currentBaseUrl = '';

	async function request(baseUrl: string, path: string, init: RequestInit): Promise<Response> {
		// Redirects are not followed: the key must not reach another host.
		const response = await fetch(`${baseUrl}${path}`, { redirect: 'manual', ...init }).catch((error: unknown) => {
			onAnswered?.(false);
			throw error;
		});
		onAnswered?.(true);
		const date = dateOf(response);
		// A late answer of a service that the desk no longer uses does not set the clock.
		if (date && baseUrl === currentBaseUrl) clock = { date, atMs: monotonicMs() };
		return response;
	}

	return {
		request,
		/** Whether this is the address of the last target: late answers of another one are ignored. */
		isCurrent: (baseUrl: string): boolean => baseUrl === currentBaseUrl,

		/** Where the next request goes. The clock and the pause of another service are forgotten. */
		async target(): Promise<Endpoint> {
			const found = await endpoint();
			if (found.baseUrl !== currentBaseUrl) {
				clock = undefined;
				restUntilMs = 0;
				currentBaseUrl = found.baseUrl;
			}
			return found;
		},

		async post(
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
			// A service that echoes the request must not carry the secret into a message, a file or a log.
			const redact = redactor(key, secret);
			const text = withoutSecret(await readLimited(response), redact);
			const waitMs = retryAfterMs(response.headers.get('retry-after'), clock?.date);
			const asksToRest = response.status === 429 || response.status === 503;
			if (waitMs !== undefined && asksToRest && baseUrl === currentBaseUrl)
				restUntilMs = monotonicMs() + Math.min(waitMs, MAX_REST_MS);
			// The decoder is loaded only for texts with entities, which are rare.
			const decode = /&[#a-z]/i.test(text) ? (await import('entities')).decodeHTML : (part: string) => part;
			const sentence = (part: string) => redact(plainText(part, decode));
			return { status: response.status, text, retryAfterMs: waitMs, sentence };
		},

		/** Waits as long as the service asked. @throws `partner.busy` when that is longer than a screen waits */
		async rest(): Promise<void> {
			const waitMs = restUntilMs - monotonicMs();
			if (waitMs <= 0) return;
			if (waitMs > MAX_SCREEN_WAIT_MS) throw rateLimitError(Math.ceil(waitMs));
			await new Promise((resolve) => setTimeout(resolve, waitMs));
		},

		/** The service's clock now; undefined when no answer of this run had it. */
		serviceTime: (): Date | undefined =>
			clock && new Date(clock.date.getTime() + Math.round(monotonicMs() - clock.atMs)),
	};
}
export type Transport = ReturnType<typeof createTransport>;

/** The service's clock; an answer of a cache is older than its date says. */
export function dateOf(response: Response): Date | undefined {
	const date = Date.parse(response.headers.get('date') ?? '');
	const ageMs = (Number(response.headers.get('age')) || 0) * SECOND_MS;
	return Number.isNaN(date) ? undefined : new Date(date + ageMs);
}

/** @throws AnswerTooLargeError */
export async function readLimited(response: Response): Promise<string> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	const reader = response.body?.getReader();
	for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
		size += part.value.length;
		if (size > MAX_ANSWER_BYTES) {
			// The error says enough: what cancelling reports is of no use.
			await reader?.cancel().catch(() => {});
			throw new AnswerTooLargeError();
		}
		chunks.push(part.value);
	}
	return Buffer.concat(chunks).toString('utf8');
}
