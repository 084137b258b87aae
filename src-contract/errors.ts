// Errors of the station: codes, field errors, and the exception class that all modules of the station throw.
import type * as z from 'zod';

/** An error of one input field: the path of the field, such as `to.city`, a code for programs, and a message for users. */
export interface FieldError {
	path: string;
	code: string;
	message: string;
}

/** All error codes. The part before the dot names the area that raises the error. */
export type ErrorCode =
	| 'input.invalid'
	| 'internal'
	| 'settings.serviceAddress'
	| 'credentials.locked'
	| 'credentials.noKeyring'
	| 'credentials.passphraseWrong'
	| 'partner.unreachable'
	| 'partner.unauthorised'
	| 'partner.rejected'
	| 'partner.unreadable'
	| 'partner.busy'
	| 'partner.failed'
	| 'partner.unknownOutcome'
	| 'service.starting'
	| 'address.notFound'
	| 'address.fileFailed'
	| 'address.cancelled'
	| 'site.invalidCode'
	| 'site.unreachable'
	| 'site.refused'
	| 'site.otherVersion'
	| 'site.changed'
	| 'goods.unknownCode'
	| 'item.notFound'
	| 'item.taken'
	| 'item.fileFailed'
	| 'shipment.notFound'
	| 'shipment.alreadyResolved'
	| 'shipment.inFlight'
	| 'shipment.stateChanged'
	| 'order.importRefused'
	| 'order.notFound'
	| 'order.changed'
	| 'packing.changed'
	| 'people.signInRequired'
	| 'people.notAllowed'
	| 'people.refused'
	| 'people.locked'
	| 'people.notFound'
	| 'report.fileFailed'
	| 'evidence.none'
	| 'evidence.broken'
	| 'batch.notFound'
	| 'batch.repeatsOrders'
	| 'batch.running'
	| 'document.notFound'
	| 'document.notPrintable'
	| 'document.locked'
	| 'document.held'
	| 'document.void'
	| 'printer.notFound'
	| 'printer.full'
	| 'printer.failed'
	| 'printer.offline'
	| 'printer.attentionRequired'
	| 'printer.unknownOutcome'
	| 'printer.otherLanguage'
	| 'printer.mismatch'
	| 'printer.codesLost'
	| 'backup.noDesk'
	| 'backup.busy'
	| 'backup.passphraseWrong'
	| 'backup.unreadable'
	| 'storage.newer'
	| 'storage.full'
	| 'storage.busy'
	| 'storage.damaged'
	| 'link.refused';

/** An `AppError` as plain data, for process boundaries. */
export interface ErrorReport {
	code: ErrorCode;
	message: string;
	/** Whether a later attempt of the same action may succeed. */
	retryable: boolean;
	fields: FieldError[];
	/** Id of the shipment that was saved as a local draft despite the error. The next attempt must submit this draft. */
	shipmentId?: number;
}

/**
 * What the error of one request means for the requests after it.
 * - `retry`: the service carried out nothing; the next request would fail too, but a later one may succeed.
 * - `stop`: the service carried out nothing, and no request succeeds until a user changes something.
 * - `reject`: the service rejected this request; it may accept others.
 * - `unknown`: the service failed; it is not known whether other requests would fail too.
 */
export type Disposition = 'retry' | 'stop' | 'reject' | 'unknown';

/** The error that all modules throw. `message` is for the user: what happened, what was saved and what to do. */
export class AppError extends Error {
	override readonly name = 'AppError';
	readonly retryable: boolean;
	readonly fields: FieldError[];
	/** Set only if a request to a service failed. */
	readonly disposition: Disposition | undefined;
	/** Pause that the service asked for (Retry-After), in milliseconds. */
	readonly retryAfterMs: number | undefined;
	/** Id of the shipment that was saved despite the error. */
	readonly shipmentId: number | undefined;

	constructor(
		readonly code: ErrorCode,
		message: string,
		options: {
			retryable?: boolean;
			disposition?: Disposition;
			fields?: FieldError[];
			cause?: unknown;
			retryAfterMs?: number | undefined;
			shipmentId?: number | undefined;
		} = {},
	) {
		super(message, { cause: options.cause });
		this.retryable = options.retryable ?? false;
		this.disposition = options.disposition;
		this.fields = options.fields ?? [];
		this.retryAfterMs = options.retryAfterMs;
		this.shipmentId = options.shipmentId;
	}

	toReport(): ErrorReport {
		const { code, message, retryable, fields, shipmentId } = this;
		return { code, message, retryable, fields, ...(shipmentId !== undefined && { shipmentId }) };
	}
}

/** The disposition of an AppError; undefined for other errors. */
export const dispositionOf = (error: unknown): Disposition | undefined =>
	error instanceof AppError ? error.disposition : undefined;

/**
 * True if an error means that the service cannot be reached. Not every error with the disposition `retry` means that: a service
 * that asks for a pause can be reached.
 */
export const isServiceUnreachable = (error: unknown): boolean =>
	error instanceof AppError && (error.code === 'partner.unreachable' || error.code === 'service.starting');

/** Converts schema issues to field errors: one per path (the first), in the order of the issues. */
export function fieldErrorsFromIssues(issues: readonly z.core.$ZodIssue[]): FieldError[] {
	const fieldErrors = new Map<string, FieldError>();
	for (const issue of issues) {
		const path = issue.path.join('.');
		if (!fieldErrors.has(path)) fieldErrors.set(path, { path, code: issue.code, message: issue.message });
	}
	return [...fieldErrors.values()];
}
