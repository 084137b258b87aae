// Driver that saves each document to a folder, as PDF or ZPL. The file is written under a temporary name and synced to disk
// before it gets its final name, so that a program that watches the folder never reads an incomplete label.
import { constants, existsSync } from 'node:fs';
import { access, link, mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../../../src-contract/errors';
import { t } from '../../../../src-contract/i18n';
import { errorMessage } from '../../../../src-contract/lib/error-message';
import type { PrinterProfile } from '../../../../src-contract/model/print';
import { fileNameOf } from '../../../platform/file-name';
import type { DeviceModule, Driver, PrintTask } from '../shared/driver';

const MAX_NAME_ATTEMPTS = 1000;

/** Fills the placeholders of a file name pattern, such as `{tracking}-{kind}`. */
function fillPattern(pattern: string, fileNameValues: PrintTask['fileNameValues']): string {
	const values = new Map(Object.entries(fileNameValues));
	const name = pattern.replace(/\{(\w+)\}/g, (_, placeholder: string) => values.get(placeholder) ?? '');
	return fileNameOf(name) || 'label';
}

const folderOf = ({ device }: PrinterProfile): string => (device.driver === 'folder' ? device.folder : '');

/** Code of a file-system error, such as `ENOSPC`, or an empty string. */
const errorCodeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Converts a file-system error to `printer.full` or `printer.failed`. Both are retryable. */
function toPrinterError(error: unknown, folder: string): AppError {
	const code = errorCodeOf(error);
	if (code === 'ENOSPC' || code === 'EDQUOT') {
		return new AppError(
			'printer.full',
			t('The disk of {folder} is full. Nothing was written. The document is kept. Free disk space, then print again.', {
				folder,
			}),
			{ cause: error, retryable: true },
		);
	}
	const messages: Record<string, () => string> = {
		EACCES: () => t('Waybill may not write to the folder {folder}.', { folder }),
		EROFS: () => t('The folder {folder} is on a read-only disk.', { folder }),
		ENOENT: () => t('The folder {folder} does not exist.', { folder }),
		ENOTDIR: () => t('{folder} is not a folder.', { folder }),
	};
	const reason = code || errorMessage(error);
	const message = messages[code]?.() ?? t('Writing to the folder {folder} failed ({reason}).', { folder, reason });
	return new AppError(
		'printer.failed',
		`${message} ${t('Nothing was written. The document is kept. Correct the problem or choose another folder, then print again.')}`,
		{ cause: error, retryable: true },
	);
}

/** Error codes of file systems without hard links (FAT, some network shares). */
const NO_HARD_LINKS_CODES = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/**
 * Gives a file its final name, with a number if a file with that name exists. The file is linked, not renamed, because a hard
 * link cannot overwrite a file. On file systems without hard links, the file is renamed.
 * @param temporaryPath the written file
 * @returns the final path
 */
async function linkToFreeName(temporaryPath: string, folder: string, name: string, extension: string): Promise<string> {
	for (let attempt = 1; attempt <= MAX_NAME_ATTEMPTS; attempt += 1) {
		const target = path.join(folder, `${name}${attempt === 1 ? '' : `-${attempt}`}.${extension}`);
		try {
			await link(temporaryPath, target);
			return target;
		} catch (error) {
			const code = errorCodeOf(error);
			if (NO_HARD_LINKS_CODES.has(code) && !existsSync(target)) {
				await rename(temporaryPath, target);
				return target;
			}
			if (code !== 'EEXIST' && !NO_HARD_LINKS_CODES.has(code)) throw error;
		}
	}
	throw new Error(t('there are {count} files with the name {name}', { count: MAX_NAME_ATTEMPTS, name }));
}

const driver: Driver = {
	language: ({ device }, format) =>
		format === 'zpl' || (device.driver === 'folder' && device.format === 'zpl') ? 'zpl' : 'pdf',

	async send(printer, { payload, language, fileNameValues }) {
		const folder = folderOf(printer);
		const pattern = printer.device.driver === 'folder' ? printer.device.namePattern : '';
		const temporaryPath = path.join(
			folder,
			`.${process.pid}-${Date.now()}-${Math.random().toString(36).slice(2)}.part`,
		);
		try {
			await mkdir(folder, { recursive: true });
			const file = await open(temporaryPath, 'wx');
			try {
				await file.writeFile(payload);
				await file.sync();
			} finally {
				await file.close();
			}
			return path.basename(await linkToFreeName(temporaryPath, folder, fillPattern(pattern, fileNameValues), language));
		} catch (error) {
			throw toPrinterError(error, folder);
		} finally {
			await rm(temporaryPath, { force: true }).catch(() => undefined);
		}
	},

	async readStatus(printer) {
		const folder = folderOf(printer);
		try {
			await mkdir(folder, { recursive: true });
			await access(folder, constants.W_OK);
			return { condition: 'ready', message: folder };
		} catch (error) {
			return { condition: 'error', message: toPrinterError(error, folder).message };
		}
	},
};

export const folderDevice: DeviceModule = { driver };
