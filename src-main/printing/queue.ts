// The print queue: sends the jobs of each device in order. A job that certainly did not print is retried automatically if its error
// is temporary. A job that may have printed is not retried: the user checks the printer, then prints again or confirms.
import { t } from '../../src-contract/i18n';
import type { PrintJobSummary } from '../../src-contract/model/print-job';
import { createDelivery, type DeliveryDependencies, RETRY_BACKOFF, withSendTimeout } from './delivery';

/**
 * How long `close` waits for the jobs that are being sent. A job that takes longer is marked `doubtful` at the next start of the
 * station.
 */
const CLOSE_TIMEOUT_MS = 5_000;

export interface QueueDependencies extends DeliveryDependencies {
	onError: (error: unknown) => void;
}

export function createPrintQueue({ onError, ...dependencies }: QueueDependencies) {
	const { jobs, printers, now } = dependencies;
	/** By device key: the current run, which sends the waiting jobs of the device, or the current exclusive task. */
	const currentRuns = new Map<string, Promise<void>>();
	/** By device key: the timer that starts a run when the next attempt of a job is due, or some time after an error. */
	const startTimers = new Map<string, NodeJS.Timeout>();
	let isClosing = false;
	const { deliver, recordSent, storePendingOutcomes } = createDelivery(
		dependencies,
		() => isClosing,
		(printerId) => void startRun(printerId),
	);

	function startRunLater(printerId: string, deviceKey: string, waitMs: number): void {
		clearTimeout(startTimers.get(deviceKey));
		const timer = setTimeout(() => void startRun(printerId), waitMs);
		timer.unref();
		startTimers.set(deviceKey, timer);
	}

	/**
	 * One run: sends the waiting jobs of a device in order, including jobs that are added during the run. Each device has at
	 * most one run. Between finding that no job can be sent now and removing itself from `currentRuns`, the run does not wait, so
	 * that a job added later always starts a new run.
	 */
	async function sendWaitingJobs(printerId: string, deviceKey: string): Promise<void> {
		// `add` may be called within a transaction: read the jobs only after the transaction was committed.
		await undefined;
		while (!isClosing) {
			storePendingOutcomes();
			const job = jobs.nextWaiting(printers.deviceGroup(printerId).ids);
			if (!job) {
				currentRuns.delete(deviceKey);
				return;
			}
			const waitMs = job.nextAttemptAt === null ? 0 : job.nextAttemptAt.getTime() - now().getTime();
			// A wait longer than the maximum means that the system clock was set back: send now.
			if (waitMs > 0 && waitMs <= RETRY_BACKOFF.maxMs) {
				currentRuns.delete(deviceKey);
				startRunLater(printerId, deviceKey, waitMs);
				return;
			}
			await deliver(job);
		}
	}

	/**
	 * Starts a run for the device of a printer, unless the device has one or an exclusive task uses it.
	 * @returns the new or current run or task, which never rejects
	 */
	function startRun(printerId: string): Promise<void> {
		const { key: deviceKey } = printers.deviceGroup(printerId);
		const currentRun = currentRuns.get(deviceKey);
		if (currentRun) return currentRun;
		clearTimeout(startTimers.get(deviceKey));
		const run = sendWaitingJobs(printerId, deviceKey).catch((error) => {
			onError(error);
			currentRuns.delete(deviceKey);
			// The database could not be read or written, for example because the disk is full: try again later.
			startRunLater(printerId, deviceKey, RETRY_BACKOFF.maxMs);
		});
		currentRuns.set(deviceKey, run);
		return run;
	}

	return {
		/** Sends the waiting jobs of all printers. Resolves when no job can be sent now. */
		async drain(): Promise<void> {
			for (const printerId of jobs.printersWithWaitingJobs()) void startRun(printerId);
			await Promise.all(currentRuns.values());
		},

		/**
		 * Stores a print job and starts sending. The job is on disk when this returns or, within a transaction, when the
		 * transaction is committed.
		 * @param rulePrinterId see `PrintJob`. If that printer has a fallback printer, the fallback printer prints the job.
		 */
		add(documentId: number, rulePrinterId: string): PrintJobSummary {
			const summary = jobs.summary(jobs.add(documentId, rulePrinterId));
			void startRun(summary.printerId);
			return summary;
		},

		/** Records a job that was sent before its document was stored. @param rulePrinterId see `add` */
		addSent(documentId: number, rulePrinterId: string): void {
			recordSent(jobs.job(jobs.add(documentId, rulePrinterId)), {
				message: t('Printed before it was stored.##of a print'),
			});
		},

		/**
		 * Queues a job again at the user's request, so that it is sent without waiting for the time of its next attempt. Does not
		 * change a job that is being sent, was sent or was cancelled.
		 * @param isScalingAccepted true when the user saw the preview of the scaled document and accepted the scaling
		 * @throws `document.notFound` when the job no longer exists
		 */
		retry(id: number, isScalingAccepted: boolean): PrintJobSummary {
			const { state, rulePrinterId } = jobs.job(id);
			const printerId = printers.resolveFallback(rulePrinterId);
			if (state === 'failed' || state === 'waiting' || state === 'doubtful') {
				if (isScalingAccepted) jobs.markScalingAccepted(id);
				jobs.requeue(id, printerId);
			}
			void startRun(printerId);
			return jobs.summary(id);
		},

		/**
		 * Prints a job on another printer, unless the job is being sent, was sent or was cancelled.
		 * @throws `document.notFound` when the job no longer exists; `printer.notFound`
		 */
		moveTo(id: number, printerId: string): PrintJobSummary {
			const { state, printerId: earlierPrinterId } = jobs.job(id);
			const printer = printers.get(printerId);
			if (state === 'failed' || state === 'waiting' || state === 'doubtful') jobs.moveTo(id, printer.id);
			void startRun(printer.id);
			void startRun(earlierPrinterId);
			return jobs.summary(id);
		},

		/**
		 * Marks a job with an unknown outcome as sent, because the user found the printed document. Does nothing to other jobs.
		 * @throws `document.notFound`
		 */
		confirmPrinted(id: number): PrintJobSummary {
			const job = jobs.job(id);
			if (job.state === 'doubtful') recordSent(job, { message: t('Confirmed as printed.##of a print') });
			return jobs.summary(id);
		},

		/** Cancels a job, unless the job is being sent or was sent. The document is kept. @throws `document.notFound` */
		cancel(id: number): PrintJobSummary {
			const { state, printerId } = jobs.job(id);
			if (state === 'waiting' || state === 'failed' || state === 'doubtful')
				jobs.setState(id, 'cancelled', t('Cancelled. The document is kept.'));
			// The next job need not wait for the next attempt of the cancelled job.
			void startRun(printerId);
			return jobs.summary(id);
		},

		/**
		 * Moves the waiting jobs of a rule printer after its fallback printer was changed: to the new fallback printer, or back to
		 * the rule printer if the fallback printer was removed.
		 */
		reroute(rulePrinterId: string): void {
			const newPrinterId = printers.resolveFallback(rulePrinterId);
			for (const { id, printerId } of jobs.waitingJobsOfRulePrinter(rulePrinterId))
				if (printerId !== newPrinterId) jobs.requeue(id, newPrinterId);
			void startRun(newPrinterId);
		},

		/** Whether jobs are being sent to the printer's device, or an exclusive task uses the device. */
		isBusy: (printerId: string): boolean => currentRuns.has(printers.deviceGroup(printerId).key),

		/**
		 * Runs a task that uses a printer's device. The task waits until no job is being sent to the device; then jobs wait until
		 * the task has ended or timed out.
		 * @throws the error of the task; `printer.unknownOutcome` when the task exceeds the time limit for sending one job
		 */
		async runExclusive<Result>(printerId: string, task: () => Promise<Result>): Promise<Result> {
			const { key: deviceKey } = printers.deviceGroup(printerId);
			while (currentRuns.has(deviceKey)) await currentRuns.get(deviceKey);
			const result = withSendTimeout(task());
			/** Resolves when the task has ended or timed out, whether or not it succeeded. */
			const taskEnd = result.then(
				() => {},
				() => {},
			);
			currentRuns.set(
				deviceKey,
				taskEnd.then(() => {
					currentRuns.delete(deviceKey);
					void startRun(printerId);
				}),
			);
			return result;
		},

		/** Sends no further jobs, and waits up to `CLOSE_TIMEOUT_MS` for the jobs that are being sent. */
		async close(): Promise<void> {
			isClosing = true;
			for (const timer of startTimers.values()) clearTimeout(timer);
			let timer: NodeJS.Timeout | undefined;
			const timeout = new Promise<void>((resolve) => {
				timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
			});
			await Promise.race([Promise.all(currentRuns.values()), timeout]);
			clearTimeout(timer);
		},
	};
}
export type PrintQueue = ReturnType<typeof createPrintQueue>;
