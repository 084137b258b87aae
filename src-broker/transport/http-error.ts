import type { FieldError } from '../../src-contract/errors';

export type HttpErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 503;

/** An error that the caller of the service can expect, with field errors if there are any. error-response.ts creates the response. */
export class HttpError extends Error {
	constructor(
		readonly status: HttpErrorStatus,
		message: string,
		readonly fields: FieldError[] = [],
		readonly headers: Record<string, string> = {},
	) {
		super(message);
	}

	/** Status 422; the message lists every field error. */
	static ofFieldErrors(fields: FieldError[]): HttpError {
		return new HttpError(
			422,
			fields.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; '),
			fields,
		);
	}
}
