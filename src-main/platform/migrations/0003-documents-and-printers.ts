// Released and frozen: never change this text.
export const documentsAndPrinters: readonly string[] = [
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
