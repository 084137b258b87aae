// Stores print jobs: document, printer, state and attempts. Every state change of a job is written here.
import * as z from 'zod';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { documentFormatSchema, PRINTABLE_KINDS } from '../../src-contract/model/print';
import { PRINT_JOB_STATES, type PrintJobState, type PrintJobSummary } from '../../src-contract/model/print-job';
import type { Database } from '../platform/database';
import type { Printers } from './printers';

const printJobRowSchema = z.object({
	id: z.number(),
	document_id: z.number(),
	shipment_id: z.number(),
	kind: z.enum([...PRINTABLE_KINDS, 'unreadable']),
	pages: z.number(),
	format: documentFormatSchema,
	tracking_number: z.string(),
	/** Rule printer: the printer named by the print rule or, for a label, chosen by the user for the recipient. */
	asked_printer_id: z.string(),
	/** Printer that prints the job: the rule printer, or the fallback printer of the rule printer. */
	printer_id: z.string(),
	state: z.enum(PRINT_JOB_STATES),
	/** What happened last, for the user; may be empty. */
	message: z.string(),
	/** Address or file that the job was sent to; empty for jobs that were not sent, and for jobs of earlier versions. */
	destination: z.string(),
	/** Error code of the last failure, or empty. */
	error: z.string(),
	/** 1 when the document was or may have been printed before. */
	reprint: z.number(),
	/** Number of failed attempts since the job was last queued. */
	attempts: z.number(),
	/** `requestedAt` of `PrintJob`. */
	asked_at: z.string(),
	next_attempt_at: z.string().nullable(),
	/** 1 when the user accepted the scaling. */
	scaled: z.number(),
	created_at: z.string(),
});
type PrintJobRow = z.infer<typeof printJobRowSchema>;
const printJobRows = z.array(printJobRowSchema);
const idRows = z.array(z.object({ id: z.number() }));
const printerIdRows = z.array(z.object({ printer_id: z.string() }));
const countRow = z.object({ count: z.number() });

export interface PrintJob {
	id: number;
	documentId: number;
	pages: number;
	/** The printer named by the print rule or, for a label, chosen by the user for the recipient. */
	rulePrinterId: string;
	/** Printer that prints the job: the rule printer, or the fallback printer of the rule printer. */
	printerId: string;
	state: PrintJobState;
	/** Number of failed attempts since the job was last queued. */
	attempts: number;
	/** Time of the booking or the user action that requested the print, or of the later move to another printer. */
	requestedAt: Date;
	nextAttemptAt: Date | null;
	/** The user saw the preview of the scaled document and accepted the scaling. */
	isScalingAccepted: boolean;
}

const SELECT_JOBS = `SELECT print_job.*, document.shipment_id, document.kind, document.pages, document.format, shipment.tracking_number
	FROM print_job JOIN document ON document.id = print_job.document_id JOIN shipment ON shipment.id = document.shipment_id`;

const toJob = (row: PrintJobRow): PrintJob => ({
	id: row.id,
	documentId: row.document_id,
	pages: row.pages,
	rulePrinterId: row.asked_printer_id,
	printerId: row.printer_id,
	state: row.state,
	attempts: row.attempts,
	requestedAt: new Date(row.asked_at),
	nextAttemptAt: row.next_attempt_at === null ? null : new Date(row.next_attempt_at),
	isScalingAccepted: row.scaled === 1,
});

export interface PrintJobsDependencies {
	database: Database;
	printers: Pick<Printers, 'all' | 'nameOf' | 'isFolder' | 'resolveFallback' | 'deviceGroup'>;
	now: () => Date;
	/** Called after the state or the next attempt of a job was changed; not called for a new job. */
	onJobChanged: (job: PrintJobSummary) => void;
}

