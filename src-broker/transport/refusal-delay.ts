// Answers refused requests late when many come: a flood of them then waits, instead of the requests of a desk behind it.

/** Refusals a second that are answered at once: more than wrong keys and mistyped addresses of honest callers make. */
const MAX_PROMPT_REFUSALS_PER_SECOND = 50;
const MIN_DELAY_MS = 1000;
/** Spread, so that late answers and what follows them do not come all at once. */
const MAX_DELAY_MS = 3000;

/** @param now milliseconds @param random from 0 to 1 */
export function createRefusalDelay(now: () => number = () => performance.now(), random: () => number = Math.random) {
	let promptLeft = MAX_PROMPT_REFUSALS_PER_SECOND;
	let at = now();

	/** @returns how many milliseconds the answer waits */
	return function takeDelayMs(): number {
		const present = now();
		const refilled = promptLeft + ((present - at) / 1000) * MAX_PROMPT_REFUSALS_PER_SECOND;
		promptLeft = Math.min(MAX_PROMPT_REFUSALS_PER_SECOND, refilled);
		at = present;
		if (promptLeft < 1) return MIN_DELAY_MS + random() * (MAX_DELAY_MS - MIN_DELAY_MS);
		promptLeft -= 1;
		return 0;
	};
}
