-- The last guards of scarce things. The application decides before it writes; what it lets through by
-- mistake ends here. A zone's guard takes the lock of the day itself, so it holds even for a writer
-- that forgot it.
CREATE EXTENSION IF NOT EXISTS btree_gist;
--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_exclusive"
	EXCLUDE USING gist ("resource_id" WITH =, "blocked" WITH &&)
	WHERE ("exclusive" AND "state" IN ('held', 'pending', 'confirmed'));
--> statement-breakpoint
CREATE FUNCTION guard_zone_peak() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	peak bigint;
	room integer;
BEGIN
	PERFORM 1 FROM days WHERE day = new.day FOR UPDATE;
	SELECT capacity INTO STRICT room FROM resources WHERE id = new.resource_id;
	SELECT max(load) INTO peak FROM (
		SELECT sum(delta) OVER (ORDER BY at, delta) AS load FROM (
			SELECT greatest(lower(blocked), lower(new.blocked)) AS at, units AS delta FROM allocations
			WHERE day = new.day AND resource_id = new.resource_id AND blocked && new.blocked
				AND state IN ('held', 'pending', 'confirmed') AND (expires_at IS NULL OR expires_at > now())
			UNION ALL
			SELECT least(upper(blocked), upper(new.blocked)), -units FROM allocations
			WHERE day = new.day AND resource_id = new.resource_id AND blocked && new.blocked
				AND state IN ('held', 'pending', 'confirmed') AND (expires_at IS NULL OR expires_at > now())
		) AS changes
	) AS loads;
	IF peak > room THEN
		RAISE EXCEPTION 'zone % would hold % of % on %', new.resource_id, peak, room, new.day
			USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'allocations_zone_peak';
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- Only what makes a zone fuller is checked: a new live row, or one that comes back to life.
CREATE CONSTRAINT TRIGGER allocations_zone_peak_insert
	AFTER INSERT ON allocations DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW WHEN (NOT new.exclusive AND new.state IN ('held', 'pending', 'confirmed'))
	EXECUTE FUNCTION guard_zone_peak();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER allocations_zone_peak_update
	AFTER UPDATE ON allocations DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW WHEN (
		NOT new.exclusive AND new.state IN ('held', 'pending', 'confirmed') AND (
			old.state NOT IN ('held', 'pending', 'confirmed')
			OR (old.expires_at IS NOT NULL AND old.expires_at < now())
			OR new.units > old.units OR new.blocked <> old.blocked OR new.resource_id <> old.resource_id
		)
	)
	EXECUTE FUNCTION guard_zone_peak();
--> statement-breakpoint
CREATE FUNCTION guard_voucher_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	last record;
BEGIN
	IF tg_op <> 'INSERT' THEN
		RAISE EXCEPTION 'the voucher ledger is append only' USING ERRCODE = 'restrict_violation';
	END IF;
	SELECT sequence, balance INTO last FROM voucher_entries
		WHERE voucher_id = new.voucher_id ORDER BY sequence DESC LIMIT 1;
	IF new.sequence <> coalesce(last.sequence, 0) + 1 OR new.balance <> coalesce(last.balance, 0) + new.amount THEN
		RAISE EXCEPTION 'entry % of voucher % does not continue its balance', new.sequence, new.voucher_id
			USING ERRCODE = 'check_violation';
	END IF;
	RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER voucher_entries_ledger BEFORE INSERT OR UPDATE OR DELETE ON voucher_entries
	FOR EACH ROW EXECUTE FUNCTION guard_voucher_ledger();
