// PostgreSQL schema of a site's shared address books, decisions on HS codes, and claims of orders. Desks read the tables directly, and write only through the functions. Each
// change of an entry contains the old value that it replaces. If the stored value differs from that old value, the change becomes a
// conflict, which a user resolves.

/** Name of the schema and of the notification channel; the name of the migration lock starts with it. */
export const SCHEMA = 'waybill_books';
/** Group role with the rights of desks. Each desk has its own role, which is a member of this group. */
export const DESK_ROLE = 'waybill_books_desk';
/** Group role of invited desks, which may only join the site. */
export const INVITED_ROLE = 'waybill_books_invited';

/** Step n migrates version n to version n + 1. Never change a released step: add a new one. */
export const migrationSteps: readonly string[] = [
	`
	CREATE TABLE about (
		version integer NOT NULL,
		-- Minimum version of stations that may write.
		least integer NOT NULL,
		-- Changes when a backup was restored: desks then compare all their data with the database.
		origin uuid NOT NULL
	);
	INSERT INTO about VALUES (0, 1, gen_random_uuid());
	CREATE SEQUENCE version;
	CREATE TABLE desk (
		role text PRIMARY KEY,
		name text NOT NULL UNIQUE,
		invited_at timestamptz NOT NULL DEFAULT now(),
		joined_at timestamptz
	);
	CREATE TABLE book (name text PRIMARY KEY, shared_by text NOT NULL, at timestamptz NOT NULL DEFAULT now());
	CREATE TABLE entry (
		id uuid PRIMARY KEY,
		fields jsonb NOT NULL,
		removed boolean NOT NULL DEFAULT false,
		-- In commit order: a writer holds a lock until its commit.
		version bigint NOT NULL UNIQUE,
		desk text NOT NULL,
		at timestamptz NOT NULL DEFAULT now()
	);
	CREATE TABLE conflict (
		id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
		entry_id uuid NOT NULL REFERENCES entry (id),
		-- Empty for the whole entry, which the other desk removed.
		field text NOT NULL,
		standing jsonb, other jsonb,
		standing_desk text NOT NULL, other_desk text NOT NULL,
		at timestamptz NOT NULL DEFAULT now(),
		settled_at timestamptz, settled_by text, took_other boolean
	);
	CREATE INDEX conflict_open ON conflict (id) WHERE settled_at IS NULL;
	-- Pushes that were already applied: a desk repeats a push if it got no response.
	CREATE TABLE push (id uuid PRIMARY KEY, desk text NOT NULL, at timestamptz NOT NULL DEFAULT now());
	CREATE INDEX push_at ON push (at);

	CREATE FUNCTION this_desk() RETURNS text LANGUAGE plpgsql STABLE SET search_path = ${SCHEMA}, pg_temp AS $$
	DECLARE found_name text := (SELECT name FROM desk WHERE role = session_user);
	BEGIN
		IF found_name IS NULL THEN
			RAISE EXCEPTION 'this role is no desk of the site' USING ERRCODE = 'insufficient_privilege';
		END IF;
		RETURN found_name;
	END $$;

	CREATE FUNCTION take(change jsonb, by_desk text) RETURNS void LANGUAGE plpgsql SET search_path = ${SCHEMA}, pg_temp AS $$
	DECLARE
		stands entry%ROWTYPE;
		merged jsonb;
		field text;
		wanted jsonb;
	BEGIN
		IF jsonb_typeof(change->'to') <> 'object' OR jsonb_typeof(change->'from') <> 'object' OR length(change::text) > 40000 THEN
			RAISE EXCEPTION 'this is no change of an entry' USING ERRCODE = 'invalid_parameter_value';
		END IF;
		SELECT * INTO stands FROM entry WHERE entry.id = (change->>'id')::uuid;
		IF NOT FOUND THEN
			IF NOT (change->>'removed')::boolean THEN
				INSERT INTO entry (id, fields, version, desk)
				VALUES ((change->>'id')::uuid, change->'to', nextval('version'), by_desk);
			END IF;
			RETURN;
		END IF;
		IF (change->>'removed')::boolean THEN
			IF stands.removed THEN RETURN; END IF;
			IF stands.fields = change->'from' THEN
				UPDATE entry SET removed = true, version = nextval('version'), desk = by_desk, at = now() WHERE entry.id = stands.id;
			ELSE
				INSERT INTO conflict (entry_id, field, standing, other, standing_desk, other_desk)
				VALUES (stands.id, '', stands.fields, NULL, stands.desk, by_desk);
			END IF;
			RETURN;
		END IF;
		merged := stands.fields;
		FOR field, wanted IN SELECT * FROM jsonb_each(change->'to') LOOP
			IF merged->field IS NOT DISTINCT FROM wanted THEN
				CONTINUE;
			ELSIF merged->field IS NOT DISTINCT FROM change->'from'->field THEN
				merged := merged || jsonb_build_object(field, wanted);
			ELSE
				INSERT INTO conflict (entry_id, field, standing, other, standing_desk, other_desk)
				VALUES (stands.id, field, merged->field, wanted, stands.desk, by_desk);
			END IF;
		END LOOP;
		IF stands.removed THEN
			INSERT INTO conflict (entry_id, field, standing, other, standing_desk, other_desk)
			VALUES (stands.id, '', merged, NULL, by_desk, stands.desk);
		END IF;
		IF stands.removed OR merged <> stands.fields THEN
			UPDATE entry SET fields = merged, removed = false, version = nextval('version'), desk = by_desk, at = now()
			WHERE entry.id = stands.id;
		END IF;
	END $$;

	-- Locks a row that desks cannot write, so that no desk can block the others.
	CREATE FUNCTION lock_writing() RETURNS void LANGUAGE plpgsql SET search_path = ${SCHEMA}, pg_temp AS $$
	BEGIN
		PERFORM 1 FROM about FOR UPDATE;
	END $$;

	-- Current value of a conflict's field; null when the entry was removed.
	CREATE FUNCTION standing_of(one_field text, fields jsonb, removed boolean) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
		SELECT CASE WHEN removed THEN NULL WHEN one_field = '' THEN fields ELSE fields->one_field END;
	$$;

	-- Applies the changes of a desk, each push once, and returns the current entries.
	CREATE FUNCTION push_changes(push_id uuid, changes jsonb) RETURNS SETOF entry
	LANGUAGE plpgsql SECURITY DEFINER SET search_path = ${SCHEMA}, pg_temp AS $$
	DECLARE
		change jsonb;
		by_desk text := this_desk();
	BEGIN
		PERFORM lock_writing();
		INSERT INTO push (id, desk) VALUES (push_id, by_desk) ON CONFLICT DO NOTHING;
		IF FOUND THEN
			FOR change IN SELECT jsonb_array_elements(changes) LOOP
				PERFORM take(change, by_desk);
			END LOOP;
			DELETE FROM push WHERE at < now() - interval '90 days';
			PERFORM pg_notify('${SCHEMA}', '');
		END IF;
		RETURN QUERY SELECT entry.* FROM entry
			WHERE entry.id IN (SELECT (one->>'id')::uuid FROM jsonb_array_elements(changes) AS one);
	END $$;

	-- Resolves a conflict with the current or the other value. Does nothing if it is already resolved; fails if the current value is
	-- not the one that was shown.
	CREATE FUNCTION settle_conflict(conflict_id bigint, take_other boolean, shown jsonb) RETURNS void
	LANGUAGE plpgsql SECURITY DEFINER SET search_path = ${SCHEMA}, pg_temp AS $$
	DECLARE
		by_desk text := this_desk();
		one conflict%ROWTYPE;
	BEGIN
		PERFORM lock_writing();
		UPDATE conflict SET settled_at = now(), settled_by = by_desk, took_other = take_other
		WHERE id = conflict_id AND settled_at IS NULL RETURNING * INTO one;
		IF NOT FOUND THEN RETURN; END IF;
		IF take_other AND coalesce(shown, 'null') <> (
			SELECT coalesce(standing_of(one.field, entry.fields, entry.removed), 'null') FROM entry WHERE entry.id = one.entry_id
		) THEN
			RAISE EXCEPTION 'it was changed since it was shown' USING ERRCODE = 'serialization_failure';
		END IF;
		IF take_other AND one.field = '' THEN
			UPDATE entry SET removed = true, version = nextval('version'), desk = by_desk, at = now()
			WHERE id = one.entry_id AND NOT removed;
		ELSIF take_other THEN
			UPDATE entry SET fields = fields || jsonb_build_object(one.field, one.other), removed = false,
				version = nextval('version'), desk = by_desk, at = now()
			WHERE id = one.entry_id;
		END IF;
		PERFORM pg_notify('${SCHEMA}', '');
	END $$;

	CREATE FUNCTION share_book(book_name text) RETURNS void
	LANGUAGE plpgsql SECURITY DEFINER SET search_path = ${SCHEMA}, pg_temp AS $$
	BEGIN
		IF book_name = '' OR length(book_name) > 40 THEN
			RAISE EXCEPTION 'a book that is shared has a name of at most 40 letters' USING ERRCODE = 'invalid_parameter_value';
		END IF;
		INSERT INTO book (name, shared_by) VALUES (book_name, this_desk()) ON CONFLICT DO NOTHING;
		PERFORM pg_notify('${SCHEMA}', '');
	END $$;

	-- Replaces the password of the invitation by the desk's own. The server gets a SCRAM verifier, not the password.
	CREATE FUNCTION join_site(verifier text) RETURNS void
	LANGUAGE plpgsql SECURITY DEFINER SET search_path = ${SCHEMA}, pg_temp AS $$
	BEGIN
		IF verifier !~ '^SCRAM-SHA-256\\$[0-9]+:[A-Za-z0-9+/=]+\\$[A-Za-z0-9+/=]+:[A-Za-z0-9+/=]+$' THEN
			RAISE EXCEPTION 'this is no verifier of a password' USING ERRCODE = 'invalid_parameter_value';
		END IF;
		UPDATE desk SET joined_at = now() WHERE role = session_user AND joined_at IS NULL;
		IF NOT FOUND THEN
			RAISE EXCEPTION 'this invitation was used before' USING ERRCODE = 'insufficient_privilege';
		END IF;
		EXECUTE format('ALTER ROLE %I PASSWORD %L VALID UNTIL ''infinity''', session_user, verifier);
		EXECUTE format('GRANT ${DESK_ROLE} TO %I', session_user);
		EXECUTE format('REVOKE ${INVITED_ROLE} FROM %I', session_user);
	END $$;

	REVOKE ALL ON ALL FUNCTIONS IN SCHEMA ${SCHEMA} FROM PUBLIC;
	GRANT USAGE ON SCHEMA ${SCHEMA} TO ${DESK_ROLE}, ${INVITED_ROLE};
	GRANT SELECT ON about, book, entry, conflict TO ${DESK_ROLE};
	GRANT EXECUTE ON FUNCTION push_changes, settle_conflict, share_book, standing_of TO ${DESK_ROLE};
	GRANT EXECUTE ON FUNCTION join_site TO ${INVITED_ROLE};
	`,
	`
	-- HS codes that desks chose for descriptions of goods.
	CREATE TABLE goods_decision (
		-- The description without differences of case and spaces.
		goods_key text PRIMARY KEY,
		goods text NOT NULL,
		code text NOT NULL,
		-- By the clock of the desk. The later choice wins.
		chosen_at timestamptz NOT NULL,
		chosen_by text NOT NULL,
		-- Sent by a desk that had received it, after a backup was restored. The desk that chose the code replaces chosen_by.
		relayed boolean NOT NULL,
		-- In commit order, as in the table entry.
		version bigint NOT NULL UNIQUE
	);

	-- Records the decisions of a desk, and returns the current decisions for the same descriptions.
	CREATE FUNCTION record_decisions(decisions jsonb) RETURNS SETOF goods_decision
	LANGUAGE plpgsql SECURITY DEFINER SET search_path = ${SCHEMA}, pg_temp AS $$
	DECLARE
		one jsonb;
		sent goods_decision%ROWTYPE;
		stands goods_decision%ROWTYPE;
		changed boolean := false;
		by_desk text := this_desk();
	BEGIN
		PERFORM lock_writing();
		FOR one IN SELECT jsonb_array_elements(decisions) LOOP
			sent := (one->>'key', one->>'goods', one->>'code', (one->>'chosenAt')::timestamptz, by_desk,
				NOT (one->>'isOwn')::boolean, 0);
			IF (length(sent.goods_key) BETWEEN 1 AND 400 AND length(sent.goods) BETWEEN 1 AND 400
				AND sent.code ~ '^[0-9]{6,10}$' AND isfinite(sent.chosen_at) AND sent.relayed IS NOT NULL) IS NOT TRUE THEN
				RAISE EXCEPTION 'this is no decision on an HS code' USING ERRCODE = 'invalid_parameter_value';
			END IF;
			SELECT * INTO stands FROM goods_decision WHERE goods_key = sent.goods_key;
			IF NOT FOUND THEN
				sent.version := nextval('version');
				INSERT INTO goods_decision SELECT sent.*;
				changed := true;
			ELSIF sent.chosen_at > stands.chosen_at
				OR (sent.chosen_at = stands.chosen_at AND sent.code = stands.code AND stands.relayed AND NOT sent.relayed) THEN
				UPDATE goods_decision SET goods = sent.goods, code = sent.code, chosen_at = sent.chosen_at,
					chosen_by = sent.chosen_by, relayed = sent.relayed, version = nextval('version')
				WHERE goods_key = sent.goods_key;
				changed := true;
			END IF;
		END LOOP;
		IF changed THEN
			PERFORM pg_notify('${SCHEMA}', '');
		END IF;
		RETURN QUERY SELECT goods_decision.* FROM goods_decision
			WHERE goods_key IN (SELECT element->>'key' FROM jsonb_array_elements(decisions) AS element);
	END $$;

	REVOKE ALL ON FUNCTION record_decisions FROM PUBLIC;
	GRANT SELECT ON goods_decision TO ${DESK_ROLE};
	GRANT EXECUTE ON FUNCTION record_decisions TO ${DESK_ROLE};
	`,
	`
	-- Which desk packs an order that several desks have, by the order's source and number. Of two desks, the first has it.
	CREATE TABLE order_claim (
		order_key text PRIMARY KEY,
		desk text NOT NULL,
		state text NOT NULL CHECK (state IN ('packing', 'packed', 'free')),
		-- In commit order, as in the table entry.
		version bigint NOT NULL UNIQUE,
		at timestamptz NOT NULL DEFAULT now()
	);

	-- The claims after a version, with whether each is of this desk.
	CREATE FUNCTION claims_since(known bigint, most integer)
	RETURNS TABLE (order_key text, desk text, state text, version bigint, is_mine boolean)
	LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ${SCHEMA}, pg_temp AS $$
		SELECT order_key, desk, state, version, desk = this_desk() FROM order_claim WHERE version > known ORDER BY version LIMIT most;
	$$;

	-- Claims orders for this desk, or gives them back, and returns the claims of these orders as they are then. A claim of another desk
	-- stays, unless that desk only packs the order and this one takes it over.
	CREATE FUNCTION claim_orders(claims jsonb)
	RETURNS TABLE (order_key text, desk text, state text, version bigint, is_mine boolean)
	LANGUAGE plpgsql SECURITY DEFINER SET search_path = ${SCHEMA}, pg_temp AS $$
	#variable_conflict use_column
	DECLARE
		one jsonb;
		one_key text;
		wanted text;
		stands order_claim%ROWTYPE;
		is_changed boolean := false;
		by_desk text := this_desk();
	BEGIN
		PERFORM lock_writing();
		FOR one IN SELECT jsonb_array_elements(claims) LOOP
			one_key := one->>'key';
			wanted := one->>'state';
			IF (length(one_key) BETWEEN 1 AND 400 AND wanted IN ('packing', 'packed', 'free')) IS NOT TRUE THEN
				RAISE EXCEPTION 'this is no claim of an order' USING ERRCODE = 'invalid_parameter_value';
			END IF;
			SELECT * INTO stands FROM order_claim WHERE order_claim.order_key = one_key;
			IF NOT FOUND THEN
				IF wanted <> 'free' THEN
					INSERT INTO order_claim (order_key, desk, state, version) VALUES (one_key, by_desk, wanted, nextval('version'));
					is_changed := true;
				END IF;
			ELSIF stands.desk = by_desk AND stands.state = wanted THEN
				CONTINUE;
			ELSIF stands.desk = by_desk OR (stands.state = 'free' AND wanted <> 'free')
				OR (stands.state = 'packing' AND wanted = 'packing' AND (one->>'takeOver')::boolean) THEN
				UPDATE order_claim SET desk = by_desk, state = wanted, version = nextval('version'), at = now()
				WHERE order_claim.order_key = one_key;
				is_changed := true;
			END IF;
		END LOOP;
		IF is_changed THEN
			PERFORM pg_notify('${SCHEMA}', '');
		END IF;
		RETURN QUERY SELECT order_claim.order_key, order_claim.desk, order_claim.state, order_claim.version, order_claim.desk = by_desk
			FROM order_claim WHERE order_claim.order_key IN (SELECT element->>'key' FROM jsonb_array_elements(claims) AS element);
	END $$;

	REVOKE ALL ON FUNCTION claims_since, claim_orders FROM PUBLIC;
	GRANT EXECUTE ON FUNCTION claims_since, claim_orders TO ${DESK_ROLE};
	`,
];
