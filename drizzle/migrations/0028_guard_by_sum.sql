-- Mostly all that touches a new row's time fits together, whenever it is: then nothing has to be put in order.
CREATE OR REPLACE FUNCTION guard_zone_peak() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	peak bigint;
	room integer;
BEGIN
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
