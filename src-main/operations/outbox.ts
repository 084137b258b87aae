// Works through the queue: shipments queued while the service was offline, and those of batches. One after the other, in their
// order; it pauses while nothing can be sent, and stops where the user has to act.
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { backoffMs, withJitter } from '../../src-contract/lib/backoff';
import { errorMessage } from '../../src-contract/lib/error-message';
import { MINUTE_MS } from '../../src-contract/lib/units';
import type { OutboxStatus } from '../../src-contract/model/shipment';
import { yieldToEventLoop } from '../platform/event-loop';
import { createBatchPace } from './batch-pace';
import { createFailureTally, type FailedStep, type FailureTally } from './failure-tally';
import type { Journal } from './journal';
import type { Queued } from './queue';

const BACKOFF = { initialMs: 1_000, maxMs: 30_000 };
/** While the disk is full or the database is held. */
const STORAGE_PAUSE_MS = 3_000;
/** Maximum pause that a service may ask for. */
const MAX_ASKED_PAUSE_MS = 15 * MINUTE_MS;
/** After so many failures without an answer in between the queue pauses, instead of trying one shipment after the other. */
const MAX_FAILURES_IN_A_ROW = 3;

const unwrittenText = (): string =>
	t('A booking could not be written down yet: nothing else is sent until it is. Make room on the disk.');

/** What the queue does after a shipment was processed: continues with the next one, waits, or stops until the user resumes it. */
export type QueueStep =
	| { kind: 'next' }
	/** `failed`: the service answered with an error that may concern this shipment alone. */
	| { kind: 'wait'; reason: string; pauseMs?: number | undefined; failed?: { step: FailedStep; error: AppError } }
	| { kind: 'stop'; reason: string };

/** What the outbox gives to the processor. */
export interface QueueContext {
	tally: FailureTally;
	isClosing: () => boolean;
	/** The service answered a request. */
	onAnswered: () => void;
}
/** Sends one shipment of the queue, as its kind of operation demands. */
export interface QueueProcessor {
	/** @throws when the outcome could not be written */
	process(queued: Queued): Promise<QueueStep>;
	/** @returns whether the service answers a request that has no effect */
	probe(): Promise<boolean>;
}

export interface OutboxDependencies {
	journal: Journal;
	createProcessor: (context: QueueContext) => QueueProcessor;
	/** Whether an outcome is not on disk yet: nothing else is sent meanwhile. */
	hasUnwritten: () => boolean;
	/** The connection in use. */
	connectionId: () => string;
	/** For a text that names it: the address, or `builtIn`. */
	connectionName: (id: string) => string;
	/** How many shipments of a batch may be sent in a minute; 0: as fast as possible. */
	perMinute: (batchId: number) => number;
	now: () => Date;
	/** A shipment was processed, whatever the outcome; its label may still be split. */
	onProcessed: (queued: Queued) => void;
	/** Nothing is left that could be sent now. */
	onIdle: () => void;
	/** The reason to wait, or how many wait, has changed. */
	onChange: () => void;
	onError: (error: unknown) => void;
}

