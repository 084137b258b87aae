/** A map with a maximum size. Adding an entry to a full map removes the oldest entry. */
export interface BoundedMap<Key, Value> {
	get(key: Key): Value | undefined;
	has(key: Key): boolean;
	/** Adds or replaces an entry. A replaced entry keeps its age. */
	set(key: Key, value: Value): void;
	readonly size: number;
}

/** @param entries Storage of the map, such as a map that Vue observes; nothing else may write to it. */
export function createBoundedMap<Key, Value>(
	maxEntries: number,
	entries: Map<Key, Value> = new Map(),
): BoundedMap<Key, Value> {
	// One iterator for the life of the map: a new iterator would have to step over all deleted entries again.
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
