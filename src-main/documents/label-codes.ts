// Bar codes in the form in which they are compared: scanners and users send the same code in many ways. Pure.
import { createHash } from 'node:crypto';

/** Longer codes hold whole records, often with the recipient's address: only their digest is stored. GS1-128 holds at most 48. */
export const MAX_PLAIN_CODE_CHARS = 48;

/** ISO/IEC 15424, as in `]C1` or `]d2`, sent before the data by scanners that are set to do so. */
const SYMBOLOGY_IDENTIFIER = /^\s*\][A-Za-z][0-9A-Za-z]/;
/** Names of control characters, as some scanners send them in their place. */
const NAMED_CONTROLS = /[<[{(](?:GS|RS|FS|US|EOT|FNC1)[>\]})]/gi;

/** Without the symbology identifier, control characters, gaps and the brackets around application identifiers; in capitals. */
export function normaliseCode(text: string): string {
	return (
		text
			.replace(SYMBOLOGY_IDENTIFIER, '')
			.replace(NAMED_CONTROLS, '')
			// The last are the pictures of control characters, from ␀ to ␡.
			.replace(/[\p{Cc}\s()[\]\u2400-\u2421]/gu, '')
			.toUpperCase()
	);
}

/** @returns the form in which a code is stored and looked up; empty if it has no character that counts */
export function storedCode(text: string): string {
	const code = normaliseCode(text);
	return code.length <= MAX_PLAIN_CODE_CHARS ? code : `sha256:${createHash('sha256').update(code).digest('hex')}`;
}
