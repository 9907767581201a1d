ALTER TABLE "days" ADD COLUMN "version" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Whoever has read what is taken on a day sees by its version whether that is still so. A hold that ran out
-- counts no more from that moment on, so noting that it has is no change; its readers know the moment.
CREATE FUNCTION raise_days(changed date[]) RETURNS void LANGUAGE sql AS $$
	INSERT INTO days (day, version) SELECT DISTINCT day, 1 FROM unnest(changed) AS day ORDER BY day
	ON CONFLICT (day) DO UPDATE SET version = days.version + 1
$$;
--> statement-breakpoint
CREATE FUNCTION raise_days_of_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM raise_days(array_agg(day)) FROM rows WHERE state IN ('held', 'pending', 'confirmed');
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION raise_days_of_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM raise_days(array_agg(old_rows.day) || array_agg(new_rows.day))
	FROM old_rows JOIN new_rows USING (id)
	WHERE (old_rows.state IN ('held', 'pending', 'confirmed') OR new_rows.state IN ('held', 'pending', 'confirmed'))
		AND NOT (old_rows.state = 'held' AND new_rows.state = 'expired')
		AND (
			(old_rows.state IN ('held', 'pending', 'confirmed')) <> (new_rows.state IN ('held', 'pending', 'confirmed'))
			OR (old_rows.day, old_rows.resource_id, old_rows.blocked, old_rows.units, old_rows.expires_at)
				IS DISTINCT FROM
				(new_rows.day, new_rows.resource_id, new_rows.blocked, new_rows.units, new_rows.expires_at)
		);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER allocations_raise_inserted AFTER INSERT ON allocations
	REFERENCING NEW TABLE AS rows FOR EACH STATEMENT EXECUTE FUNCTION raise_days_of_rows();
--> statement-breakpoint
CREATE TRIGGER allocations_raise_deleted AFTER DELETE ON allocations
	REFERENCING OLD TABLE AS rows FOR EACH STATEMENT EXECUTE FUNCTION raise_days_of_rows();
--> statement-breakpoint
CREATE TRIGGER allocations_raise_updated AFTER UPDATE ON allocations
	REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION raise_days_of_changes();
