// The queue of shipments that go without a person beside them: those that the desk queued while the line was down, and those of
// a batch. One after the other, in their order; each is priced again before it is sent, and held when it costs more than allowed.

import { AppError } from '../../src-contract/errors';
import { say } from '../../src-contract/i18n';
import { backoffMs, withJitter } from '../../src-contract/lib/backoff';
import { MINUTE_MS } from '../../src-contract/lib/units';
import { type OutboxStatus, quoteInputOf } from '../../src-contract/model/shipment';
import type { RateOption } from '../../src-contract/partner-api';
import { isolated } from '../../src-contract/rules/bidi';
import type { Connection } from '../connections/port';
import { chooseOption } from '../shipments/option-rules';
import { serviceOf } from '../shipments/shipments';
import { createFailureTally, type FailedStep } from './failure-tally';
import type { Journal } from './journal';
import type { Queued } from './queue';
import { isPassing, isStopping, type Submission } from './submission';

const BACKOFF = { initialMs: 1_000, maxMs: 30_000 };
/** While the disk is full or the database is held. */
const STORAGE_PAUSE_MS = 3_000;
/** However long a service asks to be left alone. */
const LONGEST_ASKED_PAUSE_MS = 15 * MINUTE_MS;
/** After so many failures without an answer in between the queue pauses, instead of trying one shipment after the other. */
const MAX_FAILURES_IN_A_ROW = 3;
/** The service answered with an error that may be of one shipment alone. */
const MAY_BE_OF_ONE = new Set(['partner.failed', 'partner.unreadable']);
/** So many in doubt, one after the other, are no chance: somebody has to look before more are sent. */
const MOST_IN_DOUBT = 3;

/** What is done after a shipment's turn: the next one's, or none for a while. */
type After =
	| { kind: 'next' }
	/** `failed`: the service answered with an error that may be of this shipment alone. */
	| {
			kind: 'wait';
			reason: string;
			pauseMs?: number | undefined;
			failed?: { step: FailedStep; error: AppError } | undefined;
	  }
	| { kind: 'stop'; reason: string };
const notWritten = (): string =>
	say('A booking could not be written down yet: nothing else is sent until it is. Make room on the disk.');
const tryAgain = (): string => say('Nothing was sent: allow it to try again, or withdraw it.');
const NEXT: After = { kind: 'next' };

export interface OutboxDependencies {
	journal: Journal;
	client: Pick<Connection, 'rates' | 'serviceTime'>;
	submission: Submission;
	serviceUrl: () => string;
	/** A digest of the key that requests go under. */
	account: () => string;
	/** How many of a batch may go in a minute; 0: as fast as they can. */
	perMinute: (batchId: number) => number;
	now: () => Date;
	/** A shipment's turn is over, whatever came of it; its label may still be taken apart. */
	onProcessed: (queued: Queued) => void;
	/** The service refused it while it was queued; the queue goes on with the next one. */
	onRefused: (id: number) => void;
	/** Nothing is left that could go now. */
	onIdle: () => void;
	/** The line, the reason to wait, or how many wait has changed. */
	onChange: () => void;
	onFault: (error: unknown) => void;
}

