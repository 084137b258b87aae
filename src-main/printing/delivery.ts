// Delivers one print job to its printer and records the outcome. If the job certainly did not print, the job is retried, moved to
// another printer (if the user set or removed a fallback printer in the meantime), or marked as failed. If the outcome is unknown,
// the user has to check the printer.
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { backoffMs } from '../../src-contract/lib/backoff';
import { errorMessage } from '../../src-contract/lib/error-message';
import { MINUTE_MS } from '../../src-contract/lib/units';
import type { PrinterProfile } from '../../src-contract/model/print';
import { voidLabelError } from '../documents/label-ownership';
import type { DocumentStore } from '../documents/store';
import type { Database } from '../platform/database';
import type { Drivers } from './devices/registry';
import { packingSlipSchema } from './layout/packing-slip';
import type { PayloadThread } from './payload';
import type { PrintJob, PrintJobs } from './print-jobs';
import type { Printers } from './printers';

/** Delays between the attempts to print a job. */
export const RETRY_BACKOFF = { initialMs: 2_000, maxMs: MINUTE_MS };
/**
 * A job whose request is this old fails instead of being retried or moved to another printer, so that a printer does not print when
 * nobody expects it.
 */
const MAX_REQUEST_AGE_MS = 30 * MINUTE_MS;
/** Maximum duration of one send. After this time the outcome is unknown, and the queue continues with the next job. */
const SEND_TIMEOUT_MS = 3 * MINUTE_MS;

export interface DeliveryDependencies {
	jobs: PrintJobs;
	documents: Pick<DocumentStore, 'get'>;
	printers: Printers;
	drivers: Drivers;
	thread: Pick<PayloadThread, 'makePayload' | 'drawPackingPaper'>;
	transaction: Database['transaction'];
	now: () => Date;
}

/**
 * @param isClosing returns true when the station is closing and no further job may be sent
 * @param onMovedToPrinter called with the id of the new printer after a job was moved to another printer
 */
