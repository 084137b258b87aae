export const leftOutCount: readonly string[] = [
	`
	-- Number of the rows of the order file that are not in the batch; left_out has the first of them.
	ALTER TABLE batch ADD COLUMN left_out_count INTEGER NOT NULL DEFAULT 0;
	UPDATE batch SET left_out_count = json_array_length(left_out);
	`,
];
