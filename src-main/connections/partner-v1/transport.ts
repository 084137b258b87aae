// HTTP transport to the partner service: authentication, time and size limits, the service's clock, and Retry-After
// pauses. Does not use the browser's network stack, because it may repeat a POST after a connection reset.
import { MEGABYTE, SECOND_MS } from '../../../src-contract/lib/units';
import { withTimeLimit } from '../../platform/time-limit';
import type { Endpoint, Fetch } from '../service-interface';
import {
	AnswerTooLargeError,
	IncompleteAnswerError,
	MAX_ANSWER_MEGABYTES,
	StalledAnswerError,
} from './connection-error';
import { parseRetryAfter, rateLimitError } from './rejection';
import type { ReceivedAnswer } from './response-body';

export interface TransportDependencies {
	fetch: Fetch;
	/** @throws AppError when the address or the key cannot be used, or when the built-in service is not ready */
	endpoint: () => Promise<Endpoint>;
	/** Called after each request, with whether an answer was received. */
	onAnswered: ((isAnswered: boolean) => void) | undefined;
	/** Milliseconds of a monotonic clock. */
	monotonicMs: () => number;
}

const MAX_ANSWER_BYTES = MAX_ANSWER_MEGABYTES * MEGABYTE;
/** Maximum time that a request waits for a Retry-After pause to end. The user is waiting for the answer to the request. */
export const MAX_INTERACTIVE_WAIT_MS = 2_000;
/** Maximum time between two parts of an answer. */
const MAX_SILENCE_MS = 20 * SECOND_MS;

export function createTransport({ fetch, endpoint, onAnswered, monotonicMs }: TransportDependencies) {
	/** Date and time in the last answer of the service that had a `Date` header, and the monotonic time when that answer arrived. */
	let clock: { date: Date; receivedAtMs: number } | undefined;
	/** End of the pause that the service requested, in monotonic milliseconds. */
	let pausedUntilMs = 0;
	let currentBaseUrl = '';

	/**
	 * Sends a request and reads the whole answer.
	 * @throws AnswerTooLargeError; IncompleteAnswerError when the answer started but did not end; or the error of `fetch`, or
	 * `TimeoutError`, when no answer started
	 */
	async function request(
		baseUrl: string,
		path: string,
		init: RequestInit,
		timeoutMs: number,
	): Promise<{ response: Response; body: Uint8Array }> {
		let response: Response | undefined;
		try {
			return await withTimeLimit(timeoutMs, async (signal) => {
				// Redirects are not followed, because the API key must not reach another host.
				response = await fetch(`${baseUrl}${path}`, { redirect: 'manual', ...init, signal });
				onAnswered?.(true);
				const date = dateOf(response);
				// Ignore the date of a late answer from a service that is no longer in use.
				if (date && baseUrl === currentBaseUrl) clock = { date, receivedAtMs: monotonicMs() };
				return { response, body: await readLimited(response) };
			});
		} catch (error) {
			if (error instanceof AnswerTooLargeError) throw error;
			if (response) throw new IncompleteAnswerError('the answer did not end', { cause: error });
			onAnswered?.(false);
			throw error;
		}
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
		 * @returns the answer with any status
		 * @throws as `request`
		 */
		async post(
			{ baseUrl, key, secret }: Endpoint,
			path: string,
			requestBody: unknown,
			timeoutMs: number,
			headers: Record<string, string> = {},
		): Promise<ReceivedAnswer> {
			const init = {
				method: 'POST',
				headers: { 'Content-Type': 'application/json', 'X-PP-API': `${key}@${secret}`, ...headers },
				body: JSON.stringify(requestBody),
			};
			const { response, body } = await request(baseUrl, `/partners-api/v1/${path}`, init, timeoutMs);
			const waitMs = parseRetryAfter(response.headers.get('retry-after'), clock?.date);
			const isPauseRequested = response.status === 429 || response.status === 503;
			if (waitMs !== undefined && isPauseRequested && baseUrl === currentBaseUrl)
				pausedUntilMs = monotonicMs() + waitMs;
			return { status: response.status, body, retryAfterMs: waitMs };
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

/** @throws AnswerTooLargeError above `MAX_ANSWER_BYTES`, or StalledAnswerError when no part arrives for `MAX_SILENCE_MS` */
async function readLimited(response: Response): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	let sizeBytes = 0;
	const reader = response.body?.getReader();
	// Ignore an error of cancelling, so that the caller gets the error that is the reason.
	const cancel = () => void reader?.cancel().catch(() => {});
	const readChunk = () =>
		withTimeLimit(MAX_SILENCE_MS, async () => reader?.read()).catch((error) => {
			throw error instanceof DOMException && error.name === 'TimeoutError'
				? new StalledAnswerError(MAX_SILENCE_MS)
				: error;
		});
	try {
		for (let chunk = await readChunk(); chunk?.value; chunk = await readChunk()) {
			sizeBytes += chunk.value.length;
			if (sizeBytes > MAX_ANSWER_BYTES) throw new AnswerTooLargeError();
			chunks.push(chunk.value);
		}
	} catch (error) {
		cancel();
		throw error;
	}
	return new Uint8Array(Buffer.concat(chunks));
}
