// Report of booked shipments and their costs, by the day of booking in the desk's time zone.
import * as z from 'zod';

export const REPORT_GROUPS = ['day', 'carrier', 'country', 'product'] as const;
export type ReportGroup = (typeof REPORT_GROUPS)[number];

/** First and last day of a report, both included; format YYYY-MM-DD. */
export const reportRangeSchema = z.object({ from: z.iso.date(), until: z.iso.date() });
export type ReportRange = z.infer<typeof reportRangeSchema>;

export interface ReportSums {
	/** Number of booked shipments. */
	shipments: number;
	/** Number of parcels of these shipments. */
	pieces: number;
	weightKg: number;
	spendEur: number;
	/** Number of shipments without a known price. `spendEur` does not include these shipments. */
	unpriced: number;
	/** Spend per kilogram of the shipments with a price; null when their weight is 0. */
	perKgEur: number | null;
	/** Sum of the duties and taxes that were estimated at booking. */
	dutiesEur: number;
	/** Number of shipments with an estimate of duties and taxes. */
	estimates: number;
	/** Sum of booked minus chosen price, over the shipments for which both are known. */
	differenceEur: number;
	/** Number of bookings whose price or product differs from the chosen option. */
	differing: number;
}

export interface ReportLine extends ReportSums {
	/** Day, carrier, country code, or carrier and product, depending on the group. */
	name: string;
	/** Spend under the same name in the period before; null for a day, which has no counterpart there. */
	previousSpendEur: number | null;
}

/** Packages of one box in one month. */
export interface BoxUse {
	/** As in 2026-11. */
	month: string;
	/** Name of the box. */
	name: string;
	packages: number;
	/** Average share of the inner space that held no goods, from 0 to 1; null when it is known of no package. */
	emptyShare: number | null;
	/** Number of packages with a known share. */
	measured: number;
	/** Of these, the packages that were more than half empty. */
	mostlyEmpty: number;
	/** What the boxes cost. */
	costEur: number;
}

/** What one packer did in a range of days. */
export interface PackerWork {
	/** Name of the person or, without sign-in, of the desk. */
	name: string;
	/** Orders whose packages were closed. */
	orders: number;
	pieces: number;
	/** Time with scans, in quarters of an hour. */
	hours: number;
	/** Average time from opening an order to closing its packages; null when none was closed. */
	secondsPerOrder: number | null;
	refusedScans: number;
	problems: number;
}

/** Steps of the timeline. Longer ranges have longer steps, so that a chart can show each step with its sum. */
export type ReportStep = 'day' | 'week' | 'month' | 'year';

/** Shipments of each carrier over time. */
export interface ReportTimeline {
	step: ReportStep;
	/** First day of each step. Weeks start on Monday. Steps without shipments are included. */
	starts: string[];
	/** Sorted by number of shipments, highest first. `shipments` has a number for each step. */
	carriers: { name: string; shipments: number[] }[];
}

/** The seal of a day at this desk: an evidence file of that day has an event with this hash. */
export interface DaySeal {
	/** When the last event of the day happened, ISO 8601. */
	at: string;
	/** First characters of its hash, as in `1a2b 3c4d 5e6f 7081`. */
	seal: string;
}

export interface Report {
	range: ReportRange;
	total: ReportSums;
	/** Median time from the first scan or input for a parcel to sending its label to the printer; null when no label was timed. */
	medianSecondsToLabel: number | null;
	/** Number of labels that the median is based on. */
	timedLabels: number;
	linesByGroup: Record<ReportGroup, ReportLine[]>;
	/** The period before: as many days as the range has, up to the day before it. */
	previous: { range: ReportRange; total: ReportSums };
	timeline: ReportTimeline;
	/** Seal of the last day of the range; null when nothing was recorded before its end. */
	seal: DaySeal | null;
}
