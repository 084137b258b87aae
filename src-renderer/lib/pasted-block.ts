/** Commas of a whole address in one line, and of one that has a number as long as a postcode. */
const MIN_COMMAS = { withoutPostcode: 3, withPostcode: 2 };

/** Whether a line is a whole address: "Sample Ltd, 1 Sample Road, Leeds LS1 9ZZ, 0113 496 0123". */
function isAddressInOneLine(line: string): boolean {
	const commas = line.split(',').length - 1;
	return (
		/\d/.test(line) &&
		(commas >= MIN_COMMAS.withoutPostcode || (commas >= MIN_COMMAS.withPostcode && /\d{4}/.test(line)))
	);
}

/** The text of a paste into a one-line field that is a whole address, in several lines or in one; undefined for other pastes. */
export function pastedBlock({ target, clipboardData }: ClipboardEvent): string | undefined {
	if (!(target instanceof HTMLInputElement)) return undefined;
	const text = clipboardData?.getData('text') ?? '';
	const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
	return lines.length > 1 || isAddressInOneLine(text) ? text : undefined;
}
