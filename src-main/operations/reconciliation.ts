// Unknown shipments are asked about again by themselves where that cannot buy twice: at a service that says it keeps
// Idempotency-Keys, while by its own clock it still keeps this one. Everywhere else they wait for a person.
import { MINUTE_MS } from '../../src-contract/lib/units';
import type { KeysKept, PartnerClient } from '../connections/partner-v1/client';
import type { Journal } from './journal';
import type { Sendable } from './shipment-row';
import { isPassing, isStopping, type Sending } from './submission';

const PAUSES_MS = [1_000, 5_000, 15_000, MINUTE_MS, 5 * MINUTE_MS];
/** A key is not used in the last minutes of its life. */
const MARGIN_MS = 5 * MINUTE_MS;

/** Pure. Whether the request can be repeated without buying twice; `later`: when the clocks agree. */
export function canAskAgain(
	{ serviceTime }: Pick<Sendable, 'serviceTime'>,
	{ forMs, serviceTime: clock }: KeysKept,
): boolean | 'later' {
	if (forMs === 0 || !serviceTime || !clock) return false;
	const ageMs = clock.getTime() - serviceTime.getTime();
	// A clock that was set back says nothing of how old the key is.
	return ageMs < 0 ? 'later' : ageMs < forMs - MARGIN_MS;
}

export interface AskingDependencies {
	journal: Journal;
	client: Pick<PartnerClient, 'keysKept' | 'serviceTime'>;
	sending: Sending;
	serviceUrl: () => string;
	account: () => string;
	onFault: (error: unknown) => void;
}

export function createAsking({ journal, client, sending, serviceUrl, account, onFault }: AskingDependencies) {
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
			if (isClosing || sending.hasUnwritten()) return true;
			if (!isOurs(journal.sendable(id)) || sending.isUnderWay(id)) continue;
			// Anew for each: the one before may have taken a minute, or the settings may have changed.
			const kept = await client.keysKept();
			keptForMs = kept.forMs;
			const one = journal.sendable(id);
			const may = canAskAgain(one, kept);
			if (one.state !== 'unknown' || !isOurs(one) || sending.isUnderWay(id) || may !== true) {
				isOpen ||= may === 'later';
				continue;
			}
			const { outcome } = await sending.askAgain(id);
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
			if (isOpen) later();
			else attempt = 0;
		} catch (error) {
			onFault(error);
			later();
		}
	}

	function later(): void {
		if (isClosing || timer) return;
		const pauseMs = PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)] as number;
		attempt += 1;
		timer = setTimeout(() => {
			timer = undefined;
			// What became unknown since is not in the list that is being gone through.
			if (running) later();
			else ask();
		}, pauseMs);
		timer.unref();
	}

	function ask(): void {
		if (isClosing) return;
		running ??= once().finally(() => {
			running = undefined;
		});
	}

	return {
		/** Asks about all of them now. */
		ask,
		/** A shipment became unknown, or the line came back: asks soon. */
		later,
		/** Whether it will be asked about, as far as is known. */
		isAskedAgain(id: number): boolean {
			const one = journal.sendable(id);
			const kept = { forMs: keptForMs ?? 0, serviceTime: client.serviceTime() };
			return isOurs(one) && canAskAgain(one, kept) === true;
		},
		async close(): Promise<void> {
			isClosing = true;
			clearTimeout(timer);
			await running;
		},
	};
}
export type Asking = ReturnType<typeof createAsking>;
