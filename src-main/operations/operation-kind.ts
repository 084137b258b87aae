// Interface of an operation kind: a request to a service that costs money and whose outcome may be unknown. Submission and
// reconciliation use this interface only; the implementations are in kinds/.
import type { AppError } from '../../src-contract/errors';
import type { AnswerText, ServiceOperation } from '../connections/port';

/** Stored before the request is sent. A repeated request must have the same content, so it never changes afterwards. */
export interface OperationIntent {
	id: number;
	/** Whether the outcome is unknown at the time of reading. */
	isUnknown: boolean;
	idempotencyKey: string;
	connectionId: string;
	/** Digest of the API key that the request was sent with. */
	account: string;
	/** Time of the first request by the service's clock; null when unknown. */
	serviceTime: Date | null;
}

/** Data found in an answer that does not prove whether the operation was carried out. */
export interface PartialAnswer {
	/** Suggested to the user who confirms the operation as carried out. */
	trackingNumber?: string;
	/** Decoded documents. */
	labels?: readonly Uint8Array[];
}

type UnknownOutcome = { kind: 'unknown'; message: string; answer?: AnswerText } & PartialAnswer;
/** An operation with outcome `unknown` is repeated automatically only at a service that supports idempotency keys. */
export type OperationOutcome<Result> =
	| { kind: 'succeeded'; result: Result; answer?: AnswerText }
	| { kind: 'rejected'; error: AppError; answer?: AnswerText }
	| UnknownOutcome;

/**
 * Reason for a request: `first`, `again` (the user confirmed that the earlier request was not carried out), or
 * `repetition` (to learn the outcome of the earlier request).
 */
export type Attempt = 'first' | 'again' | 'repetition';

/** Why a write failed: the disk is full, or another program has locked the database. */
type Obstacle = 'full' | 'busy';

/** Number of operations of a kind by state. */
export interface OperationCounts {
	inFlight: number;
	unknown: number;
}

/** Defines how an operation is sent, how its answer is interpreted, and which state changes follow. */
export interface OperationKind<Intent extends OperationIntent, Result> {
	/** Operation of the service that it requests. It is repeated only if the service stores idempotency keys for it. */
	serviceOperation?: ServiceOperation;
	/** Reads the stored intent. */
	read(id: number): Intent;
	/** Ids of operations with an unknown outcome, oldest first. */
	listUnknown(): number[];
	/** Shown in the status of the station; no update is installed while an operation is in flight. */
	counts(): OperationCounts;
	/** Called once at startup: marks operations that were in flight when the station stopped as unknown. */
	recoverInterrupted(): void;

	/** Sends the request once. A lost answer is an outcome, not an error. @throws only when nothing was sent */
	send(intent: Intent): Promise<OperationOutcome<Result>>;
	/** The result's id at the service; used to detect an answer that belongs to another operation. */
	identify(result: Result): string | undefined;

	// Each of the following changes the state in one commit. @throws when the commit fails
	onSucceeded(intent: Intent, result: Result, attempt: Attempt): void;
	onRejected(id: number, message: string): void;
	onUnknown(id: number, message: string, partial?: PartialAnswer): void;
	/** The request never left this machine: the operation returns to its previous state. */
	onNotCarriedOut(id: number, message: string): void;
	/** The outcome is still unknown after a repetition. The state does not change. */
	onStillUnknown(id: number, message: string, partial?: PartialAnswer): void;
	storeAnswer(id: number, answer: AnswerText): void;

	/** Work after the commit. Its failure does not fail the operation. */
	followUp(intent: Intent, result: Result): Promise<void>;
	/** The commit succeeded only after a retry: do the follow-up from the stored data. */
	onLateCommit(): void;

	/** Messages for the user. */
	texts: {
		unknown(message: string): string;
		stillUnknown(answer: string): string;
		/** The answer contains the id of another operation's result. */
		duplicate(result: Result): string;
		/** The outcome is known but could not be saved. The message must keep the user from sending it again. */
		unsaved(outcome: OperationOutcome<Result>, obstacle: Obstacle): string;
	};
}
