// What was shipped and what it cost, over a range of days of the desk.
import * as z from 'zod';

export const REPORT_GROUPS = ['day', 'carrier', 'country', 'product'] as const;
export type ReportGroup = (typeof REPORT_GROUPS)[number];

/** Both days are within; as in 2026-11-25. */
export const reportRangeSchema = z.object({ from: z.iso.date(), until: z.iso.date() });
export type ReportRange = z.infer<typeof reportRangeSchema>;

export interface ReportSums {
	shipments: number;
	pieces: number;
	weightKg: number;
	spendEur: number;
	/** Shipments whose price is not known: they are not in the spend. */
	unpriced: number;
	/** Of the priced ones; null: nothing was weighed. */
	perKgEur: number | null;
	/** Duties and taxes as they were estimated when booked. */
	dutiesEur: number;
	/** How many such estimates there were. */
	estimates: number;
	/** Booked minus chosen price, summed over the shipments of which both are known. */
	differenceEur: number;
	/** Bookings at another price or product than chosen. */
	differing: number;
}

export interface ReportLine extends ReportSums {
	/** The day, the carrier, the country's code, or carrier and product. */
	name: string;
}

export interface Report {
	range: ReportRange;
	total: ReportSums;
	/** From the beginning of the parcel (its scan, or its first field) to its label at the printer; null: none was measured. */
	medianSecondsToLabel: number | null;
	/** How many labels that is the middle of. */
	timedLabels: number;
	lines: Record<ReportGroup, ReportLine[]>;
}
