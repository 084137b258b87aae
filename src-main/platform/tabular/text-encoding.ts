// Detects the character encoding of text files and decodes them.
import chardet from 'chardet';
import iconv from 'iconv-lite';
import { ENCODINGS, type Encoding } from '../../../src-contract/model/address-import';

const BYTE_ORDER_MARKS: readonly [Encoding, ...number[]][] = [
	['utf-8', 0xef, 0xbb, 0xbf],
	['utf-16le', 0xff, 0xfe],
	['utf-16be', 0xfe, 0xff],
];
/** Encodings by the detector's names; Windows code pages replace the ISO encodings that they extend. */
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
/** Bytes that detection examines; more do not improve it. */
const SAMPLE_BYTES = 20_000;
/** Minimum number of valid multi-byte characters per invalid one in UTF-8. */
const MIN_VALID_PER_INVALID = 20;
/** Minimum lead in confidence of another encoding over Western European. */
const MIN_CONFIDENCE_LEAD = 5;

/** Uses iconv-lite because the platform's decoder handles 0x80 to 0x9F differently between versions. */
export const decodeAs = (bytes: Uint8Array, encoding: string): string => iconv.decode(Buffer.from(bytes), encoding);

const isFullyDecoded = (text: string): boolean => !text.includes('\ufffd');

/** Tolerates a few invalid characters, such as one cut in half by a program. Other encodings rarely form valid UTF-8 by chance. */
function isUtf8(bytes: Uint8Array): boolean {
	const text = decodeAs(bytes, 'utf-8');
	const invalid = text.split('\ufffd').length - 1;
	if (invalid === 0) return true;
	const leadBytes = bytes.filter((byte) => byte >= 0xc0).length;
	return leadBytes > MIN_VALID_PER_INVALID * invalid;
}

/** Detects UTF-16: every second byte of Latin text is zero. */
function detectUtf16(bytes: Uint8Array): Encoding | undefined {
	const sample = bytes.subarray(0, SAMPLE_BYTES);
	const zerosFrom = (first: number) => sample.filter((byte, at) => byte === 0 && at % 2 === first).length;
	const [even, odd] = [zerosFrom(0), zerosFrom(1)];
	if (Math.max(even, odd) < sample.length * 0.2) return undefined;
	return odd > even ? 'utf-16le' : 'utf-16be';
}

/** The lines with non-ASCII bytes; only they help detection. */
function nonAsciiLines(bytes: Uint8Array): Uint8Array {
	const selected: number[] = [];
	let start = 0;
	let hasNonAscii = false;
	for (let at = 0; at <= bytes.length && selected.length < SAMPLE_BYTES; at += 1) {
		const byte = bytes[at];
		if (byte !== undefined && byte > 0x7f) hasNonAscii = true;
		if (byte !== undefined && byte !== 0x0a && byte !== 0x0d) continue;
		if (hasNonAscii) selected.push(...bytes.subarray(start, Math.min(at + 1, start + SAMPLE_BYTES)));
		start = at + 1;
		hasNonAscii = false;
	}
	return Uint8Array.from(selected);
}

/** @param bytes The lines with non-ASCII bytes. */
function guessEncoding(bytes: Uint8Array): Encoding {
	const guesses = chardet
		.analyse(bytes)
		.map(({ name, confidence }) => ({ encoding: ENCODING_BY_DETECTED_NAME[name] ?? name.toLowerCase(), confidence }))
		.filter((guess): guess is { encoding: Encoding; confidence: number } => Object.hasOwn(ENCODINGS, guess.encoding))
		.filter(
			({ encoding }) =>
				encoding !== 'utf-8' && !encoding.startsWith('utf-16') && isFullyDecoded(decodeAs(bytes, encoding)),
		);
	const western = guesses.find(({ encoding }) => encoding === 'windows-1252')?.confidence ?? 0;
	const best = guesses[0];
	return best && best.confidence > western + MIN_CONFIDENCE_LEAD ? best.encoding : 'windows-1252';
}

/** @param wanted Encoding; null: detect. */
export function decodeText(bytes: Uint8Array, wanted: Encoding | null): { text: string; encoding: Encoding } {
	const mark = BYTE_ORDER_MARKS.find(([, ...start]) => start.every((byte, at) => bytes[at] === byte))?.[0];
	const encoding =
		wanted ?? mark ?? detectUtf16(bytes) ?? (isUtf8(bytes) ? 'utf-8' : guessEncoding(nonAsciiLines(bytes)));
	return { text: decodeAs(bytes, encoding), encoding };
}
