export const orderClaims: readonly string[] = [
	`
	-- Claims of orders at the site, as received last. The key is that of an order: source_key, a line feed, number_key.
	CREATE TABLE order_claim (
		order_key TEXT PRIMARY KEY,
		desk TEXT NOT NULL,
		-- packing, packed, free.
		state TEXT NOT NULL,
		-- 1: this desk has it.
		is_mine INTEGER NOT NULL
	) STRICT, WITHOUT ROWID;
	-- What this desk asks the site for, until the site has answered.
	CREATE TABLE claim_request (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		order_key TEXT NOT NULL UNIQUE,
		order_id INTEGER NOT NULL REFERENCES customer_order (id),
		state TEXT NOT NULL,
		take_over INTEGER NOT NULL
	) STRICT;
	CREATE TABLE claim_sync (origin TEXT NOT NULL, version INTEGER NOT NULL) STRICT;
	INSERT INTO claim_sync VALUES ('', 0);
	`,
];
