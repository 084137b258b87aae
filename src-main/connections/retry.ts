// Repeats questions to a service, which is harmless, with growing pauses; and stops asking a service that does not answer.
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

/** A question is repeated so often, after pauses that grow and vary, so that desks that lost one line do not come back as one. */
const REPEATS = 2;
const INITIAL_PAUSE_MS = 200;
const MAX_PAUSE_MS = 1_500;
/** After so many questions in a row that nothing answered, none is sent for a while. */
const FAILURES_IN_A_ROW = 6;
const CLOSED_FOR_MS = 5_000;

/** @param longestWaitMs a service that asks to be left alone for longer is not asked again @returns what does a piece of work, again where it failed for a while, and not at all where it failed too often */
export function createRetry(longestWaitMs: number) {
	const isWorthRepeating = (error: Error): boolean =>
		error instanceof AppError &&
		error.retryable &&
		error.code !== 'service.starting' &&
		(error.retryAfterMs ?? 0) <= longestWaitMs;
	const repeating = retry(handleWhen(isWorthRepeating), {
		maxAttempts: REPEATS,
		backoff: new ExponentialBackoff({ initialDelay: INITIAL_PAUSE_MS, maxDelay: MAX_PAUSE_MS }),
	});
	const breaking = circuitBreaker(
		handleWhen((error) => error instanceof AppError && error.code === 'partner.unreachable'),
		{ halfOpenAfter: CLOSED_FOR_MS, breaker: new ConsecutiveBreaker(FAILURES_IN_A_ROW) },
	);
	const guarded = wrap(repeating, breaking);

	return async <Result>(work: () => Promise<Result>): Promise<Result> => {
		try {
			return await guarded.execute(work);
		} catch (error) {
			if (!(error instanceof BrokenCircuitError)) throw error;
			throw new AppError(
				'partner.unreachable',
				t(
					'The service was not reached {count, plural, other {# times}} in a row, so it is left alone for {seconds, plural, one {# second} other {# seconds}}. Nothing was booked, what you typed is kept.',
					{ count: FAILURES_IN_A_ROW, seconds: CLOSED_FOR_MS / SECOND_MS },
				),
				{ retryable: true, disposition: 'retry', retryAfterMs: CLOSED_FOR_MS },
			);
		}
	};
}
