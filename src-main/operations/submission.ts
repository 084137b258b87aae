// Sends the request of an operation whose intent is stored, and stores the outcome. When the outcome cannot be written, the
// write is retried until it succeeds. Shared by all operation kinds.
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { createBoundedMap } from '../../src-contract/lib/bounded-map';
import { errorMessage } from '../../src-contract/lib/error-message';
import type { AnswerText } from '../connections/service-interface';
import type { OperationIntent, OperationKind, OperationOutcome, RequestReason } from './operation-kind';

/** Interval between attempts to write outcomes while the disk is full or the database is locked. */
const RETRY_INTERVAL_MS = 5_000;
/** Number of recent result ids that are remembered to detect an answer that belongs to another operation. */
const MAX_TRACKED_IDS = 1000;

/**
 * Whether the error means that the service carried out nothing, and not because of the request's content, but because of,
 * for example, a lost connection or a wrong key. The unchanged request can then be sent again later.
 */
export const isRetryableUnchanged = ({ disposition }: AppError): boolean =>
	disposition !== undefined && disposition !== 'reject';

export interface SubmissionEvents {
	/** The status of the desk changed. Must not throw. */
	onChange: () => void;
	/** All outcomes whose write failed earlier are now stored. */
	onWritten: () => void;
	onError: (error: unknown) => void;
}

