// Hostile texts, numbers and bytes.
import fc from 'fast-check';

/** No file with this name may exist after a campaign. */
export const CANARY = 'waybill-fuzz-canary';

/** Names and addresses in scripts other than Latin, and characters that change how a text is displayed without being visible. */
export const SCRIPT_TEXTS: readonly string[] = [
	// cspell:disable
	'東京都千代田区丸の内一丁目',
	'서울특별시 중구 세종대로 110',
	'شارع الملك فهد، الرياض',
	'רחוב הרצל 12',
	'กรุงเทพมหานคร',
	'कनॉट प्लेस नई दिल्ली',
	'რუსთაველის გამზირი',
	'Մաշտոցի պողոտա',
	'ул. Тверская, д. 7',
	'Ærøskøbing ŁÓDŹ İstanbul',
	'ARABIC \u0627\u0644 LATIN ١٢٣ 456',
	'\u202eegarots\u202c',
	'\u2066a\u2067b\u2068c\u2069',
	'\u200ea\u200fb\u061cc',
	'a\u200bb\u200cc\u200dd\u2060e\ufeff',
	'\u200b\u200b\u200b',
	'\u0e33'.repeat(100),
	'👩‍👩‍👧‍👦'.repeat(10),
	'\u{e0041}\u{e0042}',
	'\udc00 low surrogate',
	// cspell:enable
];

export const HOSTILE_TEXTS: readonly string[] = [
	...SCRIPT_TEXTS,
	'',
	' ',
	'../../../../outside/waybill-fuzz-canary',
	'..',
	'../outside/waybill-fuzz-canary.waybill',
	'/tmp/waybill-fuzz-canary',
	'/etc/waybill-fuzz-canary',
	'C:\\waybill-fuzz-canary',
	'\\\\host\\share\\waybill-fuzz-canary',
	'file:///etc/passwd',
	'javascript:alert(1)',
	'https://example.invalid/\u0000',
	'__proto__',
	'constructor',
	'toString',
	'hasOwnProperty',
	'\u0000',
	'a\u0000b',
	'\u001b[2J\u0007',
	'\r\nX-Injected: 1',
	'\ud800',
	'\u202etxt.exe',
	'\ufeff\u2028\u2029',
	'e\u0301'.repeat(60),
	"'; DROP TABLE entry; --",
	'" OR 1=1 --',
	'"*^:()NEAR AND NOT',
	'%s%n%d',
	'{tracking}/../../{kind}',
	`\${7*7}{{7*7}}<%= 7*7 %>`,
	'<script>alert(1)</script>',
	'=cmd|/c calc!A0',
	'^XA^IDR:*.*^FS^XZ',
	'😀'.repeat(40),
	'ﷺ'.repeat(100),
	'NaN',
	'-0',
	'1e999',
	'0x41',
	'9'.repeat(400),
	'A'.repeat(5_000),
	'A'.repeat(200_000),
];

export const HOSTILE_NUMBERS: readonly number[] = [
	0,
	-0,
	-1,
	1,
	2,
	3,
	0.1,
	1.5,
	12.505,
	0.005,
	9_999_999.99,
	10_000_000.01,
	1e-320,
	5e-324,
	2 ** 31,
	2 ** 32,
	2 ** 53 - 1,
	2 ** 53,
	-(2 ** 53),
	1e21,
	1e308,
	Number.NaN,
	Number.POSITIVE_INFINITY,
	Number.NEGATIVE_INFINITY,
];

/** Any value that structured cloning can pass over the bridge. */
export const anything: fc.Arbitrary<unknown> = fc.anything({
	maxDepth: 3,
	withBigInt: true,
	withDate: true,
	withMap: true,
	withSet: true,
	withTypedArray: true,
	withNullPrototype: true,
	withSparseArray: true,
	key: fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'prototype', 'toJSON', 'then', 'length')),
});

export const hostileLeaf: fc.Arbitrary<unknown> = fc.oneof(
	{ weight: 5, arbitrary: fc.constantFrom<unknown>(...HOSTILE_TEXTS) },
	{ weight: 3, arbitrary: fc.constantFrom<unknown>(...HOSTILE_NUMBERS) },
	{ weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
	{ weight: 1, arbitrary: anything },
	{ weight: 1, arbitrary: fc.constantFrom<unknown>(null, undefined, true, false, [], {}) },
);

/** Uniform from 0 to 1; fast-check's own numbers are biased to the limits. */
export const share: fc.Arbitrary<number> = fc
	.noBias(fc.integer({ min: 0, max: 2 ** 31 - 1 }))
	.map((number) => number / 2 ** 31);

type Change = { at: number; kind: 'set' | 'flip' | 'cut' | 'drop' | 'copy' | 'insert'; value: number; length: number };
const change: fc.Arbitrary<Change> = fc.record({
	at: share,
	kind: fc.constantFrom('set', 'set', 'set', 'flip', 'flip', 'flip', 'cut', 'drop', 'copy', 'insert'),
	value: fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0, 0x7f, 0x80, 0xff, 0x0a, 0x22, 0x3c, 0x5b)),
	length: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 2_000 })),
});

function changed(bytes: Uint8Array, { at, kind, value, length }: Change): Uint8Array {
	const place = Math.min(bytes.length - 1, Math.floor(at * bytes.length));
	const [before, after] = [bytes.subarray(0, place), bytes.subarray(place)];
	const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
	switch (kind) {
		case 'cut':
			return joined(before);
		case 'drop':
			return joined(before, after.subarray(length));
		case 'copy':
			return joined(before, after.subarray(0, length), after);
		case 'insert':
			return joined(before, new Uint8Array(length).fill(value), after);
		default: {
			const copy = joined(bytes);
			if (copy.length > 0) copy[place] = kind === 'set' ? value : (copy[place] as number) ^ (1 << (value & 7));
			return copy;
		}
	}
}

/** One of the files with up to six changes: bytes replaced, inserted, removed or repeated, or the end cut off. */
export const mutated = (files: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> =>
	fc
		.tuple(fc.constantFrom(...files), fc.array(change, { maxLength: 6 }))
		.map(([file, changes]) => changes.reduce(changed, file));
