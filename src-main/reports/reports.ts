// Reads reports from the daily sums and the times to label that `booking-metrics.ts` writes.
import { keysOf } from '../../src-contract/lib/keys';
import type {
	BoxUse,
	DaySeal,
	PackerWork,
	Report,
	ReportGroup,
	ReportLine,
	ReportRange,
	ReportSums,
} from '../../src-contract/model/report';
import { addDays } from '../../src-contract/rules/days';
import type { Database } from '../platform/database';
import { readBoxUse } from './box-use';
import { readPackerWork } from './packer-work';
import { daysOf, readTimeline } from './timeline';

/** Values of the table `report_sum`, added over days. `ReportSums` explains most of them. */
interface SumRow {
	kind: ReportGroup;
	name: string;
	shipments: number;
	pieces: number;
	grams: number;
	cents: number;
	/** Weight of the shipments with a known price. */
	pricedGrams: number;
	unpriced: number;
	dutiesCents: number;
	estimates: number;
	differenceCents: number;
	differing: number;
}

const sumsOf = (row: Omit<SumRow, 'kind' | 'name'>): ReportSums => ({
	shipments: row.shipments,
	pieces: row.pieces,
	weightKg: row.grams / 1000,
	spendEur: row.cents / 100,
	unpriced: row.unpriced,
	perKgEur: row.pricedGrams === 0 ? null : Math.round((row.cents * 1000) / row.pricedGrams) / 100,
	dutiesEur: row.dutiesCents / 100,
	estimates: row.estimates,
	differenceEur: row.differenceCents / 100,
	differing: row.differing,
});

const ZERO_SUMS = {
	shipments: 0,
	pieces: 0,
	grams: 0,
	cents: 0,
	pricedGrams: 0,
	unpriced: 0,
	dutiesCents: 0,
	estimates: 0,
	differenceCents: 0,
	differing: 0,
};

/** As many days, up to the day before the range. */
const rangeBefore = (range: ReportRange): ReportRange => ({
	from: addDays(range.from, -daysOf(range)),
	until: addDays(range.from, -1),
});

/** @param sealOf the seal of a day in the event log */
export function createReports(database: Database, sealOf: (day: string) => DaySeal | null) {
	/**
	 * Median time from the start of work on a parcel to its first label, and the number of labels with a recorded time. Computed
	 * from a histogram of the times, because a year has about 100,000 labels.
	 */
	function medianTimeToLabel({ from, until }: ReportRange): Pick<Report, 'medianSecondsToLabel' | 'timedLabels'> {
		const histogram = database.all<{ seconds: number; labels: number }>(
			`SELECT label_seconds AS seconds, count(*) AS labels FROM shipment_figures
			WHERE day BETWEEN ? AND ? AND label_seconds IS NOT NULL GROUP BY label_seconds ORDER BY label_seconds`,
			from,
			until,
		);
		const timedLabels = histogram.reduce((sum, { labels }) => sum + labels, 0);
		/** Number of labels before the median label that the search below has not yet passed. */
		let labelsToPass = Math.floor((timedLabels - 1) / 2);
		const median = histogram.find(({ labels }) => {
			labelsToPass -= labels;
			return labelsToPass < 0;
		});
		return { timedLabels, medianSecondsToLabel: median?.seconds ?? null };
	}

	/** Sums of each name in a group, over the days of a range. */
	const sumRows = ({ from, until }: ReportRange): SumRow[] =>
		database.all<SumRow>(
			`SELECT kind, name, sum(shipments) AS shipments, sum(pieces) AS pieces, sum(grams) AS grams, sum(cents) AS cents,
				sum(priced_grams) AS pricedGrams, sum(unpriced) AS unpriced, sum(duties_cents) AS dutiesCents, sum(estimates) AS estimates,
				sum(difference_cents) AS differenceCents, sum(differing) AS differing
			FROM report_sum WHERE day BETWEEN ? AND ? GROUP BY kind, name ORDER BY kind = 'day', cents DESC, name`,
			from,
			until,
		);
	function totalOf(rows: readonly SumRow[]): ReportSums {
		const total = { ...ZERO_SUMS };
		for (const row of rows) if (row.kind === 'day') for (const field of keysOf(ZERO_SUMS)) total[field] += row[field];
		return sumsOf(total);
	}

	return {
		packers: (range: ReportRange): PackerWork[] => readPackerWork(database, range),
		boxes: (range: ReportRange): BoxUse[] => readBoxUse(database, range),

		read(range: ReportRange): Report {
			const previousRange = rangeBefore(range);
			const rows = sumRows(range);
			const previousRows = sumRows(previousRange);
			const keyOf = ({ kind, name }: SumRow) => `${kind} ${name}`;
			const previousCents = new Map(previousRows.map((row) => [keyOf(row), row.cents]));
			const linesOf = (group: ReportGroup): ReportLine[] =>
				rows
					.filter(({ kind }) => kind === group)
					.map((row) => ({
						name: row.name || '?',
						...sumsOf(row),
						previousSpendEur: group === 'day' ? null : (previousCents.get(keyOf(row)) ?? 0) / 100,
					}));
			const linesByGroup = {
				day: linesOf('day'),
				carrier: linesOf('carrier'),
				country: linesOf('country'),
				product: linesOf('product'),
			};
			linesByGroup.day.sort((left, right) => left.name.localeCompare(right.name));
			return {
				range,
				total: totalOf(rows),
				...medianTimeToLabel(range),
				linesByGroup,
				previous: { range: previousRange, total: totalOf(previousRows) },
				timeline: readTimeline(database, range),
				seal: sealOf(range.until),
			};
		},
	};
}
export type Reports = ReturnType<typeof createReports>;
