// The tables of the service's database as they are after the last migration; migrations/ makes them.
import type { Generated } from 'kysely';

export type DatabaseKind = 'sqlite' | 'postgres';

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
