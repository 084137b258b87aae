// Released and frozen: never change this text.
export const shipmentList: readonly string[] = [
	`
	-- Contains all that the sums of a day read, so that they do not read the drafts.
	CREATE INDEX shipment_created ON shipment (created_at, state, carrier, country, price_cents);
	-- Orders of the list of shipments.
	CREATE INDEX shipment_recipient ON shipment (recipient COLLATE NOCASE);
	CREATE INDEX shipment_destination ON shipment (destination COLLATE NOCASE);
	CREATE INDEX shipment_price ON shipment (price_cents);
	`,
];
