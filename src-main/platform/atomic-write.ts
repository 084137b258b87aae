// Writes files atomically: a file has either its old content or all of the new content.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { errorMessage } from '../../src-contract/lib/error-message';
import { storageError } from './database';

/**
 * Writes a temporary file, flushes it to disk and renames it to `file`. If this fails, an existing file stays unchanged.
 * @throws `storage.full` when the disk is full, `address.fileFailed` for other errors, whatever the file contains
 */
export function writeFileAtomically(file: string, bytes: Uint8Array | string): void {
	const partialFile = `${file}.part`;
	try {
		const handle = openSync(partialFile, 'w');
		try {
			writeFileSync(handle, bytes);
			fsyncSync(handle);
		} finally {
			closeSync(handle);
		}
		renameSync(partialFile, file);
	} catch (error) {
		rmSync(partialFile, { force: true });
		const storeError = storageError(error);
		if (storeError) throw storeError;
		throw new AppError(
			'address.fileFailed',
			t('The file could not be written: {cause}', { cause: errorMessage(error) }),
		);
	}
}
