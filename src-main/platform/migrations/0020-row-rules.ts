export const rowRules: readonly string[] = [
	`
	-- As JSON, the ChoiceRule of this row; null: the rule of its batch.
	ALTER TABLE batch_row ADD COLUMN rule TEXT;
	`,
];
