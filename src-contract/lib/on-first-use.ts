/** A function that calls `create` when it is first called, and returns the same value each time. */
export function onFirstUse<Value>(create: () => Value): () => Value {
	let created: { value: Value } | undefined;
	return () => {
		created ??= { value: create() };
		return created.value;
	};
}
