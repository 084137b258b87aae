import type { DocumentKind } from './print';

/** `doubtful`: it may have printed or not; somebody has to look. */
export const PRINT_JOB_STATES = ['waiting', 'sending', 'sent', 'doubtful', 'failed', 'cancelled'] as const;
export type PrintJobState = (typeof PRINT_JOB_STATES)[number];

export interface PrintJobSummary {
	id: number;
	documentId: number;
	shipmentId: number;
	kind: DocumentKind;
	trackingNumber: string;
	printerId: string;
	printer: string;
	state: PrintJobState;
	message: string;
	/** The code of what went wrong last, or empty. */
	error: string;
	reprint: boolean;
	/** When a waiting job is tried again, ISO 8601; null: as soon as its turn comes. */
	nextAttemptAt: string | null;
	createdAt: string;
}
