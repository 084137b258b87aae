/** Focuses a control, or the first control inside an element. @returns false if there is none */
export function focusControl(element: Element | null | undefined): boolean {
	const controls = 'input, select, textarea, button';
	const control = element?.matches(controls) ? element : element?.querySelector(controls);
	if (!(control instanceof HTMLElement)) return false;
	control.focus();
	return true;
}
