// Released and frozen: never change this text.
export const pagesAndConnections: readonly string[] = [
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
