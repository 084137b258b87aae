// Delivers one print job to its printer and records the outcome: sent, not printed and scheduled for a retry, failed, or
// possibly printed, which the user has to check.
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { backoffMs } from '../../src-contract/lib/backoff';
import { errorMessage } from '../../src-contract/lib/error-message';
import { MINUTE_MS } from '../../src-contract/lib/units';
import type { DocumentStore } from '../documents/store';
import type { Database } from '../platform/database';
import type { Drivers } from './devices/registry';
import type { PrintTask } from './devices/shared/driver';
import type { PayloadThread } from './payload';
import type { PrintJob, PrintJobs } from './print-jobs';
import type { Printers } from './printers';

/** Delay between the attempts to print a job. */
export const RETRY_BACKOFF = { initialMs: 2_000, maxMs: MINUTE_MS };
/** After this time a job fails instead of being retried, so that a printer does not start when nobody expects it. */
const MAX_TOTAL_WAIT_MS = 30 * MINUTE_MS;
/** Maximum duration of one send. Afterwards the outcome is unknown and the queue of the printer continues. */
const SEND_TIMEOUT_MS = 3 * MINUTE_MS;

export interface DeliveryDependencies {
	jobs: PrintJobs;
	documents: Pick<DocumentStore, 'get'>;
	printers: Printers;
	drivers: Drivers;
	makePayload: PayloadThread['makePayload'];
	transaction: Database['transaction'];
	now: () => Date;
}

/**
 * @param isClosing whether nothing more may be sent
 * @param onMoved called with the printer that a job moved to
 */
export function createDelivery(
	{ jobs, documents, printers, drivers, makePayload, transaction, now }: DeliveryDependencies,
	isClosing: () => boolean,
	onMoved: (printerId: string) => void,
) {
	/** Outcomes that are not yet stored, for example because the disk is full. */
	const pendingOutcomes: (() => void)[] = [];

	/** Stores the pending outcomes, in order. Called before each send: no job is sent while an outcome cannot be stored. */
	function storeOutcomes(): void {
		for (let write = pendingOutcomes[0]; write; write = pendingOutcomes[0]) {
			write();
			pendingOutcomes.shift();
		}
	}

	function record(write: () => void): void {
		pendingOutcomes.push(write);
		storeOutcomes();
	}

	/** Loads the document and converts it to what the printer takes. @throws AppError when the document cannot be printed */
	async function prepare(job: PrintJob): Promise<{ task: PrintTask; send(): Promise<string>; printerName: string }> {
		const printer = printers.get(job.printerId);
		const document = documents.get(job.documentId);
		const driver = drivers.of(printer);
		const language = await driver.language(printer, document.format);
		const { bytes, heightMm } = await makePayload({
			bytes: document.bytes,
			format: document.format,
			language,
			layout: {
				printer,
				isLabel: document.kind === 'label',
				oversize: job.scaled ? 'scale' : printer.oversize,
				acceptsLostCodes: job.scaled,
			},
		});
		const names = {
			tracking: document.trackingNumber || `shipment-${document.shipmentId}`,
			kind: document.kind,
			date: now().toISOString().slice(0, 10),
			reference: document.reference,
			number: String(job.id),
		};
		const title = `${names.tracking}-${document.kind}`;
		const task = { payload: bytes, language, sheetHeightMm: heightMm, title, names };
		return { task, printerName: printer.name, send: () => withSendTimeout(driver.send(printer, task)) };
	}

	async function deliver(job: PrintJob): Promise<void> {
		let prepared: Awaited<ReturnType<typeof prepare>>;
		try {
			prepared = await prepare(job);
		} catch (error) {
			record(() => recordUnsent(job, error));
			return;
		}
		if (isClosing() || !jobs.claim(job)) return;
		let destination: string;
		try {
			destination = await prepared.send();
		} catch (error) {
			record(() => recordFailure(job, error));
			return;
		}
		record(() =>
			recordSent(job, t('Sent to {printer}: {place}', { printer: prepared.printerName, place: destination })),
		);
	}

	function recordSent({ id, printerId, pages }: PrintJob, message: string): void {
		transaction(() => {
			jobs.setState(id, 'sent', message);
			printers.advanceStartPosition(printerId, pages);
		});
	}

	function recordFailure(job: PrintJob, error: unknown): void {
		if (!(error instanceof AppError))
			jobs.setState(
				job.id,
				'doubtful',
				t(
					'Printing was interrupted ({reason}), so the document may have printed. Check the printer, then print again or confirm.',
					{
						reason: errorMessage(error),
					},
				),
				'printer.unknownOutcome',
			);
		else if (error.code === 'printer.unknownOutcome') jobs.setState(job.id, 'doubtful', error.message, error.code);
		else recordUnsent(job, error);
	}

	/** Records a failure before anything reached the printer: retry, move to the fallback printer, or fail. */
	function recordUnsent({ id, attempts, requestedAt, rulePrinterId, printerId }: PrintJob, error: unknown): void {
		const { state, printerId: current } = jobs.job(id);
		// Cancelled or moved while it was being prepared.
		if (state === 'cancelled' || current !== printerId) return;
		if (!(error instanceof AppError)) {
			const reason = errorMessage(error);
			jobs.setState(
				id,
				'failed',
				t('Printing failed: {reason}. The document is kept. Print it again.', { reason }),
				'internal',
			);
		} else if (!error.retryable || now().getTime() - requestedAt.getTime() >= MAX_TOTAL_WAIT_MS) {
			jobs.setState(id, 'failed', error.message, error.code);
		} else if (printers.resolveFallback(rulePrinterId) !== printerId) {
			jobs.requeue(id, printers.resolveFallback(rulePrinterId));
			onMoved(printers.resolveFallback(rulePrinterId));
		} else {
			const waitMs = backoffMs(attempts + 1, RETRY_BACKOFF);
			jobs.scheduleRetry(id, error, new Date(now().getTime() + waitMs));
		}
	}

	return { deliver, recordSent, storeOutcomes };
}

/** @throws `printer.unknownOutcome` when the work takes longer than `SEND_TIMEOUT_MS` */
export function withSendTimeout<Result>(work: Promise<Result>): Promise<Result> {
	let timer: NodeJS.Timeout | undefined;
	const timeout = new Promise<never>((_, reject) => {
		timer = setTimeout(
			() =>
				reject(
					new AppError(
						'printer.unknownOutcome',
						t(
							'The printer did not confirm the job within three minutes, so the document may have printed. Check the printer, then print again or confirm.',
						),
					),
				),
			SEND_TIMEOUT_MS,
		);
	});
	return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
