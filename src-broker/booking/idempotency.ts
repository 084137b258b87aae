// Stores the Idempotency-Key of a request with the shipment that the request created, so that a repeated request never books twice.
import type { Transaction } from 'kysely';
import { HOUR_MS } from '../../src-contract/lib/units';
import type { Account } from '../accounts/accounts';
import type { Tables } from '../store/schema';
import type { Store } from '../store/store';
import { HttpError } from '../transport/http-error';

/** Time for which a repeated request with the same key returns the first shipment. */
export const IDEMPOTENCY_HOURS = 24;
const IDEMPOTENCY_MS = IDEMPOTENCY_HOURS * HOUR_MS;

/**
 * @returns id of the shipment that a request with this key created in the last 24 hours, or undefined
 * @throws HttpError 409 when the request that created it had another body
 */
export async function findShipmentIdByKey(
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
		throw new HttpError(409, 'This Idempotency-Key was used with another request. Use a new key for a new shipment.');
	}
	return row?.shipment_id;
}

/** Saves a key with the shipment that its request created, and deletes expired keys. */
export async function storeIdempotencyKey(
	transaction: Transaction<Tables>,
	entry: { account_id: number; key: string; body_hash: string; shipment_id: number; created_at: string },
): Promise<void> {
	const oldestValidAt = new Date(Date.parse(entry.created_at) - IDEMPOTENCY_MS).toISOString();
	await transaction.deleteFrom('idempotency').where('created_at', '<', oldestValidAt).execute();
	await transaction.insertInto('idempotency').values(entry).execute();
}
