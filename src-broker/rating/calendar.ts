// Computes arrival dates of parcels between two countries. The weekends and public holidays of both countries are not transit days.
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

const isoDate = (utcMs: number) => new Date(utcMs).toISOString().slice(0, 10);
/** 1 for Monday to 7 for Sunday. */
const isoWeekday = (utcMs: number) => new Date(utcMs).getUTCDay() || 7;
const startOfDayMs = (date: string) => Date.parse(`${date}T00:00:00Z`);

/** A calendar day, with its distance from the handover of a parcel. */
export interface DaySinceHandover {
	/** ISO date. */
	date: string;
	/**
	 * Number of days from Monday to Friday after the handover, up to this date, including public holidays. Responses state this number
	 * as the transit time.
	 */
	weekdays: number;
}

/** Arrivals computed so far for one origin, destination and day of dispatch. */
interface ComputedArrivals {
	/** By number of transit days; index 0 is the day of dispatch. */
	byTransitDays: DaySinceHandover[];
	/** The last entry of `byTransitDays`. */
	last: DaySinceHandover;
}

/** The next calendar day. */
function dayAfter({ date, weekdays }: DaySinceHandover): DaySinceHandover {
	const nextDayMs = startOfDayMs(date) + DAY_MS;
	return {
		date: isoDate(nextDayMs),
		weekdays: weekdays + (SATURDAY_AND_SUNDAY.includes(isoWeekday(nextDayMs)) ? 0 : 1),
	};
}

/** Loads the rules of public holidays, a third of the service's code, only when the first calendar is created. */
export async function createCalendar() {
	const { default: Holidays } = await import('date-holidays');
	const weekends = new Map<string, readonly number[]>();
	/** Dates by country and year. */
	const cachedHolidays = new Map<string, Set<string>>();

	function holidays(countryCode: string, year: number): Set<string> {
		const key = `${countryCode}${year}`;
		let dates = cachedHolidays.get(key);
		if (!dates) {
			dates = new Set();
			for (const holiday of new Holidays(countryCode).getHolidays(year) ?? []) {
				if (holiday.type !== 'public') continue;
				const firstDayMs = startOfDayMs(holiday.date.slice(0, 10));
				const dayCount = Math.max(1, Math.round((holiday.end.getTime() - holiday.start.getTime()) / DAY_MS));
				for (let index = 0; index < dayCount; index += 1) dates.add(isoDate(firstDayMs + index * DAY_MS));
			}
			cachedHolidays.set(key, dates);
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
			!weekend.includes(isoWeekday(startOfDayMs(date))) && !holidays(countryCode, Number(date.slice(0, 4))).has(date)
		);
	}

	/** Arrivals of parcels handed over before (`inTime`) and after (`late`) the cut-off, by origin, destination and handover day. */
	const cachedTransits = createBoundedMap<string, { inTime: ComputedArrivals; late: ComputedArrivals }>(
		MAX_CACHED_TRANSITS,
	);

	function arrivalsBetween(fromCountry: string, toCountry: string, handoverDate: string) {
		const key = fromCountry + toCountry + handoverDate;
		let transit = cachedTransits.get(key);
		if (!transit) {
			const inTime = dispatchDay(fromCountry, handoverDate, false);
			const late = dispatchDay(fromCountry, handoverDate, true);
			transit = { inTime: { byTransitDays: [inTime], last: inTime }, late: { byTransitDays: [late], last: late } };
			cachedTransits.set(key, transit);
		}
		return transit;
	}

	/** The first day after `previous` that is a working day in both countries. */
	function nextArrival(previous: DaySinceHandover, fromCountry: string, toCountry: string): DaySinceHandover {
		let day = dayAfter(previous);
		while (!isWorkingDay(fromCountry, day.date) || !isWorkingDay(toCountry, day.date)) day = dayAfter(day);
		return day;
	}

	/**
	 * The day on which the carrier dispatches a parcel that was handed over on `handoverDate`.
	 * @param isLate true if the parcel was handed over after the cut-off
	 */
	function dispatchDay(fromCountry: string, handoverDate: string, isLate: boolean): DaySinceHandover {
		let day: DaySinceHandover = { date: handoverDate, weekdays: 0 };
		if (isLate && isWorkingDay(fromCountry, handoverDate)) day = dayAfter(day);
		while (!isWorkingDay(fromCountry, day.date)) day = dayAfter(day);
		return day;
	}

	return {
		isWorkingDay,

		/**
		 * Creates a function that computes arrivals of parcels handed over at `localTime`.
		 * @param localTime local time of the origin, ISO 8601 without an offset
		 * @returns a function that returns the day of arrival for a cut-off (`HH:MM` in the local time of the origin) and a number of
		 * transit days. A transit day is a working day in both countries. Parcels handed over after the cut-off, or on a weekend or public
		 * holiday, leave on the next working day.
		 */
		arrivalEstimator(fromCountry: string, toCountry: string, localTime: string) {
			const handoverTime = localTime.slice(11, 16);
			const { inTime, late } = arrivalsBetween(fromCountry, toCountry, localTime.slice(0, 10));
			return (cutOff: string, transitDays: number): DaySinceHandover => {
				const arrivals = handoverTime > cutOff ? late : inTime;
				while (arrivals.byTransitDays.length <= transitDays) {
					arrivals.last = nextArrival(arrivals.last, fromCountry, toCountry);
					arrivals.byTransitDays.push(arrivals.last);
				}
				return arrivals.byTransitDays[transitDays] ?? arrivals.last;
			};
		},
	};
}
export type Calendar = Awaited<ReturnType<typeof createCalendar>>;
