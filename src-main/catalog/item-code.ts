// Reads scanned bar codes of goods: GTINs in their four lengths, GS1 codes with lot, expiry date and serial number, and others as they
// are. Pure.
import bark from 'bark-js';
import { isValid } from 'gtin';

/** Prefix with which a scanner names the symbology (ISO/IEC 15424), as in `]C1`. */
const SYMBOLOGY = /^\][A-Za-z][0-9A-Za-z]/;
/** Group separator, which ends a field of variable length in a GS1 code. */
const GS = '\u001d';
const GTIN_DIGITS = 14;

/** Whether the text is a GTIN-8, -12, -13 or -14 with the right check digit. */
const isGtin = (text: string): boolean => /^(\d{8}|\d{12,14})$/.test(text) && isValid(text);

/** Without what scanners add: the symbology, control characters and spaces around the code. */
const bareCode = (text: string): string =>
	text
		.replace(SYMBOLOGY, '')
		.replace(/\p{Cc}/gu, '')
		.trim();

/**
 * What a code is stored and found by. The four lengths of a GTIN are one number, written with 14 digits; other codes are compared
 * without regard to case, because a scanner may type with Caps Lock on.
 */
export function codeKey(text: string): string {
	const code = bareCode(text);
	return isGtin(code) ? code.padStart(GTIN_DIGITS, '0') : code.toUpperCase();
}

/** Digits that look like a GTIN with a wrong check digit: the code was typed wrongly, or is one of the warehouse's own. */
export const hasWrongCheckDigit = (text: string): boolean => /^(\d{12}|\d{13}|\d{14})$/.test(text) && !isGtin(text);

/** A scanned code of goods. */
export interface ScannedCode {
	/** See `codeKey`: of the GTIN in a GS1 code, else of the whole code. */
	key: string;
	/** Application identifier 10; empty when there is none. */
	lot: string;
	/** Application identifier 17, as an ISO date; empty when there is none. */
	expiresOn: string;
	/** Application identifier 21; empty when there is none. */
	serial: string;
}

/** The fields of a GS1 code; undefined when the text is none. */
function gs1Fields(text: string): Map<string, string> | undefined {
	try {
		const { elements } = bark(text.replace(new RegExp(`^(${SYMBOLOGY.source.slice(1)})?${GS}`), '$1'));
		return new Map(elements.map(({ ai, value }) => [ai, value]));
	} catch {
		// The parser throws on a text that does not start with an application identifier.
		return undefined;
	}
}

/** @param text as the scanner sent it, with group separators if it sends them */
export function readScannedCode(text: string): ScannedCode {
	const plain = { key: codeKey(text), lot: '', expiresOn: '', serial: '' };
	// The digits of a GTIN may look like application identifiers.
	if (isGtin(bareCode(text))) return plain;
	const fields = gs1Fields(text.trim());
	const gtin = fields?.get('01') ?? fields?.get('02');
	if (!fields || gtin === undefined || !isGtin(gtin)) return plain;
	return {
		key: codeKey(gtin),
		lot: fields.get('10') ?? '',
		expiresOn: fields.get('17') ?? '',
		serial: fields.get('21') ?? '',
	};
}
