// Calendar days as YYYY-MM-DD.
import { DAY_MS } from '../lib/units';

/** The calendar day of a point in time, in the time zone of the desk. */
export function localDay(time: Date): string {
	const twoDigits = (part: number) => String(part).padStart(2, '0');
	return `${time.getFullYear()}-${twoDigits(time.getMonth() + 1)}-${twoDigits(time.getDate())}`;
}

/** @param count negative for days before */
export const addDays = (day: string, count: number): string =>
	new Date(Date.parse(day) + count * DAY_MS).toISOString().split('T')[0] ?? day;

/**
 * Start of a calendar day in the time zone of the desk.
 * @param addedDays number of days after `day`
 */
export function startOfDay(day: string, addedDays = 0): Date {
	const start = new Date(`${day}T00:00`);
	start.setDate(start.getDate() + addedDays);
	return start;
}

/**
 * Day of arrival after a number of working days. Every Monday to Friday counts, even a holiday, because services include
 * holidays in the number.
 * @param from Time of the request, ISO 8601; counting starts on the next day.
 */
export function arrivalDay(from: string, workingDays: number): string {
	let time = Date.parse(`${from.slice(0, 10)}T00:00:00Z`);
	for (let left = Math.ceil(workingDays); left > 0; ) {
		time += DAY_MS;
		const weekday = new Date(time).getUTCDay();
		if (weekday !== 0 && weekday !== 6) left -= 1;
	}
	return new Date(time).toISOString().slice(0, 10);
}
