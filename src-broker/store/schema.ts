// The service's tables, and the one migration path: forward only, the same on SQLite and PostgreSQL.
import { type ColumnDataType, type Generated, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { indexWords } from '../booking/search';

export interface AccountTable {
	id: Generated<number>;
	name: string;
	api_key: string;
	secret_salt: string;
	secret_hash: string;
	/** `SALT:HMAC` of the secret; null until an account that an older version made is used. */
	secret_digest: string | null;
	created_at: string;
	disabled_at: string | null;
	/** Added to the transport of every price of this account. */
	margin_percent: Generated<number>;
}

const SHIPMENT_STATUSES = [
	'draft',
	'created_at_carrier',
	'in_transit',
	'out_for_delivery',
	'exception',
	'delivered',
] as const;
export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number];

interface ShipmentTable {
	id: Generated<number>;
	account_id: number;
	status: ShipmentStatus;
	/** The validated request, as JSON. */
	request: string;
	carrier: string | null;
	product: string | null;
	product_id: number | null;
	price_cents: number | null;
	tracking_number: string | null;
	created_at: string;
	booked_at: string | null;
	/** ISO date of the latest day of arrival. */
	arrives_by: string | null;
	/** When the carrier simulator moves it on; null when nothing more happens to it. */
	next_event_at: string | null;
}

/** The labels and customs papers of a booking, apart from its row so that lists stay quick. */
interface DocumentsTable {
	shipment_id: number;
	pdf: Uint8Array;
}

interface EventTable {
	shipment_id: number;
	status: ShipmentStatus;
	at: string;
	note: string;
}

interface SequenceTable {
	name: string;
	value: number;
}

/** The first answer to a request that carried an Idempotency-Key. */
interface IdempotencyTable {
	account_id: number;
	key: string;
	body_hash: string;
	shipment_id: number;
	created_at: string;
}

/** A notification that is owed to a recipient: written with the event that causes it, sent once. */
interface MailTable {
	shipment_id: number;
	due_at: string;
	/** Until then one instance is sending it. */
	claimed_until: string | null;
	attempts: Generated<number>;
	sent_at: string | null;
}

/** A signed-in browser; only the digest of its cookie is kept. */
interface SessionTable {
	token_digest: string;
	account_id: number;
	csrf: string;
	expires_at: string;
}

/** Rate sheets that a site imported; the newest of a carrier and start date counts. */
interface RateSheetTable {
	id: Generated<number>;
	carrier_code: string;
	effective_from: string;
	sheet: string;
	imported_at: string;
}

export interface Tables {
	account: AccountTable;
	shipment: ShipmentTable;
	documents: DocumentsTable;
	event: EventTable;
	sequence: SequenceTable;
	idempotency: IdempotencyTable;
	mail: MailTable;
	session: SessionTable;
	rate_sheet: RateSheetTable;
}

/** The carriers of the first release by the form of their tracking numbers. */
const FORMS_OF_CARRIERS = [
	['freight-luhn', ['KC', 'NF']],
	['express-mod7', ['ME']],
	['parcel-mod37', ['OP']],
	['postal-s10', ['PO']],
	['express-gs1', ['TW']],
] as const;

export type DatabaseKind = 'sqlite' | 'postgres';

