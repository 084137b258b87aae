// A database of the desk: one SQLite file with a write-ahead log; every commit is on disk before it returns.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { restrictToOwner } from './private-files';

type Value = string | number | null | Uint8Array;

/**
 * The caller states the type of the rows beside its SQL. Values are not checked at reading: the desk wrote them from checked input,
 * and lists of 100,000 rows are read.
 */
export interface Database {
	all<Row>(sql: string, ...values: Value[]): Row[];
	get<Row>(sql: string, ...values: Value[]): Row | undefined;
	/** For what writes to an index of words: its own ids are larger than a number holds. */
	write(sql: string, ...values: Value[]): void;
	/** @returns the id of the last row inserted */
	run(sql: string, ...values: Value[]): number;
	/** All of it or nothing, with the one that it is within; synchronous, so that nothing else can come between. */
	transaction<Result>(work: () => Result): Result;
	/** Writes the log back into the file, when nobody else reads or writes. */
	checkpoint(): void;
	close(): void;
}

/**
 * @param migrations step n brings version n to version n + 1
 * @param checkpoints `byHand`: the log grows until it is written back
 * @param waitMs how long it is waited for another program that holds the file
 * @throws `storage.newer` when the file was written by a newer station; `storage.busy` and `storage.full`
 */
export function openDatabase(
	file: string,
	migrations: readonly string[],
	{ checkpoints = 'bySize', waitMs = 5000 }: { checkpoints?: 'bySize' | 'byHand'; waitMs?: number } = {},
): Database {
	mkdirSync(path.dirname(file), { recursive: true });
	const connection = new DatabaseSync(file, { timeout: waitMs });
	// The files of its log have the rights of the file itself.
	restrictToOwner(file);
	try {
		connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
		if (checkpoints === 'byHand') connection.exec('PRAGMA wal_autocheckpoint = 0');
		migrate(connection, file, migrations);
	} catch (error) {
		// An open file could not be set aside.
		if (connection.isOpen) connection.close();
		throw storageError(error) ?? error;
	}

	const statements = new Map<string, ReturnType<DatabaseSyncInstance['prepare']>>();
	function prepared(sql: string) {
		let statement = statements.get(sql);
		if (!statement) {
			statement = connection.prepare(sql);
			statements.set(sql, statement);
		}
		return statement;
	}

	function shrinkLog(): void {
		try {
			connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
		} catch {
			// Somebody reads at this moment: the next one who writes the log back makes it short.
		}
	}

	return {
		all: <Row>(sql: string, ...values: Value[]) => guard(() => prepared(sql).all(...values) as Row[]),
		get: <Row>(sql: string, ...values: Value[]) => guard(() => prepared(sql).get(...values) as Row | undefined),
		write: (sql, ...values) => void guard(() => prepared(sql).all(...values)),
		run: (sql, ...values) => guard(() => Number(prepared(sql).run(...values).lastInsertRowid)),
		transaction(work) {
			if (connection.isTransaction) return work();
			guard(() => connection.exec('BEGIN IMMEDIATE'));
			try {
				const result = work();
				guard(() => connection.exec('COMMIT'));
				return result;
			} catch (error) {
				if (connection.isTransaction) connection.exec('ROLLBACK');
				// What was rolled back still takes its room in the log, on a disk that has none.
				if (error instanceof AppError && error.code === 'storage.full') shrinkLog();
				throw error;
			}
		},
		checkpoint: shrinkLog,
		close: () => connection.close(),
	};
}

function guard<Result>(work: () => Result): Result {
	try {
		return work();
	} catch (error) {
		throw storageError(error) ?? error;
	}
}

/** What a full disk is called by the database and by the system; and a file that another program holds. */
export function storageError(error: unknown): AppError | undefined {
	if (!(error instanceof Error)) return undefined;
	const { message } = error;
	const code = 'code' in error ? error.code : undefined;
	if (/database (table )?is locked/i.test(message)) {
		return new AppError(
			'storage.busy',
			t(
				"Another program, such as a backup, holds the desk's database: this was not saved. Let it finish, then try again.",
			),
			{ cause: error, retryable: true },
		);
	}
	if (code !== 'ENOSPC' && !/database or disk is full|disk I\/O error/i.test(message)) return undefined;
	return new AppError('storage.full', t('The disk is full: this was not saved. Make room on the disk and try again.'), {
		cause: error,
		retryable: true,
	});
}

function migrate(connection: DatabaseSyncInstance, file: string, migrations: readonly string[]): void {
	const versionOf = () => Number(connection.prepare('PRAGMA user_version').get()?.user_version);
	if (versionOf() === migrations.length) return;
	// Another thread or process may be at it: who comes second finds it done.
	connection.exec('BEGIN IMMEDIATE');
	const version = versionOf();
	if (version > migrations.length) {
		throw new AppError(
			'storage.newer',
			t(
				'{file} was written by a newer version of the station ({version}; this one knows {known}). Nothing was changed. Install the newer version to open it.',
				{ file, version, known: migrations.length },
			),
		);
	}
	for (const sql of migrations.slice(version)) connection.exec(sql);
	connection.exec(`PRAGMA user_version = ${migrations.length}; COMMIT;`);
}
