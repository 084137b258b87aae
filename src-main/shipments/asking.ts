// Unknown shipments are asked about again by themselves where that cannot buy twice: at a service that says it keeps
// Idempotency-Keys, while by its own clock it still keeps this one. Everywhere else they wait for a person.
import type { KeysKept, PartnerClient } from '../partner/client';
import type { Journal, Sendable } from './journal';
import type { Sending } from './sending';

const PAUSES_MS = [1_000, 5_000, 15_000, 60_000, 300_000];
/** A key is not used in the last minutes of its life. */
const MARGIN_MS = 5 * 60_000;

/** Pure. Whether the request can be repeated without buying twice. */
export function canAskAgain(
	{ serviceTime }: Pick<Sendable, 'serviceTime'>,
	{ forMs, serviceTime: clock }: KeysKept,
): boolean {
	if (forMs === 0 || !serviceTime || !clock) return false;
	const ageMs = clock.getTime() - serviceTime.getTime();
	// A clock that was set back says nothing of how old the key is.
	return ageMs >= 0 && ageMs < forMs - MARGIN_MS;
}

export interface AskingDependencies {
	journal: Journal;
	client: Pick<PartnerClient, 'keysKept'>;
	sending: Sending;
	serviceUrl: () => string;
	onFault: (error: unknown) => void;
}

export function createAsking({ journal, client, sending, serviceUrl, onFault }: AskingDependencies) {
	let timer: NodeJS.Timeout | undefined;
	let running: Promise<void> | undefined;
	let attempt = 0;
	let isClosing = false;
	/** What the service said last; undefined before it was asked. */
	let kept: KeysKept | undefined;

	/** @returns whether asking once more may tell */
	async function askAll(): Promise<boolean> {
		let isOpen = false;
		const unknown = journal.listUnknown().reverse();
		if (unknown.length === 0) return false;
		kept = await client.keysKept();
		for (const { id } of unknown) {
			if (isClosing) return false;
			const one = journal.sendable(id);
			if (one.state !== 'unknown' || one.serviceUrl !== serviceUrl() || sending.isUnderWay(id)) continue;
			if (!canAskAgain(one, { ...kept, serviceTime: kept.serviceTime })) continue;
			const { outcome } = await sending.askAgain(id);
			if (outcome.kind === 'unknown' || outcome.kind === 'rejected') isOpen = true;
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
			ask();
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
		/** Whether the service says that it keeps keys, as far as it was asked. */
		isAskedAgain: (id: number): boolean => kept !== undefined && canAskAgain(journal.sendable(id), kept),
		async close(): Promise<void> {
			isClosing = true;
			clearTimeout(timer);
			await running;
		},
	};
}
export type Asking = ReturnType<typeof createAsking>;
