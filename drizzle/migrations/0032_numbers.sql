CREATE TABLE "database_lives" (
	"life" text PRIMARY KEY NOT NULL,
	"noted_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "number_gaps" (
	"counter" text NOT NULL,
	"first" integer NOT NULL,
	"last" integer NOT NULL,
	"life" text NOT NULL,
	"noted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "number_gaps_counter_first_last_pk" PRIMARY KEY("counter","first","last")
);
--> statement-breakpoint
ALTER TABLE "counters" ADD COLUMN "life" text;--> statement-breakpoint
-- Names the history that this database writes: another one begins with each promotion of a standby and each recovery
-- to a point in time (timeline), in another cluster (system identifier), and where a dump was read into a database or
-- a table of its own (their ids). A cluster that tells one of them to nobody is known by the others.
CREATE FUNCTION database_life() RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
	cluster text := '';
	timeline text := '';
BEGIN
	BEGIN
		cluster := (SELECT system_identifier::text FROM pg_control_system());
	EXCEPTION WHEN OTHERS THEN NULL;
	END;
	BEGIN
		timeline := CASE WHEN pg_is_in_recovery() THEN 'standby'
			ELSE left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) END;
	EXCEPTION WHEN OTHERS THEN NULL;
	END;
	RETURN concat_ws('-', cluster, timeline,
		(SELECT oid FROM pg_database WHERE datname = current_database()), 'counters'::regclass::oid);
END $$;
--> statement-breakpoint
UPDATE counters SET life = database_life();
--> statement-breakpoint
-- More numbers than can have been given out and lost since the newest order that is known here.
CREATE FUNCTION numbers_to_skip() RETURNS integer LANGUAGE sql STABLE AS $$
	SELECT 1000 + 2 * (coalesce(max(placed), 0) * (1 + current_date - coalesce(max(day), current_date)))::integer
	FROM (SELECT created_at::date AS day, count(*) AS placed FROM orders GROUP BY 1) AS days
$$;
--> statement-breakpoint
CREATE FUNCTION note_gap(counter text, first integer, last integer) RETURNS void LANGUAGE sql AS $$
	INSERT INTO number_gaps (counter, first, last, life) VALUES (counter, first, last, database_life())
	ON CONFLICT DO NOTHING
$$;
--> statement-breakpoint
-- No number comes again, whoever counts. In another life of the database the numbers after the last known one may
-- have been given out and lost: they are left out. A counter does not go back, and a leap is noted.
CREATE FUNCTION keep_numbers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	this_life text := database_life();
	skipped integer;
BEGIN
	IF old.life IS DISTINCT FROM this_life AND new.value <= old.value + 1 THEN
		skipped := numbers_to_skip();
		PERFORM note_gap(new.name, old.value + 1, old.value + skipped);
		new.value := old.value + skipped + greatest(0, new.value - old.value);
	ELSIF new.value < old.value THEN
		PERFORM note_gap(new.name, new.value + 1, old.value);
		new.value := old.value;
	ELSIF new.value > old.value + 1 THEN
		PERFORM note_gap(new.name, old.value + 1, new.value);
	END IF;
	new.life := this_life;
	RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER counters_keep_numbers BEFORE UPDATE ON counters FOR EACH ROW EXECUTE FUNCTION keep_numbers();
--> statement-breakpoint
-- The first number of a year. It may have been given out and lost, if the database got its present life in that year.
CREATE FUNCTION begin_numbers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	this_life text;
	skipped integer := 0;
BEGIN
	-- A row that a dump brings along, or one that is there already and will be updated.
	IF new.life IS NOT NULL OR EXISTS (SELECT FROM counters WHERE name = new.name) THEN
		RETURN new;
	END IF;
	this_life := database_life();
	IF new.value > 1 THEN
		PERFORM note_gap(new.name, 1, new.value);
	ELSIF EXISTS (SELECT FROM database_lives WHERE life <> this_life) AND right(new.name, 4) <= to_char(
		coalesce((SELECT noted_at FROM database_lives WHERE life = this_life), now()) + interval '1 day', 'YYYY'
	) THEN
		skipped := numbers_to_skip();
		PERFORM note_gap(new.name, 1, skipped);
	END IF;
	new.value := new.value + skipped;
	new.life := this_life;
	RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER counters_begin_numbers BEFORE INSERT ON counters FOR EACH ROW EXECUTE FUNCTION begin_numbers();
--> statement-breakpoint
-- The next number, above `known`: a number that was seen to be given out. Of those that others have seen since,
-- some may be missing here as well.
CREATE FUNCTION next_number(counter text, known integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
	given integer;
BEGIN
	PERFORM leave_out_numbers(counter, known);
	INSERT INTO counters (name, value) VALUES (counter, 1)
		ON CONFLICT (name) DO UPDATE SET value = counters.value + 1 RETURNING value INTO given;
	RETURN given;
END $$;
--> statement-breakpoint
CREATE FUNCTION leave_out_numbers(counter text, known integer) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	IF known <= coalesce((SELECT value FROM counters WHERE name = counter), 0) THEN
		RETURN false;
	END IF;
	INSERT INTO counters (name, value) VALUES (counter, known + numbers_to_skip())
		ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE counters.value < known;
	RETURN true;
END $$;
--> statement-breakpoint
INSERT INTO database_lives (life) SELECT database_life() WHERE EXISTS (SELECT FROM counters);
--> statement-breakpoint
-- Who has read a day knows it by its version. A version that was lost does not come again either, because it says
-- when it was made: milliseconds, or the next number where one millisecond has several.
CREATE OR REPLACE FUNCTION raise_days(changed date[]) RETURNS void LANGUAGE sql AS $$
	INSERT INTO days (day, version)
	SELECT day, (extract(epoch FROM clock_timestamp()) * 1000)::bigint
	FROM (SELECT DISTINCT day FROM unnest(changed) AS day) AS changes ORDER BY day
	ON CONFLICT (day) DO UPDATE SET version = greatest(days.version + 1, excluded.version)
$$;
