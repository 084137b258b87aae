// The connection to a service with the partner API, version 1. Questions are repeated when they fail for a while, a booking never.
import { AppError } from '../../../src-contract/errors';
import { t } from '../../../src-contract/i18n';
import { MINUTE_MS } from '../../../src-contract/lib/units';
import type { Connection, Endpoint } from '../port';
import type { createRetry } from '../retry';
import { readShipmentAnswer } from './booking-response';
import { AnswerTooLargeError, describeConnectionError, neverConnected } from './connection-error';
import { toDutiesRequest, toRatesRequest, toShipmentRequest } from './mapping';
import { readEstimate, readRates } from './rate-responses';
import { refusal } from './rejection';
import type { Answer } from './response-body';
import { createServiceDescription } from './service-description';
import { createTransport, MAX_SCREEN_WAIT_MS } from './transport';

export interface PartnerClientDependencies {
	fetch: typeof fetch;
	/** @throws an AppError that says what is missing */
	endpoint: () => Promise<Endpoint>;
	/** Called after each request with whether anything answered. */
	onAnswered?: (answered: boolean) => void;
	/** Milliseconds of a clock that the user cannot set. */
	monotonicMs?: () => number;
}

const QUESTION_TIMEOUT_MS = 15_000;
const BOOKING_TIMEOUT_MS = MINUTE_MS;

export function createPartnerClient({
	fetch,
	endpoint,
	onAnswered,
	monotonicMs = () => performance.now(),
}: PartnerClientDependencies): Connection {
	const transport = createTransport({ fetch, endpoint, onAnswered, monotonicMs });
	const { target, post } = transport;

	/** Loaded at the first question: a start needs none. */
	let repeating: ReturnType<typeof createRetry> | undefined;
	async function repeated<Result>(work: () => Promise<Result>): Promise<Result> {
		const made = await import('../retry');
		repeating ??= made.createRetry(MAX_SCREEN_WAIT_MS);
		return repeating(work);
	}

	/** A question whose repetition is harmless: rates or an estimate. */
	async function ask<Result>(path: string, body: unknown, read: (answer: Answer) => Result): Promise<Result> {
		return repeated(async () => {
			const to = await target();
			await transport.rest();
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

	return {
		...createServiceDescription(transport, monotonicMs),
		serviceTime: transport.serviceTime,

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
				// Each on a socket of its own: a late or second answer must not be read as that of the next shipment.
				const headers = { 'Idempotency-Key': idempotencyKey, Connection: 'close' };
				return readShipmentAnswer(await post(to, 'shipments', order, BOOKING_TIMEOUT_MS, headers), order.bookShipment);
			} catch (error) {
				if (neverConnected(error)) return { kind: 'rejected', error: unreachable(error, BOOKING_TIMEOUT_MS) };
				const reason = describeConnectionError(error, BOOKING_TIMEOUT_MS);
				return { kind: 'unknown', message: t('The answer was lost ({reason}).', { reason }) };
			}
		},
	};
}

function tooLarge(cause: AnswerTooLargeError): AppError {
	return new AppError(
		'partner.unreadable',
		t(
			`The service's answer could not be read: {reason}. What you typed is kept. Check the service address in Settings, then try again.`,
			{ reason: describeConnectionError(cause, QUESTION_TIMEOUT_MS) },
		),
		{ cause, disposition: 'unknown' },
	);
}

function unreachable(error: unknown, timeoutMs: number): AppError {
	return new AppError(
		'partner.unreachable',
		t(
			'The service cannot be reached ({reason}). Nothing was booked, what you typed is kept. Check the line and the service address, then try again.',
			{ reason: describeConnectionError(error, timeoutMs) },
		),
		{
			retryable: true,
			disposition: 'retry',
			cause: error,
		},
	);
}
