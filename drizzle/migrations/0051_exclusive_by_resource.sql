-- The guard of rooms judges the rows that are exclusive. A process whose files do not name a resource takes it for a
-- zone; so the row of the resource says which it is, also for one that was renamed.
CREATE OR REPLACE FUNCTION book_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	booked resources;
BEGIN
	SELECT now.* INTO booked FROM resources named JOIN resources now ON now.id = coalesce(named.renamed_to, named.id)
		WHERE named.id = new.resource_id;
	new.resource_id := coalesce(booked.id, new.resource_id);
	IF tg_table_name = 'allocations' THEN
		new.exclusive := coalesce(booked.exclusive, new.exclusive);
	END IF;
	RETURN new;
END $$;
--> statement-breakpoint
-- The places that a change waits for are text: a rename moves them with the rows.
CREATE FUNCTION with_renamed_places(content jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
	SELECT coalesce(jsonb_set(content, '{places}', (
		SELECT jsonb_agg(
			CASE WHEN renamed_to IS NULL THEN place ELSE jsonb_set(place, '{resourceId}', to_jsonb(renamed_to)) END
			ORDER BY nth)
		FROM jsonb_array_elements(content -> 'places') WITH ORDINALITY AS places (place, nth)
			LEFT JOIN resources ON id = place ->> 'resourceId'
	)), content)
$$;
--> statement-breakpoint
-- Rows of before. A room that was sold twice already stays as it is: the audit names it, and a person has to decide.
DO $$
DECLARE
	wrong uuid;
BEGIN
	FOR wrong IN
		SELECT allocations.id FROM allocations JOIN resources ON resources.id = resource_id
		WHERE allocations.exclusive <> resources.exclusive AND upper(blocked) > now()
			AND state IN ('held', 'pending', 'confirmed')
	LOOP
		BEGIN
			UPDATE allocations SET exclusive = NOT exclusive WHERE id = wrong;
		EXCEPTION WHEN exclusion_violation THEN
			RAISE WARNING 'place % overlaps with another one of its room', wrong;
		END;
	END LOOP;
END $$;
--> statement-breakpoint
UPDATE order_changes SET content = with_renamed_places(content)
	WHERE state = 'open' AND content <> with_renamed_places(content);
--> statement-breakpoint
CREATE FUNCTION change_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	new.content := with_renamed_places(new.content);
	RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_changes_book_renamed BEFORE INSERT ON order_changes
	FOR EACH ROW EXECUTE FUNCTION change_renamed();
