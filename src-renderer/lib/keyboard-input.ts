// Corrections of keyboard input in every field.

/**
 * Makes number fields accept a decimal comma in every language. A number field accepts a point in every language, but
 * a comma only in languages that write decimals with a comma: in English, "5,5" would become 55. So a comma is replaced by a point.
 */
function acceptDecimalComma(event: InputEvent): void {
	const { target, data } = event;
	if (!(target instanceof HTMLInputElement) || target.type !== 'number' || !data?.includes(',')) return;
	event.preventDefault();
	// Unlike a change of the value, this keeps the position of the cursor and can be undone.
	document.execCommand('insertText', false, data.replace(',', '.'));
}

export function correctKeyboardInput(): void {
	document.addEventListener('beforeinput', acceptDecimalComma);
}
