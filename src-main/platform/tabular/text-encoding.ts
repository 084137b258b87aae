// Which letters the bytes of a text file stand for. Pure.
import chardet from 'chardet';
import iconv from 'iconv-lite';
import { ENCODINGS, type Encoding } from '../../../src-contract/model/address-import';

const MARKS: readonly [Encoding, ...number[]][] = [
	['utf-8', 0xef, 0xbb, 0xbf],
	['utf-16le', 0xff, 0xfe],
	['utf-16be', 0xfe, 0xff],
];
/** As the platform's decoders read what the detector names: a superset each. */
const READ_AS: Record<string, Encoding> = {
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
/** More than this tells no more about the language. */
const LOOKED_AT = 20_000;
/** So many letters that are whole for one that is broken. */
const WHOLE_FOR_BROKEN = 20;
/** A guess must be so much surer than the usual Western letters. */
const SURER = 5;

/** The platform's own decoder differs from one version to the next in the letters between 0x80 and 0x9F. */
export const decodeAs = (bytes: Uint8Array, encoding: string): string => iconv.decode(Buffer.from(bytes), encoding);

const isWhole = (text: string): boolean => !text.includes('\ufffd');

/** A letter or two may be broken, by a program that cut a text: in no other encoding do bytes stand so by chance. */
function isUtf8(bytes: Uint8Array): boolean {
	const text = decodeAs(bytes, 'utf-8');
	const broken = text.split('\ufffd').length - 1;
	if (broken === 0) return true;
	const others = bytes.filter((byte) => byte >= 0xc0).length;
	return others > WHOLE_FOR_BROKEN * broken;
}

/** Every second byte of Latin text in two bytes a letter is zero. */
function twoByteOrder(bytes: Uint8Array): Encoding | undefined {
	const looked = bytes.subarray(0, LOOKED_AT);
	const zerosFrom = (first: number) => looked.filter((byte, at) => byte === 0 && at % 2 === first).length;
	const [even, odd] = [zerosFrom(0), zerosFrom(1)];
	if (Math.max(even, odd) < looked.length * 0.2) return undefined;
	return odd > even ? 'utf-16le' : 'utf-16be';
}

/** The lines that hold anything but ASCII: the others say nothing. */
function tellingLines(bytes: Uint8Array): Uint8Array {
	const kept: number[] = [];
	let start = 0;
	let tells = false;
	for (let at = 0; at <= bytes.length && kept.length < LOOKED_AT; at += 1) {
		const byte = bytes[at];
		if (byte !== undefined && byte > 0x7f) tells = true;
		if (byte !== undefined && byte !== 0x0a && byte !== 0x0d) continue;
		if (tells) kept.push(...bytes.subarray(start, Math.min(at + 1, start + LOOKED_AT)));
		start = at + 1;
		tells = false;
	}
	return Uint8Array.from(kept);
}

/** @param bytes of the lines that tell something */
function guess(bytes: Uint8Array): Encoding {
	const guesses = chardet
		.analyse(bytes)
		.map(({ name, confidence }) => ({ encoding: READ_AS[name] ?? name.toLowerCase(), confidence }))
		.filter((one): one is { encoding: Encoding; confidence: number } => Object.hasOwn(ENCODINGS, one.encoding))
		.filter(
			({ encoding }) => encoding !== 'utf-8' && !encoding.startsWith('utf-16') && isWhole(decodeAs(bytes, encoding)),
		);
	const western = guesses.find(({ encoding }) => encoding === 'windows-1252')?.confidence ?? 0;
	const best = guesses[0];
	return best && best.confidence > western + SURER ? best.encoding : 'windows-1252';
}

/** @param wanted null: as it looks */
export function decodeText(bytes: Uint8Array, wanted: Encoding | null): { text: string; encoding: Encoding } {
	const mark = MARKS.find(([, ...start]) => start.every((byte, at) => bytes[at] === byte))?.[0];
	const encoding = wanted ?? mark ?? twoByteOrder(bytes) ?? (isUtf8(bytes) ? 'utf-8' : guess(tellingLines(bytes)));
	return { text: decodeAs(bytes, encoding), encoding };
}
