// Full-text search of shipments in SQLite or PostgreSQL. Row ids of the index are negated shipment ids: results are newest first,
// and ascending reads are several times as fast as descending ones.
import { type QueryExecutorProvider, sql } from 'kysely';
import { foldText } from '../../src-contract/lib/text-folding';
import type { ShipmentRequest } from '../../src-contract/partner-api';
import type { DatabaseKind } from '../store/schema';
import type { Store } from '../store/store';

/** Runs of letters and digits, in lower case and without accents. Gives the same words for both databases. */
const wordsOf = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

const accountWord = (accountId: number) => `account${accountId}`;

export interface IndexedShipment {
	id: number;
	accountId: number;
	request: ShipmentRequest;
	trackingNumber?: string | undefined;
	carrier?: string | undefined;
}

/** Replaces the index entry of a shipment. Runs in the transaction that changes the shipment. */
export async function indexShipment(
	kind: DatabaseKind,
	transaction: QueryExecutorProvider,
	{ id, accountId, request, trackingNumber, carrier }: IndexedShipment,
): Promise<void> {
	const { destinationAddress: to, reference } = request;
	const values = [id, reference, trackingNumber, carrier, to.companyName, to.contactPerson, to.addressLine1];
	const text = [...values, to.zipcode, to.city, to.countryCode].filter((part) => part !== undefined).join(' ');
	// Text of a shipment must not match the word that identifies an account.
	const own = wordsOf(text).filter((word) => !/^account\d+$/.test(word));
	const words = [accountWord(accountId), ...new Set(own)].join(' ');
	await sql`DELETE FROM shipment_search WHERE rowid = ${-id}`.execute(transaction);
	await (kind === 'sqlite'
		? sql`INSERT INTO shipment_search (rowid, words) VALUES (${-id}, ${words})`
		: sql`INSERT INTO shipment_search (rowid, words) VALUES (${-id}, to_tsvector('simple', ${words}))`
	).execute(transaction);
}

/** Index pages merged per step; a step takes about 30 ms. */
const PAGES_PER_STEP = 100;

/**
 * Runs one step of merging SQLite's FTS5 index. Every booking adds a segment, and a search reads every segment; after a merge, a
 * search in 200,000 shipments is as fast as in 1,000. PostgreSQL maintains its index without this.
 * @param isFirstStep true starts a merge of the whole index, false continues the merge
 * @returns whether more steps are needed
 */
export async function optimizeFtsIndex(store: Store, isFirstStep: boolean): Promise<boolean> {
	if (store.kind !== 'sqlite') return false;
	// FTS5: a negative number starts a merge of all segments, a positive one continues it.
	const pages = isFirstStep ? -PAGES_PER_STEP : PAGES_PER_STEP;
	return store.transaction().execute(async (transaction) => {
		const changes = async () =>
			(await sql<{ count: number }>`SELECT total_changes() AS count`.execute(transaction)).rows[0]?.count ?? 0;
		const before = await changes();
		await sql`INSERT INTO shipment_search (shipment_search, rank) VALUES ('merge', ${pages})`.execute(transaction);
		// SQLite counts the command itself as one change.
		return (await changes()) - before > 1;
	});
}

/** Ids of the account's shipments that contain every word or word prefix, newest first. Uses the first eight words. */
export async function findShipments(
	store: Store,
	accountId: number,
	{ text, beforeId, limit }: { text: string; beforeId: number; limit: number },
): Promise<number[]> {
	// Longest word first: it is likely the rarest and narrows the result most.
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
