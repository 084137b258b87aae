import { type Step, tableWithId } from './step';

/** Imported issues of the duty tables, and the keys whose issues are accepted. */
export const dutyTables: Step = async (database, kind) => {
	// A run that was killed before the migrator recorded the step has created them already.
	await tableWithId(database, kind, 'duty_table_issue')
		.ifNotExists()
		.addColumn('issued_on', 'text', (column) => column.notNull())
		.addColumn('files', 'text', (column) => column.notNull())
		.addColumn('imported_at', 'text', (column) => column.notNull())
		.execute();
	await database.schema
		.createTable('duty_table_key')
		.ifNotExists()
		.addColumn('public_key', 'text', (column) => column.primaryKey())
		.addColumn('added_at', 'text', (column) => column.notNull())
		.execute();
};
