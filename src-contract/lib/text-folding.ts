// Text folding for comparisons that ignore accents and case.

/** Removes combining marks: é becomes e. @param form NFKD also decomposes compatibility characters such as ﬁ. */
export const withoutMarks = (text: string, form: 'NFD' | 'NFKD' = 'NFD'): string =>
	text.normalize(form).replace(/\p{M}/gu, '');

/** Converts to lower case and removes combining marks. */
export const foldText = (text: string): string => withoutMarks(text).toLowerCase();
