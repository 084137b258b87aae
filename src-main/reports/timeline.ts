// Shipments of each carrier over time, from the daily sums that `booking-metrics.ts` writes.
import { DAY_MS } from '../../src-contract/lib/units';
import type { ReportRange, ReportStep, ReportTimeline } from '../../src-contract/model/report';
import type { Database } from '../platform/database';

/** The steps of a timeline. Of these, the first is used for which the range does not have more than `maxDays` days. */
const STEPS: readonly { step: ReportStep; maxDays: number }[] = [
	{ step: 'day', maxDays: 31 },
	{ step: 'week', maxDays: 120 },
	{ step: 'month', maxDays: 3 * 366 },
	{ step: 'year', maxDays: Number.POSITIVE_INFINITY },
];
/** SQL expression for the first day of the step that contains a day, and the distance to the next step. */
const STEP_SQL: Record<ReportStep, { startOf: (day: string) => string; distance: string }> = {
	day: { startOf: (day) => `date(${day})`, distance: '+1 day' },
	week: { startOf: (day) => `date(${day}, 'weekday 0', '-6 days')`, distance: '+7 days' },
	month: { startOf: (day) => `date(${day}, 'start of month')`, distance: '+1 month' },
	year: { startOf: (day) => `date(${day}, 'start of year')`, distance: '+1 year' },
};

/** Number of days of a range, at least 1. */
export const daysOf = ({ from, until }: ReportRange): number =>
	Math.max(1, Math.round((Date.parse(until) - Date.parse(from)) / DAY_MS) + 1);

export function readTimeline(database: Database, range: ReportRange): ReportTimeline {
	const { from, until } = range;
	const dayCount = daysOf(range);
	const step = STEPS.find(({ maxDays }) => dayCount <= maxDays)?.step ?? 'year';
	const { startOf, distance } = STEP_SQL[step];
	const starts = database
		.all<{ start: string }>(
			`WITH RECURSIVE step (start) AS (
				SELECT ${startOf('?1')} UNION ALL SELECT date(start, ?3) FROM step WHERE date(start, ?3) <= ?2
			) SELECT start FROM step`,
			from,
			until,
			distance,
		)
		.map(({ start }) => start);
	const indexOfStart = new Map(starts.map((start, index) => [start, index]));
	const carriers = new Map<string, number[]>();
	for (const { start, name, shipments } of database.all<{ start: string; name: string; shipments: number }>(
		`SELECT ${startOf('day')} AS start, name, sum(shipments) AS shipments FROM report_sum
		WHERE kind = 'carrier' AND day BETWEEN ? AND ? GROUP BY 1, 2`,
		from,
		until,
	)) {
		const counts = carriers.get(name) ?? starts.map(() => 0);
		carriers.set(name, counts);
		const index = indexOfStart.get(start);
		if (index !== undefined) counts[index] = shipments;
	}
	const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
	return {
		step,
		starts,
		carriers: [...carriers]
			.map(([name, shipments]) => ({ name: name || '?', shipments }))
			.sort((left, right) => sumOf(right.shipments) - sumOf(left.shipments) || left.name.localeCompare(right.name)),
	};
}
