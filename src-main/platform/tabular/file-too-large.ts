// The error for files that exceed the time or memory limit of the worker thread that reads them.
import { AppError, type ErrorCode } from '../../../src-contract/errors';
import { t } from '../../../src-contract/i18n';
import { WorkerTimeoutError } from '../worker-rpc';

/**
 * Returns an error handler for reading a file in a thread. The handler converts the error of a thread that timed out or ended to an
 * AppError.
 */
export const rethrowTimeoutAsTooLarge = (code: ErrorCode) => (error: unknown) => {
	if (!(error instanceof WorkerTimeoutError)) throw error;
	throw new AppError(code, t('The file is too large to read. Nothing was imported. Split it, or save it as CSV.'));
};
