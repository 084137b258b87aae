// The words by which an account finds its shipments: a full-text index of the database, SQLite's or PostgreSQL's. Its rows
// are named by the shipments' ids turned negative, because an index is read forwards several times as fast as backwards and
// the newest come first.
import { type QueryExecutorProvider, sql } from 'kysely';
import { foldText } from '../../src-contract/lib/text-folding';
import type { ShipmentRequest } from '../../src-contract/partner-api';
import type { DatabaseKind } from '../store/schema';
import type { Store } from '../store/store';

/** Runs of letters and digits in lower case, without accents: the same on both databases. */
const wordsOf = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

const accountWord = (accountId: number) => `account${accountId}`;

export interface Indexed {
	id: number;
	accountId: number;
	request: ShipmentRequest;
	trackingNumber?: string | undefined;
	carrier?: string | undefined;
}

/** Makes the shipment findable by what it holds now. Takes the transaction that changes it. */
export async function indexWords(
	kind: DatabaseKind,
	transaction: QueryExecutorProvider,
	{ id, accountId, request, trackingNumber, carrier }: Indexed,
): Promise<void> {
	const { destinationAddress: to, reference } = request;
	const found = [id, reference, trackingNumber, carrier, to.companyName, to.contactPerson, to.addressLine1];
	const text = [...found, to.zipcode, to.city, to.countryCode].filter((part) => part !== undefined).join(' ');
	// Nobody's text may pass for the word that stands for an account.
	const own = wordsOf(text).filter((word) => !/^account\d+$/.test(word));
	const words = [accountWord(accountId), ...new Set(own)].join(' ');
	await sql`DELETE FROM shipment_search WHERE rowid = ${-id}`.execute(transaction);
	await (kind === 'sqlite'
		? sql`INSERT INTO shipment_search (rowid, words) VALUES (${-id}, ${words})`
		: sql`INSERT INTO shipment_search (rowid, words) VALUES (${-id}, to_tsvector('simple', ${words}))`
	).execute(transaction);
}

/** So many pages of the index are joined in one step: about 30 ms. */
const PAGES_A_STEP = 100;

/**
 * Each booking adds a part to SQLite's index, and a search looks into every one: joined, a word among 200,000 shipments is
 * found as fast as among 1,000. PostgreSQL joins its own.
 * @param isFirst a first step names all that is to be joined, further ones go on with it
 * @returns whether there is more to join
 */
export async function optimizeFtsIndex(store: Store, isFirst: boolean): Promise<boolean> {
	if (store.kind !== 'sqlite') return false;
	const pages = isFirst ? -PAGES_A_STEP : PAGES_A_STEP;
	return store.transaction().execute(async (transaction) => {
		const changes = async () =>
			(await sql<{ count: number }>`SELECT total_changes() AS count`.execute(transaction)).rows[0]?.count ?? 0;
		const before = await changes();
		await sql`INSERT INTO shipment_search (shipment_search, rank) VALUES ('merge', ${pages})`.execute(transaction);
		// SQLite counts the command itself as one.
		return (await changes()) - before > 1;
	});
}

/** Ids of the account's shipments that hold every word, any of them half typed; the newest first. */
export async function findShipments(
	store: Store,
	accountId: number,
	{ text, beforeId, limit }: { text: string; beforeId: number; limit: number },
): Promise<number[]> {
	// The longest first: it is likely the rarest, and the others are then only looked up beside it.
	const words = wordsOf(text)
		.slice(0, 8)
		.sort((a, b) => b.length - a.length);
	const { rows } = await (store.kind === 'sqlite'
		? sql<{ rowid: number }>`SELECT rowid FROM shipment_search
				WHERE shipment_search MATCH ${[...words.map((word) => `"${word}"*`), `"${accountWord(accountId)}"`].join(' ')}
				AND rowid > ${-beforeId} ORDER BY rowid LIMIT ${limit}`
		: sql<{ rowid: number }>`SELECT rowid FROM shipment_search
				WHERE words @@ to_tsquery('simple', ${[accountWord(accountId), ...words.map((word) => `${word}:*`)].join(' & ')})
				AND rowid > ${-beforeId} ORDER BY rowid LIMIT ${limit}`
	).execute(store);
	return rows.map(({ rowid }) => -rowid);
}
