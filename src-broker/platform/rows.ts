// Typed access to database rows, which the drivers of SQLite and PostgreSQL return untyped. A value of an unexpected type is an error.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';

type Statement = ReturnType<DatabaseSyncInstance['prepare']>;
export type UntypedRow = Record<string, unknown>;

export const allRows = (statement: Statement, ...parameters: (string | number)[]): UntypedRow[] =>
	statement.all(...parameters);
export const firstRow = (statement: Statement, ...parameters: (string | number)[]): UntypedRow | undefined =>
	statement.get(...parameters);

/** @throws TypeError when the value is not a string */
export function asText(value: unknown): string {
	if (typeof value !== 'string') throw new TypeError(`expected text, found ${typeof value}`);
	return value;
}

/** @throws TypeError when the value is not a number */
export function asNumber(value: unknown): number {
	if (typeof value !== 'number') throw new TypeError(`expected a number, found ${typeof value}`);
	return value;
}
