/**
 * Step n migrates the address book's database from version n to version n + 1. Never change a released step, not even an SQL
 * comment: SQLite stores the text of CREATE statements. Add a new step instead.
 */
export const migrations: readonly string[] = [
	`
	CREATE TABLE entry (
		id INTEGER PRIMARY KEY,
		-- Who stands higher in the list: the last used first, then the newest. Its index is the order in which a search goes.
		position INTEGER NOT NULL UNIQUE,
		book TEXT NOT NULL,
		company_name TEXT NOT NULL, contact_person TEXT NOT NULL, email TEXT NOT NULL, phone TEXT NOT NULL,
		address_line1 TEXT NOT NULL, address_line2 TEXT NOT NULL, zipcode TEXT NOT NULL, city TEXT NOT NULL,
		country_code TEXT NOT NULL, vat_number TEXT NOT NULL,
		tags TEXT NOT NULL, is_favourite INTEGER NOT NULL, kind TEXT NOT NULL, reference TEXT NOT NULL,
		eori_number TEXT NOT NULL, ioss_number TEXT NOT NULL, ein_number TEXT NOT NULL, notes TEXT NOT NULL,
		use_count INTEGER NOT NULL, last_used_at TEXT,
		-- Equal for two entries of one person at one place.
		same_key TEXT NOT NULL,
		-- By which it is found, with a gap between each two: making them anew for every answer took half of a search.
		words TEXT NOT NULL
	) STRICT;
	CREATE INDEX entry_same_key ON entry (same_key);
	CREATE INDEX entry_book ON entry (book, position);
	-- Keeps no text: only which words stand in which entry, by its position.
	CREATE VIRTUAL TABLE entry_index USING fts5 (
		words, content = '', contentless_delete = 1, detail = none, prefix = '1 2 3', tokenize = 'unicode61'
	);
	-- Words of letters alone, in which somebody may slip; one that is used no more does no harm.
	CREATE TABLE entry_word (word TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

	CREATE TABLE batch (
		id INTEGER PRIMARY KEY,
		-- save, remove, import, merge, undo
		kind TEXT NOT NULL, note TEXT NOT NULL, who TEXT NOT NULL, at TEXT NOT NULL,
		-- By which batch it was undone.
		undone_by INTEGER
	) STRICT;
	-- What an entry was before a batch; null: it was not there. What it was after stands in the next change, or in the entry.
	CREATE TABLE change (
		id INTEGER PRIMARY KEY,
		batch_id INTEGER NOT NULL REFERENCES batch (id),
		entry_id INTEGER NOT NULL,
		before TEXT
	) STRICT;
	CREATE INDEX change_batch ON change (batch_id);
	CREATE INDEX change_entry ON change (entry_id);
	`,
	`
	-- As JSON; empty: none.
	ALTER TABLE entry ADD COLUMN default_parcel TEXT NOT NULL DEFAULT '';
	ALTER TABLE entry ADD COLUMN label_printer_id TEXT NOT NULL DEFAULT '';
	-- By which undo; where a batch is undone as a whole, that stands in the batch.
	ALTER TABLE change ADD COLUMN undone_by INTEGER;
	-- What a person should know of how the book was found, until it was read.
	CREATE TABLE notice (text TEXT NOT NULL) STRICT;
	-- How the columns of a file were named, by the titles of its columns.
	CREATE TABLE import_columns (titles TEXT PRIMARY KEY, columns TEXT NOT NULL) STRICT, WITHOUT ROWID;
	-- Which book this is: the entries of another one have ids of their own.
	CREATE TABLE origin (id TEXT NOT NULL) STRICT;
	INSERT INTO origin (id) VALUES (lower(hex(randomblob(16))));
	-- Alike, and yet two: a person said so. The smaller id first.
	CREATE TABLE not_same (one_id INTEGER, other_id INTEGER, PRIMARY KEY (one_id, other_id)) STRICT, WITHOUT ROWID;
	`,
	`
	-- An entry of a shared book, as it is known at the site, and what desk and site agreed on last, as JSON. The entry may be gone from here.
	CREATE TABLE shared_entry (entry_id INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, agreed TEXT NOT NULL) STRICT;
	-- One row, while this desk shares its books with a site.
	CREATE TABLE shared_state (
		-- Of the site's database, and up to which version this desk has it.
		origin TEXT NOT NULL, version INTEGER NOT NULL,
		-- Up to which change of this desk all was sent, or stands in pushing.
		change_id INTEGER NOT NULL,
		-- A book became shared: its entries are looked through for those that the site does not know.
		is_to_be_searched INTEGER NOT NULL,
		-- Names, as JSON; what a person must decide, as JSON.
		books TEXT NOT NULL, conflicts TEXT NOT NULL,
		-- What is sent and was not answered, as JSON; empty: nothing.
		pushing TEXT NOT NULL
	) STRICT;
	`,
	`
	-- State or province.
	ALTER TABLE entry ADD COLUMN region TEXT NOT NULL DEFAULT '';
	-- Words of company and contact person, so that a search finds names before other fields. Rows are as in entry_index. SQLite folds
	-- accents as the program does, except of the letters that are replaced here.
	CREATE VIRTUAL TABLE entry_name_index USING fts5 (
		words, content = '', contentless_delete = 1, detail = none, prefix = '1 2 3', tokenize = 'unicode61'
	);
	INSERT INTO entry_name_index (rowid, words) SELECT position,
		replace(replace(replace(replace(replace(replace(replace(company_name || ' ' || contact_person,
			'ß', 'ss'), 'ø', 'o'), 'Ø', 'O'), 'ł', 'l'), 'Ł', 'L'), 'æ', 'ae'), 'Æ', 'Ae')
		FROM entry ORDER BY position;
	`,
];
