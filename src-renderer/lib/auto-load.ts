// Sends a question automatically once the user stops typing.
import { watchDebounced } from '@vueuse/core';

interface Loader {
	load(): Promise<void>;
	/** Increases when the answers are cleared, so that an identical question is sent again. */
	resetCount: number;
}

/** @param idleMs time without changes before the question is sent */
export function useAutoLoad(question: () => unknown, loader: Loader, idleMs: number): void {
	watchDebounced(
		() => `${loader.resetCount} ${JSON.stringify(question())}`,
		() => loader.load(),
		{ debounce: idleMs, immediate: true },
	);
}
