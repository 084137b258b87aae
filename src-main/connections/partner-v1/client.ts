// Client of the partner API, version 1. Rate and estimate requests are retried after temporary failures; a booking is
// never retried.
import { AppError } from '../../../src-contract/errors';
import { t } from '../../../src-contract/i18n';
import { errorMessage } from '../../../src-contract/lib/error-message';
import { MINUTE_MS } from '../../../src-contract/lib/units';
import type { Connection, Endpoint, Fetch } from '../service-interface';
import {
	AnswerTooLargeError,
	describeConnectionError,
	failedToConnect,
	IncompleteAnswerError,
} from './connection-error';
import { type ReadShipment, readShipmentInThisThread } from './large-answers';
import { toDutiesRequest, toDutiesRequestWithFreight, toRatesRequest, toShipmentRequest } from './mapping';
import { readEstimate, readRates } from './rate-responses';
import { errorOfAnswer } from './rejection';
import { type Answer, type ReceivedAnswer, toAnswer } from './response-body';
import { createServiceDescription } from './service-description';
import { createTransport, MAX_INTERACTIVE_WAIT_MS } from './transport';

export interface PartnerClientDependencies {
	fetch: Fetch;
	/** @throws AppError when the address or the key cannot be used, or when the built-in service is not ready */
	endpoint: () => Promise<Endpoint>;
	/** Reads the answers to booking requests. Read in this thread by default. */
	readShipment?: ReadShipment;
	/** Called after each request, with whether an answer was received. */
	onAnswered?: (isAnswered: boolean) => void;
	/** Milliseconds of a monotonic clock. */
	monotonicMs?: () => number;
}

/** Time limits, in milliseconds, from the request to the end of the answer. */
export interface RequestLimits {
	/** Limit of a rate or estimate request with its retries. */
	queryMs: number;
	bookingMs: number;
}
const REQUEST_LIMITS: RequestLimits = { queryMs: 15_000, bookingMs: MINUTE_MS };

export function createPartnerClient(
	{
		fetch,
		endpoint,
		readShipment = readShipmentInThisThread,
		onAnswered,
		monotonicMs = () => performance.now(),
	}: PartnerClientDependencies,
	{ queryMs, bookingMs }: RequestLimits = REQUEST_LIMITS,
): Connection {
	const transport = createTransport({ fetch, endpoint, onAnswered, monotonicMs });
	const { nextEndpoint, post } = transport;

	/**
	 * Sends a request that has no side effects. Retries temporary failures.
	 * @param isUserRequest true sends the request even during a pause that the service asked for
	 */
	async function query<Result>(
		path: string,
		body: unknown,
		readAnswer: (answer: Answer) => Result,
		isUserRequest = false,
	): Promise<Result> {
		const deadlineMs = monotonicMs() + queryMs;
		let isFirstAttempt = true;
		async function attempt(): Promise<Result> {
			const serviceEndpoint = await nextEndpoint();
			// A press of the user is always sent once; its retries wait as those of other requests do.
			if (!(isUserRequest && isFirstAttempt)) await transport.waitForRetryAfter();
			isFirstAttempt = false;
			let received: ReceivedAnswer;
			try {
				received = await post(serviceEndpoint, path, body, Math.max(1, deadlineMs - monotonicMs()));
			} catch (error) {
				throw queryError(error, queryMs);
			}
			const answer = await toAnswer(received, serviceEndpoint);
			if (answer.status !== 200) throw errorOfAnswer(answer);
			return readAnswer(answer);
		}
		// Loaded with the first request, because loading the module would delay the start of the station.
		const { runWithRetries } = await import('../retry');
		return runWithRetries(attempt, MAX_INTERACTIVE_WAIT_MS, () => monotonicMs() < deadlineMs);
	}

	const description = createServiceDescription(transport, monotonicMs);
	return {
		...description,
		serviceTime: transport.serviceTime,

		rates: (input, { isUserRequest } = {}) => query('rates', toRatesRequest(input), readRates, isUserRequest),

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
			let received: ReceivedAnswer;
			try {
				// A new socket for each booking, so that a late or second answer is not read as the answer for the next
				// shipment.
				const headers = { 'Idempotency-Key': idempotencyKey, Connection: 'close' };
				received = await post(serviceEndpoint, 'shipments', request, bookingMs, headers);
			} catch (error) {
				if (failedToConnect(error)) return { kind: 'rejected', error: unreachableError(error, bookingMs) };
				const reason = describeConnectionError(error, bookingMs);
				return { kind: 'unknown', message: t('The answer could not be received ({reason}).', { reason }) };
			}
			try {
				return await readShipment(received, serviceEndpoint, request.bookShipment);
			} catch (error) {
				// The request was sent: whatever fails now, the shipment may be booked.
				return {
					kind: 'unknown',
					message: t('The answer could not be read ({reason}).', { reason: errorMessage(error) }),
				};
			}
		},
	};
}

/** The error for a rate or estimate request without a complete answer. */
function queryError(cause: unknown, timeoutMs: number): AppError {
	const reason = describeConnectionError(cause, timeoutMs);
	if (cause instanceof AnswerTooLargeError) {
		return new AppError(
			'partner.unreadable',
			t(
				`The service's answer could not be read: {reason}. Your input is kept. Check the service address in Settings, then try again.`,
				{ reason },
			),
			{ cause, disposition: 'unknown' },
		);
	}
	if (cause instanceof IncompleteAnswerError) {
		return new AppError(
			'partner.failed',
			t('The service answered, but {reason}. Nothing was booked. Your input is kept. Try again.', { reason }),
			{ cause, retryable: true, disposition: 'unknown' },
		);
	}
	return unreachableError(cause, timeoutMs);
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
