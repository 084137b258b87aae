// How many requests one caller may make: a bucket that fills evenly and holds a minute's worth.
import { MINUTE_MS } from '../../src-contract/lib/units';
import { HttpError } from './http-error';

/** Buckets that are kept before the full ones, which are as good as none, are dropped. */
const MAX_BUCKETS = 10_000;

/** @param perMinute undefined sets no limit @param now milliseconds */
export function createRateLimit(perMinute: number | undefined, now: () => number = () => performance.now()) {
	const buckets = new Map<string | number, { left: number; at: number }>();

	function filled(bucket: { left: number; at: number }, at: number, most: number): number {
		return Math.min(most, bucket.left + ((at - bucket.at) / MINUTE_MS) * most);
	}

	/** @throws HttpError 429 with the seconds after which one more request is taken */
	return function take(who: string | number): void {
		if (perMinute === undefined) return;
		const at = now();
		if (buckets.size >= MAX_BUCKETS) {
			for (const [key, bucket] of buckets) if (filled(bucket, at, perMinute) >= perMinute) buckets.delete(key);
			if (buckets.size >= MAX_BUCKETS) buckets.clear();
		}
		const bucket = buckets.get(who) ?? { left: perMinute, at };
		const left = filled(bucket, at, perMinute);
		buckets.set(who, { left: Math.max(0, left - 1), at });
		if (left >= 1) return;
		buckets.set(who, { left, at });
		const seconds = Math.max(1, Math.ceil(((1 - left) * 60) / perMinute));
		throw new HttpError(429, `more than ${perMinute} requests a minute; repeat after ${seconds} s`, [], {
			'Retry-After': String(seconds),
		});
	};
}
