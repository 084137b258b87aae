const MAX_CHARS = 80;

/** Letters, digits, dots and dashes of a text from outside: no way to another folder or another machine. @returns empty: nothing is left */
export const fileNameOf = (text: string): string =>
	text
		.normalize('NFC')
		.replace(/[^\p{L}\p{N}._-]+/gu, '-')
		.replace(/^[-.]+|[-.]+$/g, '')
		.slice(0, MAX_CHARS);
