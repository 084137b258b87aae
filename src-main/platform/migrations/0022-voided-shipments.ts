export const voidedShipments: readonly string[] = [
	`
	-- The events of a voided shipment, whose order has another one.
	CREATE INDEX desk_event_shipment ON desk_event (shipment_id, id) WHERE shipment_id IS NOT NULL;
	`,
];
