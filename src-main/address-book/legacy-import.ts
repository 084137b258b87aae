// The address book of an earlier release, which lay in the desk's own database: read once, left where it is.
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

/** What is noted with it, before the station has a language; shown by the history in the one that it speaks. */
export const EARLIER_RELEASE = 'The address book of an earlier release';

/** Does nothing when something was ever written to the book, or there is nothing to take over. */
export function importLegacyData(database: Database, entries: Entries, deskFile: string): void {
	const isUsed = () => database.get('SELECT 1 FROM batch LIMIT 1') !== undefined;
	if (isUsed()) return;
	const desk = new DatabaseSync(deskFile, { readOnly: true });
	try {
		if (!desk.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'address'").get()) return;
		const rows = rowsSchema.parse(desk.prepare('SELECT * FROM address ORDER BY last_used_at DESC, id DESC').all());
		if (rows.length === 0) return;
		database.transaction(() => {
			// Another thread may have come first.
			if (!isUsed()) entries.addAll(rows.map(toEntry), EARLIER_RELEASE);
		});
	} finally {
		desk.close();
	}
}
