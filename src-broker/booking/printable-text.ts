// Texts of shippers as they are printed and mailed. Pure.

/**
 * Characters that nobody sees: zero-width characters, direction overrides, variation selectors, fillers and tags. With them, two
 * different names look alike, or a text is shown in another order than it is stored. The joiners U+200C and U+200D are the exception
 * between letters of Arabic and Devanagari: there they choose the form of the letters, and Persian and Hindi spelling needs them.
 */
const INVISIBLE =
	/(?<![\p{scx=Arabic}\p{scx=Devanagari}])[\u200c\u200d]|[\u200c\u200d](?![\p{scx=Arabic}\p{scx=Devanagari}])|(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]/gu;
/** Separators that the fonts do not contain. */
const LINE_SEPARATOR = /[\u1680\u2028\u2029]/g;

/** Most texts, which the slower pattern need not search. */
const IS_ORDINARY = /^[\u0020-\u00ac\u00ae-\u034e]*$/;

export function printableText(text: string): string {
	if (IS_ORDINARY.test(text)) return text;
	return text.replace(INVISIBLE, '').replace(LINE_SEPARATOR, ' ');
}

/** The object with its own texts as they are printed. */
export function withPrintableTexts<Value extends object>(value: Value): Value {
	const printable = { ...value };
	for (const [key, text] of Object.entries(value))
		if (typeof text === 'string') Object.assign(printable, { [key]: printableText(text) });
	return printable;
}

/** Zeros of the digits that the fonts contain: Arabic, Persian, Devanagari and Thai. Full-width digits are compatibility forms. */
const ZEROS = [0x660, 0x6f0, 0x966, 0xe50];

/** The text with its digits and full-width letters in ASCII, for codes that machines read. */
export function withLatinDigits(text: string): string {
	if (IS_ORDINARY.test(text)) return text;
	return text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
		const codePoint = digit.codePointAt(0) ?? 0;
		const zero = ZEROS.find((first) => codePoint >= first && codePoint < first + 10);
		return zero === undefined ? digit : String(codePoint - zero);
	});
}
