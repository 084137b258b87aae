// Reads numbers as people, shops and ERP systems write them. Pure.

/** One number, with any text before and after it. A number may begin with its decimal separator, but not after a letter. */
const NUMBER = /^[^\d-]*?(-?(?:(?<!\p{L})[.,])?\d[\d.,'\u2019\s]*(?:e[+-]?\d+)?)[^\d]*$/iu;
/** The longest text that is read as a number. NUMBER takes quadratic time. */
const MAX_NUMBER_LENGTH = 200;
/** An integer with separators between groups of three digits. */
const THOUSANDS = /^-?\d{1,3}(?:\.\d{3})+$|^-?\d{1,3}(?:,\d{3})+$/;
const isGrouped = (integer: string): boolean => /^-?\d*$/.test(integer) || THOUSANDS.test(integer);

/**
 * Parses numbers such as 12,50, 1.250,00, € 12.50 and 7.0E-2.
 * @param isInteger true for a field with integers, in which 1.250 means 1250
 * @returns undefined when the text contains no number, more than one, or separators that separate no groups of three digits
 */
export function readNumber(text: string, isInteger = false): number | undefined {
	if (text.length > MAX_NUMBER_LENGTH) return undefined;
	const digits = NUMBER.exec(text.trim())?.[1]
		?.replace(/['\u2019\s]/g, '')
		.replace(/[.,]+$/, '');
	if (!digits) return undefined;
	if (/^-?\d+e[+-]?\d+$/i.test(digits)) return Number(digits);
	// If the number has both separators, the last one separates the decimals. A separator that occurs twice separates thousands.
	const [lastComma, lastDot] = [digits.lastIndexOf(','), digits.lastIndexOf('.')];
	const decimalAt = Math.max(lastComma, lastDot);
	const hasBoth = lastComma >= 0 && lastDot >= 0;
	const isRepeated = decimalAt >= 0 && digits.indexOf(digits[decimalAt] ?? '') !== decimalAt;
	const hasDecimals = decimalAt >= 0 && !isRepeated && !(isInteger && !hasBoth && THOUSANDS.test(digits));
	const integer = hasDecimals ? digits.slice(0, decimalAt) : digits;
	if (!isGrouped(integer)) return undefined;
	const decimal = integer.replace(/[.,]/g, '') + (hasDecimals ? `.${digits.slice(decimalAt + 1)}` : '');
	const value = Number(decimal);
	return Number.isFinite(value) ? value : undefined;
}

const ONE_GROUP = /^[^\d]*[1-9]\d{0,2}([.,])\d{3}[^\d]*$/;
/**
 * The only separator of a number whose meaning it does not show: 1.250 is 1250 or 1.25. Undefined for other texts.
 * @see readNumber, which takes it for a decimal separator
 */
export const ambiguousSeparator = (text: string): string | undefined => ONE_GROUP.exec(text.trim())?.[1];

/** The decimal separator that a number shows, as in 12,50 and 1.250,5; undefined for other texts. */
function shownDecimalSeparator(text: string): string | undefined {
	const digits = /\d[\d.,'\u2019\s]*\d/.exec(text)?.[0] ?? '';
	const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
	const separator = digits[last];
	if (separator === undefined || ambiguousSeparator(digits) !== undefined) return undefined;
	const other = separator === '.' ? ',' : '.';
	const isRepeated = digits.indexOf(separator) !== last;
	return isRepeated ? (digits.includes(other) ? undefined : other) : separator;
}

/** The decimal separator of a file; undefined when no text shows one, or texts differ. */
export function decimalSeparatorOf(texts: Iterable<string>): string | undefined {
	const shown = new Set<string>();
	for (const text of texts) {
		if (shown.size > 1) break;
		if (!text.includes('.') && !text.includes(',')) continue;
		const separator = shownDecimalSeparator(text);
		if (separator !== undefined) shown.add(separator);
	}
	return shown.size === 1 ? [...shown][0] : undefined;
}
