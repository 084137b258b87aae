// A shipment as stored in the database.
import type { Kysely, Selectable } from 'kysely';
import type { ShipmentRequest } from '../../src-contract/partner-api';
import type { Account } from '../accounts/accounts';
import type { Tables } from '../store/schema';

export type ShipmentRow = Selectable<Tables['shipment']>;

/** Parses the stored request. Does not validate it again: an older version, which may have been more lenient, validated it. */
export function parseStoredRequest(row: { request: string }): ShipmentRequest {
	return JSON.parse(row.request);
}

/** Query for the account's shipments, without deleted drafts. */
export const selectAccountShipments = (store: Kysely<Tables>, account: Account) =>
	store.selectFrom('shipment').selectAll().where('account_id', '=', account.id).where('status', '<>', 'deleted');
