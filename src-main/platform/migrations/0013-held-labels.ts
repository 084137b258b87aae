export const heldLabels: readonly string[] = [
	`
	-- 1 for a label that may belong to another shipment, until the user accepts it. The message says why.
	ALTER TABLE document ADD COLUMN is_held INTEGER NOT NULL DEFAULT 0;
	`,
];
