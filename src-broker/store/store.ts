// Opens the service's database and migrates it to the current version. One query builder serves both SQLite and PostgreSQL.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { type Dialect, Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { createBoundedMap } from '../../src-contract/lib/bounded-map';
import { createMigrations } from './migrations';
import type { DatabaseKind, Tables } from './schema';

export interface Store extends Kysely<Tables> {
	readonly kind: DatabaseKind;
}

export interface StoreLocation {
	/** Folder of the SQLite file; created if missing. */
	dataDir: string;
	/** `postgres://…`. If given, this database is used instead of the SQLite file. */
	databaseUrl?: string | undefined;
}

const MAX_CACHED_STATEMENTS = 500;

/** Adapts the database to the interface of better-sqlite3, as far as the query builder uses it. */
function asSqliteDatabase(database: DatabaseSyncInstance) {
	const statements = createBoundedMap<string, ReturnType<DatabaseSyncInstance['prepare']>>(MAX_CACHED_STATEMENTS);
	function prepareCached(text: string) {
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
			// Takes the write lock at the start of a transaction, where SQLite waits for the lock. If a transaction that has read
			// takes the write lock later, SQLite may fail without waiting.
			const statement = prepareCached(text === 'begin' ? 'begin immediate' : text);
			return {
				reader: statement.columns().length > 0,
				all: (parameters: readonly unknown[]) => statement.all(...parameters),
				run(parameters: readonly unknown[]) {
					try {
						return statement.run(...parameters);
					} catch (error) {
						// After an error such as a full disk, SQLite has already rolled back, so this rollback fails. Its failure is
						// ignored, so that the caller sees the first error.
						if (text === 'rollback') return { changes: 0, lastInsertRowid: 0 };
						throw error;
					}
				},
				iterate: (parameters: readonly unknown[]) => statement.iterate(...parameters),
			};
		},
	};
}

/** Statement timeout of PostgreSQL. A database that exceeds it is reported as unreachable. */
const MAX_STATEMENT_MS = 15_000;

function openSqlite(dataDir: string): Dialect {
	mkdirSync(dataDir, { recursive: true, mode: 0o700 });
	const database = new DatabaseSync(path.join(dataDir, 'broker.db'), { timeout: 5000 });
	database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
	return new SqliteDialect({ database: asSqliteDatabase(database) });
}

async function openPostgres(connectionString: string): Promise<Dialect> {
	// Loaded on demand: the service that is built into a station never uses PostgreSQL.
	const { default: pg } = await import('pg');
	const pool = new pg.Pool({
		connectionString,
		max: 10,
		connectionTimeoutMillis: 5000,
		statement_timeout: MAX_STATEMENT_MS,
		query_timeout: MAX_STATEMENT_MS + 1000,
	});
	// When a connection breaks, its query fails and the pool opens a new connection. Without these listeners, the error event would
	// end the process.
	pool.on('error', () => undefined);
	pool.on('connect', (client) => client.on('error', () => undefined));
	return new PostgresDialect({ pool });
}

/** @throws Error when the database cannot be reached or was written by a newer version of the service */
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

/** Runs missing migrations. The migrator locks the database first, because several instances may start at the same time. */
async function migrate(store: Store): Promise<void> {
	const knownMigrations = createMigrations(store.kind);
	const migrator = new Migrator({ db: store, provider: { getMigrations: async () => knownMigrations } });
	const { error } = await migrator.migrateToLatest();
	if (!error) return;
	const newerMigrations = (await appliedMigrations(store)).filter((name) => !(name in knownMigrations));
	if (newerMigrations.length === 0) throw error;
	throw new Error(
		`The database was written by a newer version of the service (it has ${newerMigrations.join(', ')}). Start the newer version, or use another data folder.`,
	);
}

/** Names of the migrations that were applied to the database; empty when they cannot be read. */
async function appliedMigrations(store: Store): Promise<string[]> {
	try {
		const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(store);
		return rows.map(({ name }) => name);
	} catch {
		return [];
	}
}

/**
 * Error codes of Node, and SQLSTATE prefixes of PostgreSQL: server shutting down (57P0), broken connection (08), out of a resource
 * such as connections (53).
 */
const UNREACHABLE_CODES = /^(ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|57P0|08|53)/;

/**
 * Classifies a database error: `unreachable` (retry later), `full` (the disk of the database is full) or undefined (any other
 * error).
 */
export function classifyStoreError(error: unknown): 'unreachable' | 'full' | undefined {
	if (!(error instanceof Error)) return undefined;
	const { message } = error;
	const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
	if (/disk is full|database or disk is full|No space left|ENOSPC/i.test(message) || code === '53100') return 'full';
	if (UNREACHABLE_CODES.test(code)) return 'unreachable';
	return /Connection terminated|Query read timeout|statement timeout|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
		message,
	)
		? 'unreachable'
		: undefined;
}
