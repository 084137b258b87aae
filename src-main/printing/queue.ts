// The print queue: sends the jobs of each device in order. A job that certainly did not print is retried automatically; a job
// that may have printed waits for the user.
import { t } from '../../src-contract/i18n';
import type { PrintJobSummary } from '../../src-contract/model/print-job';
import { createDelivery, type DeliveryDependencies, RETRY_BACKOFF, withSendTimeout } from './delivery';

/** How long closing waits for the jobs being sent. A job that takes longer is marked `doubtful` at the next start. */
const CLOSE_TIMEOUT_MS = 5_000;

export interface QueueDependencies extends DeliveryDependencies {
	onError: (error: unknown) => void;
}

export function createPrintQueue({ onError, ...dependencies }: QueueDependencies) {
	const { jobs, printers, now } = dependencies;
	/** The current run of each device, by device key. */
	const running = new Map<string, Promise<void>>();
	const timers = new Map<string, NodeJS.Timeout>();
	let isClosing = false;
	const { deliver, recordSent, storeOutcomes } = createDelivery(
		dependencies,
		() => isClosing,
		(printerId) => void start(printerId),
	);

	function startLater(printerId: string, key: string, waitMs: number): void {
		clearTimeout(timers.get(key));
		const timer = setTimeout(() => void start(printerId), waitMs);
		timer.unref();
		timers.set(key, timer);
	}

	/**
	 * Sends the waiting jobs of a device in order. Each device has at most one run; a job added during the run is sent by the
	 * same run. `running` is cleared in the same tick in which the queue is found empty, so that no job is missed.
	 */
	async function sendWaiting(printerId: string, key: string): Promise<void> {
		// `add` may be called within a transaction: read the jobs only after it has been committed.
		await undefined;
		while (!isClosing) {
			storeOutcomes();
			const next = jobs.nextWaiting(printers.deviceGroup(printerId).ids);
			if (!next) {
				running.delete(key);
				return;
			}
			const waitMs = next.nextAttemptAt === null ? 0 : next.nextAttemptAt.getTime() - now().getTime();
			// A wait above the maximum means that the system clock was set back: send now.
			if (waitMs > 0 && waitMs <= RETRY_BACKOFF.maxMs) {
				running.delete(key);
				startLater(printerId, key, waitMs);
				return;
			}
			await deliver(next);
		}
	}

	/** Never throws. */
	function start(printerId: string): Promise<void> {
		const { key } = printers.deviceGroup(printerId);
		const current = running.get(key);
		if (current) return current;
		clearTimeout(timers.get(key));
		const run = sendWaiting(printerId, key).catch((error) => {
			onError(error);
			running.delete(key);
			// The database could not be read or written, for example because the disk is full: try again later.
			startLater(printerId, key, RETRY_BACKOFF.maxMs);
		});
		running.set(key, run);
		return run;
	}

	return {
		/** Sends the waiting jobs of all printers. Resolves when no job can be sent now. */
		async drain(): Promise<void> {
			for (const printerId of jobs.printersWithWork()) void start(printerId);
			await Promise.all(running.values());
		},

		/**
		 * Stores a print job and starts sending. The job is on disk when this returns, or once the surrounding transaction commits.
		 * @param printerId printer named by the rule; its fallback printer prints if it has one
		 */
		add(documentId: number, printerId: string): PrintJobSummary {
			const summary = jobs.summary(jobs.add(documentId, printerId));
			void start(summary.printerId);
			return summary;
		},

		/**
		 * Sends a job again now, at the user's request, without waiting for its next attempt. Does nothing to a job that is being
		 * sent, was sent or was cancelled.
		 * @param scaled true when the user saw the scaled preview and accepted it
		 * @throws `document.notFound` when the job no longer exists
		 */
		retry(id: number, scaled: boolean): PrintJobSummary {
			const { state, rulePrinterId } = jobs.job(id);
			const printerId = printers.resolveFallback(rulePrinterId);
			if (state === 'failed' || state === 'waiting' || state === 'doubtful') {
				if (scaled) jobs.markScalingAccepted(id);
				jobs.requeue(id, printerId);
			}
			void start(printerId);
			return jobs.summary(id);
		},

		/** The user checked the printer: a job with an unknown outcome did print. @throws `document.notFound` */
		confirmPrinted(id: number): PrintJobSummary {
			const job = jobs.job(id);
			if (job.state === 'doubtful') recordSent(job, t('Confirmed as printed.##of a print'));
			return jobs.summary(id);
		},

		/** Cancels a job unless it is being sent or was sent. The document is kept. @throws `document.notFound` */
		cancel(id: number): PrintJobSummary {
			const { state, printerId } = jobs.job(id);
			if (state === 'waiting' || state === 'failed' || state === 'doubtful')
				jobs.setState(id, 'cancelled', t('Cancelled. The document is kept.'));
			void start(printerId);
			return jobs.summary(id);
		},

		/** Moves the waiting jobs of a printer to its current fallback printer, or back to the printer when it has none. */
		reroute(rulePrinterId: string): void {
			const to = printers.resolveFallback(rulePrinterId);
			for (const { id, printerId } of jobs.waitingJobsOfRulePrinter(rulePrinterId))
				if (printerId !== to) jobs.requeue(id, to);
			void start(to);
		},

		/** Whether a job or another task uses the printer's device now. */
		isBusy: (printerId: string): boolean => running.has(printers.deviceGroup(printerId).key),

		/** Runs a task on a printer's device between its jobs. @throws `printer.unknownOutcome` when it takes longer than a print may take */
		async runExclusive<Result>(printerId: string, work: () => Promise<Result>): Promise<Result> {
			const { key } = printers.deviceGroup(printerId);
			while (running.has(key)) await running.get(key);
			const result = withSendTimeout(work());
			const run = result.then(
				() => {},
				() => {},
			);
			running.set(
				key,
				run.then(() => {
					running.delete(key);
					void start(printerId);
				}),
			);
			return result;
		},

		/** Sends no further jobs and waits up to `CLOSE_TIMEOUT_MS` for the jobs being sent. */
		async close(): Promise<void> {
			isClosing = true;
			for (const timer of timers.values()) clearTimeout(timer);
			let timer: NodeJS.Timeout | undefined;
			const timeout = new Promise<void>((resolve) => {
				timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
			});
			await Promise.race([Promise.all(running.values()), timeout]);
			clearTimeout(timer);
		},
	};
}
export type PrintQueue = ReturnType<typeof createPrintQueue>;
