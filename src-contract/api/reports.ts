// Methods of reports.
import { type Report, reportRangeSchema } from '../model/report';
import { method, nothing } from './method';

export const reportsApi = {
	'reports.read': method<Report>()(reportRangeSchema),
	/** Asks where to; null: nowhere. */
	'reports.export': method<{ place: string } | null>()(reportRangeSchema),
	/** The report on the screen, as a page; asks where to. */
	'reports.exportPage': method<{ place: string } | null>()(nothing),
} as const;
