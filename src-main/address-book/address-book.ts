// Saved addresses: kept at the desk, found while one types, with or without a network.
import type { Address, SavedAddress } from '../../src-contract/address';
import { AppError } from '../../src-contract/errors';
import type { Database } from '../storage/database';

interface Row {
	id: number;
	company_name: string;
	contact_person: string;
	email: string;
	phone: string;
	address_line1: string;
	address_line2: string;
	zipcode: string;
	city: string;
	country_code: string;
	vat_number: string;
	last_used_at: string | null;
}

const toAddress = (row: Row): SavedAddress => ({
	id: row.id,
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
	lastUsedAt: row.last_used_at,
});

const COLUMNS =
	'company_name, contact_person, email, phone, address_line1, address_line2, zipcode, city, country_code, vat_number';

const values = (address: Address) => [
	address.companyName,
	address.contactPerson,
	address.email,
	address.phone,
	address.addressLine1,
	address.addressLine2,
	address.zipcode,
	address.city,
	address.countryCode,
	address.vatNumber,
];

/** What was typed as a full-text query: every word, the last ones half typed. Nothing typed can be read as syntax. */
function matchExpression(text: string): string {
	return (text.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `"${word}"*`).join(' ');
}

export function createAddressBook(database: Database, now: () => Date) {
	function byId(id: number): SavedAddress {
		const row = database.get<Row>('SELECT * FROM address WHERE id = ?', id);
		if (!row) throw new AppError('address.notFound', 'This address is no longer in the book. Search again.');
		return toAddress(row);
	}

	return {
		/** Best match first, the recently used before the others; the recently used alone when nothing is typed. */
		search(text: string, limit: number): SavedAddress[] {
			const match = matchExpression(text);
			const rows = match
				? database.all<Row>(
						`SELECT address.* FROM address_search JOIN address ON address.id = address_search.rowid
						WHERE address_search MATCH ? ORDER BY address.last_used_at IS NULL, address.last_used_at DESC, rank LIMIT ?`,
						match,
						limit,
					)
				: database.all<Row>('SELECT * FROM address ORDER BY last_used_at DESC, id DESC LIMIT ?', limit);
			return rows.map(toAddress);
		},

		/** @throws `address.notFound` when the id names no address */
		save(address: Address & { id?: number | undefined }): SavedAddress {
			const at = now().toISOString();
			if (address.id === undefined) {
				const id = database.run(
					`INSERT INTO address (${COLUMNS}, updated_at) VALUES (${'?, '.repeat(10)}?)`,
					...values(address),
					at,
				);
				return byId(id);
			}
			byId(address.id);
			database.run(
				`UPDATE address SET (${COLUMNS}, updated_at) = (${'?, '.repeat(10)}?) WHERE id = ?`,
				...values(address),
				at,
				address.id,
			);
			return byId(address.id);
		},

		remove(id: number): void {
			byId(id);
			database.run('DELETE FROM address WHERE id = ?', id);
		},

		/** Marks the addresses that equal this one as used now, so that they come first next time. */
		markUsed(address: Address): void {
			database.run(
				'UPDATE address SET last_used_at = ? WHERE contact_person = ? AND company_name = ? AND address_line1 = ? AND zipcode = ? AND country_code = ?',
				now().toISOString(),
				address.contactPerson,
				address.companyName,
				address.addressLine1,
				address.zipcode,
				address.countryCode,
			);
		},
	};
}
export type AddressBook = ReturnType<typeof createAddressBook>;
