// Compares postcodes and cities regardless of case, accents, spaces and punctuation.
import { withoutMarks } from '../lib/text-folding';

const NORMALIZED = /^[A-Z0-9]*$/;
/** Spellings in A to Z of capitals that do not decompose into a letter and an accent. */
const LATIN_SPELLINGS: Record<string, string> = { Æ: 'AE', Ð: 'D', Ø: 'O', Þ: 'TH', Đ: 'D', Ł: 'L', Œ: 'OE' };
const CAPITALS_TO_RESPELL = new RegExp(`[${Object.keys(LATIN_SPELLINGS).join('')}]`, 'g');
const ASCII = /^[\x20-\x7e]*$/;

/** Normalizes a postcode or city for comparison: only letters and digits, in upper case, without accents. */
export function normalizeForMatching(text: string | undefined): string {
	if (!text || NORMALIZED.test(text)) return text ?? '';
	// For ASCII text, this gives the same result as the last statement several times as fast. Every quote normalizes several texts.
	if (ASCII.test(text)) return text.toUpperCase().replace(/[^A-Z0-9]/g, '');
	return withoutMarks(text)
		.toUpperCase()
		.replace(CAPITALS_TO_RESPELL, (letter) => LATIN_SPELLINGS[letter] ?? letter)
		.replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Creates a test for postcodes in the form of `normalizeForMatching`.
 * @param pattern a prefix, or a range FROM-TO of prefixes of equal length
 */
export function zipcodeMatcher(pattern: string): (normalizedZipcode: string) => boolean {
	const [from = '', to] = pattern.split('-').map(normalizeForMatching);
	if (to && to.length === from.length) {
		return (zipcode) => {
			const start = zipcode.slice(0, from.length);
			return start.length === from.length && start >= from && start <= to;
		};
	}
	const prefix = normalizeForMatching(pattern);
	return (zipcode) => prefix !== '' && zipcode.startsWith(prefix);
}