export function createSubmission<Intent extends OperationIntent, Result>(
	kind: OperationKind<Intent, Result>,
	{ onChange, onWritten, onError }: SubmissionEvents,
) {
	type Outcome = OperationOutcome<Result>;
	const inFlight = new Map<number, Promise<unknown>>();
	const followUps = new Set<Promise<void>>();
	/**
	 * Functions that write an outcome, by operation id, whose first call failed. Each is called until it succeeds or the user has
	 * resolved the operation.
	 */
	const failedWrites = new Map<number, () => void>();
	/** The outcomes that could not be stored yet, by operation id, each with the error for the user. */
	const unsavedOutcomes = new Map<number, { outcome: Outcome; error: AppError; requestReason: RequestReason }>();
	let retryTimer: NodeJS.Timeout | undefined;
	/** The operation that each recent result belongs to. The key consists of connection id and result id. */
	const operationIdsByResult = createBoundedMap<string, number>(MAX_TRACKED_IDS);

	function forget(id: number): void {
		failedWrites.delete(id);
		unsavedOutcomes.delete(id);
	}

	function retryFailedWrites(): void {
		for (const [id, write] of failedWrites) {
			try {
				write();
				forget(id);
			} catch (error) {
				// The user resolved the operation in the meantime: there is nothing left to write.
				if (error instanceof AppError && error.code === 'shipment.stateChanged') forget(id);
				onError(error);
			}
		}
		if (failedWrites.size > 0) return;
		clearInterval(retryTimer);
		retryTimer = undefined;
		onChange();
		onWritten();
	}

	function writeLater(id: number, change: () => void): void {
		failedWrites.set(id, change);
		retryTimer ??= setInterval(retryFailedWrites, RETRY_INTERVAL_MS);
		retryTimer.unref();
	}

	/** @throws the error of the first attempt to write; further attempts follow in the background */
	function write(id: number, change: () => void): void {
		try {
			change();
		} catch (error) {
			writeLater(id, change);
			throw error;
		}
	}

	/**
	 * Replaces the outcome with `unknown` when the result belongs to another operation. The service then sent the answer of
	 * that other operation, and the outcome of the requested operation is not known.
	 */
	function detectDuplicate(outcome: Outcome, { id, connectionId }: Intent): Outcome {
		const resultId = outcome.kind === 'succeeded' ? kind.resultId(outcome.result) : undefined;
		if (outcome.kind !== 'succeeded' || resultId === undefined) return outcome;
		const key = `${connectionId}|${resultId}`;
		const knownId = operationIdsByResult.get(key);
		if (knownId !== undefined && knownId !== id)
			return { kind: 'unknown', message: kind.texts.duplicate(outcome.result) };
		operationIdsByResult.set(key, id);
		return outcome;
	}

	function storeAnswer(id: number, answer: AnswerText | undefined): void {
		try {
			if (answer) kind.storeAnswer(id, answer);
		} catch (error) {
			onError(error);
		}
	}

	/** @returns the function that writes the outcome's state change */
	function changeForOutcome(intent: Intent, outcome: Outcome, requestReason: RequestReason): () => void {
		const { id } = intent;
		switch (outcome.kind) {
			case 'succeeded':
				return () => kind.onSucceeded(intent, outcome.result, requestReason);
			case 'unknown':
				return requestReason === 'reconciliation'
					? () => kind.onStillUnknown(id, kind.texts.stillUnknown(outcome.message), outcome)
					: () => kind.onUnknown(id, kind.texts.unknown(outcome.message), outcome);
			case 'rejected': {
				const { message } = outcome.error;
				const isRetryable = isRetryableUnchanged(outcome.error);
				// A rejected repetition proves nothing about the first request. A retryable error, such as a lost connection, would
				// recur with each repetition, so the error is not written.
				if (requestReason === 'reconciliation')
					return isRetryable ? () => {} : () => kind.onStillUnknown(id, kind.texts.stillUnknown(message));
				if (requestReason === 'sentAgain' && isRetryable)
					return () => kind.onUnknown(id, t('Not carried out this time: {reason}', { reason: message }));
				return isRetryable ? () => kind.onNotCarriedOut(id, message) : () => kind.onRejected(id, message);
			}
		}
	}

	/** @returns the function that writes the state change of a request that failed before anything was sent */
	function changeForUnsentRequest(id: number, requestReason: RequestReason, error: unknown): () => void {
		const reason = errorMessage(error);
		const message = t('Not sent: {reason}', { reason });
		if (requestReason === 'reconciliation') return () => {};
		return requestReason === 'sentAgain' ? () => kind.onUnknown(id, message) : () => kind.onNotCarriedOut(id, message);
	}

	/** The error for an outcome that could not be stored. The message warns the user against sending the request again. */
	function unsavedError(outcome: Outcome, cause: unknown): AppError {
		const isBusy = cause instanceof AppError && cause.code === 'storage.busy';
		const message = kind.texts.unsaved(outcome, isBusy ? 'busy' : 'full');
		return new AppError(isBusy ? 'storage.busy' : 'storage.full', message, { cause });
	}

	async function sendOnce(intent: Intent, requestReason: RequestReason): Promise<Outcome> {
		try {
			return detectDuplicate(await kind.send(intent), intent);
		} catch (error) {
			write(intent.id, changeForUnsentRequest(intent.id, requestReason, error));
			throw error;
		}
	}

	/** Resolves when the outcome is stored; the follow-up may still be running. */
	async function run(
		intent: Intent,
		requestReason: RequestReason,
	): Promise<{ outcome: Outcome; followUp: Promise<void> }> {
		const { id } = intent;
		const outcome = await sendOnce(intent, requestReason);
		try {
			const change = changeForOutcome(intent, outcome, requestReason);
			let writeCount = 0;
			write(id, () => {
				writeCount += 1;
				change();
				if (writeCount > 1) kind.onLateCommit();
			});
		} catch (error) {
			const unsaved = unsavedError(outcome, error);
			unsavedOutcomes.set(id, { outcome, error: unsaved, requestReason });
			throw unsaved;
		} finally {
			storeAnswer(id, outcome.answer);
			onChange();
		}
		if (outcome.kind !== 'succeeded') return { outcome, followUp: Promise.resolve() };
		const followUp = kind.followUp(intent, outcome.result).catch(onError);
		followUps.add(followUp);
		return { outcome, followUp: followUp.finally(() => followUps.delete(followUp)) };
	}

	/**
	 * When the intent cannot be read, nothing is sent, and the state change of an unsent request is written in the background (see
	 * `writeLater`).
	 */
	function readIntent(id: number, requestReason: RequestReason): Intent {
		try {
			return kind.readIntent(id);
		} catch (error) {
			if (requestReason !== 'reconciliation') writeLater(id, changeForUnsentRequest(id, requestReason, error));
			throw error;
		}
	}

	/** Runs the operation. `inFlight` contains the operation until the outcome is written or the first attempt to write has failed. */
	async function runTracked(id: number, requestReason: RequestReason) {
		const operationRun = run(readIntent(id, requestReason), requestReason);
		inFlight.set(id, operationRun);
		const untrack = () => inFlight.delete(id);
		operationRun.then(untrack, untrack);
		return operationRun;
	}

	return {
		kind,
		/** Whether the request is in flight or its outcome is not stored yet. */
		isInFlight: (id: number): boolean => inFlight.has(id) || failedWrites.has(id),
		/**
		 * The outcome of an operation that is known but could not be stored yet, with the error for the user; undefined when there is
		 * none.
		 */
		unsavedOutcome: (id: number) => unsavedOutcomes.get(id),
		/** Whether an outcome is not stored yet. No further request may be sent until that outcome is stored. */
		hasUnwrittenOutcome: (): boolean => failedWrites.size > 0,

		/**
		 * Sends the request of a stored intent once. A lost answer is the outcome `unknown`, not an error.
		 * @throws `storage.full` or `storage.busy` when the outcome could not be stored, or the error because of which nothing
		 * was sent
		 */
		submit: (id: number) => runTracked(id, 'first'),
		/**
		 * Sends the request of an operation with an unknown outcome again, after the user confirmed that the operation was not
		 * carried out. If the new request is not carried out either, the outcome stays unknown.
		 * @throws the same errors as `submit`
		 */
		submitAgain: (id: number) => runTracked(id, 'sentAgain'),
		/**
		 * Repeats the request of an operation with an unknown outcome, with the same idempotency key. Only for a service that
		 * supports idempotency keys.
		 */
		repeat: (id: number) => runTracked(id, 'reconciliation'),

		/**
		 * Resolves when no request is in flight and no follow-up is running, after a last attempt to write each unwritten outcome.
		 * The database must stay open until then.
		 */
		async drain(): Promise<void> {
			while (inFlight.size + followUps.size > 0) await Promise.allSettled([...inFlight.values(), ...followUps]);
			if (failedWrites.size > 0) retryFailedWrites();
			clearInterval(retryTimer);
			retryTimer = undefined;
		},
	};
}
