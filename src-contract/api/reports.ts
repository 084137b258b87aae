// IPC methods of reports.
import { type BoxUse, type Report, reportRangeSchema } from '../model/report';
import { method, noInput } from './method';

export const reportsApi = {
	'reports.read': method<Report>()(reportRangeSchema),
	/** The boxes that orders were packed into. */
	'reports.boxes': method<BoxUse[]>()(reportRangeSchema),
	/** Opens a save dialog; null when the user cancels it. */
	'reports.export': method<{ path: string } | null>()(reportRangeSchema),
	/** Saves the report that is on the screen as a PDF. Opens a save dialog; null when the user cancels it. */
	'reports.exportPage': method<{ path: string } | null>()(noInput),
} as const;
