// The print queue: a job is stored before it is sent, the jobs of a printer go one after the other, and what became of each
// is told in true words. What surely did not print is tried again by itself; what may have printed is asked about.
import { AppError } from '../../src-contract/errors';
import type { Printer } from '../../src-contract/print';
import type { PrintJobState, PrintJobSummary } from '../../src-contract/shipment';
import type { Database } from '../storage/database';
import type { DocumentStore, StoredDocument } from './document-store';
import type { DocumentThread } from './document-thread';
import type { PrintTask } from './drivers/driver';
import { driverOf } from './drivers/registry';
import type { Printers } from './printers';

interface JobRow {
	id: number;
	document_id: number;
	shipment_id: number;
	kind: PrintJobSummary['kind'];
	tracking_number: string;
	printer_id: string;
	state: PrintJobState;
	message: string;
	error: string;
	reprint: number;
	attempts: number;
	next_attempt_at: string | null;
	scaled: number;
	created_at: string;
}

const SELECT_JOB = `SELECT print_job.*, document.shipment_id, document.kind, shipment.tracking_number
	FROM print_job JOIN document ON document.id = print_job.document_id JOIN shipment ON shipment.id = document.shipment_id`;
const INTERRUPTED =
	'The station stopped while this was being sent: it may have printed. Look at the printer, then print again or set it right.';
/** After each failure the wait doubles, up to this. */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;
/** About half an hour. Whoever comes back after that is asked, and not surprised by a printer that starts by itself. */
const MOST_ATTEMPTS = 35;
/** No driver keeps a printer's queue for longer. */
const SEND_MS = 180_000;

export interface QueueDependencies {
	database: Database;
	documents: Pick<DocumentStore, 'get'>;
	printers: Printers;
	makePayload: DocumentThread['makePayload'];
	now: () => Date;
	onJob: (job: PrintJobSummary) => void;
	onFault: (error: unknown) => void;
}

