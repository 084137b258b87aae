import type * as z from 'zod';

/** One field at fault: where it is in the input (dotted path), a code for programs, a sentence for people. */
export interface FieldError {
	path: string;
	code: string;
	message: string;
}

/** Every code a person or a program may meet. The part before the dot says which room it comes from. */
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
	| 'address.noFile'
	| 'address.stopped'
	| 'site.noCode'
	| 'site.unreachable'
	| 'site.refused'
	| 'site.otherVersion'
	| 'site.changed'
	| 'goods.unknownCode'
	| 'shipment.notFound'
	| 'shipment.alreadyResolved'
	| 'shipment.inFlight'
	| 'shipment.stateChanged'
	| 'order.noFile'
	| 'batch.notFound'
	| 'batch.underWay'
	| 'document.notFound'
	| 'document.notPrintable'
	| 'document.locked'
	| 'printer.notFound'
	| 'printer.full'
	| 'printer.failed'
	| 'printer.offline'
	| 'printer.attentionRequired'
	| 'printer.doubtful'
	| 'printer.otherLanguage'
	| 'printer.mismatch'
	| 'printer.codesLost'
	| 'storage.newer'
	| 'storage.full'
	| 'storage.busy'
	| 'link.refused';

/** An error as data: what crosses a process boundary. */
export interface ErrorReport {
	code: ErrorCode;
	message: string;
	retryable: boolean;
	fields: FieldError[];
	/** The shipment that is kept here, to be sent by the next attempt. */
	shipmentId?: number;
}

/**
 * What an error of a request to a service means for whoever sends requests in a row.
 * - `retry`: nothing was carried out; later it may be, and the next request would fail as well.
 * - `stop`: nothing was carried out, and no request will be until a user changes something.
 * - `reject`: the service refused this request; another one may be accepted.
 * - `unknown`: the service failed; whether for this request alone or for all is not known.
 */
export type Disposition = 'retry' | 'stop' | 'reject' | 'unknown';

/** The error every service throws; `message` says what happened, what is kept and what to do. */
export class AppError extends Error {
	override readonly name = 'AppError';
	readonly retryable: boolean;
	readonly fields: FieldError[];
	/** Decided where the error is created; undefined for errors that are not of a request to a service. */
	readonly disposition: Disposition | undefined;
	/** How long the other side asked to be left alone. */
	readonly retryAfterMs: number | undefined;
	/** The shipment that it concerns, and that is kept here. */
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

export const dispositionOf = (error: unknown): Disposition | undefined =>
	error instanceof AppError ? error.disposition : undefined;

/** Schema issues as field fieldErrors, in the order in which they were found, one per path. */
export function fieldErrorsFromIssues(issues: readonly z.core.$ZodIssue[]): FieldError[] {
	const fieldErrors = new Map<string, FieldError>();
	for (const issue of issues) {
		const path = issue.path.join('.');
		if (!fieldErrors.has(path)) fieldErrors.set(path, { path, code: issue.code, message: issue.message });
	}
	return [...fieldErrors.values()];
}
