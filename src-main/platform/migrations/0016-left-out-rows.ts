export const leftOutRows: readonly string[] = [
	`
	-- Rows of the order file that are not in the batch, with their reasons, as JSON (LeftOutRows[] of the contract).
	ALTER TABLE batch ADD COLUMN left_out TEXT NOT NULL DEFAULT '[]';
	`,
];