export function createPrintJobs({ database, printers, now, onJobChanged }: PrintJobsDependencies) {
	/**
	 * The next printer in the list of printers, after the last one the first, that can print the document of a job with a problem on
	 * another device.
	 */
	function otherPrinterFor({
		state,
		error,
		format,
		printer_id: printerId,
	}: PrintJobRow): PrintJobSummary['otherPrinter'] {
		if (!['failed', 'doubtful'].includes(state) && !(state === 'waiting' && error !== '')) return null;
		const all = printers.all();
		const position = all.findIndex(({ id }) => id === printerId);
		// Any printer prints a PDF or a packing slip, which is drawn as one. Other documents need a printer of their language.
		const driver = { pdf: undefined, slip: undefined, zpl: 'zpl', epl: 'epl', escpos: 'escpos' }[format];
		const sameDevice = printers.deviceGroup(printerId).ids;
		const id = [...all.slice(position + 1), ...all.slice(0, Math.max(position, 0))]
			.filter(({ device }) => driver === undefined || device.driver === driver)
			.map((printer) => printers.resolveFallback(printer.id))
			.find((candidate) => !sameDevice.includes(candidate));
		return id === undefined ? null : { id, name: printers.nameOf(id) };
	}

	const toSummary = (row: PrintJobRow): PrintJobSummary => ({
		id: row.id,
		documentId: row.document_id,
		shipmentId: row.shipment_id,
		kind: row.kind,
		trackingNumber: row.tracking_number,
		printerId: row.printer_id,
		printerName: printers.nameOf(row.printer_id),
		isFolder: printers.isFolder(row.printer_id),
		state: row.state,
		message: row.destination === '' ? row.message : sentText(row),
		error: row.error,
		otherPrinter: otherPrinterFor(row),
		isReprint: row.reprint === 1,
		nextAttemptAt: row.next_attempt_at,
		createdAt: row.created_at,
	});

	function sentText({ printer_id: printerId, destination }: PrintJobRow): string {
		const values = { printer: printers.nameOf(printerId), place: destination };
		return printers.isFolder(printerId)
			? t('Saved to {printer}: {place}', values)
			: t('Sent to {printer}: {place}', values);
	}

	const readRows = (...query: Parameters<Database['all']>): PrintJobRow[] => printJobRows.parse(database.all(...query));

	function readRow(id: number): PrintJobRow {
		const row = database.get(`${SELECT_JOBS} WHERE print_job.id = ?`, id);
		if (!row) throw new AppError('document.notFound', t('This print job is no longer in the queue.'));
		return printJobRowSchema.parse(row);
	}

	const summary = (id: number): PrintJobSummary => toSummary(readRow(id));

	/** @param error error code, or empty @param destination address or file that a sent job went to */
	function setState(id: number, state: PrintJobState, message = '', error = '', destination = ''): void {
		database.run(
			`UPDATE print_job SET state = ?1, message = ?2, error = ?3, next_attempt_at = NULL, updated_at = ?4,
				was_sent = was_sent OR ?1 IN ('sent', 'doubtful'), destination = ?6 WHERE id = ?5`,
			state,
			message,
			error,
			now().toISOString(),
			id,
			destination,
		);
		onJobChanged(summary(id));
	}

	/** Queues an existing job for a printer: sets its attempts to 0, and the time of its request to now. */
	function requeue(id: number, printerId: string): void {
		const requestedAt = now().toISOString();
		database.run(
			'UPDATE print_job SET printer_id = ?, attempts = 0, asked_at = ? WHERE id = ?',
			printerId,
			requestedAt,
			id,
		);
		setState(id, 'waiting');
	}

	return {
		summary,
		setState,
		requeue,
		job: (id: number): PrintJob => toJob(readRow(id)),

		/**
		 * Sets jobs that are still in the state `sending` to `doubtful`: the station stopped while sending them, so the outcome of
		 * these jobs is unknown. Called once at start.
		 */
		recoverInterrupted(): void {
			const message = t(
				'Waybill stopped during printing, so the document may have printed. Check the printer, then print again or confirm.',
			);
			for (const { id } of idRows.parse(database.all("SELECT id FROM print_job WHERE state = 'sending'")))
				setState(id, 'doubtful', message, 'printer.unknownOutcome');
		},

		/** Cancels all jobs that wait. Their documents are kept. */
		cancelWaiting(message: string): void {
			for (const { id } of idRows.parse(database.all("SELECT id FROM print_job WHERE state = 'waiting'")))
				setState(id, 'cancelled', message);
		},

		/**
		 * Stores a waiting job.
		 * @param rulePrinterId see `PrintJob`. If that printer has a fallback printer, the fallback printer prints the job.
		 * @returns the id of the job
		 */
		add(documentId: number, rulePrinterId: string): number {
			const createdAt = now().toISOString();
			return database.run(
				"INSERT INTO print_job (document_id, asked_printer_id, printer_id, state, created_at, updated_at, asked_at) VALUES (?1, ?2, ?3, 'waiting', ?4, ?4, ?4)",
				documentId,
				rulePrinterId,
				printers.resolveFallback(rulePrinterId),
				createdAt,
			);
		},

		/**
		 * Sets a job to `sending`. Marks the job as a reprint if its document was or may have been printed before. Called before the
		 * first byte is sent, so that `recoverInterrupted` finds the job if the station stops during the print.
		 * @param job as it was read before its document was prepared
		 * @returns false when the job was cancelled or moved to another printer since it was read
		 */
		claim({ id, printerId }: PrintJob): boolean {
			const row = readRow(id);
			if (row.state !== 'waiting' || row.printer_id !== printerId) return false;
			database.run(
				'UPDATE print_job SET reprint = EXISTS (SELECT 1 FROM print_job WHERE document_id = ? AND was_sent = 1) WHERE id = ?',
				row.document_id,
				id,
			);
			setState(id, 'sending');
			return true;
		},

		/** Schedules the next attempt of a job that certainly did not print. The job keeps its position in the queue. */
		scheduleRetry(id: number, error: AppError, nextAttemptAt: Date): void {
			database.run(
				"UPDATE print_job SET state = 'waiting', message = ?, error = ?, attempts = attempts + 1, next_attempt_at = ?, updated_at = ? WHERE id = ?",
				error.message,
				error.code,
				nextAttemptAt.toISOString(),
				now().toISOString(),
				id,
			);
			onJobChanged(summary(id));
		},

		/** Queues a job for another printer. Accepted scaling was for the stock of the first. */
		moveTo(id: number, printerId: string): void {
			database.run('UPDATE print_job SET asked_printer_id = ?, scaled = 0 WHERE id = ?', printerId, id);
			requeue(id, printerId);
		},

		markScalingAccepted: (id: number) => database.run('UPDATE print_job SET scaled = 1 WHERE id = ?', id),

		/** The oldest waiting job of these printers, whether or not its next attempt is due. */
		nextWaiting(printerIds: readonly string[]): PrintJob | undefined {
			const [row] = readRows(
				`${SELECT_JOBS} WHERE print_job.state = 'waiting' AND print_job.printer_id IN (SELECT value FROM json_each(?))
				ORDER BY print_job.id LIMIT 1`,
				JSON.stringify(printerIds),
			);
			return row && toJob(row);
		},

		/** Ids of the printers that have waiting jobs. */
		printersWithWaitingJobs: (): string[] =>
			printerIdRows
				.parse(database.all("SELECT DISTINCT printer_id FROM print_job WHERE state = 'waiting'"))
				.map(({ printer_id }) => printer_id),

		/** Waiting jobs with this rule printer, including those that wait for its fallback printer. */
		waitingJobsOfRulePrinter: (rulePrinterId: string): PrintJob[] =>
			readRows(
				`${SELECT_JOBS} WHERE print_job.state = 'waiting' AND asked_printer_id = ? ORDER BY print_job.id`,
				rulePrinterId,
			).map(toJob),

		latestJobs: (limit: number): PrintJobSummary[] =>
			readRows(`${SELECT_JOBS} ORDER BY print_job.id DESC LIMIT ?`, limit).map(toSummary),
		/** Jobs that are neither sent nor cancelled, oldest first. */
		unfinishedJobs: (): PrintJobSummary[] =>
			readRows(
				`${SELECT_JOBS} WHERE print_job.state IN ('waiting', 'sending', 'failed', 'doubtful') ORDER BY print_job.id`,
			).map(toSummary),
		jobsOfShipment: (shipmentId: number): PrintJobSummary[] =>
			readRows(`${SELECT_JOBS} WHERE document.shipment_id = ? ORDER BY print_job.id DESC`, shipmentId).map(toSummary),
		/** Number of jobs that failed, that may have printed, or that wait for another attempt. */
		countWithProblems: (): number =>
			countRow.parse(
				database.get(
					"SELECT count(*) AS count FROM print_job WHERE state IN ('failed', 'doubtful') OR (state = 'waiting' AND attempts > 0)",
				),
			).count,
	};
}
export type PrintJobs = ReturnType<typeof createPrintJobs>;
