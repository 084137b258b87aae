// The print queue: a job is stored before it is sent, one at a time per desk, and its end is told in true words.
import { AppError } from '../../src-contract/errors';
import type { DocumentKind, PrintJobState, PrintJobSummary } from '../../src-contract/shipment';
import type { Database } from '../storage/database';
import type { DocumentThread } from './document-thread';
import { drivers } from './drivers/registry';
import type { Printers } from './printers';

interface JobRow {
	id: number;
	document_id: number;
	shipment_id: number;
	printer_id: string;
	state: PrintJobState;
	message: string;
	reprint: number;
	created_at: string;
}

interface StoredDocument {
	id: number;
	kind: DocumentKind;
	pages: number;
	bytes: Uint8Array;
	shipment_id: number;
	tracking_number: string;
}

const SELECT_JOB =
	'SELECT print_job.*, document.shipment_id FROM print_job JOIN document ON document.id = print_job.document_id';
const INTERRUPTED =
	'The station stopped while this was being sent: it may have printed. Look at the printer, then print again if it did not.';

export function createPrintQueue(
	database: Database,
	printers: Printers,
	layOnStock: DocumentThread['lay'],
	now: () => Date,
	onJob: (job: PrintJobSummary) => void,
	onFault: (error: unknown) => void,
) {
	let running: Promise<void> | undefined;

	const toSummary = (row: JobRow): PrintJobSummary => ({
		id: row.id,
		documentId: row.document_id,
		shipmentId: row.shipment_id,
		printer: printers.get(row.printer_id).name,
		state: row.state,
		message: row.message,
		reprint: row.reprint === 1,
		createdAt: row.created_at,
	});

	function job(id: number): JobRow {
		const row = database.get<JobRow>(`${SELECT_JOB} WHERE print_job.id = ?`, id);
		if (!row) throw new AppError('document.notFound', 'This print is no longer in the queue.');
		return row;
	}

	function document(id: number): StoredDocument {
		const row = database.get<StoredDocument>(
			'SELECT document.*, shipment.tracking_number FROM document JOIN shipment ON shipment.id = document.shipment_id WHERE document.id = ?',
			id,
		);
		if (!row) throw new AppError('document.notFound', 'This document is not kept at this desk any more.');
		return row;
	}

	function setState(id: number, state: PrintJobState, message: string): void {
		database.run(
			'UPDATE print_job SET state = ?, message = ?, updated_at = ? WHERE id = ?',
			state,
			message,
			now().toISOString(),
			id,
		);
		onJob(toSummary(job(id)));
	}

	async function send({ id, document_id, printer_id }: JobRow): Promise<void> {
		setState(id, 'sending', '');
		let state: PrintJobState = 'sent';
		let message = '';
		try {
			const printer = printers.get(printer_id);
			const { bytes, kind, tracking_number } = document(document_id);
			const pdf = await layOnStock(bytes, kind === 'papers' ? printer.papersStock : printer.labelStock);
			const title = `${tracking_number || `shipment-${document_id}`}-${kind}`;
			message = `Sent to ${printer.name}: ${await drivers[printer.driver].print(printer, { pdf, title })}`;
		} catch (error) {
			state = 'failed';
			message =
				error instanceof AppError
					? error.message
					: `The print failed: ${(error as Error).message}. The document is kept; print it again.`;
		}
		// Outside: a label that was sent is never called failed because its state could not be written.
		setState(id, state, message);
	}

	/** Works off what waits, in order. One run at a time; a job added meanwhile is taken by the same run. Never throws. */
	function work(): Promise<void> {
		running ??= (async () => {
			for (;;) {
				const next = database.get<JobRow>(
					`${SELECT_JOB} WHERE print_job.state = 'waiting' ORDER BY print_job.id LIMIT 1`,
				);
				if (!next) break;
				await send(next);
			}
		})()
			.catch(onFault)
			.finally(() => {
				running = undefined;
			});
		return running;
	}

	return {
		document,
		work,

		/** Called once when the station starts. */
		settleInterrupted(): void {
			for (const { id } of database.all<JobRow>(`${SELECT_JOB} WHERE print_job.state = 'sending'`))
				setState(id, 'failed', INTERRUPTED);
		},

		/** Stores the job and starts work; the job is on disk when this returns. */
		add(documentId: number, printerId: string | undefined): PrintJobSummary {
			const { id: document_id } = document(documentId);
			const printer = printers.get(printerId);
			const at = now().toISOString();
			const earlier = database.get("SELECT 1 FROM print_job WHERE document_id = ? AND state = 'sent'", document_id);
			const id = database.run(
				"INSERT INTO print_job (document_id, printer_id, state, reprint, created_at, updated_at) VALUES (?, ?, 'waiting', ?, ?, ?)",
				document_id,
				printer.id,
				earlier ? 1 : 0,
				at,
				at,
			);
			void work();
			return toSummary(job(id));
		},

		retry(id: number): PrintJobSummary {
			if (job(id).state === 'failed') setState(id, 'waiting', '');
			void work();
			return toSummary(job(id));
		},

		cancel(id: number): PrintJobSummary {
			if (['waiting', 'failed'].includes(job(id).state))
				setState(id, 'cancelled', 'Cancelled at the desk; the document is kept.');
			return toSummary(job(id));
		},

		jobs: (limit: number): PrintJobSummary[] =>
			database.all<JobRow>(`${SELECT_JOB} ORDER BY print_job.id DESC LIMIT ?`, limit).map(toSummary),
		jobsOfShipment: (shipmentId: number): PrintJobSummary[] =>
			database
				.all<JobRow>(`${SELECT_JOB} WHERE document.shipment_id = ? ORDER BY print_job.id DESC`, shipmentId)
				.map(toSummary),
		failedCount: (): number =>
			database.get<{ n: number }>("SELECT count(*) AS n FROM print_job WHERE state = 'failed'")?.n ?? 0,
	};
}
export type PrintQueue = ReturnType<typeof createPrintQueue>;
