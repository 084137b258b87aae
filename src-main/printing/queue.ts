// The print queue: the jobs of a device go one after the other, and what became of each is told in true words. What surely
// did not print is tried again by itself; what may have printed is asked about.
import { t } from '../../src-contract/i18n';
import type { PrintJobSummary } from '../../src-contract/model/print-job';
import { BACKOFF, createDelivery, type DeliveryDependencies, withTimeout } from './delivery';

/** How long the station's end waits for what is being sent; what takes longer is asked about at the next start. */
const CLOSE_MS = 5_000;

export interface QueueDependencies extends DeliveryDependencies {
	onError: (error: unknown) => void;
}

export function createPrintQueue({ onError, ...dependencies }: QueueDependencies) {
	const { jobs, printers, now } = dependencies;
	/** By device. */
	const running = new Map<string, Promise<void>>();
	const timers = new Map<string, NodeJS.Timeout>();
	let isClosing = false;
	const { deliver, settleSent, writeHeld } = createDelivery(
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
	 * Works off what waits for a device, in order. One run at a time; a job added meanwhile is taken by the same run, which
	 * ends in the moment in which it sees that nothing is left.
	 */
	async function workOff(printerId: string, key: string): Promise<void> {
		// Whoever adds a job may be in the middle of a commit: nothing is read before that is whole.
		await undefined;
		while (!isClosing) {
			writeHeld();
			const next = jobs.nextOf(printers.sharing(printerId).ids);
			if (!next) {
				running.delete(key);
				return;
			}
			const waitMs = next.nextAttemptAt === null ? 0 : next.nextAttemptAt.getTime() - now().getTime();
			// A wait that is longer than any comes from a clock that was set back.
			if (waitMs > 0 && waitMs <= BACKOFF.maxMs) {
				running.delete(key);
				startLater(printerId, key, waitMs);
				return;
			}
			await deliver(next);
		}
	}

	/** Never throws. */
	function start(printerId: string): Promise<void> {
		const { key } = printers.sharing(printerId);
		const current = running.get(key);
		if (current) return current;
		clearTimeout(timers.get(key));
		const run = workOff(printerId, key).catch((error) => {
			onError(error);
			running.delete(key);
			// A disk that was full may have room later: what waits is looked at again.
			startLater(printerId, key, BACKOFF.maxMs);
		});
		running.set(key, run);
		return run;
	}

	return {
		/** Works off what waits for any printer; resolves when nothing can be sent now. */
		async work(): Promise<void> {
			for (const printerId of jobs.printersWithWork()) void start(printerId);
			await Promise.all(running.values());
		},

		/** Stores the job and starts work; the job is on disk when this returns, or with the commit that it is part of. */
		add(documentId: number, printerId: string): PrintJobSummary {
			const summary = jobs.summary(jobs.add(documentId, printerId));
			void start(summary.printerId);
			return summary;
		},

		/** A person asks for it: now, whatever it waited for, and scaled when they were shown how. */
		retry(id: number, scaled: boolean): PrintJobSummary {
			const { state, askedPrinterId } = jobs.job(id);
			const printerId = printers.standIn(askedPrinterId);
			if (state === 'failed' || state === 'waiting' || state === 'doubtful') {
				if (scaled) jobs.markScaled(id);
				jobs.renew(id, printerId);
			}
			void start(printerId);
			return jobs.summary(id);
		},

		/** A person looked: it did print. */
		confirm(id: number): PrintJobSummary {
			const job = jobs.job(id);
			if (job.state === 'doubtful') settleSent(job, t('It printed: somebody looked.##of a print'));
			return jobs.summary(id);
		},

		cancel(id: number): PrintJobSummary {
			const { state, printerId } = jobs.job(id);
			if (state === 'waiting' || state === 'failed' || state === 'doubtful')
				jobs.setState(id, 'cancelled', t('Cancelled at the desk; the document is kept.'));
			void start(printerId);
			return jobs.summary(id);
		},

		/** What waits of what a printer was asked for goes to whoever stands in for it now. */
		follow(askedPrinterId: string): void {
			const to = printers.standIn(askedPrinterId);
			for (const { id, printerId } of jobs.waitingOf(askedPrinterId)) if (printerId !== to) jobs.renew(id, to);
			void start(to);
		},

		/** Whether something goes over the line of that printer now. */
		isBusy: (printerId: string): boolean => running.has(printers.sharing(printerId).key),

		/** Does something else on the line of a printer, between its jobs. */
		async between<Result>(printerId: string, work: () => Promise<Result>): Promise<Result> {
			const { key } = printers.sharing(printerId);
			while (running.has(key)) await running.get(key);
			const result = withTimeout(work());
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

		/** Begins nothing more, and waits a while for what is being sent. */
		async close(): Promise<void> {
			isClosing = true;
			for (const timer of timers.values()) clearTimeout(timer);
			let timer: NodeJS.Timeout | undefined;
			const late = new Promise<void>((resolve) => {
				timer = setTimeout(resolve, CLOSE_MS);
			});
			await Promise.race([Promise.all(running.values()), late]);
			clearTimeout(timer);
		},
	};
}
export type PrintQueue = ReturnType<typeof createPrintQueue>;
