// Helpers of all migrations. Released migrations use them: never change their behaviour.
import type { ColumnDataType, CreateTableBuilder, Kysely } from 'kysely';

export type DatabaseKind = 'sqlite' | 'postgres';

/** Migrates the database from the previous version, in a transaction. */
export type Step = (database: Kysely<unknown>, kind: DatabaseKind) => Promise<void>;

export const bytesType = (kind: DatabaseKind): ColumnDataType => (kind === 'sqlite' ? 'blob' : 'bytea');

export function tableWithId(
	database: Kysely<unknown>,
	kind: DatabaseKind,
	table: string,
): CreateTableBuilder<string, 'id'> {
	const builder = database.schema.createTable(table);
	return kind === 'sqlite'
		? builder.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
		: builder.addColumn('id', 'integer', (column) => column.primaryKey().generatedByDefaultAsIdentity());
}
