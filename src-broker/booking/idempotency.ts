// The first answer to a request under an Idempotency-Key, kept for a day: the same key never books twice.
import type { Transaction } from 'kysely';
import { HOUR_MS } from '../../src-contract/lib/units';
import type { Account } from '../accounts/accounts';
import type { Tables } from '../store/schema';
import type { Store } from '../store/store';
import { HttpError } from '../transport/http-error';

/** An Idempotency-Key answers with the first answer for this long. */
export const IDEMPOTENCY_HOURS = 24;
const IDEMPOTENCY_MS = IDEMPOTENCY_HOURS * HOUR_MS;

/** @returns the shipment that was made under the key @throws HttpError 409 when the key was used with another request */
export async function findByKey(
	store: Store,
	account: Account,
	key: string,
	bodyHash: string,
	now: Date,
): Promise<number | undefined> {
	const row = await store
		.selectFrom('idempotency')
		.selectAll()
		.where('account_id', '=', account.id)
		.where('key', '=', key)
		.where('created_at', '>=', new Date(now.getTime() - IDEMPOTENCY_MS).toISOString())
		.executeTakeFirst();
	if (row && row.body_hash !== bodyHash) {
		throw new HttpError(409, 'this Idempotency-Key was used with another request; use a new key for a new shipment');
	}
	return row?.shipment_id;
}

/** Keeps the key with the shipment that it made, and drops keys that are too old. */
export async function storeIdempotencyKey(
	transaction: Transaction<Tables>,
	row: { account_id: number; key: string; body_hash: string; shipment_id: number; created_at: string },
): Promise<void> {
	const keptSince = new Date(Date.parse(row.created_at) - IDEMPOTENCY_MS).toISOString();
	await transaction.deleteFrom('idempotency').where('created_at', '<', keptSince).execute();
	await transaction.insertInto('idempotency').values(row).execute();
}
