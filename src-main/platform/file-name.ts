// File names from external text.
const MAX_CHARS = 80;

/**
 * Makes a file name from external text. The file name consists of at most MAX_CHARS letters, digits, dots, underscores and dashes, so
 * the name cannot refer to another folder or host. It does not begin with a dot or dash.
 * @returns an empty string when the text contains no letter, digit or underscore
 */
export const fileNameOf = (text: string): string =>
	text
		.normalize('NFC')
		.replace(/[^\p{L}\p{N}._-]+/gu, '-')
		.replace(/^[-.]+|[-.]+$/g, '')
		.slice(0, MAX_CHARS);
