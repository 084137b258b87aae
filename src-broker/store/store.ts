// Opens the service's database, SQLite or PostgreSQL, behind one query builder, and brings it to the current version.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { type Dialect, Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { createBoundedMap } from '../../src-contract/lib/bounded-map';
import { migrations } from './migrations';
import type { DatabaseKind, Tables } from './schema';

export interface Store extends Kysely<Tables> {
	readonly kind: DatabaseKind;
}

export interface StoreLocation {
	/** Folder of the SQLite file; made when it is missing. */
	dataDir: string;
	/** `postgres://…` of a shared database, in place of the file. */
	databaseUrl?: string | undefined;
}

/** Prepared statements that are held for the next use. */
const MAX_STATEMENTS = 500;

/** The query builder expects the interface of better-sqlite3; this is all of it that it uses. */
function asSqliteDatabase(database: DatabaseSyncInstance) {
	const statements = createBoundedMap<string, ReturnType<DatabaseSyncInstance['prepare']>>(MAX_STATEMENTS);
	function statementOf(text: string) {
		let statement = statements.get(text);
		if (!statement) {
			statement = database.prepare(text);
			statements.set(text, statement);
		}
		return statement;
	}
	return {
		close: () => database.close(),
		prepare(text: string) {
			// A transaction takes the write lock at once: waiting for it is bounded, failing to upgrade is not.
			const statement = statementOf(text === 'begin' ? 'begin immediate' : text);
			return {
				reader: statement.columns().length > 0,
				all: (parameters: readonly unknown[]) => statement.all(...parameters),
				run(parameters: readonly unknown[]) {
					try {
						return statement.run(...parameters);
					} catch (error) {
						// A full disk ends the transaction by itself: the rollback that follows must not hide what happened.
						if (text === 'rollback') return { changes: 0, lastInsertRowid: 0 };
						throw error;
					}
				},
				iterate: (parameters: readonly unknown[]) => statement.iterate(...parameters),
			};
		},
	};
}

/** Statement timeout of PostgreSQL: a database that hangs counts as unreachable. */
const MAX_STATEMENT_MS = 15_000;

function openSqlite(dataDir: string): Dialect {
	mkdirSync(dataDir, { recursive: true });
	const database = new DatabaseSync(path.join(dataDir, 'broker.db'), { timeout: 5000 });
	database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
	return new SqliteDialect({ database: asSqliteDatabase(database) });
}

async function openPostgres(connectionString: string): Promise<Dialect> {
	// Loaded only where it is used: a desk's own service never is.
	const { default: pg } = await import('pg');
	const pool = new pg.Pool({
		connectionString,
		max: 10,
		connectionTimeoutMillis: 5000,
		statement_timeout: MAX_STATEMENT_MS,
		query_timeout: MAX_STATEMENT_MS + 1000,
	});
	// A connection that breaks is replaced at the next use, and the query that ran on it says so; without listeners the
	// pool and the connection would each end the process.
	pool.on('error', () => undefined);
	pool.on('connect', (client) => client.on('error', () => undefined));
	return new PostgresDialect({ pool });
}

/** @throws when the database cannot be reached or was written by a newer version of the service */
export async function openStore({ dataDir, databaseUrl }: StoreLocation): Promise<Store> {
	const kind: DatabaseKind = databaseUrl ? 'postgres' : 'sqlite';
	const dialect = databaseUrl ? await openPostgres(databaseUrl) : openSqlite(dataDir);
	const store: Store = Object.assign(new Kysely<Tables>({ dialect }), { kind });
	try {
		await migrate(store);
		return store;
	} catch (error) {
		await store.destroy();
		throw error;
	}
}

/** The migrator takes a lock of the database first: several instances may start at one time. */
async function migrate(store: Store): Promise<void> {
	const known = migrations(store.kind);
	const migrator = new Migrator({ db: store, provider: { getMigrations: async () => known } });
	const { error } = await migrator.migrateToLatest();
	if (!error) return;
	const newer = (await appliedMigrations(store)).filter((name) => !(name in known));
	if (newer.length === 0) throw error;
	throw new Error(
		`The database was written by a newer version of the service (it knows ${newer.join(', ')}). Start the newer version, or name another data folder.`,
	);
}

/** Names of the migrations that the database has had; none when it cannot say. */
async function appliedMigrations(store: Store): Promise<string[]> {
	try {
		const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(store);
		return rows.map(({ name }) => name);
	} catch {
		return [];
	}
}

const CONNECTION_CODES = /^(ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|57P0|08|53)/;

/** Kind of a failed write or query that a caller can act on: retry later, or free disk space; undefined for any other error. */
export function storeError(error: unknown): 'unreachable' | 'full' | undefined {
	if (!(error instanceof Error)) return undefined;
	const { message } = error;
	const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
	if (/disk is full|database or disk is full|No space left|ENOSPC/i.test(message) || code === '53100') return 'full';
	if (CONNECTION_CODES.test(code)) return 'unreachable';
	return /Connection terminated|Query read timeout|statement timeout|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
		message,
	)
		? 'unreachable'
		: undefined;
}
