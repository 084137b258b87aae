// The error for files that exceed the limits of their worker thread.
import { AppError, type ErrorCode } from '../../../src-contract/errors';
import { t } from '../../../src-contract/i18n';
import { WorkerTimeoutError } from '../worker-rpc';

/** Error handler for reading a file in a thread: converts a timeout or an ended thread to an AppError with the given code. */
export const fileTooLarge = (code: ErrorCode) => (error: unknown) => {
	if (!(error instanceof WorkerTimeoutError)) throw error;
	throw new AppError(code, t('The file is too large to read. Nothing was imported. Split it, or save it as CSV.'));
};
