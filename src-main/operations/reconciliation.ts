// Finds out the outcome of unknown operations by repeating their requests, where that cannot buy twice: at a service that says it
// keeps idempotency keys, while by its own clock it still keeps this one. Everywhere else they wait for the user.
import { MINUTE_MS } from '../../src-contract/lib/units';
import type { Connection, IdempotencyKeyRetention, ServiceOperation } from '../connections/port';
import type { OperationIntent, OperationKind, OperationOutcome } from './operation-kind';

const PAUSES_MS = [1_000, 5_000, 15_000, MINUTE_MS];
const MAX_PAUSE_MS = 5 * MINUTE_MS;
/** A key is not used in the last minutes of its life. */
const MARGIN_MS = 5 * MINUTE_MS;

/** Pure. Whether the request can be repeated without buying twice; `later`: when the clocks agree. */
export function canRepeat(
	{ serviceTime }: Pick<OperationIntent, 'serviceTime'>,
	{ forMs, serviceTime: clock }: IdempotencyKeyRetention,
): boolean | 'later' {
	if (forMs === 0 || !serviceTime || !clock) return false;
	const ageMs = clock.getTime() - serviceTime.getTime();
	// A clock that was set back does not tell how old the key is.
	return ageMs < 0 ? 'later' : ageMs < forMs - MARGIN_MS;
}

type RequestedOperation = Pick<OperationKind<OperationIntent, unknown>, 'serviceOperation'>;
type SentIntent = Pick<OperationIntent, 'connectionId' | 'account' | 'serviceTime'>;
/** The submission of any kind. */
export interface Reconcilable {
	kind: Pick<OperationKind<OperationIntent, unknown>, 'serviceOperation' | 'read' | 'listUnknown'>;
	isInFlight(id: number): boolean;
	hasUnwritten(): boolean;
	repeat(id: number): Promise<{ outcome: OperationOutcome<unknown> }>;
}

export interface ReconciliationDependencies {
	operations: readonly Reconcilable[];
	client: Pick<Connection, 'keysKept' | 'serviceTime'>;
	connectionId: () => string;
	account: () => string;
	onError: (error: unknown) => void;
}

export function createReconciliation(dependencies: ReconciliationDependencies) {
	const { operations, client, connectionId, account, onError } = dependencies;
	let timer: NodeJS.Timeout | undefined;
	let running: Promise<void> | undefined;
	let attempt = 0;
	let isClosing = false;
	/** For how long the service keeps the keys of each operation, as it said last. */
	const keptForMs = new Map<ServiceOperation | undefined, number>();

	/** Another account, or another service, does not know this key. */
	const isOurs = (intent: SentIntent): boolean =>
		intent.connectionId === connectionId() && intent.account === account();

	/** @returns whether another try may tell; `stop`: no request is accepted, `pause`: none is at present */
	async function reconcile(
		{ kind, isInFlight, repeat }: Reconcilable,
		id: number,
	): Promise<boolean | 'stop' | 'pause'> {
		if (!isOurs(kind.read(id)) || isInFlight(id)) return false;
		// Asked again for each: the one before may have taken a minute, or the settings may have changed.
		const kept = await client.keysKept(kind.serviceOperation);
		keptForMs.set(kind.serviceOperation, kept.forMs);
		const intent = kind.read(id);
		const may = canRepeat(intent, kept);
		if (!intent.isUnknown || !isOurs(intent) || isInFlight(id) || may !== true) return may === 'later';
		const { outcome } = await repeat(id);
		if (outcome.kind === 'rejected') {
			const { disposition } = outcome.error;
			if (disposition === 'stop') return 'stop';
			if (disposition === 'retry' || disposition === 'unknown') return 'pause';
		}
		return outcome.kind !== 'succeeded';
	}

	/** @returns whether another try may tell */
	async function reconcileAll(): Promise<boolean> {
		let isOpen = false;
		for (const operation of operations) {
			for (const id of operation.kind.listUnknown()) {
				if (isClosing || operations.some((one) => one.hasUnwritten())) return true;
				const result = await reconcile(operation, id);
				// A key that is refused is refused for all: nothing is repeated until it is another one.
				if (result === 'stop') return false;
				if (result === 'pause') return true;
				isOpen ||= result;
			}
		}
		return isOpen;
	}

	async function once(): Promise<void> {
		try {
			const isOpen = await reconcileAll();
			if (isOpen) reconcileSoon();
			else attempt = 0;
		} catch (error) {
			onError(error);
			reconcileSoon();
		}
	}

	function reconcileSoon(): void {
		if (isClosing || timer) return;
		const pauseMs = PAUSES_MS[attempt] ?? MAX_PAUSE_MS;
		attempt += 1;
		timer = setTimeout(() => {
			timer = undefined;
			// An operation that became unknown meanwhile is not in the list that is being worked through.
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
		/** Starts with all of them now. */
		reconcileNow,
		/** An operation became unknown, or the service is online again: starts soon. */
		reconcileSoon,
		/** Whether it will be reconciled, as far as is known. */
		isReconciled({ serviceOperation }: RequestedOperation, intent: SentIntent): boolean {
			const kept = { forMs: keptForMs.get(serviceOperation) ?? 0, serviceTime: client.serviceTime() };
			return isOurs(intent) && canRepeat(intent, kept) === true;
		},
		async close(): Promise<void> {
			isClosing = true;
			clearTimeout(timer);
			await running;
		},
	};
}
export type Reconciliation = ReturnType<typeof createReconciliation>;