/** Every step in its order. Never change one that has been released: add one. */
export function migrations(kind: DatabaseKind): Record<string, Migration> {
	const bytes: ColumnDataType = kind === 'sqlite' ? 'blob' : 'bytea';

	function identified(database: Kysely<unknown>, table: string) {
		const builder = database.schema.createTable(table);
		return kind === 'sqlite'
			? builder.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
			: builder.addColumn('id', 'integer', (column) => column.primaryKey().generatedByDefaultAsIdentity());
	}

	/** A step is whole or not at all, on SQLite as well, where the migrator itself opens no transaction. */
	const whole =
		(step: (database: Kysely<unknown>) => Promise<void>): Migration['up'] =>
		(database) =>
			kind === 'sqlite'
				? database.transaction().execute((transaction) => step(transaction as unknown as Kysely<unknown>))
				: step(database);

	return {
		// The first release kept its version in the file's header: its tables may be there already.
		'0001-shipments': {
			up: whole(async (database) => {
				await identified(database, 'account')
					.ifNotExists()
					.addColumn('name', 'text', (column) => column.notNull().unique())
					.addColumn('api_key', 'text', (column) => column.notNull().unique())
					.addColumn('secret_salt', 'text', (column) => column.notNull())
					.addColumn('secret_hash', 'text', (column) => column.notNull())
					.addColumn('created_at', 'text', (column) => column.notNull())
					.execute();
				await identified(database, 'shipment')
					.ifNotExists()
					.addColumn('account_id', 'integer', (column) => column.notNull().references('account.id'))
					.addColumn('status', 'text', (column) => column.notNull())
					.addColumn('request', 'text', (column) => column.notNull())
					.addColumn('carrier', 'text')
					.addColumn('product', 'text')
					.addColumn('product_id', 'integer')
					.addColumn('price_cents', 'integer')
					.addColumn('tracking_number', 'text', (column) => column.unique())
					.addColumn('documents', bytes)
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
			}),
		},
		'0002-journeys-and-sites': {
			up: whole(async (database) => {
				const { schema } = database;
				// Committed by a run that was killed before the migrator could note it.
				if ((await database.introspection.getTables()).some(({ name }) => name === 'documents')) return;
				await schema.alterTable('account').addColumn('disabled_at', 'text').execute();
				await schema
					.alterTable('account')
					.addColumn('margin_percent', 'real', (column) => column.notNull().defaultTo(0))
					.execute();
				for (const name of ['booked_at', 'arrives_by', 'next_event_at'])
					await schema.alterTable('shipment').addColumn(name, 'text').execute();
				await schema.createIndex('shipment_of_account').on('shipment').columns(['account_id', 'id']).execute();
				await schema
					.createIndex('shipment_next_event')
					.on('shipment')
					.column('next_event_at')
					.where(sql.ref('next_event_at'), 'is not', null)
					.execute();
				await schema
					.createTable('documents')
					.addColumn('shipment_id', 'integer', (column) => column.primaryKey().references('shipment.id'))
					.addColumn('pdf', bytes, (column) => column.notNull())
					.execute();
				await schema
					.createTable('event')
					.addColumn('shipment_id', 'integer', (column) => column.notNull().references('shipment.id'))
					.addColumn('status', 'text', (column) => column.notNull())
					.addColumn('at', 'text', (column) => column.notNull())
					.addColumn('note', 'text', (column) => column.notNull())
					.execute();
				await schema.createIndex('event_of_shipment').on('event').column('shipment_id').execute();
				// What was booked keeps its papers, its number and its first event; no journey was planned for it.
				await sql`INSERT INTO documents (shipment_id, pdf) SELECT id, documents FROM shipment WHERE documents IS NOT NULL`.execute(
					database,
				);
				await schema.alterTable('shipment').dropColumn('documents').execute();
				await sql`UPDATE shipment SET booked_at = created_at WHERE status <> 'draft'`.execute(database);
				await sql`INSERT INTO event (shipment_id, status, at, note) SELECT id, status, created_at, '' FROM shipment WHERE status <> 'draft'`.execute(
					database,
				);
				// Numbers were counted by carrier and are counted by form from here on, past all that were given out.
				for (const [form, carriers] of FORMS_OF_CARRIERS) {
					const names = sql.join(carriers.map((carrier) => `tracking:${carrier}`));
					await sql`INSERT INTO sequence (name, value) SELECT ${`tracking:${form}`}, max(value) FROM sequence WHERE name IN (${names}) HAVING max(value) IS NOT NULL`.execute(
						database,
					);
				}
				await schema.createIndex('idempotency_age').on('idempotency').column('created_at').execute();
				await schema
					.createTable('mail')
					.addColumn('shipment_id', 'integer', (column) => column.primaryKey().references('shipment.id'))
					.addColumn('due_at', 'text', (column) => column.notNull())
					.addColumn('claimed_until', 'text')
					.addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
					.addColumn('sent_at', 'text')
					.execute();
				await schema
					.createIndex('mail_due')
					.on('mail')
					.column('due_at')
					.where(sql.ref('sent_at'), 'is', null)
					.execute();
				await schema
					.createTable('session')
					.addColumn('token_digest', 'text', (column) => column.primaryKey())
					.addColumn('account_id', 'integer', (column) => column.notNull().references('account.id'))
					.addColumn('csrf', 'text', (column) => column.notNull())
					.addColumn('expires_at', 'text', (column) => column.notNull())
					.execute();
				await identified(database, 'rate_sheet')
					.addColumn('carrier_code', 'text', (column) => column.notNull())
					.addColumn('effective_from', 'text', (column) => column.notNull())
					.addColumn('sheet', 'text', (column) => column.notNull())
					.addColumn('imported_at', 'text', (column) => column.notNull())
					.execute();
				// Words of a shipment, for the search of the account's section; see search.ts. A half-typed
				// word of an indexed length is read newest first without gathering all that match.
				if (kind === 'sqlite') {
					await sql`CREATE VIRTUAL TABLE shipment_search USING fts5(words, content='', contentless_delete=1, detail=none, tokenize='unicode61 remove_diacritics 2', prefix='1 2 3 4 5 6 7 8')`.execute(
						database,
					);
					await sql`INSERT INTO shipment_search (shipment_search, rank) VALUES ('automerge', 2)`.execute(database);
				} else {
					await sql`CREATE TABLE shipment_search (rowid integer PRIMARY KEY, words tsvector NOT NULL)`.execute(
						database,
					);
					await sql`CREATE INDEX shipment_search_words ON shipment_search USING gin (words)`.execute(database);
				}
				const kept = await sql<{
					id: number;
					account_id: number;
					request: string;
					tracking_number: string | null;
					carrier: string | null;
				}>`SELECT id, account_id, request, tracking_number, carrier FROM shipment`.execute(database);
				for (const row of kept.rows) {
					await indexWords(kind, database, {
						id: row.id,
						accountId: row.account_id,
						request: JSON.parse(row.request),
						trackingNumber: row.tracking_number ?? undefined,
						carrier: row.carrier ?? undefined,
					});
				}
			}),
		},
		'0003-secret-digests': {
			up: whole(async (database) => {
				// Committed by a run that was killed before the migrator could note it.
				const tables = await database.introspection.getTables();
				const account = tables.find(({ name }) => name === 'account');
				if (account?.columns.some(({ name }) => name === 'secret_digest')) return;
				await database.schema.alterTable('account').addColumn('secret_digest', 'text').execute();
			}),
		},
	};
}
