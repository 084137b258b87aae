// Released and frozen: never change this text.
export const reports: readonly string[] = [
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
];