export function createOutbox(dependencies: OutboxDependencies) {
	const {
		journal,
		client,
		submission,
		serviceUrl,
		account,
		perMinute,
		now,
		onProcessed: onTurn,
		onRefused,
		onIdle,
		onChange,
		onFault,
	} = dependencies;
	let running: Promise<void> | undefined;
	let timer: NodeJS.Timeout | undefined;
	let failures = 0;
	let reason = '';
	/** When the timer of a wait fires, ISO 8601. */
	let retryAt: string | null = null;
	let isStopped = false;
	let isClosing = false;
	let inDoubt = 0;
	/** Counts what a person mended: a refusal of before says nothing any more. */
	let generation = 0;
	const tally = createFailureTally();
	/** Failed turns since the last pause or answer. */
	let failedInARow = 0;
	/** When one of a batch went last, by a clock that nobody sets. */
	let lastOfBatchMs = Number.NEGATIVE_INFINITY;
	let endPause: (() => void) | undefined;

	function afterRefusal(error: unknown, step: FailedStep): After {
		if (isStopping(error)) return { kind: 'stop', reason: (error as AppError).message };
		if (isPassing(error)) {
			const { message, retryAfterMs } = error as AppError;
			const mayBeOfOne = MAY_BE_OF_ONE.has((error as AppError).code);
			const failed = mayBeOfOne ? { step, error: error as AppError } : undefined;
			return { kind: 'wait', reason: message, pauseMs: retryAfterMs, failed };
		}
		throw error;
	}

	const nextQueued = (): Queued | undefined => journal.nextQueued(serviceUrl(), tally.skipped(performance.now()));

	function held(id: number, why: string): After {
		// Withdrawn meanwhile.
		if (journal.summary(id).state !== 'queued') return NEXT;
		journal.hold(id, why);
		return NEXT;
	}

	/** Holds a shipment that the service refuses, or that fails alone. */
	function setAside(id: number, why: string): After {
		if (journal.summary(id).state !== 'queued') return NEXT;
		journal.hold(id, `${why} ${tryAgain()}`, { isRefused: true });
		onRefused(id);
		return NEXT;
	}

	/** The service answered a request for this shipment: what failed before may be of those shipments alone. */
	function answered(id: number, step: FailedStep): void {
		failedInARow = 0;
		for (const one of tally.answered(id, step, performance.now())) {
			setAside(one.id, say('{reason} The service answers for other shipments.', { reason: one.error.message }));
			tally.forget(one.id);
		}
	}

	/** @returns whether the service answers rates for the shipment that was booked last; this books nothing */
	async function probe(): Promise<boolean> {
		const id = tally.hasOnlyRatesOpen() ? journal.lastBooked(serviceUrl()) : undefined;
		if (id === undefined) return false;
		try {
			await client.rates(quoteInputOf(journal.composition(id)));
		} catch (error) {
			if (!(error instanceof AppError && error.code === 'partner.rejected')) return false;
		}
		answered(id, 'rates');
		return true;
	}

	async function priced(queued: Queued): Promise<RateOption | After> {
		const { id, rule, limitEur } = queued;
		let options: RateOption[];
		try {
			options = (await client.rates(quoteInputOf(journal.composition(id)))).data;
		} catch (error) {
			if (!(error instanceof AppError && error.code === 'partner.rejected')) return afterRefusal(error, 'rates');
			answered(id, 'rates');
			return setAside(id, error.message);
		}
		answered(id, 'rates');
		const option = chooseOption(options, rule);
		if (typeof option === 'string') return held(id, `${option} ${tryAgain()}`);
		if (option.price > limitEur) {
			const tooDear = say('{carrier} {product} costs {price} EUR now; {limit} EUR was allowed.', {
				carrier: isolated(option.carrier),
				product: isolated(option.product),
				price: option.price.toFixed(2),
				limit: limitEur.toFixed(2),
			});
			return held(id, `${tooDear} ${say('Nothing was sent: allow the price, or withdraw it.')}`);
		}
		return option;
	}

	async function turn(queued: Queued): Promise<After> {
		const option = await priced(queued);
		if ('kind' in option) return option;
		// Withdrawn, its batch paused, or the desk moved to another service, while it was priced.
		const { id } = queued;
		if (isClosing || !journal.maySend(serviceUrl(), id)) return NEXT;
		const destination = { serviceUrl: serviceUrl(), account: account(), serviceTime: client.serviceTime() };
		const { carrier, product, price: priceEur } = option;
		journal.intendQueued(id, option.productId, destination, { carrier, product, priceEur });
		const { outcome } = await submission.submit(id);
		if (journal.summary(id).refusedAt !== null) onRefused(id);
		inDoubt = outcome.kind === 'unknown' ? inDoubt + 1 : 0;
		if (inDoubt >= MOST_IN_DOUBT) {
			inDoubt = 0;
			return {
				kind: 'stop',
				reason: say(
					'{count, plural, other {# shipments in a row may be booked or not}}: the queue was stopped. Look at them in Shipments, then go on.',
					{ count: MOST_IN_DOUBT },
				),
			};
		}
		if (outcome.kind === 'unknown') return NEXT;
		if (outcome.kind === 'rejected' && (isPassing(outcome.error) || isStopping(outcome.error)))
			return afterRefusal(outcome.error, 'booking');
		answered(id, 'booking');
		return NEXT;
	}

	async function pace({ batchId }: Queued): Promise<void> {
		if (batchId === null) return;
		const waitMs = () => {
			const most = perMinute(batchId);
			return most === 0 || isClosing ? 0 : lastOfBatchMs + MINUTE_MS / most - performance.now();
		};
		while (waitMs() > 0) {
			await new Promise<void>((resolve) => {
				const pause = setTimeout(resolve, waitMs());
				endPause = () => {
					clearTimeout(pause);
					resolve();
				};
			});
			endPause = undefined;
			// A single one was queued before it, or it was paused.
			if (nextQueued()?.batchId !== batchId) return;
		}
		lastOfBatchMs = performance.now();
	}

	function wait(why: string, forMs: number): void {
		reason = why;
		clearTimeout(timer);
		if (isClosing) return;
		const pauseForMs = Math.min(forMs, LONGEST_ASKED_PAUSE_MS);
		timer = setTimeout(start, pauseForMs);
		timer.unref();
		retryAt = new Date(now().getTime() + pauseForMs).toISOString();
		onChange();
	}

	/** Ends in the moment in which it sees that nothing can go now. */
	async function workOff(): Promise<void> {
		// Whoever queues may be in the middle of a commit: nothing is read before that is whole.
		await undefined;
		while (!isClosing && !isStopped) {
			if (submission.hasUnwritten()) return wait(notWritten(), STORAGE_PAUSE_MS);
			let queued = nextQueued();
			if (!queued && failedInARow > 0) {
				if (await probe()) continue;
				return pauseAfterFailure(reason);
			}
			if (!queued && tally.retrySkipped()) continue;
			if (!queued) {
				const retry = tally.nextRetry(performance.now());
				if (retry && journal.maySend(serviceUrl(), retry.id)) return wait(retry.error.message, retry.inMs);
				reason = '';
				onIdle();
				onChange();
				return;
			}
			await pace(queued);
			queued = nextQueued();
			if (!queued || isClosing) continue;
			const begun = generation;
			const after = await turn(queued);
			if (after.kind === 'next') {
				failures = 0;
				reason = '';
				if (journal.summary(queued.id).state !== 'queued') tally.forget(queued.id);
			} else reason = after.reason;
			const failed = after.kind === 'wait' ? after.failed : undefined;
			if (failed) {
				tally.failed(queued.id, failed.step, failed.error);
				failedInARow += 1;
			}
			if (after.kind === 'stop') isStopped = begun === generation;
			onTurn(queued);
			onChange();
			// Whatever waits for this thread has its turn as well.
			await new Promise((resolve) => setImmediate(resolve));
			if (after.kind !== 'wait') continue;
			// Whether the service fails for all shows with the next shipment, unless it asks for a pause.
			if (failed && after.pauseMs === undefined) {
				if (failedInARow < MAX_FAILURES_IN_A_ROW || (await probe())) continue;
			}
			return pauseAfterFailure(after.reason, after.pauseMs);
		}
	}

	function pauseAfterFailure(why: string, askedMs = 0): void {
		failures += 1;
		failedInARow = 0;
		wait(why, Math.max(askedMs, withJitter(backoffMs(failures, BACKOFF))));
	}

	function interrupted(error: unknown): void {
		onFault(error);
		const { message } = error as Error;
		wait(
			error instanceof AppError ? message : say('The queue was interrupted ({reason}).', { reason: message }),
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
					// Queued in the very moment in which the last run ended.
					if (reason === '' && nextQueued()) start();
				} catch (error) {
					interrupted(error);
				}
			});
	}

	return {
		start,

		/** A person mended what stood in the way, or the line answers again. */
		resume(): void {
			isStopped = false;
			failures = 0;
			generation += 1;
			start();
		},
		/** What is paused is asked for anew. */
		wake(): void {
			endPause?.();
			start();
		},

		status(): OutboxStatus {
			const elsewhere = reason === '' ? journal.queuedElsewhere(serviceUrl()) : undefined;
			return {
				queued: journal.count('queued'),
				held: journal.count('held'),
				refused: journal.countRefused(),
				retryAt,
				reason: elsewhere
					? say(
							'{count, plural, one {{count} waits} other {{count} wait}} for {service, select, builtIn {the built-in service} other {{service}}}, which the desk does not use now.',
							{ count: elsewhere.count, service: serviceOf(elsewhere.serviceUrl) },
						)
					: reason,
				isStopped,
			};
		},

		/** Begins nothing more; resolves when nothing is under way. */
		async close(): Promise<void> {
			isClosing = true;
			clearTimeout(timer);
			endPause?.();
			await running;
		},
	};
}
export type Outbox = ReturnType<typeof createOutbox>;
