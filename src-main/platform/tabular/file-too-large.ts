import { AppError, type ErrorCode } from '../../../src-contract/errors';
import { t } from '../../../src-contract/i18n';
import { WorkerTimeoutError } from '../worker-rpc';

/** @returns for `catch`: an error with that code where the file ended the thread that read it; it is not read a second time */
export const fileTooLarge = (code: ErrorCode) => (error: unknown) => {
	if (!(error instanceof WorkerTimeoutError)) throw error;
	throw new AppError(
		code,
		t('This file holds more than the station can read. Nothing was taken from it: split it, or save it as CSV.'),
	);
};
