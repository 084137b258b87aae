export const printDestinations: readonly string[] = [
	`
	-- Address or file that a sent job went to. Its message is made of it in the language of the screens. Empty for older jobs.
	ALTER TABLE print_job ADD COLUMN destination TEXT NOT NULL DEFAULT '';
	`,
];
