// A shipment as stored in the database.
import type { Selectable } from 'kysely';
import type { ShipmentRequest } from '../../src-contract/partner-api';
import type { Tables } from '../store/schema';

export type ShipmentRow = Selectable<Tables['shipment']>;

/** Parses the stored request. It was validated before it was saved. It is not validated again, because this version may be stricter. */
export function parseStoredRequest(row: { request: string }): ShipmentRequest {
	return JSON.parse(row.request);
}
