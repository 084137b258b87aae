// Print jobs and their states.
import type { DocumentKind } from './print';

/** States of a print job. `doubtful`: the outcome is unknown, so the user has to check whether the page was printed. */
export const PRINT_JOB_STATES = ['waiting', 'sending', 'sent', 'doubtful', 'failed', 'cancelled'] as const;
export type PrintJobState = (typeof PRINT_JOB_STATES)[number];

export interface PrintJobSummary {
	id: number;
	documentId: number;
	shipmentId: number;
	kind: DocumentKind;
	trackingNumber: string;
	printerId: string;
	printerName: string;
	/** Whether the printer saves documents to a folder. */
	isFolder: boolean;
	state: PrintJobState;
	/** What happened last, for the user; may be empty. */
	message: string;
	/** Error code of the last failure, or empty. */
	error: string;
	/** Another printer that can print the document; null for a job without a problem, or when there is none. */
	otherPrinter: { id: string; name: string } | null;
	/** Whether the document was or may have been printed before. */
	isReprint: boolean;
	/** Time of the next attempt of a waiting job, ISO 8601; null: as soon as the jobs before it are done. */
	nextAttemptAt: string | null;
	createdAt: string;
}
