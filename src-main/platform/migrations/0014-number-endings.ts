export const numberEndings: readonly string[] = [
	`
	-- The index now has the last three characters of tracking numbers too.
	INSERT OR IGNORE INTO shipment_unindexed (shipment_id) SELECT id FROM shipment WHERE tracking_number <> '';
	`,
];
