// Detects the character encoding of text files and decodes them.
import chardet from 'chardet';
import iconv from 'iconv-lite';
import { ENCODINGS, type Encoding } from '../../../src-contract/model/address-import';

const BYTE_ORDER_MARKS: readonly [Encoding, ...number[]][] = [
	['utf-8', 0xef, 0xbb, 0xbf],
	['utf-16le', 0xff, 0xfe],
	['utf-16be', 0xfe, 0xff],
];
/**
 * The station's name of an encoding, by the detector's name. A name that is not listed is only converted to lower case. ISO
 * encodings become the Windows code pages that extend them.
 */
const ENCODING_BY_DETECTED_NAME: Record<string, Encoding> = {
	'ISO-8859-1': 'windows-1252',
	'ISO-8859-2': 'windows-1250',
	'ISO-8859-5': 'windows-1251',
	'ISO-8859-6': 'windows-1256',
	'ISO-8859-7': 'windows-1253',
	'ISO-8859-8': 'windows-1255',
	'ISO-8859-9': 'windows-1254',
	Shift_JIS: 'shift_jis',
	'EUC-JP': 'euc-jp',
	Big5: 'big5',
	'EUC-KR': 'euc-kr',
	GB18030: 'gb18030',
	'KOI8-R': 'koi8-r',
};
/** Number of bytes that are examined to detect an encoding other than UTF-8. More bytes do not improve the result. */
const SAMPLE_BYTES = 20_000;
/** Text counts as UTF-8 only if it has more than this number of multi-byte characters for each invalid character. */
const MIN_VALID_PER_INVALID = 20;
/** Another encoding than Western European is chosen only if the detector's confidence in it is higher by more than this. */
const MIN_CONFIDENCE_LEAD = 5;

/** Uses iconv-lite because the platform's decoder handles 0x80 to 0x9F differently between versions. */
export const decodeAs = (bytes: Uint8Array, encoding: string): string => iconv.decode(Buffer.from(bytes), encoding);

const isFullyDecoded = (text: string): boolean => !text.includes('\ufffd');

/**
 * Text in another encoding rarely forms valid UTF-8 by chance. A few invalid characters are tolerated, such as a character that a
 * program cut in half.
 */
function isUtf8(bytes: Uint8Array): boolean {
	const text = decodeAs(bytes, 'utf-8');
	const invalidCount = text.split('\ufffd').length - 1;
	if (invalidCount === 0) return true;
	const leadBytes = bytes.filter((byte) => byte >= 0xc0).length;
	return leadBytes > MIN_VALID_PER_INVALID * invalidCount;
}

/** Detects UTF-16: every second byte of Latin text is zero. */
function detectUtf16(bytes: Uint8Array): Encoding | undefined {
	const sample = bytes.subarray(0, SAMPLE_BYTES);
	const countZeros = (first: number) => sample.filter((byte, index) => byte === 0 && index % 2 === first).length;
	const [even, odd] = [countZeros(0), countZeros(1)];
	if (Math.max(even, odd) < sample.length * 0.2) return undefined;
	return odd > even ? 'utf-16le' : 'utf-16be';
}

/** The lines with non-ASCII bytes. Other lines are equal in most encodings, so they do not help detection. */
function nonAsciiLines(bytes: Uint8Array): Uint8Array {
	const selectedBytes: number[] = [];
	let start = 0;
	let hasNonAscii = false;
	for (let index = 0; index <= bytes.length && selectedBytes.length < SAMPLE_BYTES; index += 1) {
		const byte = bytes[index];
		if (byte !== undefined && byte > 0x7f) hasNonAscii = true;
		if (byte !== undefined && byte !== 0x0a && byte !== 0x0d) continue;
		if (hasNonAscii) selectedBytes.push(...bytes.subarray(start, Math.min(index + 1, start + SAMPLE_BYTES)));
		start = index + 1;
		hasNonAscii = false;
	}
	return Uint8Array.from(selectedBytes);
}

/** Guesses the encoding, Western European by default. @param bytes the lines with non-ASCII bytes */
function guessEncoding(bytes: Uint8Array): Encoding {
	const guesses = chardet
		.analyse(bytes)
		.map(({ name, confidence }) => ({ encoding: ENCODING_BY_DETECTED_NAME[name] ?? name.toLowerCase(), confidence }))
		.filter((guess): guess is { encoding: Encoding; confidence: number } => Object.hasOwn(ENCODINGS, guess.encoding))
		.filter(
			({ encoding }) =>
				encoding !== 'utf-8' && !encoding.startsWith('utf-16') && isFullyDecoded(decodeAs(bytes, encoding)),
		);
	const westernConfidence = guesses.find(({ encoding }) => encoding === 'windows-1252')?.confidence ?? 0;
	const bestGuess = guesses[0];
	return bestGuess && bestGuess.confidence > westernConfidence + MIN_CONFIDENCE_LEAD
		? bestGuess.encoding
		: 'windows-1252';
}

/** @param givenEncoding null detects the encoding */
export function decodeText(bytes: Uint8Array, givenEncoding: Encoding | null): { text: string; encoding: Encoding } {
	const byteOrderMark = BYTE_ORDER_MARKS.find(([, ...start]) =>
		start.every((byte, index) => bytes[index] === byte),
	)?.[0];
	const encoding =
		givenEncoding ??
		byteOrderMark ??
		detectUtf16(bytes) ??
		(isUtf8(bytes) ? 'utf-8' : guessEncoding(nonAsciiLines(bytes)));
	return { text: decodeAs(bytes, encoding), encoding };
}
