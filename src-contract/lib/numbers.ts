// Reads numbers as people, shops and ERP systems write them. Pure.

/** One number, with any text before and after it. */
const NUMBER = /^[^\d-]*(-?\d[\d.,'\u2019\s]*(?:e[+-]?\d+)?)[^\d]*$/i;
/** An integer with separators between groups of three digits. */
const THOUSANDS = /^-?\d{1,3}([.,]\d{3})+$/;

/**
 * Parses numbers such as 12,50, 1.250,00, € 12.50 and 7.0E-2.
 * @param isInteger true for a field with integers, in which 1.250 means 1250
 * @returns undefined when the text contains no number, or more than one
 */
export function readNumber(text: string, isInteger = false): number | undefined {
	const digits = NUMBER.exec(text.trim())?.[1]
		?.replace(/['\u2019\s]/g, '')
		.replace(/[.,]+$/, '');
	if (!digits) return undefined;
	const [lastComma, lastDot] = [digits.lastIndexOf(','), digits.lastIndexOf('.')];
	// If the number has both separators, the last one separates the decimals. A separator that occurs twice separates thousands.
	let decimal = digits;
	if (isInteger && THOUSANDS.test(digits)) decimal = digits.replace(/[.,]/g, '');
	else if (lastComma >= 0 && lastDot >= 0)
		decimal = lastComma > lastDot ? digits.replace(/\./g, '').replace(',', '.') : digits.replace(/,/g, '');
	else if (lastComma >= 0) decimal = digits.split(',').length > 2 ? digits.replace(/,/g, '') : digits.replace(',', '.');
	else if (digits.split('.').length > 2) decimal = digits.replace(/\./g, '');
	const value = Number(decimal);
	return Number.isFinite(value) ? value : undefined;
}
