// Loads an answer, such as prices, once the user stops changing the form.
import { watchDebounced } from '@vueuse/core';

interface Loader {
	load(): Promise<void>;
	/** Increases when the answer is cleared, so that the answer is loaded again even for unchanged input. */
	resetCount: number;
}

/**
 * @param input what the answer depends on; each change triggers a load
 * @param idleMs time without changes before the answer is loaded
 */
export function useAutoLoad(input: () => unknown, loader: Loader, idleMs: number): void {
	watchDebounced(
		() => `${loader.resetCount} ${JSON.stringify(input())}`,
		() => loader.load(),
		{ debounce: idleMs, immediate: true },
	);
}
