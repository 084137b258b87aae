import { sql } from 'kysely';
import type { Step } from './step';

interface SearchedRow {
	id: number;
	account_id: number;
	/** JSON of the request. */
	request: string;
	tracking_number: string | null;
	carrier: string | null;
}

/** Fields of the request for the search words, as validated by all earlier releases. */
interface SearchedRequest {
	destinationAddress: Record<
		'companyName' | 'contactPerson' | 'addressLine1' | 'zipcode' | 'city' | 'countryCode',
		string
	>;
	reference?: string;
}

/** Search words of a shipment in the release of this migration. A copy, because booking/search.ts may change. */
function wordsOfShipment(row: SearchedRow): string {
	const { destinationAddress: to, reference }: SearchedRequest = JSON.parse(row.request);
	const values = [row.id, reference, row.tracking_number ?? undefined, row.carrier ?? undefined];
	const address = [to.companyName, to.contactPerson, to.addressLine1, to.zipcode, to.city, to.countryCode];
	const text = [...values, ...address].filter((part) => part !== undefined).join(' ');
	const folded = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
	const words = (folded.match(/[\p{L}\p{N}]+|[%*]/gu) ?? [])
		.filter((word) => !/^(account|sign)\d+$/.test(word))
		.map((word) => (/^[%*]$/.test(word) ? `sign${word.codePointAt(0)}` : word));
	return [`account${row.account_id}`, ...new Set(words)].join(' ');
}

/** Adds words for the signs `%` and `*` to the search index, for shipments whose text contains one. */
export const searchSigns: Step = async (database, kind) => {
	const { rows } = await sql<SearchedRow>`SELECT id, account_id, request, tracking_number, carrier FROM shipment
		WHERE request LIKE '%*%' OR request LIKE '%!%%' ESCAPE '!'`.execute(database);
	for (const row of rows) {
		const words = wordsOfShipment(row);
		await sql`DELETE FROM shipment_search WHERE rowid = ${-row.id}`.execute(database);
		await (kind === 'sqlite'
			? sql`INSERT INTO shipment_search (rowid, words) VALUES (${-row.id}, ${words})`
			: sql`INSERT INTO shipment_search (rowid, words) VALUES (${-row.id}, to_tsvector('simple', ${words}))`
		).execute(database);
	}
};
