// Days, as in 2026-11-25.
import { DAY_MS } from '../lib/units';

/** The day at the desk. */
export function localDay(at: Date): string {
	const two = (part: number) => String(part).padStart(2, '0');
	return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/**
 * When a parcel arrives, of the days that a service names: days from Monday to Friday after the day it was asked. Holidays are in
 * their number already.
 * @param from ISO 8601
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
