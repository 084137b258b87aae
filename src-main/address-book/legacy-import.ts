// Imports the addresses that earlier releases stored in the desk's main database. The old table is left unchanged.
import { DatabaseSync } from '@photostructure/sqlite';
import * as z from 'zod';
import { type BookEntry, emptyEntry } from '../../src-contract/model/address';
import type { Database } from '../platform/database';
import type { Entries } from './entries';

const rowsSchema = z.array(
	z.object({
		company_name: z.string(),
		contact_person: z.string(),
		email: z.string(),
		phone: z.string(),
		address_line1: z.string(),
		address_line2: z.string(),
		zipcode: z.string(),
		city: z.string(),
		country_code: z.string(),
		vat_number: z.string(),
	}),
);

const toEntry = (row: z.infer<typeof rowsSchema>[number]): BookEntry => ({
	...emptyEntry,
	companyName: row.company_name,
	contactPerson: row.contact_person,
	email: row.email,
	phone: row.phone,
	addressLine1: row.address_line1,
	addressLine2: row.address_line2,
	zipcode: row.zipcode,
	city: row.city,
	countryCode: row.country_code,
	vatNumber: row.vat_number,
});

/** Note of the import's batch. It is stored in English before the locale is known; the history translates it. */
export const LEGACY_BATCH_NOTE = 'The address book of an earlier release';

/**
 * Imports the addresses of an earlier release. Does nothing when there are none, or when the address book was already written to.
 * @param deskFile path of the desk's main database
 */
export function importLegacyData(database: Database, entries: Entries, deskFile: string): void {
	const isUsed = () => database.get('SELECT 1 FROM batch LIMIT 1') !== undefined;
	if (isUsed()) return;
	const deskDatabase = new DatabaseSync(deskFile, { readOnly: true });
	try {
		if (!deskDatabase.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'address'").get()) return;
		const rows = rowsSchema.parse(
			deskDatabase.prepare('SELECT * FROM address ORDER BY last_used_at DESC, id DESC').all(),
		);
		if (rows.length === 0) return;
		database.transaction(() => {
			// Check again: another thread may have imported the addresses meanwhile.
			if (!isUsed()) entries.addAll(rows.map(toEntry), LEGACY_BATCH_NOTE);
		});
	} finally {
		deskDatabase.close();
	}
}
