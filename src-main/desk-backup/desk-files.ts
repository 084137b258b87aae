// Copies the files of a desk into a backup, and checks those of a backup. Runs in a worker thread, because a journal can have several
// gigabytes.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { backup, DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { DAY_MS } from '../../src-contract/lib/units';
import { checkFile, storageError } from '../platform/database';
import {
	type DeskAbout,
	type DeskDetails,
	type DeskFile,
	newerError,
	readDeskArchive,
	unreadableError,
	writeDeskArchive,
} from './desk-archive';
import { UNPACKED_FOLDER } from './restore';

/** The desk's databases, with the migrations of each; null for one that another program creates and checks. */
export type DeskDatabases = Readonly<Record<string, readonly string[] | null>>;

const SNAPSHOTS_FOLDER = 'address-snapshots';
const SETTINGS_FILE = 'settings.json';
/** Prefix of the folder of the copies while a backup is being written. */
const COPIES_PREFIX = 'backup.part-';
/** A folder of this age was left by a backup that was interrupted. */
const MAX_COPIES_AGE_MS = DAY_MS;

/** Copies a database that other threads or processes may be writing. @throws `storage.damaged` when the copy is damaged */
async function copyDatabase(source: string, target: string): Promise<void> {
	const connection = new DatabaseSync(source, { readOnly: true });
	try {
		await backup(connection, target);
	} catch (error) {
		throw storageError(error) ?? error;
	} finally {
		connection.close();
	}
	checkFile(target);
}

/** Copies the files of a desk. @returns the copies */
async function copyFiles(dataDir: string, folder: string, databases: readonly string[]): Promise<DeskFile[]> {
	const snapshots = path.join(dataDir, SNAPSHOTS_FOLDER);
	const snapshotNames = existsSync(snapshots) ? readdirSync(snapshots).filter((name) => name.endsWith('.waybill')) : [];
	const names = [...databases, SETTINGS_FILE, ...snapshotNames.map((name) => `${SNAPSHOTS_FOLDER}/${name}`)];
	const copies: DeskFile[] = [];
	for (const name of names) {
		const [source, target] = [path.join(dataDir, name), path.join(folder, name)];
		if (!existsSync(source)) continue;
		mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 });
		if (databases.includes(name)) await copyDatabase(source, target);
		else await copyFile(source, target);
		copies.push({ name, path: target, size: statSync(target).size });
	}
	return copies;
}

export interface WriteBackupInput {
	target: string;
	passphrase: string;
	details: DeskDetails;
}
export interface ReadBackupInput {
	file: string;
	passphrase: string;
	dataDir: string;
}

export const backupMethods = (databases: DeskDatabases) => ({
	/** Writes the backup of a desk, and checks it. @returns its size in bytes @throws `backup.noDesk` for a folder without a desk */
	async write({ target, passphrase, details }: WriteBackupInput): Promise<number> {
		if (!existsSync(path.join(details.dataDir, 'waybill.db')))
			throw new AppError(
				'backup.noDesk',
				t('There is no desk in the folder {folder}. Nothing was written.', { folder: details.dataDir }),
			);
		removeInterrupted(details.dataDir);
		const folder = mkdtempSync(path.join(details.dataDir, COPIES_PREFIX));
		try {
			const copies = await copyFiles(details.dataDir, folder, Object.keys(databases));
			await writeDeskArchive(target, passphrase, details, copies);
			return statSync(target).size;
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	},

	/**
	 * Unpacks a backup beside the data of the desk, and checks its databases. Changes nothing else.
	 * @throws `storage.newer` when a newer release wrote a database; `storage.damaged`; `backup.unreadable` also for a database with
	 * parts that the station does not create, which could change data by themselves; the errors of `readDeskArchive`
	 */
	async unpack({ file, passphrase, dataDir }: ReadBackupInput): Promise<DeskAbout> {
		const folder = path.join(dataDir, UNPACKED_FOLDER);
		rmSync(folder, { recursive: true, force: true });
		mkdirSync(folder, { mode: 0o700 });
		try {
			const about = await readDeskArchive(file, passphrase, folder);
			for (const { name } of about.files) {
				if (name in databases) checkDatabase(path.join(folder, name), databases[name] ?? null);
			}
			return about;
		} catch (error) {
			rmSync(folder, { recursive: true, force: true });
			throw error;
		}
	},
});
export type BackupMethods = ReturnType<typeof backupMethods>;

function removeInterrupted(dataDir: string): void {
	for (const name of readdirSync(dataDir)) {
		const folder = path.join(dataDir, name);
		if (name.startsWith(COPIES_PREFIX) && Date.now() - statSync(folder).mtimeMs > MAX_COPIES_AGE_MS)
			rmSync(folder, { recursive: true, force: true });
	}
}

/** Triggers, views and virtual tables, which run or hide SQL. Their definitions, without the line breaks. */
function listActiveParts(connection: DatabaseSyncInstance): string[] {
	const rows = connection
		.prepare("SELECT sql FROM sqlite_master WHERE type IN ('trigger', 'view') OR sql LIKE 'CREATE VIRTUAL%'")
		.all() as { sql: string }[];
	return rows.map(({ sql }) => sql.replace(/\s+/g, ' '));
}

const listTables = (connection: DatabaseSyncInstance): string[] =>
	connection
		.prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
		.all()
		.map(({ name }) => String(name));

/** The tables and active parts that these migrations create. */
function expectedParts(migrations: readonly string[]): { tables: string[]; activeParts: Set<string> } {
	const connection = new DatabaseSync(':memory:');
	for (const sql of migrations) connection.exec(sql);
	const parts = { tables: listTables(connection), activeParts: new Set(listActiveParts(connection)) };
	connection.close();
	return parts;
}

function checkDatabase(file: string, migrations: readonly string[] | null): void {
	checkFile(file);
	const connection = new DatabaseSync(file, { readOnly: true });
	const version = Number(connection.prepare('PRAGMA user_version').get()?.user_version);
	const activeParts = listActiveParts(connection);
	const tables = new Set(listTables(connection));
	connection.close();
	for (const suffix of ['-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
	if (migrations === null) return;
	if (version > migrations.length) throw newerError();
	if (version < 1) throw unreadableError();
	const expected = expectedParts(migrations.slice(0, version));
	if (!activeParts.every((part) => expected.activeParts.has(part))) throw unreadableError();
	if (!expected.tables.every((name) => tables.has(name))) throw unreadableError();
}
