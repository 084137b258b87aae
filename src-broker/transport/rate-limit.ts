// Limits the requests of each caller with a token bucket that holds one minute of requests.
import { MINUTE_MS } from '../../src-contract/lib/units';
import { HttpError } from './http-error';

/** Maximum number of buckets; full ones, which equal new ones, are then dropped. */
const MAX_BUCKETS = 10_000;

/** @param perMinute undefined sets no limit @param now clock in milliseconds */
export function createRateLimit(perMinute: number | undefined, now: () => number = () => performance.now()) {
	const buckets = new Map<string | number, { left: number; at: number }>();

	function refill(bucket: { left: number; at: number }, at: number, capacity: number): number {
		return Math.min(capacity, bucket.left + ((at - bucket.at) / MINUTE_MS) * capacity);
	}

	/** Takes one request from the caller's bucket. @throws HttpError 429 with the seconds to wait in Retry-After */
	return function take(caller: string | number): void {
		if (perMinute === undefined) return;
		const at = now();
		if (buckets.size >= MAX_BUCKETS) {
			for (const [key, bucket] of buckets) if (refill(bucket, at, perMinute) >= perMinute) buckets.delete(key);
			if (buckets.size >= MAX_BUCKETS) buckets.clear();
		}
		const bucket = buckets.get(caller) ?? { left: perMinute, at };
		const left = refill(bucket, at, perMinute);
		buckets.set(caller, { left: Math.max(0, left - 1), at });
		if (left >= 1) return;
		buckets.set(caller, { left, at });
		const seconds = Math.max(1, Math.ceil(((1 - left) * 60) / perMinute));
		throw new HttpError(429, `More than ${perMinute} requests per minute. Retry after ${seconds} s.`, [], {
			'Retry-After': String(seconds),
		});
	};
}
