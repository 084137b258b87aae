// How many requests one account may make: a bucket that fills evenly and holds a minute's worth.
import { Refusal } from '../refusal';

/** @param perMinute undefined sets no limit */
export function createRateLimit(perMinute: number | undefined, now: () => number = () => performance.now()) {
	const buckets = new Map<string | number, { left: number; at: number }>();

	/** @throws Refusal 429 with the seconds after which one more request is taken */
	return function take(who: string | number): void {
		if (perMinute === undefined) return;
		const at = now();
		const bucket = buckets.get(who) ?? { left: perMinute, at };
		bucket.left = Math.min(perMinute, bucket.left + ((at - bucket.at) / 60_000) * perMinute);
		bucket.at = at;
		buckets.set(who, bucket);
		if (bucket.left < 1) {
			const seconds = Math.max(1, Math.ceil(((1 - bucket.left) * 60) / perMinute));
			throw new Refusal(429, `more than ${perMinute} requests a minute; repeat after ${seconds} s`, [], {
				'Retry-After': String(seconds),
			});
		}
		bucket.left -= 1;
	};
}
