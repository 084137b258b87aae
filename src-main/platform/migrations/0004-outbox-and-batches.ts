// Released and frozen: never change this text.
export const outboxAndBatches: readonly string[] = [
	`
	ALTER TABLE shipment ADD COLUMN country TEXT NOT NULL DEFAULT '';
	UPDATE shipment SET country = coalesce(json_extract(composition, '$.to.countryCode'), '');
	-- Whether it was to be booked, or kept by the service as a draft.
	ALTER TABLE shipment ADD COLUMN is_booking INTEGER NOT NULL DEFAULT 1;
	-- When its request first went out, by the service's own clock; null: that clock was not known.
	ALTER TABLE shipment ADD COLUMN service_time TEXT;
	-- Whose account it was sent from, as a digest of the key: keys of requests are known to that account alone.
	ALTER TABLE shipment ADD COLUMN account TEXT NOT NULL DEFAULT '';
	-- How a queued shipment is chosen for and what it may cost. It stays when the shipment left the queue.
	CREATE TABLE outbox (
		shipment_id INTEGER PRIMARY KEY REFERENCES shipment (id),
		position INTEGER NOT NULL UNIQUE,
		rule TEXT NOT NULL,
		limit_cents INTEGER NOT NULL,
		batch_id INTEGER,
		is_waiting INTEGER NOT NULL
	) STRICT;
	CREATE INDEX outbox_waiting ON outbox (position) WHERE is_waiting = 1;
	CREATE INDEX outbox_batch ON outbox (batch_id);
	-- What the service answered, without secrets and labels, where it was no plain success.
	CREATE TABLE answer (
		id INTEGER PRIMARY KEY,
		shipment_id INTEGER NOT NULL REFERENCES shipment (id),
		at TEXT NOT NULL, status INTEGER NOT NULL, text TEXT NOT NULL
	) STRICT;
	CREATE INDEX answer_shipment ON answer (shipment_id);
	-- Keeps no text: only which words stand in which shipment. State, carrier and country are words of their own.
	CREATE VIRTUAL TABLE shipment_index USING fts5 (
		words, content = '', contentless_delete = 1, detail = none, prefix = '1 2 3 4 5 6', tokenize = 'unicode61'
	);
	-- Shipments whose words are not in the index yet.
	CREATE TABLE shipment_unindexed (shipment_id INTEGER PRIMARY KEY) STRICT;
	INSERT INTO shipment_unindexed (shipment_id) SELECT id FROM shipment;
	-- Between which shipments those of a day lie; a clock that was moved lets days overlap.
	CREATE TABLE shipment_day (day TEXT PRIMARY KEY, first_id INTEGER NOT NULL, last_id INTEGER NOT NULL) STRICT, WITHOUT ROWID;
	INSERT INTO shipment_day (day, first_id, last_id)
		SELECT substr(created_at, 1, 10), min(id), max(id) FROM shipment GROUP BY 1;
	CREATE TABLE shipment_carrier (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
	INSERT INTO shipment_carrier (name) SELECT DISTINCT carrier FROM shipment WHERE carrier <> '';
	CREATE TABLE shipment_country (code TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
	INSERT INTO shipment_country (code) SELECT DISTINCT country FROM shipment WHERE country <> '';

	-- What the service last answered to a question for prices, for when it cannot be reached.
	CREATE TABLE quote (question TEXT PRIMARY KEY, answer TEXT NOT NULL, as_of TEXT NOT NULL) STRICT;
	CREATE INDEX quote_age ON quote (as_of);

	CREATE TABLE batch (
		id INTEGER PRIMARY KEY,
		name TEXT NOT NULL,
		-- checked, running, paused, stopped, done
		state TEXT NOT NULL,
		message TEXT NOT NULL DEFAULT '',
		rule TEXT NOT NULL, print_order TEXT NOT NULL, per_minute INTEGER NOT NULL, allowance_percent REAL NOT NULL,
		created_at TEXT NOT NULL, started_at TEXT, ended_at TEXT
	) STRICT;
	CREATE TABLE batch_row (
		batch_id INTEGER NOT NULL REFERENCES batch (id),
		position INTEGER NOT NULL,
		-- As the file counts its rows.
		row TEXT NOT NULL,
		composition TEXT NOT NULL,
		faults TEXT NOT NULL, remarks TEXT NOT NULL,
		address_id INTEGER,
		-- The option that was chosen when the batch was rated, or why none was.
		option TEXT, rate_fault TEXT NOT NULL DEFAULT '',
		shipment_id INTEGER REFERENCES shipment (id),
		PRIMARY KEY (batch_id, position)
	) STRICT, WITHOUT ROWID;
	CREATE INDEX batch_row_shipment ON batch_row (shipment_id);
	-- Files of orders that became a batch: the same one is never taken twice by itself.
	CREATE TABLE order_file (hash TEXT PRIMARY KEY, name TEXT NOT NULL, batch_id INTEGER NOT NULL, taken_at TEXT NOT NULL) STRICT, WITHOUT ROWID;
	-- What the columns of such files hold, and what stands where they say nothing; by the titles of the columns.
	CREATE TABLE order_mapping (titles TEXT PRIMARY KEY, plan TEXT NOT NULL) STRICT, WITHOUT ROWID;
	`,
];
