// Sends queued shipments one at a time, in queue order: shipments queued while the service was offline, and those of
// batches. Pauses while nothing can be sent, and stops when the user has to act.
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { backoffMs, withJitter } from '../../src-contract/lib/backoff';
import { errorMessage } from '../../src-contract/lib/error-message';
import { MINUTE_MS } from '../../src-contract/lib/units';
import type { OutboxStatus } from '../../src-contract/model/shipment';
import { yieldToEventLoop } from '../platform/event-loop';
import { createBatchPace } from './batch-pace';
import { createFailureTally, type FailureTally, type RequestKind } from './failure-tally';
import type { Journal } from './journal';
import type { QueuedShipment } from './queue';

const BACKOFF = { initialMs: 1_000, maxMs: 30_000 };
/** Pause while an outcome cannot be stored, for example because the disk is full, and after an unexpected error. */
const STORAGE_PAUSE_MS = 3_000;
/** Maximum pause that a service may request. */
const MAX_REQUESTED_PAUSE_MS = 15 * MINUTE_MS;
/** Number of consecutive failures after which the queue probes the service, and pauses if the probe is not answered. */
const MAX_CONSECUTIVE_FAILURES = 3;

const unwrittenOutcomeText = (): string =>
	t('A booking could not be saved yet. Nothing else is sent until it is saved. Free up disk space.');

/**
 * What the queue does after a shipment was processed: continues with the next shipment, waits, or stops until the user
 * resumes the queue.
 */
export type QueueStep =
	| { kind: 'next' }
	/**
	 * `failure`: a request failed, possibly because of this shipment alone. Without `pauseMs`, the queue then tries other shipments
	 * before it waits.
	 */
	| { kind: 'wait'; reason: string; pauseMs?: number | undefined; failure?: { request: RequestKind; error: AppError } }
	| { kind: 'stop'; reason: string };

/** What the outbox provides to the processor. */
export interface QueueContext {
	tally: FailureTally;
	isClosing: () => boolean;
	/** Called when the service answered a request. */
	onAnswered: () => void;
}
export interface QueueProcessor {
	/** Sends one queued shipment, or puts it on hold. @throws, for example, when the outcome could not be stored */
	process(shipment: QueuedShipment): Promise<QueueStep>;
	/** Sends a request that changes nothing at the service, if one is possible. @returns whether the service answered */
	probe(): Promise<boolean>;
}

export interface OutboxDependencies {
	journal: Journal;
	createProcessor: (context: QueueContext) => QueueProcessor;
	/** Whether an outcome is not stored yet. Nothing else is sent until all outcomes are stored. */
	hasUnwrittenOutcome: () => boolean;
	/** The connection in use. */
	connectionId: () => string;
	/** The service's address, or `builtIn`, for use in messages. */
	connectionName: (id: string) => string;
	/** Maximum number of shipments of a batch per minute; 0 means no limit. */
	perMinute: (batchId: number) => number;
	now: () => Date;
	/** A shipment was processed, with any outcome. The documents of the shipment may not be ingested yet. */
	onProcessed: (shipment: QueuedShipment) => void;
	/** No queued shipment is left that can be sent now. Not called when the queue pauses or stops. */
	onIdle: () => void;
	/** The status changed. */
	onChange: () => void;
	onError: (error: unknown) => void;
}

