// IPC methods of reports.
import type { InvoiceCheck } from '../model/carrier-invoice';
import { type BoxUse, type PackerWork, type Report, reportRangeSchema } from '../model/report';
import { method, noInput } from './method';

export const reportsApi = {
	'reports.read': method<Report>()(reportRangeSchema),
	/** The boxes that orders were packed into. */
	'reports.boxes': method<BoxUse[]>()(reportRangeSchema),
	/** What each packer did. */
	'reports.packers': method<PackerWork[]>()(reportRangeSchema),
	/** Checks an invoice of a carrier. Opens a file dialog; null when the user cancels it. */
	'reports.checkInvoice': method<InvoiceCheck | null>()(noInput),
	/** Saves the differences of the last checked invoice as CSV. Opens a save dialog; null when the user cancels it. */
	'reports.exportDispute': method<{ path: string } | null>()(noInput),
	/** Opens a save dialog; null when the user cancels it. */
	'reports.export': method<{ path: string } | null>()(reportRangeSchema),
	/** Saves the report that is on the screen as a PDF. Opens a save dialog; null when the user cancels it. */
	'reports.exportPage': method<{ path: string } | null>()(noInput),
} as const;
