// SQLite databases: one file with a write-ahead log; every commit is on disk before it returns.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { backup, DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { restrictToOwner } from './private-files';

type Value = string | number | null | Uint8Array;

/**
 * The caller states the row type next to its SQL. Rows are not validated here: the station writes only validated data, and lists of
 * 100,000 rows must load quickly.
 */
export interface Database {
	all<Row>(sql: string, ...values: Value[]): Row[];
	get<Row>(sql: string, ...values: Value[]): Row | undefined;
	/**
	 * Runs a statement and returns nothing. Use it for full-text indexes: their row ids exceed the safe integers, so `run` cannot
	 * return these ids.
	 */
	write(sql: string, ...values: Value[]): void;
	/** Runs a statement. @returns the id of the last inserted row */
	run(sql: string, ...values: Value[]): number;
	/**
	 * Commits all writes of `work`, or none if `work` throws. A nested call joins the outer transaction. `work` is synchronous, so no
	 * other call can run in between.
	 */
	transaction<Result>(work: () => Result): Result;
	/** Writes a copy of the database to another file, without blocking the thread. */
	copyTo(file: string): Promise<void>;
	/** Copies the write-ahead log into the database file and empties the log, unless another connection is active. */
	checkpoint(): void;
	close(): void;
}

/**
 * @param migrations SQL by schema version: the element with index n upgrades version n to version n + 1.
 * @param checkpoints when the write-ahead log is copied into the database file. `bySize`: when the log has reached SQLite's default
 * size. `manual`: only when `checkpoint` is called.
 * @param waitMs Maximum wait for a lock that another program holds.
 * @throws `storage.newer` when a newer station wrote the file; `storage.damaged`; `storage.busy`; `storage.full`
 */
export function openDatabase(
	file: string,
	migrations: readonly string[],
	{ checkpoints = 'bySize', waitMs = 5000 }: { checkpoints?: 'bySize' | 'manual'; waitMs?: number } = {},
): Database {
	mkdirSync(path.dirname(file), { recursive: true });
	const connection = new DatabaseSync(file, { timeout: waitMs });
	// Restrict the database file before the log files are created: SQLite gives them the permissions of the database file.
	restrictToOwner(file);
	try {
		connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
		if (existsSync(markerOf(file))) checkAllPages(connection, file);
		if (checkpoints === 'manual') connection.exec('PRAGMA wal_autocheckpoint = 0');
		migrate(connection, file, migrations);
	} catch (error) {
		// Close the file so that the caller can move it away.
		if (connection.isOpen) connection.close();
		throw storageError(error) ?? error;
	}

	/** Converts errors of SQLite. After an error of a damaged page, all pages are checked at the next opening. */
	function convertErrors<Result>(work: () => Result): Result {
		try {
			return work();
		} catch (error) {
			const converted = storageError(error) ?? error;
			if (isDamagedError(converted)) markForCheck(file);
			throw converted;
		}
	}

	const statements = new Map<string, ReturnType<DatabaseSyncInstance['prepare']>>();
	function statementFor(sql: string) {
		let statement = statements.get(sql);
		if (!statement) {
			statement = connection.prepare(sql);
			statements.set(sql, statement);
		}
		return statement;
	}

	function truncateLog(): void {
		try {
			connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
		} catch {
			// Another connection is reading; a later checkpoint truncates the log.
		}
	}

	return {
		all: <Row>(sql: string, ...values: Value[]) => convertErrors(() => statementFor(sql).all(...values) as Row[]),
		get: <Row>(sql: string, ...values: Value[]) =>
			convertErrors(() => statementFor(sql).get(...values) as Row | undefined),
		write: (sql, ...values) => void convertErrors(() => statementFor(sql).all(...values)),
		run: (sql, ...values) => convertErrors(() => Number(statementFor(sql).run(...values).lastInsertRowid)),
		transaction(work) {
			if (connection.isTransaction) return work();
			convertErrors(() => connection.exec('BEGIN IMMEDIATE'));
			try {
				const result = work();
				convertErrors(() => connection.exec('COMMIT'));
				return result;
			} catch (error) {
				if (connection.isTransaction) connection.exec('ROLLBACK');
				// The rolled back pages still take up space in the log. Truncating the log frees space on the full disk.
				if (error instanceof AppError && error.code === 'storage.full') truncateLog();
				throw error;
			}
		},
		async copyTo(target) {
			await backup(connection, target);
		},
		checkpoint: truncateLog,
		close: () => connection.close(),
	};
}

/** The file that says that a page of the database was found to be damaged. */
const markerOf = (file: string): string => `${file}.check`;
/** Has all pages checked at the next opening. */
export function markForCheck(file: string): void {
	try {
		writeFileSync(markerOf(file), '');
	} catch {
		// The error that is being reported says what to do.
	}
}

/** @throws `storage.damaged` when a page of the database is damaged */
function checkAllPages(connection: DatabaseSyncInstance, file: string): void {
	const [result] = connection.prepare('PRAGMA quick_check(1)').all();
	rmSync(markerOf(file), { force: true });
	if (result?.quick_check !== 'ok') throw new Error('database disk image is malformed');
}

/** Checks all pages of a database file that nothing else uses. @throws `storage.damaged`, or the error of opening it */
export function checkFile(file: string): void {
	const connection = new DatabaseSync(file, { readOnly: true });
	try {
		checkAllPages(connection, file);
	} catch (error) {
		throw storageError(error) ?? error;
	} finally {
		connection.close();
	}
}

export const isDamagedError = (error: unknown): boolean =>
	error instanceof AppError && error.code === 'storage.damaged';

/**
 * Converts the error of a locked database to `storage.busy`, and that of a full disk or a disk I/O error to `storage.full`.
 * @returns undefined for other errors
 */
export function storageError(error: unknown): AppError | undefined {
	if (!(error instanceof Error)) return undefined;
	const { message } = error;
	const code = 'code' in error ? error.code : undefined;
	if (/database disk image is malformed|file is not a database/i.test(message)) {
		return new AppError(
			'storage.damaged',
			t(
				'A database of this desk is damaged. This was not saved. Close Waybill and open it again: it then restores the newest copy. Before you book again, check your account at the service.',
			),
			{ cause: error },
		);
	}
	if (/database (table )?is locked/i.test(message)) {
		return new AppError(
			'storage.busy',
			t(
				'Another program, such as a backup, is using the database. This was not saved. Wait until it has finished, then try again.',
			),
			{ cause: error, retryable: true },
		);
	}
	if (code !== 'ENOSPC' && !/database or disk is full|disk I\/O error/i.test(message)) return undefined;
	return new AppError('storage.full', t('The disk is full. This was not saved. Free some disk space and try again.'), {
		cause: error,
		retryable: true,
	});
}

function migrate(connection: DatabaseSyncInstance, file: string, migrations: readonly string[]): void {
	const readVersion = () => Number(connection.prepare('PRAGMA user_version').get()?.user_version);
	if (readVersion() === migrations.length) return;
	// Read the version again after taking the lock: another thread or process may have migrated the database meanwhile.
	connection.exec('BEGIN IMMEDIATE');
	const version = readVersion();
	if (version > migrations.length) {
		throw new AppError(
			'storage.newer',
			t(
				'{file} was written by a newer version of Waybill (data version {version}; this one supports {known}). Nothing was changed. Install the newer version to open it.',
				{ file, version, known: migrations.length },
			),
		);
	}
	for (const sql of migrations.slice(version)) connection.exec(sql);
	connection.exec(`PRAGMA user_version = ${migrations.length}; COMMIT;`);
}
