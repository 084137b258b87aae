// Limits the requests of each caller with a token bucket that holds one minute of requests.
import { MINUTE_MS } from '../../src-contract/lib/units';
import { HttpError } from './http-error';

/**
 * Maximum number of buckets. When it is reached, full buckets are dropped, because a new bucket is full too. If no bucket is full, all
 * are dropped.
 */
const MAX_BUCKETS = 10_000;

/** @param perMinute undefined sets no limit @param now clock in milliseconds */
export function createRateLimit(perMinute: number | undefined, now: () => number = () => performance.now()) {
	/** Buckets by caller. `requestsLeft` is the number of requests that the bucket held at `refilledAtMs`. */
	const buckets = new Map<string | number, { requestsLeft: number; refilledAtMs: number }>();

	/** Number of requests that the bucket holds now. */
	function countRequestsLeft(
		bucket: { requestsLeft: number; refilledAtMs: number },
		nowMs: number,
		capacity: number,
	): number {
		return Math.min(capacity, bucket.requestsLeft + ((nowMs - bucket.refilledAtMs) / MINUTE_MS) * capacity);
	}

	/** Returns one request to the caller's bucket. A bucket that was dropped is full again. */
	function giveBackTo(caller: string | number): void {
		const bucket = buckets.get(caller);
		if (bucket) bucket.requestsLeft += 1;
	}

	/**
	 * Counts one request of the caller.
	 * @returns `giveBack`, for a request that turns out not to count
	 * @throws HttpError 429 with the seconds to wait in Retry-After
	 */
	return function limit(caller: string | number): { giveBack: () => void } {
		if (perMinute === undefined) return { giveBack: () => undefined };
		const nowMs = now();
		if (buckets.size >= MAX_BUCKETS) {
			for (const [key, bucket] of buckets)
				if (countRequestsLeft(bucket, nowMs, perMinute) >= perMinute) buckets.delete(key);
			if (buckets.size >= MAX_BUCKETS) buckets.clear();
		}
		const bucket = buckets.get(caller) ?? { requestsLeft: perMinute, refilledAtMs: nowMs };
		const requestsLeft = countRequestsLeft(bucket, nowMs, perMinute);
		if (requestsLeft >= 1) {
			buckets.set(caller, { requestsLeft: requestsLeft - 1, refilledAtMs: nowMs });
			let isGivenBack = false;
			return {
				giveBack() {
					if (!isGivenBack) giveBackTo(caller);
					isGivenBack = true;
				},
			};
		}
		buckets.set(caller, { requestsLeft, refilledAtMs: nowMs });
		const seconds = Math.max(1, Math.ceil(((1 - requestsLeft) * 60) / perMinute));
		throw new HttpError(429, `More than ${perMinute} requests per minute. Retry after ${seconds} s.`, [], {
			'Retry-After': String(seconds),
		});
	};
}
