/** An event between modules that do not know each other. Listeners run in the order in which they were added, before `emit` returns. */
export function createSignal<Detail = void>() {
	const listeners: ((detail: Detail) => void)[] = [];
	return {
		emit(detail: Detail): void {
			for (const listener of listeners) listener(detail);
		},
		on(listener: (detail: Detail) => void): void {
			listeners.push(listener);
		},
	};
}
