// A calendar day as users read and type it: day, month and year in the order of the language. The day itself is YYYY-MM-DD.
import { currentLocale, t } from '../../src-contract/i18n';

type DatePart = 'day' | 'month' | 'year';
const isDatePart = (type: string): type is DatePart => type === 'day' || type === 'month' || type === 'year';

/** Formatters by locale, because creating one is slow. */
const formatters = new Map<string, Intl.DateTimeFormat>();
function dateFormat(): Intl.DateTimeFormat {
	const locale = currentLocale();
	const formatter =
		formatters.get(locale) ??
		new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' });
	formatters.set(locale, formatter);
	return formatter;
}

/** @returns as in 25/11/2026 or 25.11.2026; empty for an empty day */
export const dateText = (day: string): string => (day ? dateFormat().format(new Date(day)) : '');

/** The form of a date in the current language, as in dd/mm/yyyy. */
export function datePattern(): string {
	const letters: Record<DatePart, string> = {
		day: t('dd##day in the form of a date'),
		month: t('mm##month in the form of a date'),
		year: t('yyyy##year in the form of a date'),
	};
	return dateFormat()
		.formatToParts(0)
		.map(({ type, value }) => (isDatePart(type) ? letters[type] : value))
		.join('');
}

/** Splits digits without separators, as in 25112026, 251126 or 2511. */
function splitDigits(digits: string, order: readonly DatePart[]): string[] {
	const yearDigits = digits.length - 4;
	let start = 0;
	return order.flatMap((part) => {
		const end = start + (part === 'year' ? yearDigits : 2);
		const group = digits.slice(start, end);
		start = end;
		return group ? [group] : [];
	});
}

/**
 * Reads a typed date. The year may have two digits, or be missing: then it is the current year.
 * @param today the current day, YYYY-MM-DD
 * @returns undefined if the text is not a date
 */
export function parseDate(text: string, today: string): string | undefined {
	const order = dateFormat()
		.formatToParts(0)
		.flatMap(({ type }) => (isDatePart(type) ? [type] : []));
	const typedGroups = text.match(/\d+/g) ?? [];
	const isOnlyDigits = typedGroups.length === 1 && [4, 6, 8].includes(typedGroups[0]?.length ?? 0);
	const groups = isOnlyDigits ? splitDigits(typedGroups[0] ?? '', order) : typedGroups;
	if (groups.length < 2 || groups.length > 3 || /\p{L}/u.test(text)) return undefined;
	const startsWithYear = groups.length === 3 && groups[0]?.length === 4;
	const parts: readonly DatePart[] = startsWithYear
		? ['year', 'month', 'day']
		: order.filter((part) => part !== 'year' || groups.length === 3);
	const groupOf = (part: DatePart) => groups[parts.indexOf(part)] ?? '';
	const typedYear = groupOf('year') || today.slice(0, 4);
	const year = typedYear.length === 2 ? `20${typedYear}` : typedYear;
	const day = [year, groupOf('month').padStart(2, '0'), groupOf('day').padStart(2, '0')].join('-');
	// The 31st of a shorter month becomes another day.
	const time = /^[12]\d{3}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00Z`) : Number.NaN;
	return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : undefined;
}
