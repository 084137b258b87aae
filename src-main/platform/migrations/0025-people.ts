/** Who may use the desk. See src-main/people/. */
export const people: readonly string[] = [
	`
	CREATE TABLE person (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		name TEXT NOT NULL,
		-- packer, lead, admin
		role TEXT NOT NULL,
		-- scrypt of the PIN with its salt, in hexadecimal. Null: no PIN.
		pin_salt TEXT, pin_hash TEXT,
		-- SHA-256 of the code of the badge: 80 random bits cannot be guessed. Null: no badge.
		badge_hash TEXT UNIQUE,
		-- Failed sign-ins in a row, and until when there is no further one.
		failures INTEGER NOT NULL DEFAULT 0,
		locked_until TEXT,
		-- 1 after the person was removed.
		is_removed INTEGER NOT NULL DEFAULT 0
	) STRICT;
	-- One row: DeskAccess of the contract.
	CREATE TABLE desk_access (
		id INTEGER PRIMARY KEY CHECK (id = 1),
		is_on INTEGER NOT NULL,
		packers_see_prices INTEGER NOT NULL,
		sign_out_minutes INTEGER NOT NULL
	) STRICT;
	INSERT INTO desk_access VALUES (1, 0, 1, 30);
	`,
];
