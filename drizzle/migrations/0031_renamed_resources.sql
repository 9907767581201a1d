ALTER TABLE "resources" ADD COLUMN "renamed_to" text;
--> statement-breakpoint
-- A process that has not yet heard of a room's new id books it under the old one: the row goes to the new id, where
-- the guards see all that is booked there.
CREATE FUNCTION book_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	new.resource_id := coalesce((SELECT renamed_to FROM resources WHERE id = new.resource_id), new.resource_id);
	RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER allocations_book_renamed BEFORE INSERT ON allocations
	FOR EACH ROW EXECUTE FUNCTION book_renamed();
--> statement-breakpoint
-- A rename moves all rows of a zone at once, at no other time of theirs, to an id that has none beside them: nothing
-- becomes fuller by it. More than fits may be booked there already, from a day on which the zone was larger.
CREATE OR REPLACE FUNCTION guard_zone_peak() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	peak bigint;
	room integer;
BEGIN
	IF tg_op = 'UPDATE' AND current_setting('raumzeit.renaming', true) = 'on' THEN
		RETURN NULL;
	END IF;
	PERFORM 1 FROM days WHERE day = new.day FOR UPDATE;
	SELECT capacity INTO STRICT room FROM resources WHERE id = new.resource_id;
	SELECT sum(units) INTO peak FROM allocations
		WHERE day = new.day AND resource_id = new.resource_id AND blocked && new.blocked
			AND state IN ('held', 'pending', 'confirmed') AND (expires_at IS NULL OR expires_at > now());
	IF peak <= room THEN
		RETURN NULL;
	END IF;
	SELECT max(load) INTO peak FROM (
		SELECT sum(delta) OVER (ORDER BY at, delta) AS load
		FROM allocations, LATERAL (VALUES
			(greatest(lower(blocked), lower(new.blocked)), units),
			(least(upper(blocked), upper(new.blocked)), -units)
		) AS changes (at, delta)
		WHERE day = new.day AND resource_id = new.resource_id AND blocked && new.blocked
			AND state IN ('held', 'pending', 'confirmed') AND (expires_at IS NULL OR expires_at > now())
	) AS loads;
	IF peak > room THEN
		RAISE EXCEPTION 'zone % would hold % of % on %', new.resource_id, peak, room, new.day
			USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'allocations_zone_peak';
	END IF;
	RETURN NULL;
END $$;
