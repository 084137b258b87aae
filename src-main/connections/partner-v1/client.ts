// Client of the partner API, version 1. Rate and estimate requests are retried after temporary failures; a booking is
// never retried.
import { AppError } from '../../../src-contract/errors';
import { t } from '../../../src-contract/i18n';
import { MINUTE_MS } from '../../../src-contract/lib/units';
import type { createRetry } from '../retry';
import type { Connection, Endpoint } from '../service-interface';
import { readShipmentAnswer } from './booking-response';
import { AnswerTooLargeError, describeConnectionError, failedToConnect } from './connection-error';
import { toDutiesRequest, toDutiesRequestWithFreight, toRatesRequest, toShipmentRequest } from './mapping';
import { readEstimate, readRates } from './rate-responses';
import { errorOfAnswer } from './rejection';
import type { Answer } from './response-body';
import { createServiceDescription } from './service-description';
import { createTransport, MAX_INTERACTIVE_WAIT_MS } from './transport';

export interface PartnerClientDependencies {
	fetch: typeof fetch;
	/** @throws AppError when the address or the key cannot be used, or when the built-in service is not ready */
	endpoint: () => Promise<Endpoint>;
	/** Called after each request, with whether an answer was received. */
	onAnswered?: (isAnswered: boolean) => void;
	/** Milliseconds of a monotonic clock. */
	monotonicMs?: () => number;
}

/** Time limit of rate and estimate requests. */
const QUERY_TIMEOUT_MS = 15_000;
const BOOKING_TIMEOUT_MS = MINUTE_MS;

export function createPartnerClient({
	fetch,
	endpoint,
	onAnswered,
	monotonicMs = () => performance.now(),
}: PartnerClientDependencies): Connection {
	const transport = createTransport({ fetch, endpoint, onAnswered, monotonicMs });
	const { nextEndpoint, post } = transport;

	/** Created with the first request, because loading the module would delay the start of the station. */
	let runWithRetries: ReturnType<typeof createRetry> | undefined;
	async function withRetries<Result>(request: () => Promise<Result>): Promise<Result> {
		const module = await import('../retry');
		runWithRetries ??= module.createRetry(MAX_INTERACTIVE_WAIT_MS);
		return runWithRetries(request);
	}

	/** Sends a request that has no side effects. Retries temporary failures. */
	async function query<Result>(path: string, body: unknown, readAnswer: (answer: Answer) => Result): Promise<Result> {
		return withRetries(async () => {
			const serviceEndpoint = await nextEndpoint();
			await transport.waitForRetryAfter();
			let answer: Answer;
			try {
				answer = await post(serviceEndpoint, path, body, QUERY_TIMEOUT_MS);
			} catch (error) {
				if (error instanceof AnswerTooLargeError) throw tooLargeError(error);
				throw unreachableError(error, QUERY_TIMEOUT_MS);
			}
			if (answer.status !== 200) throw errorOfAnswer(answer);
			return readAnswer(answer);
		});
	}

	const description = createServiceDescription(transport, monotonicMs);
	return {
		...description,
		serviceTime: transport.serviceTime,

		rates: (input) => query('rates', toRatesRequest(input), readRates),

		async estimate(input) {
			const hasFreight = input.freightEur !== undefined || input.isPersonalUse === true;
			const isFreightSent = hasFreight && (await description.capabilities()).acceptsFreight;
			const body = isFreightSent ? toDutiesRequestWithFreight(input) : toDutiesRequest(input);
			return query('duties-taxes-estimate', body, readEstimate);
		},

		async createShipment(draft, idempotencyKey, options) {
			const request = toShipmentRequest(draft, options);
			let serviceEndpoint: Endpoint;
			try {
				serviceEndpoint = await nextEndpoint();
			} catch (error) {
				// Nothing was sent: the address or the key cannot be used, or the built-in service is not ready.
				if (error instanceof AppError) return { kind: 'rejected', error };
				throw error;
			}
			try {
				// A new socket for each booking, so that a late or second answer is not read as the answer for the next
				// shipment.
				const headers = { 'Idempotency-Key': idempotencyKey, Connection: 'close' };
				return readShipmentAnswer(
					await post(serviceEndpoint, 'shipments', request, BOOKING_TIMEOUT_MS, headers),
					request.bookShipment,
				);
			} catch (error) {
				if (failedToConnect(error)) return { kind: 'rejected', error: unreachableError(error, BOOKING_TIMEOUT_MS) };
				const reason = describeConnectionError(error, BOOKING_TIMEOUT_MS);
				return { kind: 'unknown', message: t('The answer could not be received ({reason}).', { reason }) };
			}
		},
	};
}

function tooLargeError(cause: AnswerTooLargeError): AppError {
	return new AppError(
		'partner.unreadable',
		t(
			`The service's answer could not be read: {reason}. Your input is kept. Check the service address in Settings, then try again.`,
			{ reason: describeConnectionError(cause, QUERY_TIMEOUT_MS) },
		),
		{ cause, disposition: 'unknown' },
	);
}

function unreachableError(error: unknown, timeoutMs: number): AppError {
	return new AppError(
		'partner.unreachable',
		t(
			'The service cannot be reached ({reason}). Nothing was booked. Your input is kept. Check your connection and the service address, then try again.',
			{ reason: describeConnectionError(error, timeoutMs) },
		),
		{
			retryable: true,
			disposition: 'retry',
			cause: error,
		},
	);
}
