// Full-text search of shipments in SQLite or PostgreSQL. The row ids of the index are negated shipment ids: reading them in ascending
// order returns the newest shipments first, and is several times as fast as reading in descending order.
import { type QueryExecutorProvider, type RawBuilder, type SqlBool, sql } from 'kysely';
import { foldText } from '../../src-contract/lib/text-folding';
import type { ShipmentRequest } from '../../src-contract/partner-api';
import type { DatabaseKind } from '../store/schema';
import type { Store } from '../store/store';

/** Word that represents a sign such as `%` in the index, because both databases ignore signs. */
const signWord = (sign: string) => `sign${sign.codePointAt(0)}`;

/** Words that identify an account or a sign. A shipment's own text must not match them. */
const RESERVED_WORD = /^(account|sign)\d+$/;

/**
 * Splits a text into the words of the index: runs of letters and digits, in lower case and without accents, and a word for each sign
 * `%` and `*`. If searches ignored these two signs, they would seem to work as wildcards. The text is split here and not by the
 * database, so that both databases index the same words.
 */
const wordsOf = (text: string): string[] =>
	(foldText(text).match(/[\p{L}\p{N}]+|[%*]/gu) ?? [])
		.filter((word) => !RESERVED_WORD.test(word))
		.map((word) => (/^[%*]$/.test(word) ? signWord(word) : word));

/** Word in the index that identifies the account of a shipment. */
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
	const words = [accountWord(accountId), ...new Set(wordsOf(text))].join(' ');
	await removeFromIndex(transaction, id);
	await (kind === 'sqlite'
		? sql`INSERT INTO shipment_search (rowid, words) VALUES (${-id}, ${words})`
		: sql`INSERT INTO shipment_search (rowid, words) VALUES (${-id}, to_tsvector('simple', ${words}))`
	).execute(transaction);
}

/** Removes the index entry of a shipment. Runs in the transaction that changes the shipment. */
export async function removeFromIndex(transaction: QueryExecutorProvider, id: number): Promise<void> {
	await sql`DELETE FROM shipment_search WHERE rowid = ${-id}`.execute(transaction);
}

/** Number of index pages that one step merges. A step takes about 30 ms. */
const PAGES_PER_STEP = 100;

/**
 * Runs one step of merging the segments of SQLite's FTS5 index. Every booking adds a segment, and a search reads every segment.
 * After a merge, a search in 200,000 shipments is as fast as in 1,000. Does nothing for PostgreSQL, whose index needs no merge.
 * @param isFirstStep true starts a merge of the whole index, false continues the merge
 * @returns whether more steps are needed
 */
export async function optimizeFtsIndex(store: Store, isFirstStep: boolean): Promise<boolean> {
	if (store.kind !== 'sqlite') return false;
	// In FTS5, a negative number of pages starts a merge of all segments, and a positive one continues the merge.
	const pages = isFirstStep ? -PAGES_PER_STEP : PAGES_PER_STEP;
	return store.transaction().execute(async (transaction) => {
		const countChanges = async () =>
			(await sql<{ count: number }>`SELECT total_changes() AS count`.execute(transaction)).rows[0]?.count ?? 0;
		const countBefore = await countChanges();
		await sql`INSERT INTO shipment_search (shipment_search, rank) VALUES ('merge', ${pages})`.execute(transaction);
		// The INSERT command itself counts as one change, so more changes mean that pages were merged.
		return (await countChanges()) - countBefore > 1;
	});
}

/**
 * Ids of the account's shipments that contain, for each of the first eight words of `text`, a word that starts with it. Newest first.
 * `%` and `*` are words too. A text without words finds nothing.
 * @param beforeId only shipments with a smaller id are returned
 * @param conditions SQL conditions on the row in the table `shipment`
 */
export async function findShipments(
	store: Store,
	accountId: number,
	search: { text: string; beforeId: number; limit: number; conditions?: readonly RawBuilder<SqlBool>[] },
): Promise<number[]> {
	const { text, beforeId, limit, conditions = [] } = search;
	// The longest word comes first, because it is probably the rarest and narrows the result most.
	const words = wordsOf(text)
		.slice(0, 8)
		.sort((a, b) => b.length - a.length);
	if (words.length === 0) return [];
	const account = accountWord(accountId);
	const match =
		store.kind === 'sqlite'
			? sql<SqlBool>`shipment_search MATCH ${[...words.map((word) => `"${word}"*`), `"${account}"`].join(' ')}`
			: sql<SqlBool>`words @@ to_tsquery('simple', ${[account, ...words.map((word) => `${word}:*`)].join(' & ')})`;
	// A cross join makes SQLite read the index first, in the order of its rows, and stop at the limit.
	const source = conditions.length > 0 ? sql`shipment_search CROSS JOIN shipment` : sql`shipment_search`;
	const allConditions = [
		match,
		sql<SqlBool>`shipment_search.rowid > ${-beforeId}`,
		...(conditions.length > 0 ? [sql<SqlBool>`shipment.id = -shipment_search.rowid`, ...conditions] : []),
	];
	const { rows } = await sql<{ rowid: number }>`SELECT shipment_search.rowid AS rowid FROM ${source}
		WHERE ${sql.join(allConditions, sql` AND `)} ORDER BY shipment_search.rowid LIMIT ${limit}`.execute(store);
	return rows.map(({ rowid }) => -rowid);
}
