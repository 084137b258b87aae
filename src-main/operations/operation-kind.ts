// Interface of an operation kind: a kind of request that costs money and whose outcome may be unknown. Submission and
// reconciliation use this interface only; the implementations are in kinds/.
import type { AppError } from '../../src-contract/errors';
import type { AnswerText, ServiceOperation } from '../connections/service-interface';

/**
 * The stored data of a request. The data is written before the request is sent. The content of the request never changes
 * afterwards, because a repeated request must have the same content.
 */
export interface OperationIntent {
	id: number;
	/** Whether the outcome was unknown when this object was read from the database. */
	isUnknown: boolean;
	idempotencyKey: string;
	connectionId: string;
	/** Digest of the API key that the request is sent with. A service stores idempotency keys per account. */
	apiKeyDigest: string;
	/** Time of the first request by the service's clock; null when unknown. */
	serviceTime: Date | null;
}

/** Data found in an answer that does not prove whether the operation was carried out. */
export interface PartialAnswer {
	/** Suggested to the user who confirms that the operation was carried out. */
	trackingNumber?: string;
	/** Label and papers, decoded. */
	documents?: readonly Uint8Array[];
}

/**
 * The operation may or may not have been carried out. The request is repeated automatically only if the service stores idempotency
 * keys.
 */
type UnknownOutcome = { kind: 'unknown'; message: string; answer?: AnswerText } & PartialAnswer;
export type OperationOutcome<Result> =
	| { kind: 'succeeded'; result: Result; answer?: AnswerText }
	| { kind: 'rejected'; error: AppError; answer?: AnswerText }
	| UnknownOutcome;

/**
 * Why a request is sent:
 * - `first`: no earlier request can have been carried out.
 * - `sentAgain`: the outcome was unknown; the user confirmed that the earlier request was not carried out, and sends the
 *   operation again.
 * - `reconciliation`: the outcome is unknown; the earlier request is repeated to find out that outcome.
 */
export type RequestReason = 'first' | 'sentAgain' | 'reconciliation';

/** Why a write failed: the disk is full, or another program has locked the database. */
type Obstacle = 'full' | 'busy';

/** Number of operations of a kind by state. */
export interface OperationCounts {
	inFlight: number;
	unknown: number;
}

/** Defines how the request of an operation is sent, how the answer is interpreted, and which state changes follow. */
export interface OperationKind<Intent extends OperationIntent, Result> {
	/**
	 * Operation of the partner API that this kind requests. A request is repeated only if the service stores idempotency
	 * keys for this operation.
	 */
	serviceOperation?: ServiceOperation;
	readIntent(id: number): Intent;
	/** Ids of operations with an unknown outcome, oldest first. */
	listUnknownIds(): number[];
	/** Counts for the status of the station. No update is installed while an operation is in flight. */
	counts(): OperationCounts;
	/** Called once at startup: marks as unknown the operations that were in flight when the station stopped. */
	recoverInterrupted(): void;

	/** Sends the request once. A lost answer is an outcome, not an error. @throws only when nothing was sent */
	send(intent: Intent): Promise<OperationOutcome<Result>>;
	/**
	 * Identifies the result at the service, to detect an answer that belongs to another operation; undefined for a result
	 * that is not checked.
	 */
	resultId(result: Result): string | undefined;

	// Each of these six methods writes one commit. @throws when the commit fails
	onSucceeded(intent: Intent, result: Result, requestReason: RequestReason): void;
	onRejected(id: number, message: string): void;
	onUnknown(id: number, message: string, partialAnswer?: PartialAnswer): void;
	/**
	 * The service certainly carried out nothing, and not because of the content of the request: the service could not be
	 * reached, or accepted no requests. The operation returns to the state it had before the request.
	 */
	onNotCarriedOut(id: number, message: string): void;
	/** The outcome is still unknown after the request was repeated. The state does not change. */
	onStillUnknown(id: number, message: string, partialAnswer?: PartialAnswer): void;
	/** Stores the text of the service's answer, for support. */
	storeAnswer(id: number, answer: AnswerText): void;

	/** Work after the commit of the outcome. An error of this work does not change the outcome. */
	followUp(intent: Intent, result: Result): Promise<void>;
	/** Called instead of `followUp` when the first commit of the outcome failed and a retry succeeded. Uses the stored data. */
	onLateCommit(): void;

	/** Messages for the user. */
	texts: {
		unknown(message: string): string;
		stillUnknown(answer: string): string;
		/** The answer contains the id of another operation's result. */
		duplicate(result: Result): string;
		/** The outcome could not be saved. The message must keep the user from sending the request again. */
		unsaved(outcome: OperationOutcome<Result>, obstacle: Obstacle): string;
	};
}
