// Sums of the figures over a range of days.
import type { Report, ReportGroup, ReportLine, ReportRange, ReportSums } from '../../src-contract/report';
import { REPORT_GROUPS } from '../../src-contract/report';
import type { Database } from '../storage/database';

const NAMES: Record<ReportGroup, string> = {
	day: 'day',
	carrier: "coalesce(nullif(carrier, ''), '?')",
	country: 'country',
	product: "trim(coalesce(nullif(carrier, ''), '?') || ' ' || product)",
};

interface SumRow {
	name: string;
	shipments: number;
	pieces: number;
	grams: number;
	cents: number;
	pricedGrams: number;
	unpriced: number;
	dutiesCents: number;
	estimates: number;
}

const SUMS = `count(*) AS shipments, coalesce(sum(pieces), 0) AS pieces, coalesce(sum(grams), 0) AS grams,
	coalesce(sum(price_cents), 0) AS cents, coalesce(sum(iif(price_cents IS NULL, 0, grams)), 0) AS pricedGrams,
	count(*) - count(price_cents) AS unpriced, coalesce(sum(duties_cents), 0) AS dutiesCents, count(duties_cents) AS estimates`;

const sumsOf = (row: SumRow): ReportSums => ({
	shipments: row.shipments,
	pieces: row.pieces,
	weightKg: row.grams / 1000,
	spendEur: row.cents / 100,
	unpriced: row.unpriced,
	perKgEur: row.pricedGrams === 0 ? null : Math.round((row.cents * 1000) / row.pricedGrams) / 100,
	dutiesEur: row.dutiesCents / 100,
	estimates: row.estimates,
});

export function createReports(database: Database) {
	function linesOf(group: ReportGroup, { from, until }: ReportRange): ReportLine[] {
		const order = group === 'day' ? 'name' : 'cents DESC, name';
		return database
			.all<SumRow>(
				`SELECT ${NAMES[group]} AS name, ${SUMS} FROM shipment_figures WHERE day BETWEEN ? AND ? GROUP BY 1 ORDER BY ${order}`,
				from,
				until,
			)
			.map((row) => ({ name: row.name, ...sumsOf(row) }));
	}

	return {
		read(range: ReportRange): Report {
			const { from, until } = range;
			const total = database.get<SumRow>(
				`SELECT '' AS name, ${SUMS} FROM shipment_figures WHERE day BETWEEN ? AND ?`,
				from,
				until,
			) as SumRow;
			const { timed } = database.get<{ timed: number }>(
				'SELECT count(label_seconds) AS timed FROM shipment_figures WHERE day BETWEEN ? AND ?',
				from,
				until,
			) ?? { timed: 0 };
			const middle = database.get<{ seconds: number }>(
				`SELECT label_seconds AS seconds FROM shipment_figures WHERE day BETWEEN ? AND ? AND label_seconds IS NOT NULL
				ORDER BY label_seconds LIMIT 1 OFFSET ?`,
				from,
				until,
				Math.floor((timed - 1) / 2),
			);
			const lines = Object.fromEntries(REPORT_GROUPS.map((group) => [group, linesOf(group, range)]));
			return {
				range,
				total: sumsOf(total),
				medianSecondsToLabel: timed === 0 ? null : (middle?.seconds ?? null),
				timedLabels: timed,
				lines: lines as Report['lines'],
			};
		},
	};
}
