// The row of a shipment in the database, and its conversion to the types that other modules use. Pure.
import { NOT_BOOKED_STATES, type ShipmentState, type ShipmentSummary } from '../../src-contract/model/shipment';
import type { EnteredDraft, ShipmentDraft } from '../../src-contract/model/shipment-draft';
import type { SearchableShipment } from './shipment-index';

/** SQL for the list of the states in which an order may be booked again. */
export const NOT_BOOKED_SQL = NOT_BOOKED_STATES.map((state) => `'${state}'`).join(', ');

export interface ShipmentRow {
	id: number;
	state: ShipmentState;
	idempotency_key: string;
	connection_id: string;
	/** Time of the first request by the service's clock, ISO 8601. */
	service_time: string | null;
	/** Digest of the API key that the request was sent with (`apiKeyDigest` elsewhere). */
	account: string;
	/** The shipment's id at the service. */
	partner_id: string | null;
	/** Draft, as JSON. */
	composition: string;
	/** Product of the chosen rate option. */
	product_id: number | null;
	chosen_carrier: string | null;
	chosen_product: string | null;
	chosen_price_cents: number | null;
	booked_product_id: number | null;
	/** When the shipment was added to the list of refused shipments, ISO 8601; null when it is not in that list. */
	refused_at: string | null;
	/** 1 when a booking was requested, 0 when a draft at the service was requested. */
	is_booking: number;
	reference: string;
	/** Company name of the recipient, or else the contact person. */
	recipient: string;
	/** City and country code of the recipient, for display. */
	destination: string;
	/** Country code of the recipient. */
	country: string;
	/** This and the next four fields are those of the booking; empty, or null, until they are known. */
	carrier: string;
	product: string;
	price_cents: number | null;
	tracking_number: string;
	tracking_url: string;
	/** What happened last, for the user; may be empty. */
	message: string;
	created_at: string;
	/** When the printed label was verified by a scan, ISO 8601. */
	closed_at: string | null;
}

/** Everything that determines the request of a shipment. A repeated request must have the same values. */
export interface ShipmentIntent {
	id: number;
	state: ShipmentState;
	draft: ShipmentDraft;
	productId: number | undefined;
	isBooking: boolean;
	idempotencyKey: string;
	connectionId: string;
	/** Time of the first request by the service's clock; null when unknown. */
	serviceTime: Date | null;
	apiKeyDigest: string;
}

const centsToEur = (cents: number | null): number | null => (cents === null ? null : cents / 100);

const chosenOf = (row: ShipmentRow): ShipmentSummary['chosen'] =>
	row.chosen_carrier === null || row.chosen_product === null
		? null
		: {
				carrier: row.chosen_carrier,
				product: row.chosen_product,
				productId: row.product_id,
				priceEur: centsToEur(row.chosen_price_cents),
			};

export const summaryOf = (row: ShipmentRow, limitEur: number | null): ShipmentSummary => ({
	id: row.id,
	state: row.state,
	reference: row.reference,
	recipient: row.recipient,
	destination: row.destination,
	carrier: row.carrier,
	product: row.product,
	productId: row.booked_product_id,
	priceEur: centsToEur(row.price_cents),
	chosen: chosenOf(row),
	refusedAt: row.refused_at,
	limitEur,
	trackingNumber: row.tracking_number,
	trackingUrl: row.tracking_url,
	message: row.message,
	createdAt: row.created_at,
	verifiedAt: row.closed_at,
});

/**
 * The stored draft. A draft is validated when it is written, not when it is read: a schema that becomes stricter must not
 * make stored shipments unreadable.
 */
export const parseSavedDraft = ({ composition }: Pick<ShipmentRow, 'composition'>): EnteredDraft =>
	JSON.parse(composition);
/** The draft of a shipment that was queued or sent, and is therefore complete. */
export const parseShipmentDraft = ({ composition }: Pick<ShipmentRow, 'composition'>): ShipmentDraft =>
	JSON.parse(composition);

export function searchableOf(row: ShipmentRow): SearchableShipment {
	const { to } = parseSavedDraft(row);
	return {
		id: row.id,
		state: row.state,
		reference: row.reference,
		companyName: to.companyName,
		contactPerson: to.contactPerson,
		zipcode: to.zipcode,
		city: to.city,
		country: row.country,
		carrier: row.carrier,
		trackingNumber: row.tracking_number,
	};
}

export const intentOf = (row: ShipmentRow): ShipmentIntent => ({
	id: row.id,
	state: row.state,
	draft: parseShipmentDraft(row),
	productId: row.product_id ?? undefined,
	isBooking: row.is_booking === 1,
	idempotencyKey: row.idempotency_key,
	connectionId: row.connection_id,
	serviceTime: row.service_time === null ? null : new Date(row.service_time),
	apiKeyDigest: row.account,
});
