// Dates and times as text. Pure.

/**
 * A moment without its year, such as `Tue 24 Nov, 11:00`.
 * @param at ISO 8601, in UTC
 * @param timeZone name in the IANA database
 */
export function momentText(at: string, locale: string, timeZone: string): string {
	const parts = { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;
	return new Intl.DateTimeFormat(locale, { ...parts, hourCycle: 'h23', timeZone }).format(new Date(at));
}

/** A day with its weekday, such as `Thursday 26 November`. @param date ISO date */
export function dayText(date: string, locale: string): string {
	const parts = { weekday: 'long', day: 'numeric', month: 'long' } as const;
	return new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));
}

/** A moment with its year, such as `24 Nov 2026, 11:00`. The parameters are those of `momentText`. */
export function momentTextWithYear(at: string, locale: string, timeZone: string): string {
	const parts = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const;
	return new Intl.DateTimeFormat(locale, { ...parts, hourCycle: 'h23', timeZone }).format(new Date(at));
}
