// Working days between two places: weekends of both ends and their public holidays.
import Holidays from 'date-holidays';

const DAY_MS = 86_400_000;
const SATURDAY_AND_SUNDAY = [6, 7];

type WeekInfo = { weekend: number[] };

/** Days off in a week by ISO 8601 number, from the Unicode CLDR that the runtime carries. */
function weekendOf(countryCode: string): readonly number[] {
	const locale = new Intl.Locale(`und-${countryCode}`) as Intl.Locale & {
		getWeekInfo?: () => WeekInfo;
		weekInfo?: WeekInfo;
	};
	return (locale.getWeekInfo?.() ?? locale.weekInfo)?.weekend ?? SATURDAY_AND_SUNDAY;
}

const isoDate = (time: number) => new Date(time).toISOString().slice(0, 10);
/** 1 for Monday to 7 for Sunday. */
const isoWeekday = (time: number) => new Date(time).getUTCDay() || 7;
const startOfDay = (date: string) => Date.parse(`${date}T00:00:00Z`);

export function createCalendar() {
	const weekends = new Map<string, readonly number[]>();
	const holidaysOfYear = new Map<string, Set<string>>();

	function holidays(countryCode: string, year: number): Set<string> {
		const key = `${countryCode}${year}`;
		let dates = holidaysOfYear.get(key);
		if (!dates) {
			dates = new Set();
			for (const holiday of new Holidays(countryCode).getHolidays(year) ?? []) {
				if (holiday.type !== 'public') continue;
				const first = startOfDay(holiday.date.slice(0, 10));
				const days = Math.max(1, Math.round((holiday.end.getTime() - holiday.start.getTime()) / DAY_MS));
				for (let day = 0; day < days; day += 1) dates.add(isoDate(first + day * DAY_MS));
			}
			holidaysOfYear.set(key, dates);
		}
		return dates;
	}

	function isWorkingDay(countryCode: string, date: string): boolean {
		let weekend = weekends.get(countryCode);
		if (!weekend) {
			weekend = weekendOf(countryCode);
			weekends.set(countryCode, weekend);
		}
		return (
			!weekend.includes(isoWeekday(startOfDay(date))) && !holidays(countryCode, Number(date.slice(0, 4))).has(date)
		);
	}

	return {
		isWorkingDay,

		/**
		 * When a parcel handed over at a moment arrives after so many days of carriage, of which only those count that are
		 * working days at both ends.
		 * @param cutOff `HH:MM` in UTC: what is handed over later, or on a day off, leaves on the next working day
		 * @returns the date, and how many days from Monday to Friday lie between the moment and it
		 */
		arrival(fromCountry: string, toCountry: string, moment: Date, cutOff: string, days: number) {
			let time = startOfDay(isoDate(moment.getTime()));
			let workingDays = 0;
			const next = () => {
				time += DAY_MS;
				if (!SATURDAY_AND_SUNDAY.includes(isoWeekday(time))) workingDays += 1;
			};
			if (moment.toISOString().slice(11, 16) > cutOff && isWorkingDay(fromCountry, isoDate(time))) next();
			while (!isWorkingDay(fromCountry, isoDate(time))) next();
			for (let left = days; left > 0; ) {
				next();
				const date = isoDate(time);
				if (isWorkingDay(fromCountry, date) && isWorkingDay(toCountry, date)) left -= 1;
			}
			return { date: isoDate(time), workingDays };
		},
	};
}
export type Calendar = ReturnType<typeof createCalendar>;
