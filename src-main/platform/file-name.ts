// File names from external text.
const MAX_CHARS = 80;

/**
 * Makes a file name from external text: letters, digits, dots, underscores and dashes, at most MAX_CHARS characters. It cannot
 * lead to another folder or host.
 * @returns an empty string when no character is left
 */
export const fileNameOf = (text: string): string =>
	text
		.normalize('NFC')
		.replace(/[^\p{L}\p{N}._-]+/gu, '-')
		.replace(/^[-.]+|[-.]+$/g, '')
		.slice(0, MAX_CHARS);
