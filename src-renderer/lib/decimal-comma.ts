// Decimal commas in number fields.

/**
 * Makes number fields accept a decimal comma in every language. A number field accepts only the decimal separator of the
 * browser's language and drops other separators: in English, "5,5" would become 55.
 */
export function acceptDecimalCommas(): void {
	document.addEventListener('beforeinput', (event) => {
		const { target, data } = event;
		if (!(target instanceof HTMLInputElement) || target.type !== 'number' || !data?.includes(',')) return;
		event.preventDefault();
		// Unlike a change of the value, this keeps the position of the cursor and can be undone.
		document.execCommand('insertText', false, data.replace(',', '.'));
	});
}
