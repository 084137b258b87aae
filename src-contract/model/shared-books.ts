// Address books that the desks of a site share: records of the site database, join codes, connection status.
import * as z from 'zod';
import type { BookEntry } from './address';

/** Schema version of this release's site database. */
export const SITE_SCHEMA_VERSION = 3;
/** The oldest site database that a station of this release can use, without what that version lacks. */
export const OLDEST_SITE_SCHEMA_VERSION = 1;
/** PostgreSQL NOTIFY channel of the site database; signals every write. */
export const SITE_CHANNEL = 'waybill_books';

/** Fields of an entry that desks share. Each desk has its own favourites, use counts and label printers. */
export const SHARED_FIELDS = [
	'companyName',
	'contactPerson',
	'email',
	'phone',
	'addressLine1',
	'addressLine2',
	'zipcode',
	'city',
	'region',
	'countryCode',
	'vatNumber',
	'book',
	'tags',
	'kind',
	'reference',
	'eoriNumber',
	'iossNumber',
	'einNumber',
	'notes',
	'defaultParcel',
] as const satisfies readonly (keyof BookEntry)[];
export type SharedField = (typeof SHARED_FIELDS)[number];

/** Values by the names of SHARED_FIELDS. Fields of newer releases are passed through. */
const sharedFieldsSchema = z.record(z.string().max(60), z.unknown());
export type SharedFields = z.infer<typeof sharedFieldsSchema>;

/** A desk's change of one entry. The site database compares `from` with the entry's current values to detect conflicts. */
export interface SharedChange {
	/** Id of the entry in the site database. */
	id: string;
	/** Values that the desk received or sent last: of the changed fields, or of all fields when the desk removed the entry. */
	from: SharedFields;
	/** New values of the changed fields. */
	to: SharedFields;
	removed: boolean;
}
/**
 * Changes that a desk sends together. The desk repeats them with the same id until the site database acknowledges them, and the
 * site database applies each id once.
 */
export interface SharedPush {
	id: string;
	changes: SharedChange[];
}

/** An entry's current state in the site database. */
export const siteEntrySchema = z.object({
	id: z.uuid(),
	fields: sharedFieldsSchema,
	removed: z.boolean(),
	/** Number of the entry's last change, from one sequence for all entries of the site database. */
	version: z.coerce.number().int(),
	/** Desk that made the last change. */
	desk: z.string(),
});
export type SiteEntry = z.infer<typeof siteEntrySchema>;

/** A conflict: two desks changed the same field, or one desk removed an entry that another changed. A user resolves it. */
export const siteConflictSchema = z.object({
	id: z.coerce.number().int(),
	entryId: z.uuid(),
	/** Name of the field; empty if the conflict is about the removal of the entry, which `otherDesk` wants. */
	field: z.string(),
	/**
	 * Value in use until the conflict is resolved: of the field, or of all fields if `field` is empty. Null if the entry is removed
	 * now.
	 */
	current: z.unknown().optional(),
	/** Value of the desk `otherDesk`, which no desk uses unless the user chooses it. Null if `field` is empty. */
	other: z.unknown().optional(),
	currentDesk: z.string(),
	otherDesk: z.string(),
	/** When the site database detected the conflict, ISO 8601. */
	at: z.coerce.date().transform((at) => at.toISOString()),
	/** Company or contact person of the entry, for display. */
	name: z.string(),
});
export type SiteConflict = z.infer<typeof siteConflictSchema>;

/** Address of the site database and the role of this desk in it. */
export const siteEndpointSchema = z.object({
	host: z.string().min(1).max(253),
	port: z.int().min(1).max(65_535),
	database: z.string().min(1).max(63),
	role: z.string().min(1).max(63),
	/** SHA-256 of the server's certificate, in hexadecimal; empty for a database on this machine. */
	fingerprint: z.string().regex(/^([0-9a-f]{64})?$/),
});
export type SiteEndpoint = z.infer<typeof siteEndpointSchema>;

const invitationSchema = siteEndpointSchema.extend({ password: z.string().min(16).max(200) });
export type Invitation = z.infer<typeof invitationSchema>;

const JOIN_CODE_PREFIX = 'waybill-site-';

/** Encodes the code with which a desk joins: the database's address and a one-time password. */
export const encodeJoinCode = (invitation: Invitation): string =>
	JOIN_CODE_PREFIX + btoa(JSON.stringify(invitation)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

/** Decodes a join code; white space is ignored. @returns undefined when the text is incomplete or no join code */
export function decodeJoinCode(code: string): Invitation | undefined {
	const text = code.replace(/\s+/g, '');
	if (!text.startsWith(JOIN_CODE_PREFIX)) return undefined;
	try {
		const json = atob(text.slice(JOIN_CODE_PREFIX.length).replaceAll('-', '+').replaceAll('_', '/'));
		return invitationSchema.parse(JSON.parse(json));
	} catch {
		return undefined;
	}
}

/** True for a host on this machine. Only connections to such a host may be unencrypted. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host);

export interface SiteStatus {
	/**
	 * `none`: this desk shares no books. `locked`: the password is protected by a passphrase that was not entered since the
	 * station started. `exchanging`: changes are being received or sent. `refused`: a user must act, because
	 * the site rejects this desk or cannot be trusted, or the password cannot be read.
	 */
	state: 'none' | 'locked' | 'connecting' | 'exchanging' | 'upToDate' | 'offline' | 'refused';
	/** Reason of `offline` or `refused`, and what to do; empty in other states. */
	message: string;
	/** Host and name of the site database, for display. */
	databaseName: string;
	/** Names of the shared books. */
	books: string[];
	/** Number of changed entries that the site database has not confirmed yet. */
	waiting: number;
	conflicts: SiteConflict[];
	/** Version of the newest entry received from the site database. */
	version: number;
	/** Time of the last complete synchronisation, ISO 8601. */
	lastSyncedAt: string | null;
}