export function createDelivery(
	{ jobs, documents, printers, drivers, thread, transaction, now }: DeliveryDependencies,
	isClosing: () => boolean,
	onMovedToPrinter: (printerId: string) => void,
) {
	/** Functions that each store one outcome. A function that fails, for example because the disk is full, stays in the list. */
	const pendingOutcomes: (() => void)[] = [];

	/**
	 * Stores the pending outcomes, in order. Called before each send: no job is sent while an outcome cannot be stored.
	 * @throws the error of the first outcome that cannot be stored; that outcome stays pending
	 */
	function storePendingOutcomes(): void {
		for (let storeNext = pendingOutcomes[0]; storeNext; storeNext = pendingOutcomes[0]) {
			storeNext();
			pendingOutcomes.shift();
		}
	}

	/** Stores an outcome, after the pending ones. @throws like `storePendingOutcomes` */
	function storeOutcome(store: () => void): void {
		pendingOutcomes.push(store);
		storePendingOutcomes();
	}

	/** Draws a stored packing slip on the stock of the printer. */
	const drawSlip = (bytes: Uint8Array, printer: PrinterProfile) => {
		const slip = packingSlipSchema.parse(JSON.parse(Buffer.from(bytes).toString()));
		return thread.drawPackingPaper({ kind: 'packingSlips', slips: [slip] }, printer);
	};

	/**
	 * Loads the document of a job and converts it to the language of the printer.
	 * @returns the function that sends the document to the printer
	 * @throws the errors of the document store, of `Driver.language` and of `makePayload`; nothing was sent
	 */
	async function prepare(job: PrintJob): Promise<{ send(): Promise<string> }> {
		const printer = printers.get(job.printerId);
		const document = documents.get(job.documentId);
		// A print that was queued before its shipment was voided, and is tried again.
		if (document.isVoid) throw voidLabelError();
		const driver = drivers.of(printer);
		const isSlip = document.format === 'slip';
		const format = document.format === 'slip' ? 'pdf' : document.format;
		const language = await driver.language(printer, format);
		const { bytes, sheetHeightMm } = await thread.makePayload({
			bytes: isSlip ? await drawSlip(document.bytes, printer) : document.bytes,
			format,
			language,
			layout: {
				printer,
				isLabel: document.kind === 'label',
				oversize: job.isScalingAccepted ? 'scale' : printer.oversize,
				// The preview of the scaled document listed the codes that become unreadable.
				acceptsLostCodes: job.isScalingAccepted,
			},
		});
		const fileNameValues = {
			tracking: document.trackingNumber || `shipment-${document.shipmentId}`,
			kind: document.kind,
			date: now().toISOString().slice(0, 10),
			reference: document.reference,
			number: String(job.id),
		};
		const title = `${fileNameValues.tracking}-${document.kind}`;
		const task = { payload: bytes, language, sheetHeightMm, title, fileNameValues };
		return { send: () => withSendTimeout(driver.send(printer, task)) };
	}

	/**
	 * Delivers a job and stores the outcome. Sends nothing if the station is closing, or if the job was cancelled or moved to
	 * another printer since it was read.
	 * @throws an error only when the database could not be read or written
	 */
	async function deliver(job: PrintJob): Promise<void> {
		let preparedJob: Awaited<ReturnType<typeof prepare>>;
		try {
			preparedJob = await prepare(job);
		} catch (error) {
			storeOutcome(() => recordUnprinted(job, error));
			return;
		}
		if (isClosing() || !jobs.claim(job)) return;
		let destination: string;
		try {
			destination = await preparedJob.send();
		} catch (error) {
			storeOutcome(() => recordSendError(job, error));
			return;
		}
		storeOutcome(() => recordSent(job, { destination }));
	}

	/**
	 * @param destination address or file that the job was sent to; empty if the user confirmed the print
	 * @param message says that the user confirmed the print; empty if the station sent the job
	 */
	function recordSent(
		{ id, printerId, pages }: PrintJob,
		{ message = '', destination = '' }: { message?: string; destination?: string },
	): void {
		transaction(() => {
			jobs.setState(id, 'sent', message, '', destination);
			printers.advanceStartPosition(printerId, pages);
		});
	}

	/**
	 * Records an error that was thrown while a job was being sent. Only an AppError with a code other than `printer.unknownOutcome`
	 * means that the job did not print.
	 */
	function recordSendError(job: PrintJob, error: unknown): void {
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
		else recordUnprinted(job, error);
	}

	/**
	 * Records an error after which the job certainly did not print. If the error is retryable, schedules a retry or, if the user
	 * set or removed a fallback printer in the meantime, moves the job; otherwise, or if the request is too old, marks the job as
	 * failed.
	 */
	function recordUnprinted({ id, attempts, requestedAt, rulePrinterId, printerId }: PrintJob, error: unknown): void {
		const { state, printerId: currentPrinterId } = jobs.job(id);
		// The job was cancelled or moved to another printer while its document was being prepared.
		if (state === 'cancelled' || currentPrinterId !== printerId) return;
		if (!(error instanceof AppError)) {
			const reason = errorMessage(error);
			jobs.setState(
				id,
				'failed',
				t('Printing failed: {reason}. The document is kept. Print it again.', { reason }),
				'internal',
			);
		} else if (!error.retryable || now().getTime() - requestedAt.getTime() >= MAX_REQUEST_AGE_MS) {
			jobs.setState(id, 'failed', error.message, error.code);
		} else if (printers.resolveFallback(rulePrinterId) !== printerId) {
			jobs.requeue(id, printers.resolveFallback(rulePrinterId));
			onMovedToPrinter(printers.resolveFallback(rulePrinterId));
		} else {
			const waitMs = backoffMs(attempts + 1, RETRY_BACKOFF);
			jobs.scheduleRetry(id, error, new Date(now().getTime() + waitMs));
		}
	}

	return { deliver, recordSent, storePendingOutcomes };
}

/** @throws `printer.unknownOutcome` when the send takes longer than `SEND_TIMEOUT_MS` */
export function withSendTimeout<Result>(send: Promise<Result>): Promise<Result> {
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
	return Promise.race([send, timeout]).finally(() => clearTimeout(timer));
}
