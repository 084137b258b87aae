/** A cache that cannot grow without end. */
export interface BoundedMap<Key, Value> {
	get(key: Key): Value | undefined;
	has(key: Key): boolean;
	/** Drops the older half of the entries first when the map is full. */
	set(key: Key, value: Value): void;
	readonly size: number;
}

/**
 * Half of the entries go at once: dropping one at each `set` makes V8 walk over the ones that were dropped before.
 * @param entries where they are held, such as a map that Vue observes
 */
export function createBoundedMap<Key, Value>(
	maxEntries: number,
	entries: Map<Key, Value> = new Map(),
): BoundedMap<Key, Value> {
	function dropOlderHalf(): void {
		const left = Math.floor(maxEntries / 2);
		for (const key of entries.keys()) {
			if (entries.size <= left) return;
			entries.delete(key);
		}
	}
	return {
		get: (key) => entries.get(key),
		has: (key) => entries.has(key),
		set(key, value) {
			if (entries.size >= maxEntries && !entries.has(key)) dropOlderHalf();
			entries.set(key, value);
		},
		get size() {
			return entries.size;
		},
	};
}
