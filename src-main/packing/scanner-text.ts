// Readings of a scanned text: as it came, and as it was meant by a scanner that types for another keyboard layout. Pure.

/** Unshifted keys of an AZERTY keyboard in the places of the digits. */
const AZERTY_DIGITS: Record<string, string> = {
	'&': '1',
	é: '2',
	'"': '3',
	"'": '4',
	'(': '5',
	'-': '6',
	è: '7',
	_: '8',
	ç: '9',
	à: '0',
};
/** Prefix with which a scanner names the symbology (ISO/IEC 15424), as in `]C1`. */
const SYMBOLOGY = /^\][A-Za-z][0-9A-Za-z]/;
const SWAPS = {
	azerty: { a: 'q', q: 'a', z: 'w', w: 'z', ';': 'm', m: ';', A: 'Q', Q: 'A', Z: 'W', W: 'Z', M: ':' },
	qwertz: { y: 'z', z: 'y', Y: 'Z', Z: 'Y', ß: '-' },
} satisfies Record<string, Record<string, string>>;

const mapped = (text: string, table: Record<string, string>): string =>
	[...text].map((character) => table[character] ?? character).join('');
/** A scanner with Caps Lock on sends letters in the other case, and with some layouts shifts the digits too. */
const withDigits = (text: string): string => mapped(text, AZERTY_DIGITS);

/**
 * The texts that a scan may have meant, the likeliest first. Only one that is known is used, so that a code is never changed into
 * another one that exists by chance in a different form.
 */
export function readingsOf(text: string): string[] {
	const bare = text.replace(/^[\s\u0002\u0003]+|[\s\u0002\u0003]+$/gu, '');
	const withoutSymbology = bare.replace(SYMBOLOGY, '');
	const azerty = withDigits(mapped(bare, SWAPS.azerty));
	return [...new Set([bare, withoutSymbology, azerty, withDigits(bare), mapped(bare, SWAPS.qwertz)])];
}

/** Whether a text consists of what a scanner sends for a code, and not of damaged bytes. */
export const isReadable = (text: string): boolean =>
	text.trim() !== '' && text.length <= 300 && !/[\ufffd\u0000-\u0008]/u.test(text);
