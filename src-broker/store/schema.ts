// The service's tables, and the one migration path: forward only, one step a release.
import type { ColumnType, Generated, Kysely } from 'kysely';

export interface AccountTable {
	id: Generated<number>;
	name: string;
	api_key: string;
	secret_salt: string;
	secret_hash: string;
	created_at: string;
}

export interface ShipmentTable {
	id: Generated<number>;
	account_id: number;
	status: 'draft' | 'created_at_carrier';
	/** The validated request, as JSON. */
	request: string;
	carrier: string | null;
	product: string | null;
	product_id: number | null;
	price_cents: number | null;
	tracking_number: string | null;
	documents: ColumnType<Uint8Array | null>;
	created_at: string;
}

export interface SequenceTable {
	name: string;
	value: number;
}

/** The first answer to a request that carried an Idempotency-Key. */
export interface IdempotencyTable {
	account_id: number;
	key: string;
	body_hash: string;
	shipment_id: number;
	created_at: string;
}

export interface Tables {
	account: AccountTable;
	shipment: ShipmentTable;
	sequence: SequenceTable;
	idempotency: IdempotencyTable;
}

type Step = (database: Kysely<Tables>) => Promise<void>;

/** Step n brings version n to version n + 1. Never change a step that has been released: add one. */
export const migrations: readonly Step[] = [
	async (database) => {
		await database.schema
			.createTable('account')
			.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
			.addColumn('name', 'text', (column) => column.notNull().unique())
			.addColumn('api_key', 'text', (column) => column.notNull().unique())
			.addColumn('secret_salt', 'text', (column) => column.notNull())
			.addColumn('secret_hash', 'text', (column) => column.notNull())
			.addColumn('created_at', 'text', (column) => column.notNull())
			.execute();
		await database.schema
			.createTable('shipment')
			.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
			.addColumn('account_id', 'integer', (column) => column.notNull().references('account.id'))
			.addColumn('status', 'text', (column) => column.notNull())
			.addColumn('request', 'text', (column) => column.notNull())
			.addColumn('carrier', 'text')
			.addColumn('product', 'text')
			.addColumn('product_id', 'integer')
			.addColumn('price_cents', 'integer')
			.addColumn('tracking_number', 'text', (column) => column.unique())
			.addColumn('documents', 'blob')
			.addColumn('created_at', 'text', (column) => column.notNull())
			.execute();
		await database.schema
			.createTable('sequence')
			.addColumn('name', 'text', (column) => column.primaryKey())
			.addColumn('value', 'integer', (column) => column.notNull())
			.execute();
		await database.schema
			.createTable('idempotency')
			.addColumn('account_id', 'integer', (column) => column.notNull().references('account.id'))
			.addColumn('key', 'text', (column) => column.notNull())
			.addColumn('body_hash', 'text', (column) => column.notNull())
			.addColumn('shipment_id', 'integer', (column) => column.notNull().references('shipment.id'))
			.addColumn('created_at', 'text', (column) => column.notNull())
			.addPrimaryKeyConstraint('idempotency_pk', ['account_id', 'key'])
			.execute();
	},
];
