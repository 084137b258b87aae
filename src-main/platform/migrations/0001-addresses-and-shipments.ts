// Released and frozen: never change this text.
export const addressesAndShipments: readonly string[] = [
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
];
