// A shipment as the database keeps it.
import type { Selectable } from 'kysely';
import type { ShipmentRequest } from '../../src-contract/partner-api';
import type { Tables } from '../store/schema';

export type ShipmentRow = Selectable<Tables['shipment']>;

/** The request that a row keeps, as it was when it was checked. Not checked again: a later version may be stricter. */
export function requestOf(row: { request: string }): ShipmentRequest {
	return JSON.parse(row.request);
}
