export const goodsDecisions: readonly string[] = [
	`
	-- HS codes that users chose for descriptions of goods, at this desk and at the other desks of the site.
	CREATE TABLE goods_decision (
		-- The description without differences of case and spaces.
		goods_key TEXT PRIMARY KEY,
		-- The description as it was typed; for decisions of earlier versions, the key.
		goods TEXT NOT NULL,
		code TEXT NOT NULL,
		-- Empty for a decision that was received from the site: the nomenclature of this desk describes its code.
		code_description TEXT NOT NULL,
		chosen_by TEXT NOT NULL,
		chosen_at TEXT NOT NULL,
		-- 1 if the code was chosen at this desk.
		is_own INTEGER NOT NULL,
		-- 1 until the site has confirmed that it received the decision.
		is_pending INTEGER NOT NULL
	) STRICT, WITHOUT ROWID;
	INSERT INTO goods_decision
		SELECT description, description, code, goods, chosen_by, chosen_at, 1, 1 FROM customs_memory;
	DROP TABLE customs_memory;
	CREATE INDEX goods_decision_pending ON goods_decision (goods_key) WHERE is_pending = 1;
	-- One row: the site database with which the decisions were exchanged last, and the version of its newest decision received.
	CREATE TABLE goods_decision_sync (origin TEXT NOT NULL, version INTEGER NOT NULL) STRICT;
	INSERT INTO goods_decision_sync VALUES ('', 0);
	`,
];
