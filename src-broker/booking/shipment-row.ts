// A shipment as stored in the database.
import type { Selectable } from 'kysely';
import type { ShipmentRequest } from '../../src-contract/partner-api';
import type { Tables } from '../store/schema';

export type ShipmentRow = Selectable<Tables['shipment']>;

/** Parses the stored request. Does not validate it again: an older version, which may have been more lenient, validated it. */
export function parseStoredRequest(row: { request: string }): ShipmentRequest {
	return JSON.parse(row.request);
}
