// Opens the index of the classifier, an SQLite file that is built with the program (nomenclature-build.ts). The name of the file
// contains its digest.
import { createHash } from 'node:crypto';
import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { errorMessage } from '../../src-contract/lib/error-message';

/** SQLite page cache. The file is not mapped into memory, which would add the pages of the arrays to the memory of the process. */
const PAGE_CACHE_KIB = 2048;
const READ_BYTES = 256 * 1024;
const INDEX_NAME = /^goods-index-([0-9a-f]{64})\.db$/;

/** @param digest SHA-256 of the file, in hexadecimal digits */
export const nameOfIndex = (digest: string): string => `goods-index-${digest}.db`;
export const isIndexName = (name: string): boolean => INDEX_NAME.test(name);

/** SHA-256 of a file in hexadecimal digits. Reads the file in parts, so that it needs little memory. */
export function digestOf(file: string): string {
	const hash = createHash('sha256');
	const part = new Uint8Array(READ_BYTES);
	const descriptor = openSync(file, 'r');
	try {
		for (let count = readSync(descriptor, part); count > 0; count = readSync(descriptor, part))
			hash.update(part.subarray(0, count));
	} finally {
		closeSync(descriptor);
	}
	return hash.digest('hex');
}

/** @throws Error when the folder has no index, or one whose content differs from its digest */
function findIndex(indexDir: string): string {
	const name = readdirSync(indexDir).find(isIndexName);
	if (!name) throw new Error(`no index in ${indexDir}`);
	const file = path.join(indexDir, name);
	if (name !== nameOfIndex(digestOf(file))) throw new Error(`${file} is damaged`);
	return file;
}

/**
 * Opens the index.
 * @param indexDir folder into which `npm run build` writes the index
 * @throws Error when the index is missing or damaged
 */
export function openNomenclature(indexDir: string): DatabaseSyncInstance {
	let file: string;
	try {
		file = findIndex(indexDir);
	} catch (error) {
		throw new Error(`The index of goods cannot be used: ${errorMessage(error)}. Install Waybill again.`, {
			cause: error,
		});
	}
	// `immutable`: SQLite needs no lock, and no files beside a database in a folder that it cannot write.
	const database = new DatabaseSync(`${pathToFileURL(file).href}?immutable=1`, { readOnly: true });
	database.exec(`PRAGMA cache_size = -${PAGE_CACHE_KIB}`);
	return database;
}
