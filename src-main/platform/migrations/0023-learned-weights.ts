/** What weighed packages taught of the weight of items and of the filling of boxes. See packing/weight/. */
export const learnedWeights: readonly string[] = [
	`CREATE TABLE learned_weight (
		kind TEXT NOT NULL CHECK (kind IN ('item', 'box')),
		-- Id of the item, or name of the box.
		name TEXT NOT NULL,
		-- Weight in the catalogue, or empty weight of the box, when it was learned: after a change, learning begins again.
		base_kg REAL NOT NULL,
		mean_kg REAL NOT NULL,
		uncertainty REAL NOT NULL,
		spread REAL NOT NULL,
		count INTEGER NOT NULL,
		PRIMARY KEY (kind, name)
	) STRICT, WITHOUT ROWID;`,
];
