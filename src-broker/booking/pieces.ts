// The pieces of a shipment. Each gets a label of its own. Pure.
import type { ShipmentRequest } from '../../src-contract/partner-api';

/** Each entry of `parcels`, repeated by its count. */
export const listPieces = ({ parcels }: ShipmentRequest) =>
	parcels.flatMap((parcel) => Array.from({ length: parcel.count }, () => parcel));

export const countPieces = ({ parcels }: ShipmentRequest): number => parcels.reduce((sum, { count }) => sum + count, 0);
