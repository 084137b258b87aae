/** Step n brings version n to version n + 1. Never change a step that has been released: add one. */
export const migrations: readonly string[] = [
	`
	CREATE TABLE address (
		id INTEGER PRIMARY KEY,
		company_name TEXT NOT NULL, contact_person TEXT NOT NULL, email TEXT NOT NULL, phone TEXT NOT NULL,
		address_line1 TEXT NOT NULL, address_line2 TEXT NOT NULL, zipcode TEXT NOT NULL, city TEXT NOT NULL,
		country_code TEXT NOT NULL, vat_number TEXT NOT NULL,
		last_used_at TEXT, updated_at TEXT NOT NULL
	) STRICT;
	CREATE INDEX address_last_used ON address (last_used_at DESC);
	CREATE VIRTUAL TABLE address_search USING fts5 (
		company_name, contact_person, email, phone, address_line1, zipcode, city, country_code,
		content = 'address', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
	);
	CREATE TRIGGER address_inserted AFTER INSERT ON address BEGIN
		INSERT INTO address_search (rowid, company_name, contact_person, email, phone, address_line1, zipcode, city, country_code)
		VALUES (new.id, new.company_name, new.contact_person, new.email, new.phone, new.address_line1, new.zipcode, new.city, new.country_code);
	END;
	CREATE TRIGGER address_deleted AFTER DELETE ON address BEGIN
		INSERT INTO address_search (address_search, rowid, company_name, contact_person, email, phone, address_line1, zipcode, city, country_code)
		VALUES ('delete', old.id, old.company_name, old.contact_person, old.email, old.phone, old.address_line1, old.zipcode, old.city, old.country_code);
	END;
	CREATE TRIGGER address_updated AFTER UPDATE OF company_name, contact_person, email, phone, address_line1, zipcode, city, country_code ON address BEGIN
		INSERT INTO address_search (address_search, rowid, company_name, contact_person, email, phone, address_line1, zipcode, city, country_code)
		VALUES ('delete', old.id, old.company_name, old.contact_person, old.email, old.phone, old.address_line1, old.zipcode, old.city, old.country_code);
		INSERT INTO address_search (rowid, company_name, contact_person, email, phone, address_line1, zipcode, city, country_code)
		VALUES (new.id, new.company_name, new.contact_person, new.email, new.phone, new.address_line1, new.zipcode, new.city, new.country_code);
	END;

	CREATE TABLE shipment (
		id INTEGER PRIMARY KEY,
		state TEXT NOT NULL,
		idempotency_key TEXT NOT NULL UNIQUE,
		service_url TEXT NOT NULL,
		composition TEXT NOT NULL,
		product_id INTEGER,
		reference TEXT NOT NULL, recipient TEXT NOT NULL, destination TEXT NOT NULL,
		partner_id TEXT,
		carrier TEXT NOT NULL DEFAULT '', product TEXT NOT NULL DEFAULT '', price_cents INTEGER,
		tracking_number TEXT NOT NULL DEFAULT '', tracking_url TEXT NOT NULL DEFAULT '',
		message TEXT NOT NULL DEFAULT '',
		created_at TEXT NOT NULL
	) STRICT;
	CREATE INDEX shipment_state ON shipment (state);
	CREATE TABLE shipment_event (
		id INTEGER PRIMARY KEY,
		shipment_id INTEGER NOT NULL REFERENCES shipment (id),
		state TEXT NOT NULL, message TEXT NOT NULL, at TEXT NOT NULL
	) STRICT;
	CREATE INDEX shipment_event_shipment ON shipment_event (shipment_id);
	CREATE TABLE document (
		id INTEGER PRIMARY KEY,
		shipment_id INTEGER NOT NULL REFERENCES shipment (id),
		kind TEXT NOT NULL, pages INTEGER NOT NULL, bytes BLOB NOT NULL, created_at TEXT NOT NULL
	) STRICT;
	CREATE INDEX document_shipment ON document (shipment_id);

	CREATE TABLE printer (id TEXT PRIMARY KEY, profile TEXT NOT NULL) STRICT;
	CREATE TABLE print_job (
		id INTEGER PRIMARY KEY,
		document_id INTEGER NOT NULL REFERENCES document (id),
		printer_id TEXT NOT NULL REFERENCES printer (id),
		state TEXT NOT NULL, message TEXT NOT NULL DEFAULT '', reprint INTEGER NOT NULL DEFAULT 0,
		created_at TEXT NOT NULL, updated_at TEXT NOT NULL
	) STRICT;
	CREATE INDEX print_job_state ON print_job (state);
	CREATE INDEX print_job_document ON print_job (document_id);
	`,
	`
	CREATE TABLE customs_memory (
		description TEXT PRIMARY KEY,
		code TEXT NOT NULL, goods TEXT NOT NULL,
		chosen_by TEXT NOT NULL, chosen_at TEXT NOT NULL
	) STRICT, WITHOUT ROWID;
	`,
	`
	ALTER TABLE document ADD COLUMN guess TEXT;
	ALTER TABLE document ADD COLUMN format TEXT NOT NULL DEFAULT 'pdf';
	ALTER TABLE document ADD COLUMN width_mm REAL NOT NULL DEFAULT 0;
	ALTER TABLE document ADD COLUMN height_mm REAL NOT NULL DEFAULT 0;
	ALTER TABLE document ADD COLUMN message TEXT NOT NULL DEFAULT '';
	-- What a scanner can read off each page of a label.
	CREATE TABLE label_code (
		document_id INTEGER NOT NULL REFERENCES document (id), page INTEGER NOT NULL, code TEXT NOT NULL,
		PRIMARY KEY (document_id, page, code)
	) STRICT, WITHOUT ROWID;
	CREATE INDEX label_code_code ON label_code (code);
	CREATE TABLE kind_memory (
		carrier TEXT NOT NULL, guess TEXT NOT NULL, width_mm REAL NOT NULL, height_mm REAL NOT NULL, kind TEXT NOT NULL
	) STRICT;

	ALTER TABLE shipment ADD COLUMN closed_at TEXT;
	CREATE TABLE label_scan (
		shipment_id INTEGER NOT NULL REFERENCES shipment (id),
		document_id INTEGER NOT NULL, page INTEGER NOT NULL, at TEXT NOT NULL,
		PRIMARY KEY (document_id, page)
	) STRICT, WITHOUT ROWID;
	CREATE INDEX label_scan_shipment ON label_scan (shipment_id);
	CREATE INDEX shipment_bare_number ON shipment (replace(upper(tracking_number), ' ', ''));

	ALTER TABLE printer ADD COLUMN removed INTEGER NOT NULL DEFAULT 0;
	ALTER TABLE printer ADD COLUMN diverted_to TEXT;
	ALTER TABLE printer ADD COLUMN proof TEXT;
	ALTER TABLE print_job ADD COLUMN error TEXT NOT NULL DEFAULT '';
	ALTER TABLE print_job ADD COLUMN asked_printer_id TEXT NOT NULL DEFAULT '';
	-- Whether a label of it may lie about already.
	ALTER TABLE print_job ADD COLUMN was_sent INTEGER NOT NULL DEFAULT 0;
	-- When a person, or a booking, asked for it last.
	ALTER TABLE print_job ADD COLUMN asked_at TEXT NOT NULL DEFAULT '';
	UPDATE print_job SET asked_printer_id = printer_id, asked_at = created_at, was_sent = state = 'sent';
	ALTER TABLE print_job ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
	ALTER TABLE print_job ADD COLUMN next_attempt_at TEXT;
	ALTER TABLE print_job ADD COLUMN scaled INTEGER NOT NULL DEFAULT 0;
	CREATE TABLE route (
		id INTEGER PRIMARY KEY,
		kind TEXT, carrier TEXT, destination TEXT,
		printer_id TEXT NOT NULL REFERENCES printer (id),
		automatic INTEGER NOT NULL
	) STRICT;

	-- A printer had a stock for labels and one for papers; now each stock is a profile of its own, and a route chooses.
	INSERT INTO printer (id, profile)
		SELECT id || '-papers', json_object(
			'id', id || '-papers', 'name', substr(json_extract(profile, '$.name'), 1, 50) || ', papers',
			'device', json_object('driver', 'folder', 'folder', json_extract(profile, '$.folder')),
			'stock', json_extract(profile, '$.papersStock'))
		FROM printer ORDER BY rowid;
	UPDATE printer SET profile = json_object(
			'id', id, 'name', json_extract(profile, '$.name'),
			'device', json_object('driver', 'folder', 'folder', json_extract(profile, '$.folder')),
			'stock', json_extract(profile, '$.labelStock'))
		WHERE json_extract(profile, '$.driver') = 'folder';
	INSERT INTO route (kind, printer_id, automatic) SELECT 'label', id, 1 FROM printer WHERE rowid = (SELECT min(rowid) FROM printer);
	INSERT INTO route (kind, printer_id, automatic) SELECT NULL, id || '-papers', 1 FROM printer WHERE rowid = (SELECT min(rowid) FROM printer);
	`,
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
	`
	-- Each filter of the list of shipments, alone and with another one.
	CREATE INDEX shipment_carrier_id ON shipment (carrier);
	CREATE INDEX shipment_country_id ON shipment (country);
	CREATE INDEX shipment_state_carrier ON shipment (state, carrier);
	CREATE INDEX shipment_state_country ON shipment (state, country);
	CREATE INDEX shipment_carrier_country ON shipment (carrier, country);
	-- By its number an order is found, sent or not.
	CREATE INDEX batch_row_reference ON batch_row (upper(json_extract(composition, '$.reference')));
	CREATE INDEX shipment_reference ON shipment (upper(reference));
	-- What a report sums up: narrow, so that a year is read at once.
	CREATE TABLE shipment_figures (
		shipment_id INTEGER PRIMARY KEY REFERENCES shipment (id),
		-- At the desk, as in 2026-11-25.
		day TEXT NOT NULL,
		carrier TEXT NOT NULL, product TEXT NOT NULL, country TEXT NOT NULL,
		price_cents INTEGER, grams INTEGER NOT NULL, pieces INTEGER NOT NULL, duties_cents INTEGER,
		-- From the beginning of the parcel to its label at the printer.
		label_seconds INTEGER
	) STRICT;
	CREATE INDEX shipment_figures_seconds ON shipment_figures (day, label_seconds) WHERE label_seconds IS NOT NULL;
	-- Their sums of a day, by each group of a report: a year is some thousand of these.
	CREATE TABLE report_sum (
		day TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL,
		shipments INTEGER NOT NULL, pieces INTEGER NOT NULL, grams INTEGER NOT NULL, cents INTEGER NOT NULL,
		priced_grams INTEGER NOT NULL, unpriced INTEGER NOT NULL, duties_cents INTEGER NOT NULL, estimates INTEGER NOT NULL,
		PRIMARY KEY (day, kind, name)
	) STRICT, WITHOUT ROWID;
	INSERT INTO shipment_figures (shipment_id, day, carrier, product, country, price_cents, grams, pieces)
		SELECT id, date(created_at, 'localtime'), carrier, product, country, price_cents,
			(SELECT coalesce(round(sum(coalesce(value ->> 'count', 1) * coalesce(value ->> 'weightKg', 0)) * 1000), 0) FROM json_each(composition, '$.parcels')),
			(SELECT coalesce(sum(coalesce(value ->> 'count', 1)), 0) FROM json_each(composition, '$.parcels'))
		FROM shipment WHERE state = 'booked';
	INSERT INTO report_sum
		SELECT day, kind, CASE kind WHEN 'day' THEN day WHEN 'carrier' THEN carrier WHEN 'country' THEN country ELSE trim(carrier || ' ' || product) END,
			count(*), sum(pieces), sum(grams), coalesce(sum(price_cents), 0), sum(iif(price_cents IS NULL, 0, grams)),
			count(*) - count(price_cents), coalesce(sum(duties_cents), 0), count(duties_cents)
		FROM shipment_figures, (SELECT 'day' AS kind UNION ALL SELECT 'carrier' UNION ALL SELECT 'country' UNION ALL SELECT 'product')
		GROUP BY 1, 2, 3;
	-- A number with signs among other words, as in Studio 12-b, is a word of its own.
	INSERT OR IGNORE INTO shipment_unindexed (shipment_id) SELECT id FROM shipment
		WHERE coalesce(json_extract(composition, '$.to.companyName'), '') || coalesce(json_extract(composition, '$.to.contactPerson'), '')
				|| coalesce(json_extract(composition, '$.to.city'), '') || carrier GLOB '*[0-9]*'
			OR (instr(trim(reference), ' ') > 0 AND reference GLOB '*[0-9]*')
			OR (json_extract(composition, '$.to.zipcode') GLOB '* *' AND json_extract(composition, '$.to.zipcode') GLOB '*[^0-9A-Za-z ]*');
	`,
	`
	-- The option that was shown when the request was sent; null when none was. Its product id is product_id.
	ALTER TABLE shipment ADD COLUMN chosen_carrier TEXT;
	ALTER TABLE shipment ADD COLUMN chosen_product TEXT;
	ALTER TABLE shipment ADD COLUMN chosen_price_cents INTEGER;
	ALTER TABLE shipment ADD COLUMN booked_product_id INTEGER;
	-- When the service refused it while it was queued; null once a user has acknowledged it.
	ALTER TABLE shipment ADD COLUMN refused_at TEXT;
	-- Booked price minus chosen price; null when one of them is not known.
	ALTER TABLE shipment_figures ADD COLUMN difference_cents INTEGER;
	ALTER TABLE report_sum ADD COLUMN difference_cents INTEGER NOT NULL DEFAULT 0;
	-- Bookings at another price or product than chosen.
	ALTER TABLE report_sum ADD COLUMN differing INTEGER NOT NULL DEFAULT 0;
	CREATE INDEX shipment_refused ON shipment (id) WHERE refused_at IS NOT NULL;
	`,
	`
	-- What tells pages of one size apart when their kind is corrected: codes, copy or plain; null before it was stored.
	ALTER TABLE document ADD COLUMN trait TEXT;
	ALTER TABLE kind_memory ADD COLUMN trait TEXT;
	-- Pages of a document in a printer's language that are no pieces, as a JSON array of numbers from 0.
	ALTER TABLE document ADD COLUMN copy_pages TEXT NOT NULL DEFAULT '[]';
	`,
	`
	-- Sizes of pages of a carrier that the user wants whole, not cropped to their labels.
	CREATE TABLE whole_page (carrier TEXT NOT NULL, width_mm REAL NOT NULL, height_mm REAL NOT NULL) STRICT;
	-- Size of the page that a document was cropped from; 0: it was not cropped.
	ALTER TABLE document ADD COLUMN page_width_mm REAL NOT NULL DEFAULT 0;
	ALTER TABLE document ADD COLUMN page_height_mm REAL NOT NULL DEFAULT 0;
	`,
	`
	-- The services that the desk uses or has used. base_url is null for the built-in one, whose address changes with each start.
	CREATE TABLE connection (id TEXT PRIMARY KEY, base_url TEXT UNIQUE) STRICT, WITHOUT ROWID;
	INSERT INTO connection (id) VALUES ('built-in');
	-- They were told apart by their address, which was empty for the built-in one. A new id is random, so that it is never used twice.
	INSERT INTO connection (id, base_url)
		SELECT 'partner-' || lower(hex(randomblob(8))), url FROM (
			SELECT service_url AS url FROM shipment UNION SELECT option ->> '$.serviceUrl' FROM batch_row
		) WHERE url <> '';
	ALTER TABLE shipment RENAME COLUMN service_url TO connection_id;
	UPDATE shipment SET connection_id = coalesce((SELECT id FROM connection WHERE base_url = connection_id), 'built-in');
	UPDATE batch_row SET option = json_set(json_remove(option, '$.serviceUrl'), '$.connectionId',
			coalesce((SELECT id FROM connection WHERE base_url = option ->> '$.serviceUrl'), 'built-in'))
		WHERE option ->> '$.serviceUrl' IS NOT NULL;
	`,
];
