/** An event between modules. Listeners run synchronously, in the order in which they were added. */
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
