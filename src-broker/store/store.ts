// Opens the service's SQLite database behind the query builder and brings it to the current version.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { migrations, type Tables } from './schema';

export type Store = Kysely<Tables>;

/** The query builder expects the interface of better-sqlite3; this is all of it that it uses. */
function asSqliteDatabase(database: DatabaseSyncInstance) {
	return {
		close: () => database.close(),
		prepare(text: string) {
			const statement = database.prepare(text);
			return {
				reader: statement.columns().length > 0,
				all: (parameters: readonly unknown[]) => statement.all(...(parameters as never[])),
				run: (parameters: readonly unknown[]) => statement.run(...(parameters as never[])),
				iterate: (parameters: readonly unknown[]) => statement.iterate(...(parameters as never[])),
			};
		},
	};
}

/**
 * @param dataDir folder of the database file; made when it is missing
 * @throws when the file was written by a newer version of the service
 */
export async function openStore(dataDir: string): Promise<Store> {
	mkdirSync(dataDir, { recursive: true });
	const file = path.join(dataDir, 'broker.db');
	const database = new DatabaseSync(file, { timeout: 5000 });
	database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
	const store = new Kysely<Tables>({ dialect: new SqliteDialect({ database: asSqliteDatabase(database) as never }) });
	await migrate(store, file);
	return store;
}

async function migrate(store: Store, file: string): Promise<void> {
	const { rows } = await sql<{ user_version: number }>`PRAGMA user_version`.execute(store);
	const version = rows[0]?.user_version ?? 0;
	if (version > migrations.length) {
		await store.destroy();
		throw new Error(
			`${file} was written by a newer version of the service (${version}, this one knows ${migrations.length}). Start the newer version, or name another data folder.`,
		);
	}
	for (const [index, step] of migrations.entries()) {
		if (index < version) continue;
		await store.transaction().execute(async (transaction) => {
			await step(transaction);
			await sql.raw(`PRAGMA user_version = ${index + 1}`).execute(transaction);
		});
	}
}
