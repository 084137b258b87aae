// Retries rate and estimate requests with exponential backoff.
import { ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import { AppError } from '../../src-contract/errors';

/** Maximum number of retries of a failed request. */
const MAX_RETRIES = 2;
/** The pauses between retries grow, and are randomized so that several desks do not retry at once. */
const INITIAL_PAUSE_MS = 200;
const MAX_PAUSE_MS = 1_500;

/**
 * @param maxRetryAfterMs a request is not retried when the service asks for a longer pause. For a shorter one, the function that
 * sends the request must wait
 * @param hasTime whether there is time for a further attempt
 * @returns a function that runs a request with retries of temporary failures. It rejects with the last error
 */
export function runWithRetries<Result>(
	request: () => Promise<Result>,
	maxRetryAfterMs: number,
	hasTime: () => boolean,
): Promise<Result> {
	const isRetryable = (error: Error): boolean =>
		error instanceof AppError &&
		error.retryable &&
		error.code !== 'service.starting' &&
		(error.retryAfterMs ?? 0) <= maxRetryAfterMs &&
		hasTime();
	return retry(handleWhen(isRetryable), {
		maxAttempts: MAX_RETRIES,
		backoff: new ExponentialBackoff({ initialDelay: INITIAL_PAUSE_MS, maxDelay: MAX_PAUSE_MS }),
	}).execute(request);
}
