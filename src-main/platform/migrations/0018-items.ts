export const items: readonly string[] = [
	`
	-- The goods that the warehouse sells. data: the item as JSON (Item of the contract).
	CREATE TABLE item (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		-- In lower case: SKUs are compared without regard to case.
		sku_key TEXT NOT NULL UNIQUE,
		-- Folded, for the order of the list.
		name_key TEXT NOT NULL,
		data TEXT NOT NULL,
		-- 1 when a booking needs more of the item than is known.
		is_incomplete INTEGER NOT NULL
	) STRICT;
	CREATE INDEX item_name ON item (name_key, id);
	CREATE INDEX item_incomplete ON item (name_key, id) WHERE is_incomplete = 1;
	-- A code belongs to one item. code_key: see codeKey in src-main/catalog/item-code.ts.
	CREATE TABLE item_code (
		code_key TEXT PRIMARY KEY,
		item_id INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
		quantity INTEGER NOT NULL
	) STRICT, WITHOUT ROWID;
	CREATE INDEX item_code_item ON item_code (item_id);
	CREATE VIRTUAL TABLE item_index USING fts5 (words, content='', contentless_delete=1, prefix='1 2 3', detail='none');
	-- Changes, so that each can be undone. An import is one batch.
	CREATE TABLE item_batch (
		id INTEGER PRIMARY KEY,
		kind TEXT NOT NULL,
		-- Name of the imported file; else empty.
		note TEXT NOT NULL,
		at TEXT NOT NULL,
		changed_by TEXT NOT NULL
	) STRICT;
	CREATE TABLE item_change (
		id INTEGER PRIMARY KEY,
		batch_id INTEGER NOT NULL REFERENCES item_batch (id),
		item_id INTEGER NOT NULL,
		-- The item before and after the change, as JSON; null when it did not exist.
		before TEXT,
		after TEXT,
		undone_by INTEGER
	) STRICT;
	CREATE INDEX item_change_batch ON item_change (batch_id);
	CREATE INDEX item_change_item ON item_change (item_id, id);
	`,
];
