import { sql } from 'kysely';
import { bytesType, type Step, tableWithId } from './step';

/** Carriers of the first release by format of their tracking numbers. */
const FORMS_OF_CARRIERS = [
	['freight-luhn', ['KC', 'NF']],
	['express-mod7', ['ME']],
	['parcel-mod37', ['OP']],
	['postal-s10', ['PO']],
	['express-gs1', ['TW']],
] as const;

interface BookedRow {
	id: number;
	account_id: number;
	/** JSON of the request. */
	request: string;
	tracking_number: string | null;
	carrier: string | null;
}

/** Fields of the request for the search words, as validated by the previous release. */
interface BookedRequest {
	destinationAddress: Record<
		'companyName' | 'contactPerson' | 'addressLine1' | 'zipcode' | 'city' | 'countryCode',
		string
	>;
	reference?: string;
}

/** Search words of a shipment in the release of this migration. A copy, because booking/search.ts may change. */
function wordsOfShipment(row: BookedRow): string {
	const { destinationAddress: to, reference }: BookedRequest = JSON.parse(row.request);
	const parts = [
		row.id,
		reference,
		row.tracking_number ?? undefined,
		row.carrier ?? undefined,
		to.companyName,
		to.contactPerson,
		to.addressLine1,
		to.zipcode,
		to.city,
		to.countryCode,
	];
	const words =
		parts
			.filter((part) => part !== undefined)
			.join(' ')
			.normalize('NFD')
			.replace(/\p{M}/gu, '')
			.toLowerCase()
			.match(/[\p{L}\p{N}]+/gu) ?? [];
	// Text of a shipment must not match the word that identifies an account.
	const own = words.filter((word) => !/^account\d+$/.test(word));
	return [`account${row.account_id}`, ...new Set(own)].join(' ');
}

export const journeysAndSites: Step = async (database, kind) => {
	const { schema } = database;
	// Already committed by a run that was killed before the migrator recorded it.
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
		.addColumn('pdf', bytesType(kind), (column) => column.notNull())
		.execute();
	await schema
		.createTable('event')
		.addColumn('shipment_id', 'integer', (column) => column.notNull().references('shipment.id'))
		.addColumn('status', 'text', (column) => column.notNull())
		.addColumn('at', 'text', (column) => column.notNull())
		.addColumn('note', 'text', (column) => column.notNull())
		.execute();
	await schema.createIndex('event_of_shipment').on('event').column('shipment_id').execute();
	// Booked shipments keep their documents, number and first event. They get no further tracking events.
	await sql`INSERT INTO documents (shipment_id, pdf) SELECT id, documents FROM shipment WHERE documents IS NOT NULL`.execute(
		database,
	);
	await schema.alterTable('shipment').dropColumn('documents').execute();
	await sql`UPDATE shipment SET booked_at = created_at WHERE status <> 'draft'`.execute(database);
	await sql`INSERT INTO event (shipment_id, status, at, note) SELECT id, status, created_at, '' FROM shipment WHERE status <> 'draft'`.execute(
		database,
	);
	// Sequences change from one per carrier to one per format, starting after the highest number in use.
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
	await schema.createIndex('mail_due').on('mail').column('due_at').where(sql.ref('sent_at'), 'is', null).execute();
	await schema
		.createTable('session')
		.addColumn('token_digest', 'text', (column) => column.primaryKey())
		.addColumn('account_id', 'integer', (column) => column.notNull().references('account.id'))
		.addColumn('csrf', 'text', (column) => column.notNull())
		.addColumn('expires_at', 'text', (column) => column.notNull())
		.execute();
	await tableWithId(database, kind, 'rate_sheet')
		.addColumn('carrier_code', 'text', (column) => column.notNull())
		.addColumn('effective_from', 'text', (column) => column.notNull())
		.addColumn('sheet', 'text', (column) => column.notNull())
		.addColumn('imported_at', 'text', (column) => column.notNull())
		.execute();
	// Search words of shipments, see booking/search.ts. The prefix indexes return matches of a partial word newest first, without
	// collecting all matches.
	if (kind === 'sqlite') {
		await sql`CREATE VIRTUAL TABLE shipment_search USING fts5(words, content='', contentless_delete=1, detail=none, tokenize='unicode61 remove_diacritics 2', prefix='1 2 3 4 5 6 7 8')`.execute(
			database,
		);
		await sql`INSERT INTO shipment_search (shipment_search, rank) VALUES ('automerge', 2)`.execute(database);
	} else {
		await sql`CREATE TABLE shipment_search (rowid integer PRIMARY KEY, words tsvector NOT NULL)`.execute(database);
		await sql`CREATE INDEX shipment_search_words ON shipment_search USING gin (words)`.execute(database);
	}
	const booked = await sql<BookedRow>`SELECT id, account_id, request, tracking_number, carrier FROM shipment`.execute(
		database,
	);
	for (const row of booked.rows) {
		const words = wordsOfShipment(row);
		await (kind === 'sqlite'
			? sql`INSERT INTO shipment_search (rowid, words) VALUES (${-row.id}, ${words})`
			: sql`INSERT INTO shipment_search (rowid, words) VALUES (${-row.id}, to_tsvector('simple', ${words}))`
		).execute(database);
	}
};
