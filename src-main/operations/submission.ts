// Sends the request of an operation whose intent is on disk, and writes its outcome as soon as the disk accepts it. The same for
// every kind of operation.
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { createBoundedMap } from '../../src-contract/lib/bounded-map';
import { errorMessage } from '../../src-contract/lib/error-message';
import type { AnswerText, Attempt, OperationIntent, OperationKind, OperationOutcome } from './operation-kind';

/** Interval at which unwritten outcomes are written again while the disk is full. */
const RETRY_MS = 5_000;
/** Number of recent results whose id is kept to detect an answer to another operation. */
const MAX_TRACKED_IDS = 1000;

/** Whether a refusal says that nothing was carried out, for a reason that is not this request's own. */
export const isNotCarriedOut = ({ disposition }: AppError): boolean =>
	disposition !== undefined && disposition !== 'reject';

export interface SubmissionEvents {
	/** Something that the desk's status shows has changed. Never throws: no outcome depends on it. */
	onChange: () => void;
	/** All outcomes that could not be written are written. */
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
	/** Writes of outcomes that failed, by operation: retried until there is room. */
	const unwritten = new Map<number, () => void>();
	let retry: NodeJS.Timeout | undefined;
	/** Operation by the service's address and the result's id there. */
	const ownersByResult = createBoundedMap<string, number>(MAX_TRACKED_IDS);

	function writeUnwritten(): void {
		for (const [id, write] of unwritten) {
			try {
				write();
				unwritten.delete(id);
			} catch (error) {
				// The user resolved it meanwhile, with the number in hand.
				if (error instanceof AppError && error.code === 'shipment.settled') unwritten.delete(id);
				onError(error);
			}
		}
		if (unwritten.size > 0) return;
		clearInterval(retry);
		retry = undefined;
		onChange();
		onWritten();
	}

	function writeLater(id: number, work: () => void): void {
		unwritten.set(id, work);
		retry ??= setInterval(writeUnwritten, RETRY_MS);
		retry.unref();
	}

	/** @throws why it could not be written; it is retried until it is */
	function write(id: number, work: () => void): void {
		try {
			work();
		} catch (error) {
			writeLater(id, work);
			throw error;
		}
	}

	/** Two operations cannot have one result: such an answer was meant for the other operation. */
	function withoutDuplicate(outcome: Outcome, { id, connectionId }: Intent): Outcome {
		const resultId = outcome.kind === 'succeeded' ? kind.identify(outcome.result) : undefined;
		if (outcome.kind !== 'succeeded' || resultId === undefined) return outcome;
		const key = `${connectionId}|${resultId}`;
		const owner = ownersByResult.get(key);
		if (owner !== undefined && owner !== id) return { kind: 'unknown', message: kind.texts.duplicate(outcome.result) };
		ownersByResult.set(key, id);
		return outcome;
	}

	function storeAnswer(id: number, kept: AnswerText | undefined): void {
		try {
			if (kept) kind.storeAnswer(id, kept);
		} catch (error) {
			onError(error);
		}
	}

	/** The state change that an outcome leads to. */
	function stateChange(intent: Intent, outcome: Outcome, attempt: Attempt): () => void {
		const { id } = intent;
		switch (outcome.kind) {
			case 'succeeded':
				return () => kind.succeeded(intent, outcome.result, attempt);
			case 'unknown':
				return attempt === 'repetition'
					? () => kind.stillUnknown(id, kind.texts.stillUnknown(outcome.message), outcome)
					: () => kind.unknown(id, kind.texts.unknown(outcome.message), outcome);
			case 'rejected': {
				const { message } = outcome.error;
				const isNotSent = isNotCarriedOut(outcome.error);
				// Still offline: do not write the same error twice. A refused repetition says nothing of the first request.
				if (attempt === 'repetition')
					return isNotSent ? () => {} : () => kind.stillUnknown(id, kind.texts.stillUnknown(message));
				if (attempt === 'again' && isNotSent)
					return () => kind.unknown(id, t('It was not sent this time: {reason}', { reason: message }));
				return isNotSent ? () => kind.notSent(id, message) : () => kind.rejected(id, message);
			}
		}
	}

