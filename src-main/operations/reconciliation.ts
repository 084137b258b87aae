// Unknown shipments are asked about again by themselves where that cannot buy twice: at a service that says it keeps
// Idempotency-Keys, while by its own clock it still keeps this one. Everywhere else they wait for a person.
import { MINUTE_MS } from '../../src-contract/lib/units';
import type { Connection, KeysKept } from '../connections/port';
import type { Journal } from './journal';
import type { Sendable } from './shipment-row';
import { isPassing, isStopping, type Submission } from './submission';

const PAUSES_MS = [1_000, 5_000, 15_000, MINUTE_MS, 5 * MINUTE_MS];
/** A key is not used in the last minutes of its life. */
const MARGIN_MS = 5 * MINUTE_MS;

/** Pure. Whether the request can be repeated without buying twice; `later`: when the clocks agree. */
export function canRepeat(
	{ serviceTime }: Pick<Sendable, 'serviceTime'>,
	{ forMs, serviceTime: clock }: KeysKept,
): boolean | 'later' {
	if (forMs === 0 || !serviceTime || !clock) return false;
	const ageMs = clock.getTime() - serviceTime.getTime();
	// A clock that was set back says nothing of how old the key is.
	return ageMs < 0 ? 'later' : ageMs < forMs - MARGIN_MS;
}

export interface ReconciliationDependencies {
	journal: Journal;
	client: Pick<Connection, 'keysKept' | 'serviceTime'>;
	submission: Submission;
	serviceUrl: () => string;
	account: () => string;
	onFault: (error: unknown) => void;
}

export function createReconciliation({
	journal,
	client,
	submission,
	serviceUrl,
	account,
	onFault,
}: ReconciliationDependencies) {
	let timer: NodeJS.Timeout | undefined;
	let running: Promise<void> | undefined;
	let attempt = 0;
	let isClosing = false;
	/** For how long the service keeps keys, as it said last; undefined before it was asked. */
	let keptForMs: number | undefined;

	/** Another account, or another service, does not know this key. */
	const isOurs = (one: Sendable): boolean => one.serviceUrl === serviceUrl() && one.account === account();

	/** @returns whether asking once more may tell */
	async function askAll(): Promise<boolean> {
		let isOpen = false;
		for (const { id } of journal.listUnknown().reverse()) {
			if (isClosing || submission.hasUnwritten()) return true;
			if (!isOurs(journal.sendable(id)) || submission.isInFlight(id)) continue;
			// Anew for each: the one before may have taken a minute, or the settings may have changed.
			const kept = await client.keysKept();
			keptForMs = kept.forMs;
			const one = journal.sendable(id);
			const may = canRepeat(one, kept);
			if (one.state !== 'unknown' || !isOurs(one) || submission.isInFlight(id) || may !== true) {
				isOpen ||= may === 'later';
				continue;
			}
			const { outcome } = await submission.repeat(id);
			if (outcome.kind === 'unknown' || outcome.kind === 'rejected') isOpen = true;
			// A key that is refused is refused for all: nothing is asked until it is another one.
			if (outcome.kind === 'rejected' && isStopping(outcome.error)) return false;
			if (outcome.kind === 'rejected' && isPassing(outcome.error)) break;
		}
		return isOpen;
	}

	async function once(): Promise<void> {
		try {
			const isOpen = await askAll();
			if (isOpen) reconcileSoon();
			else attempt = 0;
		} catch (error) {
			onFault(error);
			reconcileSoon();
		}
	}

	function reconcileSoon(): void {
		if (isClosing || timer) return;
		const pauseMs = PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)] as number;
		attempt += 1;
		timer = setTimeout(() => {
			timer = undefined;
			// What became unknown since is not in the list that is being gone through.
			if (running) reconcileSoon();
			else reconcileNow();
		}, pauseMs);
		timer.unref();
	}

	function reconcileNow(): void {
		if (isClosing) return;
		running ??= once().finally(() => {
			running = undefined;
		});
	}

	return {
		/** Asks about all of them now. */
		reconcileNow,
		/** A shipment became unknown, or the line came back: asks soon. */
		reconcileSoon,
		/** Whether it will be asked about, as far as is known. */
		isReconciled(id: number): boolean {
			const one = journal.sendable(id);
			const kept = { forMs: keptForMs ?? 0, serviceTime: client.serviceTime() };
			return isOurs(one) && canRepeat(one, kept) === true;
		},
		async close(): Promise<void> {
			isClosing = true;
			clearTimeout(timer);
			await running;
		},
	};
}
export type Reconciliation = ReturnType<typeof createReconciliation>;