export function createOutbox(dependencies: OutboxDependencies) {
	const {
		journal,
		createProcessor,
		hasUnwrittenOutcome,
		connectionId,
		connectionName,
		perMinute,
		now,
		onProcessed,
		onIdle,
		onChange,
		onError,
	} = dependencies;
	let currentRun: Promise<void> | undefined;
	let timer: NodeJS.Timeout | undefined;
	/** Number of pauses after failures, for the backoff. Reset by a `QueueStep` of the kind `next` and by `resume`. */
	let pauseCount = 0;
	/** Why the queue last paused or stopped; empty after a `QueueStep` of the kind `next`, or when no shipment can be sent now. */
	let reason = '';
	/** End of the current pause, ISO 8601. */
	let retryAt: string | null = null;
	let isStopped = false;
	let isClosing = false;
	/** Number of calls of `resume`. A shipment whose processing began before such a call does not stop the queue. */
	let resumeCount = 0;
	/** Number of failures since the last pause or answer. */
	let consecutiveFailures = 0;
	const tally = createFailureTally();
	const pace = createBatchPace({ perMinute, isClosing: () => isClosing });
	const processor = createProcessor({
		tally,
		isClosing: () => isClosing,
		onAnswered() {
			consecutiveFailures = 0;
		},
	});

	const nextQueued = (): QueuedShipment | undefined =>
		journal.nextQueued(connectionId(), tally.skippedIds(performance.now()));

	function startPause(newReason: string, durationMs: number): void {
		reason = newReason;
		clearTimeout(timer);
		if (isClosing) return;
		const pauseMs = Math.min(durationMs, MAX_REQUESTED_PAUSE_MS);
		timer = setTimeout(start, pauseMs);
		timer.unref();
		retryAt = new Date(now().getTime() + pauseMs).toISOString();
		onChange();
	}

	function pauseAfterFailure(newReason: string, requestedMs = 0): void {
		pauseCount += 1;
		consecutiveFailures = 0;
		startPause(newReason, Math.max(requestedMs, withJitter(backoffMs(pauseCount, BACKOFF))));
	}

	/** Called when the queue has no shipment that can be sent now. @returns whether to read the queue again immediately */
	async function handleEmptyQueue(): Promise<boolean> {
		// The last shipments failed, and no other shipment is left to try. A probe tells whether the service fails for all.
		if (consecutiveFailures > 0) {
			if (await processor.probe()) return true;
			pauseAfterFailure(reason);
			return false;
		}
		if (tally.retrySkipped()) return true;
		const retry = tally.nextRetry(performance.now());
		if (retry && journal.maySend(connectionId(), retry.id)) {
			startPause(retry.error.message, retry.inMs);
			return false;
		}
		reason = '';
		onIdle();
		onChange();
		return false;
	}

	/**
	 * Updates the state of the queue after a shipment was processed, and reports the change.
	 * @param mayStop false when the queue was resumed while the shipment was processed; a stop is then ignored
	 */
	function recordStep(shipment: QueuedShipment, step: QueueStep, mayStop: boolean): void {
		if (step.kind === 'next') {
			pauseCount = 0;
			reason = '';
			if (journal.summary(shipment.id).state !== 'queued') tally.forget(shipment.id);
		} else reason = step.reason;
		if (step.kind === 'wait' && step.failure) {
			tally.recordFailure(shipment.id, step.failure.request, step.failure.error);
			consecutiveFailures += 1;
		}
		if (step.kind === 'stop') isStopped = mayStop;
		onProcessed(shipment);
		onChange();
	}

	/** Whether to try the next shipment before pausing, to find out whether the service fails for all shipments. */
	async function shouldContinueAfter({ failure, pauseMs }: Extract<QueueStep, { kind: 'wait' }>): Promise<boolean> {
		if (!failure || pauseMs !== undefined) return false;
		return consecutiveFailures < MAX_CONSECUTIVE_FAILURES || processor.probe();
	}

	/** Sends shipments until nothing more can be sent now. */
	async function processQueue(): Promise<void> {
		// The caller may be inside a transaction: read the queue only after that transaction is committed.
		await undefined;
		while (!isClosing && !isStopped) {
			if (hasUnwrittenOutcome()) return startPause(unwrittenOutcomeText(), STORAGE_PAUSE_MS);
			let shipment = nextQueued();
			if (!shipment) {
				if (await handleEmptyQueue()) continue;
				return;
			}
			await pace.wait(shipment, nextQueued);
			// Read again: during the wait, another shipment may have become the first one.
			shipment = nextQueued();
			if (!shipment || isClosing) continue;
			const resumeCountAtStart = resumeCount;
			const step = await processor.process(shipment);
			recordStep(shipment, step, resumeCountAtStart === resumeCount);
			await yieldToEventLoop();
			if (step.kind !== 'wait' || (await shouldContinueAfter(step))) continue;
			return pauseAfterFailure(step.reason, step.pauseMs);
		}
	}

	function handleError(error: unknown): void {
		onError(error);
		const message = errorMessage(error);
		startPause(
			error instanceof AppError ? message : t('The queue was interrupted ({reason}).', { reason: message }),
			STORAGE_PAUSE_MS,
		);
	}

	/** Starts processing the queue, unless the queue is being processed, stopped or closing. Never throws. */
	function start(): void {
		if (isClosing || isStopped || currentRun) return;
		clearTimeout(timer);
		retryAt = null;
		currentRun = processQueue()
			.catch(handleError)
			.finally(() => {
				currentRun = undefined;
				try {
					// A shipment may have been queued while the last run was ending.
					if (reason === '' && nextQueued()) start();
				} catch (error) {
					handleError(error);
				}
			});
	}

	return {
		start,

		/** The user fixed what stopped the queue, or the service is online again. Also ends the current pause. */
		resume(): void {
			isStopped = false;
			pauseCount = 0;
			resumeCount += 1;
			start();
		},
		/** Ends a pause and reads the queue again now. A stopped queue stays stopped. */
		wake(): void {
			pace.wake();
			start();
		},

		status(): OutboxStatus {
			const queuedForOtherService = reason === '' ? journal.queuedForOtherService(connectionId()) : undefined;
			return {
				queued: journal.count('queued'),
				held: journal.count('held'),
				refused: journal.countRefused(),
				retryAt,
				reason: queuedForOtherService
					? t(
							'{count, plural, one {{count} shipment waits} other {{count} shipments wait}} for {service, select, builtIn {the built-in service} other {{service}}}, which is not the current service.',
							{ count: queuedForOtherService.count, service: connectionName(queuedForOtherService.connectionId) },
						)
					: reason,
				isStopped,
			};
		},

		/** Starts no further request. Resolves when no request is in flight. */
		async close(): Promise<void> {
			isClosing = true;
			clearTimeout(timer);
			pace.wake();
			await currentRun;
		},
	};
}
export type Outbox = ReturnType<typeof createOutbox>;
