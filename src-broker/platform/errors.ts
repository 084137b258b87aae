/** The `code` of an error of Node, SQLite, PostgreSQL or a mail server; undefined when it has none. */
export function errorCode(error: unknown): string | undefined {
	const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
	return typeof code === 'string' ? code : undefined;
}
