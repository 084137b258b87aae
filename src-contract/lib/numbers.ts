// Reads numbers as people, shops and ERP systems write them. Pure.

/** One number, with any text before and after it. A number may begin with its decimal separator, but not after a letter. */
const NUMBER = /^[^\d-]*?(-?(?:(?<!\p{L})[.,])?\d[\d.,'\u2019\s]*(?:e[+-]?\d+)?)[^\d]*$/iu;
/** An integer with separators between groups of three digits. */
const THOUSANDS = /^-?\d{1,3}(?:\.\d{3})+$|^-?\d{1,3}(?:,\d{3})+$/;
const isGrouped = (integer: string): boolean => /^-?\d*$/.test(integer) || THOUSANDS.test(integer);

/**
 * Parses numbers such as 12,50, 1.250,00, € 12.50 and 7.0E-2.
 * @param isInteger true for a field with integers, in which 1.250 means 1250
 * @returns undefined when the text contains no number, more than one, or separators that separate no groups of three digits
 */
export function readNumber(text: string, isInteger = false): number | undefined {
	const digits = NUMBER.exec(text.trim())?.[1]
		?.replace(/['\u2019\s]/g, '')
		.replace(/[.,]+$/, '');
	if (!digits) return undefined;
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
