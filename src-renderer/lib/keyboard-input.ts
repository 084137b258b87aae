// Corrections of keyboard input on every screen.

/** Elements in which keys are text, not presses. */
const TAKES_TEXT =
	'input:not([type=radio], [type=checkbox], [type=button], [type=submit]), textarea, select, [contenteditable], [role=combobox], [role=listbox], [role=menu]';
/** Maximum pause between two keys of a text. Longer than between the keys of a slow typist. */
const MAX_TYPING_PAUSE_MS = 1_000;

/**
 * Keeps a text that is typed without looking from pressing the button or the box that has the focus. Space and Enter press nothing
 * for a second after a character key, unless the user moved to another control: in "32x24x3 0.2", the space is text.
 * @returns the listener for keydown
 */
export function createTypingGuard(): (event: KeyboardEvent) => void {
	let lastCharacterAt = Number.NEGATIVE_INFINITY;
	return (event) => {
		const { key, ctrlKey, altKey, metaKey, target, timeStamp } = event;
		// Who moves to another control sees it.
		if (key === 'Tab' || key.startsWith('Arrow')) lastCharacterAt = Number.NEGATIVE_INFINITY;
		if (ctrlKey || altKey || metaKey || (target instanceof Element && target.closest(TAKES_TEXT))) return;
		const isPress = key === ' ' || key === 'Enter';
		if (!isPress) {
			if ([...key].length === 1) lastCharacterAt = timeStamp;
		} else if (timeStamp - lastCharacterAt < MAX_TYPING_PAUSE_MS) {
			event.preventDefault();
			event.stopPropagation();
		}
	};
}

export function correctKeyboardInput(): void {
	document.addEventListener('keydown', createTypingGuard(), { capture: true });
}
