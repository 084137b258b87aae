// Text for comparisons in which accents and case do not count.

/** Without combining marks: é becomes e. @param form NFKD also takes apart what only looks different, such as ﬁ */
export const withoutMarks = (text: string, form: 'NFD' | 'NFKD' = 'NFD'): string =>
	text.normalize(form).replace(/\p{M}/gu, '');

/** Lower case, without combining marks. */
export const foldText = (text: string): string => withoutMarks(text).toLowerCase();
