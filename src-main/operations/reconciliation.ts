// Resolves operations with an unknown outcome by repeating their requests. A request is repeated only while the service
// still stores the request's idempotency key, because then a repetition cannot book twice. The age of a key is measured by
// the service's clock. All other operations with an unknown outcome wait for the user.
import { MINUTE_MS } from '../../src-contract/lib/units';
import type { Connection, IdempotencyKeyRetention, ServiceOperation } from '../connections/service-interface';
import type { OperationIntent, OperationKind, OperationOutcome } from './operation-kind';

/**
 * Pauses before the first four runs; all later pauses are `MAX_PAUSE_MS`. A run repeats, one after the other, the requests of all
 * operations with an unknown outcome whose requests can be repeated.
 */
const PAUSES_MS = [1_000, 5_000, 15_000, MINUTE_MS];
const MAX_PAUSE_MS = 5 * MINUTE_MS;
/** A request is not repeated when its idempotency key expires within this time. */
const EXPIRY_MARGIN_MS = 5 * MINUTE_MS;

/**
 * Whether the request can be repeated now without booking twice; `later` when the service's clock shows a time before the
 * request. Pure.
 */
export function canRepeat(
	{ serviceTime }: Pick<OperationIntent, 'serviceTime'>,
	{ retentionMs, serviceTime: currentServiceTime }: IdempotencyKeyRetention,
): boolean | 'later' {
	if (retentionMs === 0 || !serviceTime || !currentServiceTime) return false;
	const ageMs = currentServiceTime.getTime() - serviceTime.getTime();
	// The service's clock was set back, so the age of the key is not known.
	return ageMs < 0 ? 'later' : ageMs < retentionMs - EXPIRY_MARGIN_MS;
}

type SentIntent = Pick<OperationIntent, 'connectionId' | 'apiKeyDigest' | 'serviceTime'>;
/** The part of a submission (`createSubmission`) that reconciliation uses. There is one submission for each operation kind. */
export interface Reconcilable {
	kind: Pick<OperationKind<OperationIntent, unknown>, 'serviceOperation' | 'readIntent' | 'listUnknownIds'>;
	isInFlight(id: number): boolean;
	hasUnwrittenOutcome(): boolean;
	repeat(id: number): Promise<{ outcome: OperationOutcome<unknown> }>;
}

export interface ReconciliationDependencies {
	submissions: readonly Reconcilable[];
	client: Pick<Connection, 'keyRetention' | 'serviceTime'>;
	connectionId: () => string;
	apiKeyDigest: () => string;
	onError: (error: unknown) => void;
}

export function createReconciliation(dependencies: ReconciliationDependencies) {
	const { submissions, client, connectionId, apiKeyDigest, onError } = dependencies;
	let timer: NodeJS.Timeout | undefined;
	let currentRun: Promise<void> | undefined;
	/** Number of pauses since a run that needed no further run. Index into `PAUSES_MS`. */
	let pauseCount = 0;
	let isClosing = false;
	/** Retention time of idempotency keys by operation, from the last answer of the service. */
	const lastRetentionMs = new Map<ServiceOperation | undefined, number>();

	/** Whether the request was sent with the account in use. A service stores idempotency keys per account. */
	const isFromCurrentAccount = (intent: SentIntent): boolean =>
		intent.connectionId === connectionId() && intent.apiKeyDigest === apiKeyDigest();

	/**
	 * Repeats the request of one operation, if that is possible now.
	 * @returns whether to try this operation again later; `pause` when the service failed or accepts no request for now, `stop`
	 * when the service accepts no request until the user changes something, such as the API key
	 */
	async function reconcile(
		{ kind, isInFlight, repeat }: Reconcilable,
		id: number,
	): Promise<boolean | 'stop' | 'pause'> {
		if (!isFromCurrentAccount(kind.readIntent(id)) || isInFlight(id)) return false;
		// The retention is requested for each operation, because the previous operation may have taken a minute, or the
		// settings may have changed.
		const retention = await client.keyRetention(kind.serviceOperation);
		lastRetentionMs.set(kind.serviceOperation, retention.retentionMs);
		const intent = kind.readIntent(id);
		const repeatability = canRepeat(intent, retention);
		if (!intent.isUnknown || !isFromCurrentAccount(intent) || isInFlight(id) || repeatability !== true)
			return repeatability === 'later';
		const { outcome } = await repeat(id);
		if (outcome.kind === 'rejected') {
			const { disposition } = outcome.error;
			if (disposition === 'stop') return 'stop';
			if (disposition === 'retry' || disposition === 'unknown') return 'pause';
		}
		return outcome.kind !== 'succeeded';
	}

	/** @returns whether to start another run after a pause */
	async function reconcileAll(): Promise<boolean> {
		let isRetryNeeded = false;
		for (const submission of submissions) {
			for (const id of submission.kind.listUnknownIds()) {
				if (isClosing || submissions.some(({ hasUnwrittenOutcome }) => hasUnwrittenOutcome())) return true;
				const result = await reconcile(submission, id);
				// A service that rejects the API key rejects it for all operations: repeat nothing until the key is replaced.
				if (result === 'stop') return false;
				if (result === 'pause') return true;
				isRetryNeeded ||= result;
			}
		}
		return isRetryNeeded;
	}

	async function runOnce(): Promise<void> {
		try {
			const isRetryNeeded = await reconcileAll();
			if (isRetryNeeded) reconcileSoon();
			else pauseCount = 0;
		} catch (error) {
			onError(error);
			reconcileSoon();
		}
	}

	function reconcileSoon(): void {
		if (isClosing || timer) return;
		const pauseMs = PAUSES_MS[pauseCount] ?? MAX_PAUSE_MS;
		pauseCount += 1;
		timer = setTimeout(() => {
			timer = undefined;
			// Operations that became unknown after the current run started are not part of this run.
			if (currentRun) reconcileSoon();
			else reconcileNow();
		}, pauseMs);
		timer.unref();
	}

	function reconcileNow(): void {
		if (isClosing) return;
		currentRun ??= runOnce().finally(() => {
			currentRun = undefined;
		});
	}

	return {
		/** Starts a run now, unless a run is in progress. */
		reconcileNow,
		/** Starts a run after a pause. Called when an operation became unknown or the service is online again. */
		reconcileSoon,
		/** Whether reconciliation can repeat the operation's request, according to the last retention time that the service stated. */
		isReconciledAutomatically(
			{ serviceOperation }: Pick<Reconcilable['kind'], 'serviceOperation'>,
			intent: SentIntent,
		): boolean {
			const retention = { retentionMs: lastRetentionMs.get(serviceOperation) ?? 0, serviceTime: client.serviceTime() };
			return isFromCurrentAccount(intent) && canRepeat(intent, retention) === true;
		},
		/** Starts no further run. Resolves when no repetition is in flight. */
		async close(): Promise<void> {
			isClosing = true;
			clearTimeout(timer);
			await currentRun;
		},
	};
}
export type Reconciliation = ReturnType<typeof createReconciliation>;
