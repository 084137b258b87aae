// Text folding for comparisons that ignore accents and case.

/** Removes combining marks: é becomes e. @param form NFKD also decomposes compatibility characters such as ﬁ. */
export const withoutMarks = (text: string, form: 'NFD' | 'NFKD' = 'NFD'): string =>
	text.normalize(form).replace(/\p{M}/gu, '');

/** Converts to lower case and removes combining marks. */
export const foldText = (text: string): string => withoutMarks(text).toLowerCase();

/** Letters that Unicode does not decompose, with the ASCII letters that users type instead. */
const FOLDED_LETTERS: Record<string, string> = {
	ß: 'ss',
	ø: 'o',
	ł: 'l',
	đ: 'd',
	ð: 'd',
	þ: 'th',
	æ: 'ae',
	œ: 'oe',
	ı: 'i',
	ħ: 'h',
	ŧ: 't',
	ŋ: 'n',
};
const FOLDED_LETTERS_PATTERN = new RegExp(`[${Object.keys(FOLDED_LETTERS).join('')}]`, 'g');
/** Folds text for search: lower case, without accents, special letters replaced by ASCII ones. */
export function foldForSearch(text: string): string {
	const lowerCaseText = text.toLowerCase();
	// Fast path: most text is ASCII.
	if (/^[\x20-\x7e]*$/.test(lowerCaseText)) return lowerCaseText;
	return withoutMarks(lowerCaseText, 'NFKD').replace(FOLDED_LETTERS_PATTERN, (char) => FOLDED_LETTERS[char] ?? char);
}
