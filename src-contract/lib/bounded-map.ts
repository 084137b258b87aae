/** A cache that cannot grow without end. */
export interface BoundedMap<Key, Value> {
	get(key: Key): Value | undefined;
	has(key: Key): boolean;
	/** Drops the oldest entry first when the map is full. */
	set(key: Key, value: Value): void;
	readonly size: number;
}

/** @param entries where they are held, such as a map that Vue observes; nothing else may write to it */
export function createBoundedMap<Key, Value>(
	maxEntries: number,
	entries: Map<Key, Value> = new Map(),
): BoundedMap<Key, Value> {
	// One iterator for all: a new one would walk over every entry that was dropped before.
	const oldestFirst = entries.keys();
	return {
		get: (key) => entries.get(key),
		has: (key) => entries.has(key),
		set(key, value) {
			if (entries.size >= maxEntries && !entries.has(key)) {
				const oldest = oldestFirst.next();
				if (!oldest.done) entries.delete(oldest.value);
			}
			entries.set(key, value);
		},
		get size() {
			return entries.size;
		},
	};
}
