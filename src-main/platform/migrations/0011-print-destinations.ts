export const printDestinations: readonly string[] = [
	`
	-- Address or file that a sent job went to. The message of the job is made from this text, in the current language of the user
	-- interface. Empty for jobs that were not sent, and for jobs of earlier versions.
	ALTER TABLE print_job ADD COLUMN destination TEXT NOT NULL DEFAULT '';
	`,
];
