/**
 * The text of a paste into a one-line field that would lose its line breaks, such as a whole address; undefined for other pastes.
 * @returns text of at least two lines
 */
export function pastedBlock({ target, clipboardData }: ClipboardEvent): string | undefined {
	if (!(target instanceof HTMLInputElement)) return undefined;
	const text = clipboardData?.getData('text') ?? '';
	return text.split(/\r?\n/).filter((line) => line.trim() !== '').length > 1 ? text : undefined;
}
