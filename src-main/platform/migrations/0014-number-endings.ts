export const numberEndings: readonly string[] = [
	`
	-- The index now has the last three characters of tracking numbers too. Of earlier shipments it gets those of the newest ones,
	-- because all words of a shipment are written again, before the first screen.
	INSERT OR IGNORE INTO shipment_unindexed (shipment_id)
		SELECT id FROM shipment WHERE tracking_number <> '' ORDER BY id DESC LIMIT 5000;
	`,
];
