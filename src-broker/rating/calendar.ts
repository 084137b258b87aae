// Working days between two places: weekends of both ends and their public holidays.
import Holidays from 'date-holidays';
import { createBoundedMap } from '../../src-contract/lib/bounded-map';
import { DAY_MS } from '../../src-contract/lib/units';

const SATURDAY_AND_SUNDAY = [6, 7];
/** Pairs of countries and days that are remembered before all are forgotten. */
const MAX_JOURNEYS = 20_000;

type WeekInfo = { weekend: number[] };
/** A function in later runtimes, a property in earlier ones. */
interface LocaleWithWeek extends Intl.Locale {
	getWeekInfo?: () => WeekInfo;
	weekInfo?: WeekInfo;
}

/** Days off in a week by ISO 8601 number, from the Unicode CLDR that the runtime carries. */
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
	/** How many days from Monday to Friday lie between the day of handing over and this one. */
	workingDays: number;
}

/** Arrivals after 0, 1, 2, 3 … days of carriage, computed as far as they are asked for, and the last of them. */
interface Arrivals {
	known: Arrival[];
	last: Arrival;
}

function dayAfter(date: string, workingDays: number): Arrival {
	const time = startOfDay(date) + DAY_MS;
	return { date: isoDate(time), workingDays: workingDays + (SATURDAY_AND_SUNDAY.includes(isoWeekday(time)) ? 0 : 1) };
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

	/** Between two countries from one day on, handed over before and after the cut-off. */
	const journeys = createBoundedMap<string, { inTime: Arrivals; late: Arrivals }>(MAX_JOURNEYS);

	function arrivalsBetween(fromCountry: string, toCountry: string, day: string) {
		const key = fromCountry + toCountry + day;
		let known = journeys.get(key);
		if (!known) {
			const [inTime, late] = [dispatch(fromCountry, day, false), dispatch(fromCountry, day, true)];
			known = { inTime: { known: [inTime], last: inTime }, late: { known: [late], last: late } };
			journeys.set(key, known);
		}
		return known;
	}

	/** The next day after an arrival that is a working day at both ends. */
	function nextArrival({ date, workingDays }: Arrival, fromCountry: string, toCountry: string): Arrival {
		let day = dayAfter(date, workingDays);
		while (!isWorkingDay(fromCountry, day.date) || !isWorkingDay(toCountry, day.date))
			day = dayAfter(day.date, day.workingDays);
		return day;
	}

	/** The day on which a parcel leaves that is handed over on a day, before or after the cut-off. */
	function dispatch(fromCountry: string, day: string, late: boolean): Arrival {
		let leaving: Arrival = { date: day, workingDays: 0 };
		if (late && isWorkingDay(fromCountry, day)) leaving = dayAfter(day, 0);
		while (!isWorkingDay(fromCountry, leaving.date)) leaving = dayAfter(leaving.date, leaving.workingDays);
		return leaving;
	}

	return {
		isWorkingDay,

		/**
		 * When parcels that are handed over at a moment arrive: of the days of carriage only those count that are working
		 * days at both ends.
		 * @param moment ISO 8601, in UTC
		 * @returns a function of the cut-off (`HH:MM` in UTC: what is handed over later, or on a day off, leaves on the next
		 * working day) and of the days of carriage
		 */
		journey(fromCountry: string, toCountry: string, moment: string) {
			const day = moment.slice(0, 10);
			const time = moment.slice(11, 16);
			const { inTime, late } = arrivalsBetween(fromCountry, toCountry, day);
			return (cutOff: string, days: number): Arrival => {
				const arrivals = time > cutOff ? late : inTime;
				while (arrivals.known.length <= days) {
					arrivals.last = nextArrival(arrivals.last, fromCountry, toCountry);
					arrivals.known.push(arrivals.last);
				}
				return arrivals.known[days] ?? arrivals.last;
			};
		},
	};
}
export type Calendar = ReturnType<typeof createCalendar>;
