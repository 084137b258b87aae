export const ordersAndPacking: readonly string[] = [
	`
	-- Orders of customers. What they show is in OrderSummary and SavedOrder of the contract.
	CREATE TABLE customer_order (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		-- Which source the number belongs to: a program, or the titles of a file. Empty for orders of earlier versions.
		source_key TEXT NOT NULL,
		source TEXT NOT NULL,
		-- In upper case; a repeated number of one file has its count appended. Null when the order has no number.
		number_key TEXT,
		number TEXT NOT NULL,
		-- open, packing, packed, held, exception, cancelled. What its shipment adds is derived when it is read.
		state TEXT NOT NULL,
		exception TEXT,
		reason TEXT NOT NULL DEFAULT '',
		revision INTEGER NOT NULL DEFAULT 1,
		-- As JSON: EnteredDraft, OrderLine[], OrderNotes, string[], FieldError[], string[].
		draft TEXT NOT NULL, lines TEXT NOT NULL, notes TEXT NOT NULL DEFAULT '{}', tags TEXT NOT NULL DEFAULT '[]',
		field_errors TEXT NOT NULL, warnings TEXT NOT NULL,
		ship_by TEXT,
		recipient TEXT NOT NULL, destination TEXT NOT NULL, country TEXT NOT NULL,
		-- Equal for orders to the same recipient.
		recipient_key TEXT NOT NULL,
		pieces INTEGER NOT NULL,
		-- Folded words for the search, each after a space.
		words TEXT NOT NULL,
		address_id INTEGER,
		shipment_id INTEGER REFERENCES shipment (id),
		-- As JSON, draft and lines of its last import. Null unless a user changed them since.
		imported TEXT,
		-- 1 when the order is shipped only after its label was scanned.
		needs_label_scan INTEGER NOT NULL DEFAULT 0,
		created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
		UNIQUE (source_key, number_key)
	) STRICT;
	-- The last two columns: the queue is counted without reading the orders.
	CREATE INDEX customer_order_queue ON customer_order (state, coalesce(ship_by, '9999'), id, shipment_id, ship_by);
	CREATE INDEX customer_order_number ON customer_order (number_key);
	CREATE INDEX customer_order_recipient ON customer_order (recipient_key) WHERE state = 'open';
	CREATE INDEX customer_order_shipment ON customer_order (shipment_id) WHERE shipment_id IS NOT NULL;
	-- The lines by SKU, to find the orders that need an item.
	CREATE TABLE order_sku (
		sku_key TEXT NOT NULL,
		order_id INTEGER NOT NULL REFERENCES customer_order (id) ON DELETE CASCADE,
		PRIMARY KEY (sku_key, order_id)
	) STRICT, WITHOUT ROWID;
	CREATE INDEX order_sku_order ON order_sku (order_id);
	ALTER TABLE batch_row ADD COLUMN order_id INTEGER REFERENCES customer_order (id);
	CREATE INDEX batch_row_order ON batch_row (order_id) WHERE order_id IS NOT NULL;
	-- The order in which shipments are sent: those without a batch first.
	DROP INDEX outbox_waiting;
	CREATE INDEX outbox_waiting ON outbox (batch_id IS NOT NULL, position) WHERE is_waiting = 1;
	-- batch_row has no row id of its own.
	CREATE TABLE order_of_row AS
		SELECT batch_id, position, row_number() OVER (ORDER BY batch_id, position) AS id FROM batch_row;
	CREATE UNIQUE INDEX order_of_row_key ON order_of_row (batch_id, position);
	INSERT INTO customer_order (id, source_key, source, number_key, number, state, draft, lines, field_errors, warnings, recipient,
			destination, country, recipient_key, pieces, words, address_id, shipment_id, created_at, updated_at)
		SELECT order_of_row.id, '', batch.name,
			CASE WHEN trim(coalesce(json_extract(composition, '$.reference'), '')) = '' THEN NULL
				WHEN row_number() OVER (PARTITION BY upper(trim(json_extract(composition, '$.reference'))) ORDER BY order_of_row.id DESC) = 1
					THEN upper(trim(json_extract(composition, '$.reference')))
				ELSE upper(trim(json_extract(composition, '$.reference'))) || ' #' || order_of_row.id END,
			trim(coalesce(json_extract(composition, '$.reference'), '')), 'open', composition,
			(SELECT json_group_array(json_object('sku', '', 'description', json_extract(value, '$.description'),
				'quantity', coalesce(json_extract(value, '$.quantity'), 0), 'isGoods', json('true'), 'contentIndexes', json_array(key)))
				FROM json_each(composition, '$.contents')),
			faults, remarks,
			coalesce(nullif(json_extract(composition, '$.to.companyName'), ''), json_extract(composition, '$.to.contactPerson'), ''),
			trim(coalesce(json_extract(composition, '$.to.city'), '') || ', ' || coalesce(json_extract(composition, '$.to.countryCode'), ''), ', '),
			coalesce(json_extract(composition, '$.to.countryCode'), ''), 'earlier ' || order_of_row.id,
			coalesce((SELECT sum(coalesce(json_extract(value, '$.quantity'), 0)) FROM json_each(composition, '$.contents')), 0),
			' ' || lower(coalesce(json_extract(composition, '$.reference'), '') || ' ' ||
				coalesce(json_extract(composition, '$.to.companyName'), '') || ' ' ||
				coalesce(json_extract(composition, '$.to.contactPerson'), '') || ' ' || coalesce(json_extract(composition, '$.to.city'), '')),
			address_id, shipment_id, batch.created_at, batch.created_at
		FROM batch_row JOIN batch ON batch.id = batch_row.batch_id
			JOIN order_of_row ON order_of_row.batch_id = batch_row.batch_id AND order_of_row.position = batch_row.position;
	UPDATE batch_row SET order_id = (SELECT id FROM order_of_row
		WHERE order_of_row.batch_id = batch_row.batch_id AND order_of_row.position = batch_row.position);
	DROP TABLE order_of_row;

	-- Pictures of items, as small JPEG files. A removed item keeps its picture, because its removal can be undone.
	CREATE TABLE item_picture (item_id INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
	-- The parts of kits that are scanned by their parts, to find the orders that need a part.
	CREATE TABLE kit_part (
		part_key TEXT NOT NULL,
		item_id INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
		PRIMARY KEY (part_key, item_id)
	) STRICT, WITHOUT ROWID;
	CREATE INDEX kit_part_item ON kit_part (item_id);
	INSERT OR IGNORE INTO kit_part (part_key, item_id)
		SELECT lower(trim(json_extract(part.value, '$.sku'))), item.id FROM item, json_each(item.data, '$.parts') AS part
		WHERE json_extract(item.data, '$.isScannedByParts');

	-- The packing of one order at one desk. data: the session as JSON (PackSession in src-main/packing).
	CREATE TABLE pack_session (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		order_id INTEGER NOT NULL REFERENCES customer_order (id),
		-- open, later, closed (packages closed, label not verified), done, dropped
		state TEXT NOT NULL,
		desk TEXT NOT NULL,
		revision INTEGER NOT NULL DEFAULT 0,
		data TEXT NOT NULL,
		updated_at TEXT NOT NULL
	) STRICT;
	CREATE UNIQUE INDEX pack_session_active ON pack_session (order_id) WHERE state IN ('open', 'later', 'closed');
	CREATE INDEX pack_session_order ON pack_session (order_id);
	-- A serial number is packed once.
	CREATE TABLE packed_serial (
		item_id INTEGER NOT NULL,
		serial TEXT NOT NULL,
		order_id INTEGER NOT NULL,
		PRIMARY KEY (item_id, serial)
	) STRICT, WITHOUT ROWID;
	CREATE INDEX packed_serial_order ON packed_serial (order_id);
	-- A tote's code and the order that is in it.
	CREATE TABLE tote (code_key TEXT PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES customer_order (id)) STRICT, WITHOUT ROWID;

	-- Who did what, append-only. data: as JSON, by kind (DeskEvents in src-main/events).
	CREATE TABLE desk_event (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		at TEXT NOT NULL,
		kind TEXT NOT NULL,
		packer TEXT NOT NULL,
		desk TEXT NOT NULL,
		order_id INTEGER,
		shipment_id INTEGER,
		data TEXT NOT NULL
	) STRICT;
	CREATE INDEX desk_event_order ON desk_event (order_id, id) WHERE order_id IS NOT NULL;
	CREATE INDEX desk_event_kind ON desk_event (kind, id);
	CREATE TRIGGER desk_event_not_changed BEFORE UPDATE ON desk_event BEGIN SELECT raise(ABORT, 'events are append-only'); END;
	CREATE TRIGGER desk_event_not_removed BEFORE DELETE ON desk_event BEGIN SELECT raise(ABORT, 'events are append-only'); END;
	`,
];
