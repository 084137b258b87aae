import type { FieldFault } from '../../src-contract/errors';

export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 503;

/** A request that the service does not carry out, with the faults it found; shaped by the app's one error handler. */
export class Refusal extends Error {
	constructor(
		readonly status: RefusalStatus,
		message: string,
		readonly fields: FieldFault[] = [],
		readonly headers: Record<string, string> = {},
	) {
		super(message);
	}

	/** Invalid input: the message names every field at fault. */
	static ofFaults(fields: FieldFault[]): Refusal {
		return new Refusal(
			422,
			fields.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; '),
			fields,
		);
	}
}
