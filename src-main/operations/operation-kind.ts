// What every kind of operation has in common: an effect at a service that costs money and may have an unknown outcome. The
// general modules (submission, reconciliation) know a kind by this interface alone; what is particular to it is in kinds/.
import type { AppError } from '../../src-contract/errors';
import type { ServiceOperation } from '../connections/port';

/** On disk before the request is sent; a repetition of the request must not change it. */
export interface OperationIntent {
	id: number;
	/** Whether its outcome is unknown now. */
	isUnknown: boolean;
	idempotencyKey: string;
	connectionId: string;
	/** A digest of the key that it was sent under. */
	account: string;
	/** When it was first sent, by the service's clock; null: not known. */
	serviceTime: Date | null;
}

/** The text of an answer, without secrets. */
export interface AnswerText {
	status: number;
	text: string;
}

/** Results in an answer that leaves open whether the operation was carried out. */
export interface PartialAnswer {
	/** A suggestion for the user who resolves it as carried out. */
	trackingNumber?: string;
	/** Documents, decoded. */
	labels?: readonly Uint8Array[];
}

type UnknownOutcome = { kind: 'unknown'; message: string; kept?: AnswerText } & PartialAnswer;
/** An `unknown` one is repeated automatically only where the service keeps idempotency keys. */
export type OperationOutcome<Result> =
	| { kind: 'succeeded'; result: Result; kept?: AnswerText }
	| { kind: 'rejected'; error: AppError; kept?: AnswerText }
	| UnknownOutcome;

/**
 * Why a request is sent: the first time, again because the user says that it was not carried out, or as a repetition that finds
 * out the outcome of an earlier one.
 */
export type Attempt = 'first' | 'again' | 'repetition';

/** What prevents a write: the disk is full, or another program holds the database. */
type Obstacle = 'full' | 'busy';

/** Numbers of operations of a kind. */
export interface OperationCounts {
	inFlight: number;
	unknown: number;
}

/** A kind of operation: how it is sent, how its outcome is read, and which states it leads to. */
export interface OperationKind<Intent extends OperationIntent, Result> {
	/** Operation of the service that it requests: it is repeated where the service keeps the idempotency keys of this one. */
	serviceOperation?: ServiceOperation;
	/** Reads the intent from disk. */
	read(id: number): Intent;
	/** Ids of operations with an unknown outcome, oldest first. */
	listUnknown(): number[];
	/** Shown in the status of the station; no update is installed while an operation is in flight. */
	counts(): OperationCounts;
	/** Called once when the station starts: operations that were in flight when it stopped have an unknown outcome. */
	recoverInterrupted(): void;

	/** Sends the request once. @throws only when nothing was sent; an answer that was lost is an outcome */
	send(intent: Intent): Promise<OperationOutcome<Result>>;
	/** The result's id at the service, by which an answer to another operation is recognised. */
	identify(result: Result): string | undefined;

	// Each of the following changes the state in one commit. @throws when it could not be written
	succeeded(intent: Intent, result: Result, attempt: Attempt): void;
	rejected(id: number, message: string): void;
	unknown(id: number, message: string, partial?: PartialAnswer): void;
	/** The request never left this machine: the operation returns to where it came from. */
	notSent(id: number, message: string): void;
	/** Still unknown after a repetition; its state does not change. */
	stillUnknown(id: number, message: string, partial?: PartialAnswer): void;
	storeAnswer(id: number, answer: AnswerText): void;

	/** Work after the commit that may fail without failing the operation. @returns when it is done */
	followUp(intent: Intent, result: Result): Promise<void>;
	/** A commit was late, for want of disk space: its follow-up is found on disk. */
	followUpLate(): void;

	/** Sentences for the user. */
	texts: {
		unknown(message: string): string;
		stillUnknown(answer: string): string;
		/** The answer carried the id of another operation's result. */
		duplicate(result: Result): string;
		/** The outcome is known, but could not be saved: the user must not send it again. */
		unsaved(outcome: OperationOutcome<Result>, obstacle: Obstacle): string;
	};
}
