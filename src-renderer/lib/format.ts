// Formats numbers, codes, shortcuts and times for the current language.
import { currentLocale, t } from '../../src-contract/i18n';

/** Returns a function that returns the formatter of the current language. Formatters are cached: creating one is slow. */
function perLanguage<Formatter>(createFormatter: (locale: string) => Formatter): () => Formatter {
	const formatters = new Map<string, Formatter>();
	return () => {
		const locale = currentLocale();
		const formatter = formatters.get(locale) ?? createFormatter(locale);
		formatters.set(locale, formatter);
		return formatter;
	};
}

const euroFormat = perLanguage((locale) => new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }));
const numberFormat = perLanguage((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }));
const measureFormat = perLanguage((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 3 }));
const dayAndTimeFormat = perLanguage(
	(locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }),
);
const timeOfDayFormat = perLanguage(
	(locale) => new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', second: '2-digit' }),
);
const weekdayFormat = perLanguage(
	(locale) => new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }),
);
const dayFormat = perLanguage(
	(locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
);
const fullDayFormat = perLanguage((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }));
const countryNames = perLanguage((locale) => new Intl.DisplayNames([locale], { type: 'region' }));

const editableFormat = perLanguage(
	(locale) => new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 10 }),
);
const editableAmountFormat = perLanguage(
	(locale) =>
		new Intl.NumberFormat(locale, { useGrouping: false, minimumFractionDigits: 2, maximumFractionDigits: 10 }),
);
export const formatEuros = (amount: number): string => euroFormat().format(amount);
export const formatNumber = (amount: number): string => numberFormat().format(amount);
/** Formats a weight in kg or a volume in m³: grams and litres are visible. */
export const formatMeasure = (amount: number): string => measureFormat().format(amount);
/** The text of a number in its field: without separators of thousands, which the user would have to step over. */
export const formatEditable = (number: number): string => editableFormat().format(number);
/** Like `formatEditable`, with at least two decimals. */
export const formatEditableAmount = (amount: number): string => editableAmountFormat().format(amount);
/** @returns day and time, as in 25 Nov, 14:05 */
export const formatDayAndTime = (iso: string): string => dayAndTimeFormat().format(new Date(iso));
/** @returns as in 14:05:09 */
export const formatTimeOfDay = (iso: string): string => timeOfDayFormat().format(new Date(iso));
/**
 * @param date ISO 8601, as in 2026-11-25
 * @returns as in Wed 25 Nov
 */
export const formatWeekday = (date: string): string => weekdayFormat().format(new Date(date));
/**
 * @param date ISO 8601, as in 2026-11-25
 * @returns as in 25 Nov 2026
 */
export const formatDay = (date: string): string => dayFormat().format(new Date(date));
/**
 * @param date ISO 8601, as in 2026-11-25
 * @returns as in Wednesday, 25 November 2026
 */
export const formatFullDay = (date: string): string => fullDayFormat().format(new Date(date));

/** @returns the code itself if it is not a country code */
export function countryName(code: string): string {
	return /^[A-Z]{2}$/.test(code) ? (countryNames().of(code) ?? code) : code;
}

/** @param min,max working days; if one of them is undefined, the other is used for both */
export function formatWorkingDays(min: number | undefined, max: number | undefined): string {
	const maximum = max ?? min;
	if (maximum === undefined) return t('delivery time unknown');
	if (min !== undefined && min !== maximum) return t('{min}–{most} working days', { min, most: maximum });
	return t('{count, plural, one {# working day} other {# working days}}', { count: maximum });
}

/**
 * A shortcut with the key names of the current language.
 * @param keys as in "Ctrl Shift S"
 */
export function shortcutText(keys: string): string {
	const names: Record<string, string> = { Ctrl: t('Ctrl##key'), Enter: t('Enter##key'), Esc: t('Esc##key') };
	return keys.replace(/[A-Z][a-z]+/g, (key) => names[key] ?? key);
}

const shortDayFormat = perLanguage(
	(locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
);
/**
 * @param date ISO 8601, as in 2026-11-25
 * @returns as in 25 Nov
 */
export const formatShortDay = (date: string): string => shortDayFormat().format(new Date(date));

/** @returns as in 1:05 min, or 42 s */
export function formatSeconds(seconds: number): string {
	const rounded = Math.round(seconds);
	if (rounded < 60) return `${rounded} s`;
	return `${Math.floor(rounded / 60)}:${String(rounded % 60).padStart(2, '0')} min`;
}

const monthFormat = perLanguage(
	(locale) => new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' }),
);
/**
 * @param date ISO 8601, as in 2026-11-25
 * @returns as in Nov 2026
 */
export const formatMonth = (date: string): string => monthFormat().format(new Date(date));

const changeFormat = perLanguage(
	(locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' }),
);
/**
 * The relative change from one amount to another. Neither may be negative.
 * @returns as in +12%; empty if the amount before was 0
 */
export const formatChange = (before: number, now: number): string =>
	before === 0 ? '' : changeFormat().format((now - before) / before);
