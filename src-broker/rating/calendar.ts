// Computes arrival dates of parcels between two countries: the weekends and public holidays of both countries do not count.
import Holidays from 'date-holidays';
import { createBoundedMap } from '../../src-contract/lib/bounded-map';
import { DAY_MS } from '../../src-contract/lib/units';

const SATURDAY_AND_SUNDAY = [6, 7];
/** Maximum number of cached combinations of origin, destination and handover day. A full cache drops its oldest entry. */
const MAX_CACHED_TRANSITS = 20_000;

type WeekInfo = { weekend: number[] };
/** Week data is a function in newer JavaScript runtimes and a property in older ones. */
interface LocaleWithWeek extends Intl.Locale {
	getWeekInfo?: () => WeekInfo;
	weekInfo?: WeekInfo;
}

/** Weekend days as ISO 8601 weekday numbers, from the Unicode CLDR data of the runtime. */
function weekendOf(countryCode: string): readonly number[] {
	const locale: LocaleWithWeek = new Intl.Locale(`und-${countryCode}`);
	return (locale.getWeekInfo?.() ?? locale.weekInfo)?.weekend ?? SATURDAY_AND_SUNDAY;
}

const isoDate = (time: number) => new Date(time).toISOString().slice(0, 10);
/** 1 for Monday to 7 for Sunday. */
const isoWeekday = (time: number) => new Date(time).getUTCDay() || 7;
const startOfDay = (date: string) => Date.parse(`${date}T00:00:00Z`);

export interface Arrival {
	/** ISO date. */
	date: string;
	/** Days from Monday to Friday between the handover and this date, including public holidays: the transit time in responses. */
	weekdays: number;
}

/** Arrivals computed so far. */
interface ComputedArrivals {
	/** By number of transit days; index 0 is the day of dispatch. */
	byTransitDays: Arrival[];
	/** The last entry of `byTransitDays`. */
	last: Arrival;
}

/** The next calendar day, and the number of weekdays until then. @param weekdays number of weekdays until `date` */
function dayAfter(date: string, weekdays: number): Arrival {
	const time = startOfDay(date) + DAY_MS;
	return { date: isoDate(time), weekdays: weekdays + (SATURDAY_AND_SUNDAY.includes(isoWeekday(time)) ? 0 : 1) };
}

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

	/** Arrivals of parcels handed over before (`inTime`) and after (`late`) the cut-off, by origin, destination and handover day. */
	const transits = createBoundedMap<string, { inTime: ComputedArrivals; late: ComputedArrivals }>(MAX_CACHED_TRANSITS);

	function arrivalsBetween(fromCountry: string, toCountry: string, day: string) {
		const key = fromCountry + toCountry + day;
		let cached = transits.get(key);
		if (!cached) {
			const [inTime, late] = [dispatchDay(fromCountry, day, false), dispatchDay(fromCountry, day, true)];
			cached = { inTime: { byTransitDays: [inTime], last: inTime }, late: { byTransitDays: [late], last: late } };
			transits.set(key, cached);
		}
		return cached;
	}

	/** The next day after an arrival that is a working day in both countries. */
	function nextArrival({ date, weekdays }: Arrival, fromCountry: string, toCountry: string): Arrival {
		let day = dayAfter(date, weekdays);
		while (!isWorkingDay(fromCountry, day.date) || !isWorkingDay(toCountry, day.date))
			day = dayAfter(day.date, day.weekdays);
		return day;
	}

	/**
	 * The day on which the carrier dispatches a parcel that was handed over on `day`.
	 * @param isLate true if the parcel was handed over after the cut-off
	 */
	function dispatchDay(fromCountry: string, day: string, isLate: boolean): Arrival {
		let dispatch: Arrival = { date: day, weekdays: 0 };
		if (isLate && isWorkingDay(fromCountry, day)) dispatch = dayAfter(day, 0);
		while (!isWorkingDay(fromCountry, dispatch.date)) dispatch = dayAfter(dispatch.date, dispatch.weekdays);
		return dispatch;
	}

	return {
		isWorkingDay,

		/**
		 * Creates a function that computes arrivals of parcels handed over at `localTime`. A transit day counts only if it is a
		 * working day in both countries.
		 * @param localTime of the origin, ISO 8601 without an offset
		 * @returns the arrival for a cut-off (`HH:MM` in the local time of the origin) and a number of transit days. Parcels handed over after the cut-off,
		 * or on a weekend or public holiday, leave on the next working day.
		 */
		arrivalEstimator(fromCountry: string, toCountry: string, localTime: string) {
			const day = localTime.slice(0, 10);
			const time = localTime.slice(11, 16);
			const { inTime, late } = arrivalsBetween(fromCountry, toCountry, day);
			return (cutOff: string, days: number): Arrival => {
				const arrivals = time > cutOff ? late : inTime;
				while (arrivals.byTransitDays.length <= days) {
					arrivals.last = nextArrival(arrivals.last, fromCountry, toCountry);
					arrivals.byTransitDays.push(arrivals.last);
				}
				return arrivals.byTransitDays[days] ?? arrivals.last;
			};
		},
	};
}
export type Calendar = ReturnType<typeof createCalendar>;
