import { AppError, type ErrorCode } from '../../../src-contract/errors';
import { t } from '../../../src-contract/i18n';
import { WorkerTimeoutError } from '../worker-rpc';

/** Error handler for reading a file in a thread: converts a timeout or an ended thread to an AppError with the given code. */
export const fileTooLarge = (code: ErrorCode) => (error: unknown) => {
	if (!(error instanceof WorkerTimeoutError)) throw error;
	throw new AppError(
		code,
		t('This file holds more than the station can read. Nothing was taken from it: split it, or save it as CSV.'),
	);
};
