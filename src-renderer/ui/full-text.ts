// Titles of texts that are shortened to the width of their column.

/** Gives a shortened text under the pointer its full text as a title, and removes the title when the text fits. */
export function showFullText({ target }: PointerEvent): void {
	if (!(target instanceof HTMLElement)) return;
	const isShortened = target.scrollWidth > target.clientWidth;
	// Rows are reused for other entries, so a title set here must follow the text. Titles of the components stay.
	if (target.title !== '' && target.dataset.fullText === undefined) return;
	const text = isShortened ? (target.textContent ?? '').trim() : '';
	target.title = text;
	target.dataset.fullText = text;
}
