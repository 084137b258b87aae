// The print queue: the jobs of a device go one after the other, and what became of each is told in true words. What surely
// did not print is tried again by itself; what may have printed is asked about.
import { AppError } from '../../src-contract/errors';
import { say } from '../../src-contract/i18n';
import type { PrintJobSummary } from '../../src-contract/model/shipment';
import type { DocumentStore } from '../documents/store';
import type { Database } from '../platform/database';
import type { Drivers } from './devices/registry';
import type { PrintTask } from './devices/shared/driver';
import type { PayloadThread } from './payload';
import type { PrintJob, PrintJobs } from './print-jobs';
import type { Printers } from './printers';

/** After each failure the wait doubles, up to this. */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;
/** Whoever comes back later is asked, and not surprised by a printer that starts by itself. */
const LONGEST_WAIT_IN_ALL_MS = 30 * 60_000;
/** No driver keeps a printer's queue for longer. */
const SEND_MS = 180_000;
/** How long the station's end waits for what is being sent; what takes longer is asked about at the next start. */
const CLOSE_MS = 5_000;

export interface QueueDependencies {
	jobs: PrintJobs;
	documents: Pick<DocumentStore, 'get'>;
	printers: Printers;
	drivers: Drivers;
	makePayload: PayloadThread['makePayload'];
	transaction: Database['transaction'];
	now: () => Date;
	onFault: (error: unknown) => void;
}

export function createPrintQueue({
	jobs,
	documents,
	printers,
	drivers,
	makePayload,
	transaction,
	now,
	onFault,
}: QueueDependencies) {
	/** By device. */
	const running = new Map<string, Promise<void>>();
	const timers = new Map<string, NodeJS.Timeout>();
	/** What became of jobs that a full disk kept from being written. */
	const unwritten: (() => void)[] = [];
	let isClosing = false;

	/** What is known of a job is written before anything else is sent; while it cannot be, it is held. */
	function writeHeld(): void {
		for (let write = unwritten[0]; write; write = unwritten[0]) {
			write();
			unwritten.shift();
		}
	}

	function record(write: () => void): void {
		unwritten.push(write);
		writeHeld();
	}

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
		return { task, printerName: printer.name, send: () => withinTime(driver.send(printer, task)) };
	}

	async function send(job: PrintJob): Promise<void> {
		let prepared: Awaited<ReturnType<typeof prepare>>;
		try {
			prepared = await prepare(job);
		} catch (error) {
			record(() => settleUnsent(job, error));
			return;
		}
		if (isClosing || !jobs.claim(job)) return;
		let place: string;
		try {
			place = await prepared.send();
		} catch (error) {
			record(() => settleFailed(job, error));
			return;
		}
		record(() => settleSent(job, say('Sent to {printer}: {place}', { printer: prepared.printerName, place })));
	}

	function settleSent({ id, printerId, pages }: PrintJob, message: string): void {
		transaction(() => {
			jobs.setState(id, 'sent', message);
			printers.advance(printerId, pages);
		});
	}

	function settleFailed(job: PrintJob, error: unknown): void {
		if (!(error instanceof AppError))
			jobs.setState(
				job.id,
				'doubtful',
				say('The print broke off ({reason}): it may have printed. Look at the printer.', {
					reason: (error as Error).message,
				}),
				'printer.doubtful',
			);
		else if (error.code === 'printer.doubtful') jobs.setState(job.id, 'doubtful', error.message, error.code);
		else settleUnsent(job, error);
	}

	/** Nothing reached the printer. */
	function settleUnsent({ id, attempts, askedAt, askedPrinterId, printerId }: PrintJob, error: unknown): void {
		const { state, printerId: current } = jobs.job(id);
		// Cancelled or moved while it was being made ready.
		if (state === 'cancelled' || current !== printerId) return;
		if (!(error instanceof AppError)) {
			const reason = (error as Error).message;
			jobs.setState(
				id,
				'failed',
				say('The print failed: {reason}. The document is kept; print it again.', { reason }),
				'internal',
			);
		} else if (!error.retryable || now().getTime() - askedAt.getTime() >= LONGEST_WAIT_IN_ALL_MS) {
			jobs.setState(id, 'failed', error.message, error.code);
		} else if (printers.standIn(askedPrinterId) !== printerId) {
			jobs.renew(id, printers.standIn(askedPrinterId));
			void start(printers.standIn(askedPrinterId));
		} else {
			const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempts);
			jobs.postpone(id, error, new Date(now().getTime() + waitMs));
		}
	}

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
			if (waitMs > 0 && waitMs <= LONGEST_WAIT_MS) {
				running.delete(key);
				startLater(printerId, key, waitMs);
				return;
			}
			await send(next);
		}
	}

	/** Never throws. */
	function start(printerId: string): Promise<void> {
		const { key } = printers.sharing(printerId);
		const current = running.get(key);
		if (current) return current;
		clearTimeout(timers.get(key));
		const run = workOff(printerId, key).catch((error) => {
			onFault(error);
			running.delete(key);
			// A disk that was full may have room later: what waits is looked at again.
			startLater(printerId, key, LONGEST_WAIT_MS);
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
			if (job.state === 'doubtful') settleSent(job, say('It printed: somebody looked.##of a print'));
			return jobs.summary(id);
		},

		cancel(id: number): PrintJobSummary {
			const { state, printerId } = jobs.job(id);
			if (state === 'waiting' || state === 'failed' || state === 'doubtful')
				jobs.setState(id, 'cancelled', say('Cancelled at the desk; the document is kept.'));
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
			const result = withinTime(work());
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

function withinTime<Result>(work: Promise<Result>): Promise<Result> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(
			() =>
				reject(
					new AppError(
						'printer.doubtful',
						say(
							'The printer did not say within three minutes what became of it: it may have printed. Look at the printer.',
						),
					),
				),
			SEND_MS,
		);
	});
	return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
