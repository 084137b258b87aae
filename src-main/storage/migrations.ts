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
];
