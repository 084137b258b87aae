// Retries rate and estimate requests with exponential backoff. After several unanswered requests in
// a row, sends no request for some seconds ("the circuit is open").
import {
	BrokenCircuitError,
	ConsecutiveBreaker,
	circuitBreaker,
	ExponentialBackoff,
	handleWhen,
	retry,
	wrap,
} from 'cockatiel';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { SECOND_MS } from '../../src-contract/lib/units';

/** Maximum number of retries of a failed request. */
const MAX_RETRIES = 2;
/** The pauses between retries grow, and are randomized so that several desks do not retry at once. */
const INITIAL_PAUSE_MS = 200;
const MAX_PAUSE_MS = 1_500;
/** Number of consecutive unanswered requests after which no request is sent for `CIRCUIT_OPEN_MS`. */
const FAILURES_BEFORE_OPEN_CIRCUIT = 6;
const CIRCUIT_OPEN_MS = 5_000;

/**
 * @param maxRetryAfterMs a request is not retried when the service asks for a longer pause. For a shorter one, the function that
 * sends the request must wait
 * @returns a function that runs a request: with retries of temporary failures, or not at all while the circuit is open
 */
export function createRetry(maxRetryAfterMs: number) {
	const isRetryable = (error: Error): boolean =>
		error instanceof AppError &&
		error.retryable &&
		error.code !== 'service.starting' &&
		(error.retryAfterMs ?? 0) <= maxRetryAfterMs;
	const retryPolicy = retry(handleWhen(isRetryable), {
		maxAttempts: MAX_RETRIES,
		backoff: new ExponentialBackoff({ initialDelay: INITIAL_PAUSE_MS, maxDelay: MAX_PAUSE_MS }),
	});
	const circuitPolicy = circuitBreaker(
		handleWhen((error) => error instanceof AppError && error.code === 'partner.unreachable'),
		{ halfOpenAfter: CIRCUIT_OPEN_MS, breaker: new ConsecutiveBreaker(FAILURES_BEFORE_OPEN_CIRCUIT) },
	);
	const policy = wrap(retryPolicy, circuitPolicy);

	return async <Result>(request: () => Promise<Result>): Promise<Result> => {
		try {
			return await policy.execute(request);
		} catch (error) {
			if (!(error instanceof BrokenCircuitError)) throw error;
			throw new AppError(
				'partner.unreachable',
				t(
					'The service did not answer {count, plural, other {# times}} in a row. Nothing was booked. Your input is kept. Retrying in {seconds, plural, one {# second} other {# seconds}}.',
					{ count: FAILURES_BEFORE_OPEN_CIRCUIT, seconds: CIRCUIT_OPEN_MS / SECOND_MS },
				),
				{ retryable: true, disposition: 'retry', retryAfterMs: CIRCUIT_OPEN_MS },
			);
		}
	};
}
