// HTTP transport to the partner service: authentication, time and size limits, the service's clock, and Retry-After
// pauses. Uses Node's fetch, because the browser's network stack may repeat a POST after a connection reset.
import { MEGABYTE, MINUTE_MS, SECOND_MS } from '../../../src-contract/lib/units';
import type { Endpoint } from '../service-interface';
import { AnswerTooLargeError, MAX_ANSWER_MEGABYTES } from './connection-error';
import { createRedactor, withoutSecret } from './redaction';
import { parseRetryAfter, rateLimitError } from './rejection';
import { type Answer, htmlToPlainText } from './response-body';

export interface TransportDependencies {
	fetch: typeof fetch;
	/** @throws AppError when the address or the key cannot be used, or when the built-in service is not ready */
	endpoint: () => Promise<Endpoint>;
	/** Called after each request, with whether an answer was received. */
	onAnswered: ((isAnswered: boolean) => void) | undefined;
	/** Milliseconds of a monotonic clock. */
	monotonicMs: () => number;
}

/** Maximum pause before the next request. A Retry-After date further in the future means a wrong clock. */
const MAX_RETRY_AFTER_MS = 15 * MINUTE_MS;
const MAX_ANSWER_BYTES = MAX_ANSWER_MEGABYTES * MEGABYTE;
/** Maximum time that a request waits for a Retry-After pause to end. The user is waiting for the answer to the request. */
export const MAX_INTERACTIVE_WAIT_MS = 2_000;

export function createTransport({ fetch, endpoint, onAnswered, monotonicMs }: TransportDependencies) {
	/** Date and time in the last answer of the service that had a `Date` header, and the monotonic time when that answer arrived. */
	let clock: { date: Date; receivedAtMs: number } | undefined;
	/** End of the pause that the service requested, in monotonic milliseconds. */
	let pausedUntilMs = 0;
	let currentBaseUrl = '';

	async function request(baseUrl: string, path: string, init: RequestInit): Promise<Response> {
		// Redirects are not followed, because the API key must not reach another host.
		const response = await fetch(`${baseUrl}${path}`, { redirect: 'manual', ...init }).catch((error: unknown) => {
			onAnswered?.(false);
			throw error;
		});
		onAnswered?.(true);
		const date = dateOf(response);
		// Ignore the date of a late answer from a service that is no longer in use.
		if (date && baseUrl === currentBaseUrl) clock = { date, receivedAtMs: monotonicMs() };
		return response;
	}

	return {
		request,
		/** Whether the service at this address is still in use. Late answers of another service are ignored. */
		isCurrent: (baseUrl: string): boolean => baseUrl === currentBaseUrl,

		/** The endpoint of the next request. Resets the clock and the pause when the service changed. */
		async nextEndpoint(): Promise<Endpoint> {
			const serviceEndpoint = await endpoint();
			if (serviceEndpoint.baseUrl !== currentBaseUrl) {
				clock = undefined;
				pausedUntilMs = 0;
				currentBaseUrl = serviceEndpoint.baseUrl;
			}
			return serviceEndpoint;
		},

		/**
		 * @param path below `/partners-api/v1/`
		 * @returns the answer with any status, without the key and the secret
		 * @throws AnswerTooLargeError, or the error of `fetch` when no complete answer arrives within the time limit
		 */
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
			// A service may echo the request. The key and the secret must not reach a message, a file or a log.
			const redact = createRedactor(key, secret);
			const text = withoutSecret(await readLimited(response), redact);
			const waitMs = parseRetryAfter(response.headers.get('retry-after'), clock?.date);
			const isPauseRequested = response.status === 429 || response.status === 503;
			if (waitMs !== undefined && isPauseRequested && baseUrl === currentBaseUrl)
				pausedUntilMs = monotonicMs() + Math.min(waitMs, MAX_RETRY_AFTER_MS);
			// Most texts contain no HTML entities: load the decoder only when needed.
			const decodeEntities = /&[#a-z]/i.test(text) ? (await import('entities')).decodeHTML : (part: string) => part;
			const toPlainText = (part: string) => redact(htmlToPlainText(part, decodeEntities));
			return { status: response.status, text, retryAfterMs: waitMs, toPlainText };
		},

		/** Waits until the requested pause ends. @throws `partner.busy` when that takes longer than `MAX_INTERACTIVE_WAIT_MS` */
		async waitForRetryAfter(): Promise<void> {
			const waitMs = pausedUntilMs - monotonicMs();
			if (waitMs <= 0) return;
			if (waitMs > MAX_INTERACTIVE_WAIT_MS) throw rateLimitError(Math.ceil(waitMs));
			await new Promise((resolve) => setTimeout(resolve, waitMs));
		},

		/** Current time by the service's clock; undefined before the first answer with a `Date` header. */
		serviceTime: (): Date | undefined =>
			clock && new Date(clock.date.getTime() + Math.round(monotonicMs() - clock.receivedAtMs)),
	};
}
export type Transport = ReturnType<typeof createTransport>;

/** Time by the service's clock: `Date` plus `Age`, because the `Date` of a cached answer is in the past. */
export function dateOf(response: Response): Date | undefined {
	const date = Date.parse(response.headers.get('date') ?? '');
	const ageMs = (Number(response.headers.get('age')) || 0) * SECOND_MS;
	return Number.isNaN(date) ? undefined : new Date(date + ageMs);
}

/** Reads the body as UTF-8. @throws AnswerTooLargeError above `MAX_ANSWER_BYTES` */
export async function readLimited(response: Response): Promise<string> {
	const chunks: Uint8Array[] = [];
	let sizeBytes = 0;
	const reader = response.body?.getReader();
	for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
		sizeBytes += chunk.value.length;
		if (sizeBytes > MAX_ANSWER_BYTES) {
			// Ignore an error of cancelling, so that the caller gets the error about the size.
			await reader?.cancel().catch(() => {});
			throw new AnswerTooLargeError();
		}
		chunks.push(chunk.value);
	}
	return Buffer.concat(chunks).toString('utf8');
}