	/** The intent is on disk, and nothing was sent. */
	function notSent(id: number, attempt: Attempt, error: unknown): () => void {
		const reason = errorMessage(error);
		const message = t('It was not sent: {reason}', { reason });
		if (attempt === 'repetition') return () => {};
		return attempt === 'again' ? () => kind.unknown(id, message) : () => kind.notSent(id, message);
	}

	/** Nobody may be led to send it again. */
	function unsaved(outcome: Outcome, cause: unknown): AppError {
		const isBusy = cause instanceof AppError && cause.code === 'storage.busy';
		const message = kind.texts.unsaved(outcome, isBusy ? 'busy' : 'full');
		return new AppError(isBusy ? 'storage.busy' : 'storage.full', message, { cause });
	}

	async function sendOnce(intent: Intent, attempt: Attempt): Promise<Outcome> {
		try {
			return withoutDuplicate(await kind.send(intent), intent);
		} catch (error) {
			write(intent.id, notSent(intent.id, attempt, error));
			throw error;
		}
	}

	/** @returns once the outcome is written; the follow-up may still be running */
	async function run(intent: Intent, attempt: Attempt): Promise<{ outcome: Outcome; followUp: Promise<void> }> {
		const { id } = intent;
		const outcome = await sendOnce(intent, attempt);
		try {
			const change = stateChange(intent, outcome, attempt);
			let attempts = 0;
			write(id, () => {
				attempts += 1;
				change();
				if (attempts > 1) kind.followUpLate();
			});
		} catch (error) {
			throw unsaved(outcome, error);
		} finally {
			storeAnswer(id, outcome.kept);
			onChange();
		}
		if (outcome.kind !== 'succeeded') return { outcome, followUp: Promise.resolve() };
		const followUp = kind.followUp(intent, outcome.result).catch(onError);
		followUps.add(followUp);
		return { outcome, followUp: followUp.finally(() => followUps.delete(followUp)) };
	}

	function read(id: number, attempt: Attempt): Intent {
		try {
			return kind.read(id);
		} catch (error) {
			if (attempt !== 'repetition') writeLater(id, notSent(id, attempt, error));
			throw error;
		}
	}

	async function tracked(id: number, attempt: Attempt) {
		const running = run(read(id, attempt), attempt);
		inFlight.set(id, running);
		const done = () => inFlight.delete(id);
		running.then(done, done);
		return running;
	}

	return {
		kind,
		/** Whether its request is in flight, or its outcome not written yet. */
		isInFlight: (id: number): boolean => inFlight.has(id) || unwritten.has(id),
		/** An outcome is known that is not on disk: nothing else is begun meanwhile. */
		hasUnwritten: (): boolean => unwritten.size > 0,

		/**
		 * Sends an operation whose intent is on disk, once. A lost answer is an outcome, not an error.
		 * @throws when the outcome could not be written
		 */
		submit: (id: number) => tracked(id, 'first'),
		/** The user says that it was not carried out: when it is not sent this time either, its outcome stays unknown. */
		submitAgain: (id: number) => tracked(id, 'again'),
		/** Repeats the request of an unknown operation under its key. Only for a service that keeps idempotency keys. */
		repeat: (id: number) => tracked(id, 'repetition'),

		/** Resolves when no request is in flight: the database must not be closed before its outcome is written. */
		async drain(): Promise<void> {
			while (inFlight.size + followUps.size > 0) await Promise.allSettled([...inFlight.values(), ...followUps]);
			if (unwritten.size > 0) writeUnwritten();
			clearInterval(retry);
			retry = undefined;
		},
	};
}
