// The queue of shipments that go without a person beside them: those that the desk queued while the line was down, and those of
// a batch. One after the other, in their order; each is priced again before it is sent, and held when it costs more than allowed.
import { AppError } from '../../src-contract/errors';
import type { RateOption } from '../../src-contract/partner-api';
import { type OutboxStatus, toRatesRequest, totalValueEur } from '../../src-contract/shipment';
import type { PartnerClient } from '../partner/client';
import { chooseOption } from './choice';
import type { Journal, Queued } from './journal';
import { isPassing, isStopping, type Sending } from './sending';
import { nameOfService } from './shipments';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** While the disk is full or the database is held. */
const STORAGE_PAUSE_MS = 3_000;

/** What is done after a shipment's turn: the next one's, or none for a while. */
type After =
	| { kind: 'next' }
	| { kind: 'wait'; reason: string; pauseMs?: number | undefined }
	| { kind: 'stop'; reason: string };
const NEXT: After = { kind: 'next' };

export interface OutboxDependencies {
	journal: Journal;
	client: Pick<PartnerClient, 'rates' | 'serviceTime'>;
	sending: Sending;
	serviceUrl: () => string;
	/** How many of a batch may go in a minute; 0: as fast as they can. */
	perMinute: (batchId: number) => number;
	/** A shipment's turn is over, whatever came of it; its label may still be taken apart. */
	onTurn: (queued: Queued) => void;
	/** The line, the reason to wait, or how many wait has changed. */
	onChange: () => void;
	onFault: (error: unknown) => void;
}

export function createOutbox(dependencies: OutboxDependencies) {
	const { journal, client, sending, serviceUrl, perMinute, onTurn, onChange, onFault } = dependencies;
	let running: Promise<void> | undefined;
	let timer: NodeJS.Timeout | undefined;
	let failures = 0;
	let reason = '';
	let isStopped = false;
	let isClosing = false;
	/** When one of a batch went last, by a clock that nobody sets. */
	let lastOfBatchMs = Number.NEGATIVE_INFINITY;
	let wake: (() => void) | undefined;

	/** With a spread, so that desks that lost one line do not come back as one. */
	const pauseMs = (): number =>
		Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, failures - 1)) * (0.75 + Math.random() / 2);

	function afterRefusal(error: unknown): After {
		if (isStopping(error)) return { kind: 'stop', reason: (error as AppError).message };
		if (isPassing(error)) {
			const { message, retryAfterMs } = error as AppError;
			return { kind: 'wait', reason: message, pauseMs: retryAfterMs };
		}
		throw error;
	}

	function held(id: number, why: string): After {
		journal.hold(id, `${why} Nothing was sent: allow the price, or withdraw it.`);
		return NEXT;
	}

	async function priced(queued: Queued): Promise<RateOption | After> {
		const { id, rule, limitEur } = queued;
		const { serviceUrl: queuedFor } = journal.place(id);
		if (queuedFor !== serviceUrl())
			return held(
				id,
				`It was queued for ${nameOfService(queuedFor)}; the desk uses ${nameOfService(serviceUrl())} now.`,
			);
		const { contents, ...composition } = journal.composition(id);
		let options: RateOption[];
		try {
			const value = totalValueEur(contents);
			options = (await client.rates(toRatesRequest({ ...composition, totalValueEur: value }))).data;
		} catch (error) {
			if (error instanceof AppError && error.code === 'partner.rejected') return held(id, error.message);
			return afterRefusal(error);
		}
		const option = chooseOption(options, rule);
		if (typeof option === 'string') return held(id, option);
		if (option.price > limitEur) {
			return held(
				id,
				`${option.carrier} ${option.product} costs ${option.price.toFixed(2)} EUR now; ${limitEur.toFixed(2)} EUR was allowed.`,
			);
		}
		return option;
	}

	async function turn(queued: Queued): Promise<After> {
		const option = await priced(queued);
		if ('kind' in option) return option;
		// Withdrawn, or its batch paused, while it was priced.
		const { id } = queued;
		if (isClosing || journal.nextQueued()?.id !== id) return NEXT;
		journal.intendQueued(id, option.productId, serviceUrl(), client.serviceTime());
		const { outcome } = await sending.transmit(id);
		const isSettled = outcome.kind !== 'rejected' || !(isPassing(outcome.error) || isStopping(outcome.error));
		return isSettled ? NEXT : afterRefusal(outcome.error);
	}

	async function pace({ batchId }: Queued): Promise<void> {
		if (batchId === null) return;
		const most = perMinute(batchId);
		const waitMs = most === 0 ? 0 : lastOfBatchMs + 60_000 / most - performance.now();
		if (waitMs > 0) {
			await new Promise<void>((resolve) => {
				const pause = setTimeout(resolve, waitMs);
				wake = () => {
					clearTimeout(pause);
					resolve();
				};
			});
			wake = undefined;
		}
		lastOfBatchMs = performance.now();
	}

	function wait(why: string, forMs: number): void {
		reason = why;
		onChange();
		clearTimeout(timer);
		if (isClosing) return;
		timer = setTimeout(start, forMs);
		timer.unref();
	}

	/** Ends in the moment in which it sees that nothing can go now. */
	async function workOff(): Promise<void> {
		// Whoever queues may be in the middle of a commit: nothing is read before that is whole.
		await undefined;
		while (!isClosing && !isStopped) {
			let queued = journal.nextQueued();
			if (!queued) {
				reason = '';
				onChange();
				return;
			}
			await pace(queued);
			queued = journal.nextQueued();
			if (!queued || isClosing) continue;
			const after = await turn(queued);
			onTurn(queued);
			if (after.kind === 'next') {
				failures = 0;
				if (reason !== '') {
					reason = '';
					onChange();
				}
				continue;
			}
			if (after.kind === 'stop') {
				isStopped = true;
				reason = after.reason;
				onChange();
				return;
			}
			failures += 1;
			return wait(after.reason, after.pauseMs ?? pauseMs());
		}
	}

	/** Never throws. */
	function start(): void {
		if (isClosing || isStopped || running) return;
		clearTimeout(timer);
		running = workOff()
			.catch((error) => {
				onFault(error);
				const why =
					error instanceof AppError ? error.message : `The queue was interrupted (${(error as Error).message}).`;
				wait(why, STORAGE_PAUSE_MS);
			})
			.finally(() => {
				running = undefined;
				// Queued in the very moment in which the last run ended.
				if (!isClosing && !isStopped && reason === '' && journal.nextQueued()) start();
			});
	}

	return {
		start,

		/** A person mended what stood in the way, or the line answers again. */
		resume(): void {
			isStopped = false;
			failures = 0;
			start();
		},
		/** What is paused is asked for anew. */
		nudge(): void {
			wake?.();
			start();
		},

		status: (): OutboxStatus => ({
			queued: journal.count('queued'),
			held: journal.count('held'),
			reason,
			isStopped,
		}),

		/** Begins nothing more; resolves when nothing is under way. */
		async close(): Promise<void> {
			isClosing = true;
			clearTimeout(timer);
			wake?.();
			await running;
		},
	};
}
export type Outbox = ReturnType<typeof createOutbox>;
