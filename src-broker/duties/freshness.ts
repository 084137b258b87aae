// Which rows of the duty tables are out of date, and where they are compared with their sources (resources/duties/refresh.csv).
import { type DutyTables, exchangeRate } from './tables';

/** Earliest ISO date on which a row may have been checked to be up to date: 12 months before. */
const earliestCurrent = (onDate: string) => `${Number(onDate.slice(0, 4)) - 1}${onDate.slice(4)}`;

/** @returns the earliest of the ISO dates if it is more than 12 months before `onDate` */
export function oldestOutdated(dates: readonly string[], onDate: string): string | undefined {
	const [oldest] = [...dates].sort();
	return oldest !== undefined && oldest < earliestCurrent(onDate) ? oldest : undefined;
}

/** Rows that are compared with the same source. */
export interface RefreshTask {
	/** File name of the table. */
	table: string;
	/** Where the source is published. */
	where: string;
	rowCount: number;
	/** Number of rows that were last checked as many months ago as their source takes to change, or more. */
	dueCount: number;
	/** Earliest `checked_on` of the rows. */
	oldest: string;
	/** Territories or currencies of the due rows. */
	dueKeys: string[];
}

/** For rows that refresh.csv does not name, so that they are not forgotten. */
const UNKNOWN_SOURCE = { where: 'refresh.csv names no source', months: 12 };

/** ISO date so many months before another; the day is cut to 28, so that it exists in every month. */
function monthsBefore(onDate: string, months: number): string {
	const date = new Date(`${onDate.slice(0, 7)}-01T00:00:00Z`);
	date.setUTCMonth(date.getUTCMonth() - months);
	return `${date.toISOString().slice(0, 7)}-${String(Math.min(28, Number(onDate.slice(8)))).padStart(2, '0')}`;
}

/**
 * What the rows of each table are to be compared with, and how many are due on an ISO date. Tables in alphabetical order. Rows that have
 * ended and replaced exchange rates are left out.
 */
export function refreshTasks(tables: DutyTables, onDate: string): RefreshTask[] {
	const checks: [table: string, rows: { key: string; checkedOn: string }[]][] = [
		...(
			[
				['destinations.csv', tables.destinations],
				['taxes.csv', tables.taxes],
				['schemes.csv', tables.schemes],
				['charges.csv', tables.charges],
				['additional-duties.csv', tables.additionalDuties],
				['agreements.csv', tables.agreements],
				['national-rates.csv', tables.nationalRates],
				['restrictions.csv', tables.restrictions],
			] as const
		).map(([table, rows]): (typeof checks)[number] => [
			table,
			rows
				.filter(({ effective_to }) => effective_to === undefined || effective_to >= onDate)
				.map(({ territory, checked_on }) => ({ key: territory, checkedOn: checked_on })),
		]),
		[
			'tariff-sources.csv',
			tables.tariffSources.map(({ tariff, checked_on }) => ({ key: tariff, checkedOn: checked_on })),
		],
		[
			'exchange.csv',
			[...new Set(tables.exchange.map(({ currency }) => currency))].map((currency) => ({
				key: currency,
				checkedOn: exchangeRate(tables, currency, onDate).effective_from,
			})),
		],
	];
	const tasks = new Map<string, RefreshTask>();
	for (const [table, rows] of checks)
		for (const { key, checkedOn } of rows) {
			const source = tables.refreshSources.find(
				(row) => row.table === table && (row.territories.includes(key) || row.territories.includes('*')),
			);
			const { where, months } = source ?? UNKNOWN_SOURCE;
			const isDue = checkedOn <= monthsBefore(onDate, months);
			const task = tasks.get(table + where) ?? {
				table,
				where,
				rowCount: 0,
				dueCount: 0,
				oldest: checkedOn,
				dueKeys: [],
			};
			task.rowCount += 1;
			if (isDue) {
				task.dueCount += 1;
				if (!task.dueKeys.includes(key)) task.dueKeys.push(key);
			}
			if (checkedOn < task.oldest) task.oldest = checkedOn;
			tasks.set(table + where, task);
		}
	return [...tasks.values()].sort((a, b) => a.table.localeCompare(b.table));
}
