// Normalises bar codes for comparison, because scanners and users enter the same code in different forms. Pure.
import { createHash } from 'node:crypto';

/**
 * Maximum length of a code that is stored as it is: GS1-128 codes have at most 48 characters. Longer codes are records, often
 * with the recipient's address, so only their digest is stored.
 */
export const MAX_PLAIN_CODE_CHARS = 48;

/** Symbology identifier of ISO/IEC 15424, such as `]C1` or `]d2`, which some scanners send before the data. */
const SYMBOLOGY_IDENTIFIER = /^\s*\][A-Za-z][0-9A-Za-z]/;
/** Names of control characters in brackets. Some scanners send them instead of the characters. */
const NAMED_CONTROL_CHARACTERS = /[<[{(](?:GS|RS|FS|US|EOT|FNC1)[>\]})]/gi;

/**
 * Removes the symbology identifier, control characters, spaces and brackets of application identifiers; converts to upper case.
 */
export function normaliseCode(text: string): string {
	return (
		text
			.replace(SYMBOLOGY_IDENTIFIER, '')
			.replace(NAMED_CONTROL_CHARACTERS, '')
			// U+2400 to U+2421 are the symbols for control characters, from ␀ to ␡.
			.replace(/[\p{Cc}\s()[\]\u2400-\u2421]/gu, '')
			.toUpperCase()
	);
}

/** @returns the form in which a code is stored and looked up; empty if nothing remains after normalising */
export function storedCode(text: string): string {
	const code = normaliseCode(text);
	return code.length <= MAX_PLAIN_CODE_CHARS ? code : `sha256:${createHash('sha256').update(code).digest('hex')}`;
}
