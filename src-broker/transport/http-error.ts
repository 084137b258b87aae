import type { FieldError } from '../../src-contract/errors';

export type HttpErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 503;

/** A request that the service does not carry out, with the errors of its fields. The app's error handler turns it into the response. */
export class HttpError extends Error {
	constructor(
		readonly status: HttpErrorStatus,
		message: string,
		readonly fields: FieldError[] = [],
		readonly headers: Record<string, string> = {},
	) {
		super(message);
	}

	/** Invalid input: the message names every wrong field. */
	static ofFieldErrors(fields: FieldError[]): HttpError {
		return new HttpError(
			422,
			fields.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; '),
			fields,
		);
	}
}
