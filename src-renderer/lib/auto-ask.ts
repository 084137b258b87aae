// Asks the service automatically, once the form of the question has rested.
import { watchDebounced } from '@vueuse/core';

interface Asker {
	ask(): Promise<void>;
	/** Grows when the answers were cleared: an equal question is asked again then. */
	resetCount: number;
}

/** @param restMs how long the question must stay the same before it is asked */
export function useAutoAsk(question: () => unknown, asker: Asker, restMs: number): void {
	watchDebounced(
		() => `${asker.resetCount} ${JSON.stringify(question())}`,
		() => asker.ask(),
		{ debounce: restMs, immediate: true },
	);
}
