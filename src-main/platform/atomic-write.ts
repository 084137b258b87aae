// A file that is there whole or not at all.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { errorMessage } from '../../src-contract/lib/error-message';
import { storageError } from './database';

/** @throws `storage.full` when the disk has no room; what lay there before stays */
export function writeFileAtomically(file: string, bytes: Uint8Array | string): void {
	const partial = `${file}.part`;
	try {
		const handle = openSync(partial, 'w');
		try {
			writeFileSync(handle, bytes);
			fsyncSync(handle);
		} finally {
			closeSync(handle);
		}
		renameSync(partial, file);
	} catch (error) {
		rmSync(partial, { force: true });
		const fault = storageError(error);
		if (fault) throw fault;
		throw new AppError('address.noFile', t('The file could not be written: {cause}', { cause: errorMessage(error) }));
	}
}
