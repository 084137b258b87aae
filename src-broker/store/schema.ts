// Types of the service's database tables, as they are after the last migration (migrations/).
import type { Generated } from 'kysely';

export type DatabaseKind = 'sqlite' | 'postgres';

export interface AccountTable {
	id: Generated<number>;
	name: string;
	api_key: string;
	secret_salt: string;
	secret_hash: string;
	/** `SALT:HMAC` of the secret; null for an account that an older version created, until its first successful use. */
	secret_digest: string | null;
	created_at: string;
	disabled_at: string | null;
	/** Margin on the transport price of this account's quotes, in percent. */
	margin_percent: Generated<number>;
	/** IANA name of the time zone of the account's pages; null uses the time zone of the newest shipment's pickup address. */
	time_zone: Generated<string | null>;
}

const SHIPMENT_STATUSES = [
	'draft',
	'created_at_carrier',
	'in_transit',
	'out_for_delivery',
	'exception',
	'delivered',
	/** A deleted draft. Its row has no content. */
	'deleted',
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
	/** Secret part of the tracking page's address; null for drafts. */
	tracking_token: string | null;
	created_at: string;
	booked_at: string | null;
	/** Latest arrival, as an ISO date. */
	arrives_by: string | null;
	/** Time of the next simulated tracking event; null when there is none. */
	next_event_at: string | null;
}

/** Shipping documents of a booking. They have their own table, so that lists of shipments do not read them. */
interface DocumentsTable {
	shipment_id: number;
	pdf: Uint8Array;
}

/** Tracking events. */
interface EventTable {
	shipment_id: number;
	/** Status of the shipment from this event on. */
	status: ShipmentStatus;
	at: string;
	/** Text beside the status on the tracking page. */
	note: string;
}

/** Counters of tracking numbers and SSCCs. */
interface SequenceTable {
	/** `tracking:FORMAT` or `sscc`. */
	name: string;
	/** Last number that was used. */
	value: number;
}

/** Idempotency-Keys of requests, with the shipments that these requests created. */
interface IdempotencyTable {
	account_id: number;
	key: string;
	/** SHA-256 of the validated request, in hexadecimal. */
	body_hash: string;
	shipment_id: number;
	created_at: string;
}

/** Queue of e-mails to recipients. A mail is added in the transaction of the tracking event that causes it. */
interface MailTable {
	shipment_id: number;
	/** Time of the next attempt to send the mail. */
	due_at: string;
	/** Until this time, one instance of the service may send the mail and others skip it. */
	claimed_until: string | null;
	attempts: Generated<number>;
	/** Null until the mail is sent. */
	sent_at: string | null;
}

/** Sessions of signed-in browsers; only the digest of the cookie's token is stored. */
interface SessionTable {
	token_digest: string;
	account_id: number;
	/** Token against cross-site request forgery. */
	csrf: string;
	expires_at: string;
}

/** Imported rate sheets. If two sheets of a carrier have the same start date, the sheet that was imported later is used. */
interface RateSheetTable {
	id: Generated<number>;
	carrier_code: string;
	effective_from: string;
	/** The `RateSheet` as JSON, with amounts in cents. */
	sheet: string;
	imported_at: string;
}

/** Imported issues of the duty tables. The newest row is used. */
interface DutyTableIssueTable {
	id: Generated<number>;
	/** ISO date. */
	issued_on: string;
	/** Texts of the tables by file name, as JSON. */
	files: string;
	imported_at: string;
}

/** Keys whose issues of the duty tables are accepted. */
interface DutyTableKeyTable {
	/** PEM. */
	public_key: string;
	added_at: string;
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
	duty_table_issue: DutyTableIssueTable;
	duty_table_key: DutyTableKeyTable;
}
