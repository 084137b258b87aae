// Converts the texts of requests to the form in which they are printed and mailed. Pure.

/**
 * Invisible characters: zero-width characters, direction overrides, variation selectors, fillers and tags. With them, two different
 * names look alike, or a text is shown in another order than it is stored. The joiners U+200C and U+200D between letters of Arabic and
 * Devanagari do not match: there they choose the form of the letters, and Persian and Hindi spelling needs them.
 */
const INVISIBLE =
	/(?<![\p{scx=Arabic}\p{scx=Devanagari}])[\u200c\u200d]|[\u200c\u200d](?![\p{scx=Arabic}\p{scx=Devanagari}])|(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]/gu;
/** Separators that no font contains. They are printed as spaces. */
const UNPRINTABLE_SEPARATOR = /[\u1680\u2028\u2029]/g;

/** Matches most texts without any of these characters, and is faster than their patterns. */
const ORDINARY_TEXT = /^[\u0020-\u00ac\u00ae-\u034e]*$/;

/** The text without invisible characters. */
export function printableText(text: string): string {
	if (ORDINARY_TEXT.test(text)) return text;
	return text.replace(INVISIBLE, '').replace(UNPRINTABLE_SEPARATOR, ' ');
}

/** A copy of the object in which each property that is a text has its printable form. Objects inside it are not converted. */
export function withPrintableTexts<Value extends object>(value: Value): Value {
	const printable = { ...value };
	for (const [key, text] of Object.entries(value))
		if (typeof text === 'string') Object.assign(printable, { [key]: printableText(text) });
	return printable;
}

/**
 * Code points of the digit zero in the scripts whose digits the fonts contain: Arabic, Persian, Devanagari and Thai. NFKC already
 * converts full-width digits.
 */
const ZEROS = [0x660, 0x6f0, 0x966, 0xe50];

/** The text with its digits and full-width letters in ASCII, for codes that machines read. */
export function withLatinDigits(text: string): string {
	if (ORDINARY_TEXT.test(text)) return text;
	return text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
		const codePoint = digit.codePointAt(0) ?? 0;
		const zero = ZEROS.find((first) => codePoint >= first && codePoint < first + 10);
		return zero === undefined ? digit : String(codePoint - zero);
	});
}
