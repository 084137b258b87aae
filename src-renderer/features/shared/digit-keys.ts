// Shortcuts 1 to 9 for the entries of a list that has the focus. Ignored while a barcode scanner types digits.
import { onScopeDispose, type Ref } from 'vue';

/** Longer than the time between two characters of a scanner, and shorter than between two key presses of a user. */
const QUIET_MS = 60;

/**
 * @param list the element of the list. Digits that are typed elsewhere choose nothing: they may be a size or a postcode that was
 * typed without looking
 * @param onDigit called with 1 to 9, after it is certain that the key is not the start of a scanned code
 */
export function useDigitKeys(list: Readonly<Ref<HTMLElement | null>>, onDigit: (digit: number) => void): void {
	let lastKeyAt = Number.NEGATIVE_INFINITY;
	let waitingDigit: number | undefined;
	let timer: ReturnType<typeof setTimeout> | undefined;

	function flush(): void {
		clearTimeout(timer);
		const digit = waitingDigit;
		waitingDigit = undefined;
		if (digit !== undefined) onDigit(digit);
	}

	function onKey({ key, repeat, ctrlKey, altKey, metaKey, target, timeStamp }: KeyboardEvent): void {
		const isQuickFollowUp = timeStamp - lastKeyAt < QUIET_MS;
		lastKeyAt = timeStamp;
		// Ctrl is the start of Ctrl Enter: the option must be chosen before it is booked.
		if (key === 'Control') flush();
		waitingDigit = undefined;
		clearTimeout(timer);
		const isInList = target instanceof Node && list.value?.contains(target);
		if (isQuickFollowUp || repeat || ctrlKey || altKey || metaKey || !isInList || !/^[1-9]$/.test(key)) return;
		waitingDigit = Number(key);
		timer = setTimeout(flush, QUIET_MS);
	}

	// Capture phase, so that no element stops the event first.
	window.addEventListener('keydown', onKey, { capture: true });
	onScopeDispose(() => {
		clearTimeout(timer);
		window.removeEventListener('keydown', onKey, { capture: true });
	});
}
