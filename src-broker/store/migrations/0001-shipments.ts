import { bytesType, type Step, tableWithId } from './step';

/** The first release stored its version in the file header, so its tables may already exist. */
export const shipments: Step = async (database, kind) => {
	await tableWithId(database, kind, 'account')
		.ifNotExists()
		.addColumn('name', 'text', (column) => column.notNull().unique())
		.addColumn('api_key', 'text', (column) => column.notNull().unique())
		.addColumn('secret_salt', 'text', (column) => column.notNull())
		.addColumn('secret_hash', 'text', (column) => column.notNull())
		.addColumn('created_at', 'text', (column) => column.notNull())
		.execute();
	await tableWithId(database, kind, 'shipment')
		.ifNotExists()
		.addColumn('account_id', 'integer', (column) => column.notNull().references('account.id'))
		.addColumn('status', 'text', (column) => column.notNull())
		.addColumn('request', 'text', (column) => column.notNull())
		.addColumn('carrier', 'text')
		.addColumn('product', 'text')
		.addColumn('product_id', 'integer')
		.addColumn('price_cents', 'integer')
		.addColumn('tracking_number', 'text', (column) => column.unique())
		.addColumn('documents', bytesType(kind))
		.addColumn('created_at', 'text', (column) => column.notNull())
		.execute();
	await database.schema
		.createTable('sequence')
		.ifNotExists()
		.addColumn('name', 'text', (column) => column.primaryKey())
		.addColumn('value', 'integer', (column) => column.notNull())
		.execute();
	await database.schema
		.createTable('idempotency')
		.ifNotExists()
		.addColumn('account_id', 'integer', (column) => column.notNull().references('account.id'))
		.addColumn('key', 'text', (column) => column.notNull())
		.addColumn('body_hash', 'text', (column) => column.notNull())
		.addColumn('shipment_id', 'integer', (column) => column.notNull().references('shipment.id'))
		.addColumn('created_at', 'text', (column) => column.notNull())
		.addPrimaryKeyConstraint('idempotency_pk', ['account_id', 'key'])
		.execute();
};