export function createPrintQueue({
	database,
	documents,
	printers,
	makePayload,
	now,
	onJob,
	onFault,
}: QueueDependencies) {
	const running = new Map<string, Promise<void>>();
	const timers = new Map<string, NodeJS.Timeout>();

	const toSummary = (row: JobRow): PrintJobSummary => ({
		id: row.id,
		documentId: row.document_id,
		shipmentId: row.shipment_id,
		kind: row.kind,
		trackingNumber: row.tracking_number,
		printerId: row.printer_id,
		printer: printers.nameOf(row.printer_id),
		state: row.state,
		message: row.message,
		error: row.error,
		reprint: row.reprint === 1,
		nextAttemptAt: row.next_attempt_at,
		createdAt: row.created_at,
	});

	function job(id: number): JobRow {
		const row = database.get<JobRow>(`${SELECT_JOB} WHERE print_job.id = ?`, id);
		if (!row) throw new AppError('document.notFound', 'This print is no longer in the queue.');
		return row;
	}

	function setState(id: number, state: PrintJobState, message: string, error = ''): void {
		database.run(
			'UPDATE print_job SET state = ?, message = ?, error = ?, next_attempt_at = NULL, updated_at = ? WHERE id = ?',
			state,
			message,
			error,
			now().toISOString(),
			id,
		);
		onJob(toSummary(job(id)));
	}

	/** It surely did not print: it keeps its place, and is tried again. */
	function postpone({ id, attempts }: JobRow, error: AppError): void {
		if (attempts + 1 >= MOST_ATTEMPTS) {
			setState(id, 'failed', error.message, error.code);
			return;
		}
		const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempts);
		database.run(
			"UPDATE print_job SET state = 'waiting', message = ?, error = ?, attempts = attempts + 1, next_attempt_at = ?, updated_at = ? WHERE id = ?",
			error.message,
			error.code,
			new Date(now().getTime() + wait).toISOString(),
			now().toISOString(),
			id,
		);
		onJob(toSummary(job(id)));
	}

	async function prepare(row: JobRow): Promise<{ printer: Printer; document: StoredDocument; task: PrintTask }> {
		const printer = printers.get(row.printer_id);
		const document = documents.get(row.document_id);
		const language = await driverOf(printer).language(printer, document.format);
		const payload = await makePayload({
			bytes: document.bytes,
			format: document.format,
			language,
			layout: {
				printer,
				isLabel: document.kind === 'label',
				oversize: row.scaled === 1 ? 'scale' : printer.oversize,
			},
		});
		const names = {
			tracking: document.trackingNumber || `shipment-${document.shipmentId}`,
			kind: document.kind,
			date: now().toISOString().slice(0, 10),
			reference: document.reference,
			number: String(row.id),
		};
		return { printer, document, task: { payload, language, title: `${names.tracking}-${document.kind}`, names } };
	}

	async function send(row: JobRow): Promise<void> {
		setState(row.id, 'sending', '');
		let prepared: Awaited<ReturnType<typeof prepare>>;
		try {
			prepared = await prepare(row);
		} catch (error) {
			settleUnsent(row, error);
			return;
		}
		const { printer, document, task } = prepared;
		let place: string;
		try {
			place = await withinTime(driverOf(printer).send(printer, task));
		} catch (error) {
			if (error instanceof AppError && error.code !== 'printer.doubtful') settleUnsent(row, error);
			else if (error instanceof AppError) setState(row.id, 'doubtful', error.message, error.code);
			else
				setState(
					row.id,
					'doubtful',
					`The print broke off (${(error as Error).message}): it may have printed. Look at the printer.`,
					'printer.doubtful',
				);
			return;
		}
		// Outside: a label that was sent is never called failed because its state could not be written.
		database.transaction(() => {
			printers.advance(printer, document.pages * printer.copies);
			setState(row.id, 'sent', `Sent to ${printer.name}: ${place}`);
		});
	}

	/** Nothing reached the printer. */
	function settleUnsent(row: JobRow, error: unknown): void {
		if (error instanceof AppError && error.retryable) postpone(row, error);
		else if (error instanceof AppError) setState(row.id, 'failed', error.message, error.code);
		else
			setState(
				row.id,
				'failed',
				`The print failed: ${(error as Error).message}. The document is kept; print it again.`,
				'internal',
			);
	}

	function nextOf(printerId: string): JobRow | undefined {
		return database.get<JobRow>(
			`${SELECT_JOB} WHERE print_job.state = 'waiting' AND print_job.printer_id = ? ORDER BY print_job.id LIMIT 1`,
			printerId,
		);
	}

	/** Works off what waits for a printer, in order. One run at a time; a job added meanwhile is taken by the same run. */
	async function workOff(printerId: string): Promise<void> {
		clearTimeout(timers.get(printerId));
		for (;;) {
			const next = nextOf(printerId);
			if (!next) return;
			const wait = next.next_attempt_at === null ? 0 : Date.parse(next.next_attempt_at) - now().getTime();
			if (wait > 0) {
				const timer = setTimeout(() => void start(printerId), wait);
				timer.unref();
				timers.set(printerId, timer);
				return;
			}
			await send(next);
		}
	}

	/** Never throws. */
	function start(printerId: string): Promise<void> {
		const current = running.get(printerId);
		if (current) return current;
		const run = workOff(printerId)
			.catch((error) => {
				onFault(error);
				// A disk that was full may have room later: what waits is looked at again.
				const timer = setTimeout(() => void start(printerId), LONGEST_WAIT_MS);
				timer.unref();
				timers.set(printerId, timer);
			})
			.finally(() => running.delete(printerId));
		running.set(printerId, run);
		return run;
	}

	/** Works off what waits for any printer; resolves when nothing can be sent now. */
	async function work(): Promise<void> {
		const waiting = database.all<{ printer_id: string }>(
			"SELECT DISTINCT printer_id FROM print_job WHERE state = 'waiting'",
		);
		for (const { printer_id } of waiting) void start(printer_id);
		await Promise.all(running.values());
	}

	return {
		work,

		/** Called once when the station starts. */
		settleInterrupted(): void {
			for (const { id } of database.all<JobRow>(`${SELECT_JOB} WHERE print_job.state = 'sending'`))
				setState(id, 'doubtful', INTERRUPTED, 'printer.doubtful');
		},

		/** Stores the job and starts work; the job is on disk when this returns. */
		add(documentId: number, printerId: string): PrintJobSummary {
			const printer = printers.standIn(printerId);
			const at = now().toISOString();
			const earlier = database.get(
				"SELECT 1 FROM print_job WHERE document_id = ? AND state IN ('sent', 'doubtful')",
				documentId,
			);
			const id = database.run(
				"INSERT INTO print_job (document_id, printer_id, state, reprint, created_at, updated_at) VALUES (?, ?, 'waiting', ?, ?, ?)",
				documentId,
				printer.id,
				earlier ? 1 : 0,
				at,
				at,
			);
			void start(printer.id);
			return toSummary(job(id));
		},

		/** A person asks for it: now, whatever it waited for, and scaled when they were shown how. */
		retry(id: number, scaled: boolean): PrintJobSummary {
			const { state, printer_id } = job(id);
			if (state === 'failed' || state === 'waiting' || state === 'doubtful') {
				if (state === 'doubtful') database.run('UPDATE print_job SET reprint = 1 WHERE id = ?', id);
				if (scaled) database.run('UPDATE print_job SET scaled = 1 WHERE id = ?', id);
				database.run('UPDATE print_job SET attempts = 0 WHERE id = ?', id);
				setState(id, 'waiting', '');
			}
			void start(printer_id);
			return toSummary(job(id));
		},

		/** A person looked: it did print. */
		confirm(id: number): PrintJobSummary {
			if (job(id).state === 'doubtful') setState(id, 'sent', 'It printed: somebody looked.');
			return toSummary(job(id));
		},

		cancel(id: number): PrintJobSummary {
			const { state, printer_id } = job(id);
			if (state === 'waiting' || state === 'failed' || state === 'doubtful')
				setState(id, 'cancelled', 'Cancelled at the desk; the document is kept.');
			void start(printer_id);
			return toSummary(job(id));
		},

		/** What waits or failed goes to another printer; what is being sent stays where it is. */
		moveTo(from: string, to: string): void {
			for (const { id } of database.all<JobRow>(
				`${SELECT_JOB} WHERE print_job.printer_id = ? AND print_job.state IN ('waiting', 'failed')`,
				from,
			)) {
				database.run('UPDATE print_job SET printer_id = ?, attempts = 0 WHERE id = ?', to, id);
				setState(id, 'waiting', '');
			}
			void start(to);
		},

		jobs: (limit: number): PrintJobSummary[] =>
			database.all<JobRow>(`${SELECT_JOB} ORDER BY print_job.id DESC LIMIT ?`, limit).map(toSummary),
		/** What waits for a person. */
		open: (): PrintJobSummary[] =>
			database
				.all<JobRow>(
					`${SELECT_JOB} WHERE print_job.state IN ('waiting', 'sending', 'failed', 'doubtful') ORDER BY print_job.id`,
				)
				.map(toSummary),
		jobsOfShipment: (shipmentId: number): PrintJobSummary[] =>
			database
				.all<JobRow>(`${SELECT_JOB} WHERE document.shipment_id = ? ORDER BY print_job.id DESC`, shipmentId)
				.map(toSummary),
		failedCount: (): number =>
			database.get<{ n: number }>(
				"SELECT count(*) AS n FROM print_job WHERE state IN ('failed', 'doubtful') OR (state = 'waiting' AND attempts > 0)",
			)?.n ?? 0,

		close(): void {
			for (const timer of timers.values()) clearTimeout(timer);
		},
	};
}
export type PrintQueue = ReturnType<typeof createPrintQueue>;

function withinTime<Result>(work: Promise<Result>): Promise<Result> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(
			() =>
				reject(
					new AppError(
						'printer.doubtful',
						'The printer did not say within three minutes what became of it: it may have printed. Look at the printer.',
					),
				),
			SEND_MS,
		);
	});
	return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
