// Sends a question automatically once the user stops typing.
import { watchDebounced } from '@vueuse/core';

interface Requester {
	ask(): Promise<void>;
	/** Increases when the answers are cleared, so that an identical question is sent again. */
	resetCount: number;
}

/** @param idleMs time without changes before the question is sent */
export function useAutoAsk(question: () => unknown, asker: Requester, idleMs: number): void {
	watchDebounced(
		() => `${asker.resetCount} ${JSON.stringify(question())}`,
		() => asker.ask(),
		{ debounce: idleMs, immediate: true },
	);
}