export function createOutbox(dependencies: OutboxDependencies) {
	const {
		journal,
		createProcessor,
		hasUnwritten,
		connectionId,
		connectionName,
		perMinute,
		now,
		onProcessed,
		onIdle,
		onChange,
		onError,
	} = dependencies;
	let running: Promise<void> | undefined;
	let timer: NodeJS.Timeout | undefined;
	let pauses = 0;
	let reason = '';
	/** When the timer of a pause fires, ISO 8601. */
	let retryAt: string | null = null;
	let isStopped = false;
	let isClosing = false;
	/** Incremented when the user resumes the queue: a refusal from before no longer counts. */
	let generation = 0;
	/** Failures since the last pause or answer. */
	let failedInARow = 0;
	const tally = createFailureTally();
	const pace = createBatchPace({ perMinute, isClosing: () => isClosing });
	const processor = createProcessor({
		tally,
		isClosing: () => isClosing,
		onAnswered() {
			failedInARow = 0;
		},
	});

	const nextQueued = (): Queued | undefined => journal.nextQueued(connectionId(), tally.skipped(performance.now()));

	function wait(why: string, forMs: number): void {
		reason = why;
		clearTimeout(timer);
		if (isClosing) return;
		const pauseForMs = Math.min(forMs, MAX_ASKED_PAUSE_MS);
		timer = setTimeout(start, pauseForMs);
		timer.unref();
		retryAt = new Date(now().getTime() + pauseForMs).toISOString();
		onChange();
	}

	function pauseAfterFailure(why: string, askedMs = 0): void {
		pauses += 1;
		failedInARow = 0;
		wait(why, Math.max(askedMs, withJitter(backoffMs(pauses, BACKOFF))));
	}

	/** Nothing can be sent now. @returns whether the queue is to be read again at once */
	async function rest(): Promise<boolean> {
		if (failedInARow > 0) {
			if (await processor.probe()) return true;
			pauseAfterFailure(reason);
			return false;
		}
		if (tally.retrySkipped()) return true;
		const retry = tally.nextRetry(performance.now());
		if (retry && journal.maySend(connectionId(), retry.id)) {
			wait(retry.error.message, retry.inMs);
			return false;
		}
		reason = '';
		onIdle();
		onChange();
		return false;
	}

	/** Notes what came of a shipment, and tells of it. */
	function record(queued: Queued, step: QueueStep, isCurrent: boolean): void {
		if (step.kind === 'next') {
			pauses = 0;
			reason = '';
			if (journal.summary(queued.id).state !== 'queued') tally.forget(queued.id);
		} else reason = step.reason;
		if (step.kind === 'wait' && step.failed) {
			tally.failed(queued.id, step.failed.step, step.failed.error);
			failedInARow += 1;
		}
		if (step.kind === 'stop') isStopped = isCurrent;
		onProcessed(queued);
		onChange();
	}

	/** Whether the next shipment is tried before the pause: it shows whether the service fails for all. */
	async function continuesAfter({ failed, pauseMs }: Extract<QueueStep, { kind: 'wait' }>): Promise<boolean> {
		if (!failed || pauseMs !== undefined) return false;
		return failedInARow < MAX_FAILURES_IN_A_ROW || processor.probe();
	}

	/** Ends as soon as it sees that nothing can be sent now. */
	async function workOff(): Promise<void> {
		// The caller may be in the middle of a commit: nothing is read before that is complete.
		await undefined;
		while (!isClosing && !isStopped) {
			if (hasUnwritten()) return wait(unwrittenText(), STORAGE_PAUSE_MS);
			let queued = nextQueued();
			if (!queued) {
				if (await rest()) continue;
				return;
			}
			await pace.wait(queued, nextQueued);
			queued = nextQueued();
			if (!queued || isClosing) continue;
			const startedAt = generation;
			const step = await processor.process(queued);
			record(queued, step, startedAt === generation);
			await yieldToEventLoop();
			if (step.kind !== 'wait' || (await continuesAfter(step))) continue;
			return pauseAfterFailure(step.reason, step.pauseMs);
		}
	}

	function interrupted(error: unknown): void {
		onError(error);
		const message = errorMessage(error);
		wait(
			error instanceof AppError ? message : t('The queue was interrupted ({reason}).', { reason: message }),
			STORAGE_PAUSE_MS,
		);
	}

	/** Never throws. */
	function start(): void {
		if (isClosing || isStopped || running) return;
		clearTimeout(timer);
		retryAt = null;
		running = workOff()
			.catch(interrupted)
			.finally(() => {
				running = undefined;
				try {
					// Queued at the very moment at which the last run ended.
					if (reason === '' && nextQueued()) start();
				} catch (error) {
					interrupted(error);
				}
			});
	}

	return {
		start,

		/** The user corrected what the queue stopped for, or the service is online again. */
		resume(): void {
			isStopped = false;
			pauses = 0;
			generation += 1;
			start();
		},
		/** Reads the queue again now, instead of after a pause. */
		wake(): void {
			pace.wake();
			start();
		},

		status(): OutboxStatus {
			const elsewhere = reason === '' ? journal.queuedElsewhere(connectionId()) : undefined;
			return {
				queued: journal.count('queued'),
				held: journal.count('held'),
				refused: journal.countRefused(),
				retryAt,
				reason: elsewhere
					? t(
							'{count, plural, one {{count} waits} other {{count} wait}} for {service, select, builtIn {the built-in service} other {{service}}}, which the desk does not use now.',
							{ count: elsewhere.count, service: connectionName(elsewhere.connectionId) },
						)
					: reason,
				isStopped,
			};
		},

		/** Begins nothing more; resolves when nothing is in flight. */
		async close(): Promise<void> {
			isClosing = true;
			clearTimeout(timer);
			pace.wake();
			await running;
		},
	};
}
export type Outbox = ReturnType<typeof createOutbox>;
