// Normalises bar codes for comparison, because scanners and users enter the same code in different forms. Pure.
import { createHash } from 'node:crypto';

/**
 * Longer codes are records, often with the recipient's address, so only their digest is stored. GS1-128 has at most 48
 * characters.
 */
export const MAX_PLAIN_CODE_CHARS = 48;

/** Symbology identifier of ISO/IEC 15424, such as `]C1` or `]d2`, which some scanners send before the data. */
const SYMBOLOGY_IDENTIFIER = /^\s*\][A-Za-z][0-9A-Za-z]/;
/** Names of control characters, which some scanners send instead of the characters. */
const NAMED_CONTROLS = /[<[{(](?:GS|RS|FS|US|EOT|FNC1)[>\]})]/gi;

/**
 * Removes the symbology identifier, control characters, spaces and brackets of application identifiers; converts to upper case.
 */
export function normaliseCode(text: string): string {
	return (
		text
			.replace(SYMBOLOGY_IDENTIFIER, '')
			.replace(NAMED_CONTROLS, '')
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
