// Address books that the desks of a site share: what a desk and the site's database say to each other, and how a desk is let in.
import * as z from 'zod';
import type { BookEntry } from './address';

/** The schema of the site's database that this release writes. It speaks to the one before as well. */
export const SITE_SCHEMA = 1;
/** Told there whenever something was written. */
export const SITE_CHANNEL = 'waybill_books';

/** What desks share of an entry. Its star, its use and its printer are each desk's own. */
export const SHARED_FIELDS = [
	'companyName',
	'contactPerson',
	'email',
	'phone',
	'addressLine1',
	'addressLine2',
	'zipcode',
	'city',
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

/** By the names of SHARED_FIELDS; what a newer release put beside them is carried along. */
const sharedFieldsSchema = z.record(z.string().max(60), z.unknown());
export type SharedFields = z.infer<typeof sharedFieldsSchema>;

/** What one desk did to one entry: a change is judged by the value that the desk had before it. */
export interface SharedChange {
	id: string;
	/** As desk and site agreed on them: those that were changed, or all of an entry that was removed. */
	from: SharedFields;
	to: SharedFields;
	removed: boolean;
}
/** Sent again under its number until it was answered, and taken once. */
export interface SharedPush {
	id: string;
	changes: SharedChange[];
}

/** An entry as it stands at the site. */
export const siteEntrySchema = z.object({
	id: z.uuid(),
	fields: sharedFieldsSchema,
	removed: z.boolean(),
	/** Grows with every change at the site. */
	version: z.coerce.number().int(),
	/** Whose change was the last. */
	desk: z.string(),
});
export type SiteEntry = z.infer<typeof siteEntrySchema>;

/** Two desks changed one field of an entry, or one removed what the other changed: a person decides. */
export const siteConflictSchema = z.object({
	id: z.coerce.number().int(),
	entryId: z.uuid(),
	/** Empty: the entry as a whole, which the other desk removed. */
	field: z.string(),
	/** What stands for all desks until somebody decides; null: the entry was removed. */
	standing: z.unknown().optional(),
	other: z.unknown().optional(),
	standingDesk: z.string(),
	otherDesk: z.string(),
	/** ISO 8601 */
	at: z.coerce.date().transform((at) => at.toISOString()),
	/** Whose address it is, to tell it from others. */
	name: z.string(),
});
export type SiteConflict = z.infer<typeof siteConflictSchema>;

/** Where the site's database is, and as whom this desk is known there. */
export const sitePlaceSchema = z.object({
	host: z.string().min(1).max(253),
	port: z.int().min(1).max(65_535),
	database: z.string().min(1).max(63),
	role: z.string().min(1).max(63),
	/** SHA-256 of the server's certificate, in hexadecimal; empty: on this machine itself. */
	fingerprint: z.string().regex(/^([0-9a-f]{64})?$/),
});
export type SitePlace = z.infer<typeof sitePlaceSchema>;

const invitationSchema = sitePlaceSchema.extend({ password: z.string().min(16).max(200) });
export type Invitation = z.infer<typeof invitationSchema>;

const CODE_BEGINS = 'waybill-site-';

/** The text by which a desk joins: where the database is, and a password that works once. */
export const joinCode = (invitation: Invitation): string =>
	CODE_BEGINS + btoa(JSON.stringify(invitation)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

/** @returns undefined when it is no such code, or not the whole of one */
export function readJoinCode(code: string): Invitation | undefined {
	const text = code.replace(/\s+/g, '');
	if (!text.startsWith(CODE_BEGINS)) return undefined;
	try {
		const json = atob(text.slice(CODE_BEGINS.length).replaceAll('-', '+').replaceAll('_', '/'));
		return invitationSchema.parse(JSON.parse(json));
	} catch {
		return undefined;
	}
}

/** Whoever listens in between could read it: only within one machine is it spoken in the clear. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host);

export interface SiteStatus {
	/**
	 * `none`: this desk shares no books. `locked`: its password is kept under a passphrase that was not given in this run.
	 * `refused`: the site does not take this desk as it is, and trying again changes nothing.
	 */
	state: 'none' | 'locked' | 'connecting' | 'exchanging' | 'upToDate' | 'offline' | 'refused';
	/** Why it is offline or refused, and what to do; else empty. */
	message: string;
	/** Host and database. */
	place: string;
	books: string[];
	/** Entries that were changed here and are not at the site. */
	waiting: number;
	conflicts: SiteConflict[];
	/** Grows with what was taken from the site. */
	version: number;
	/** When desk and site were last equal; ISO 8601. */
	equalAt: string | null;
}
