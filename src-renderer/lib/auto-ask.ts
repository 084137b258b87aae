// Sends a question automatically once the user stops typing.
import { watchDebounced } from '@vueuse/core';

interface Asker {
	ask(): Promise<void>;
	/** Increases when the answers are cleared, so that an identical question is sent again. */
	resetCount: number;
}

/** @param idleMs time without changes before the question is sent */
export function useAutoAsk(question: () => unknown, asker: Asker, restMs: number): void {
	watchDebounced(
		() => `${asker.resetCount} ${JSON.stringify(question())}`,
		() => asker.ask(),
		{ debounce: restMs, immediate: true },
	);
}
