// Shortcuts 1 to 9 for the entries of a list. Ignored while the focus is where digits are typed, or a barcode scanner types them.
import { onScopeDispose } from 'vue';

/** Longer than the time between two characters of a scanner, and shorter than between two key presses of a user. */
const QUIET_MS = 60;
const TAKES_DIGITS =
	'input:not([type=radio], [type=checkbox]), textarea, select, [role=combobox], [role=listbox], [role=dialog]';

/** @param onDigit called with 1 to 9, after it is certain that the key is not the start of a scanned code */
export function useDigitKeys(onDigit: (digit: number) => void): void {
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
		const takesDigits = target instanceof Element && target.closest(TAKES_DIGITS);
		if (isQuickFollowUp || repeat || ctrlKey || altKey || metaKey || takesDigits || !/^[1-9]$/.test(key)) return;
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
