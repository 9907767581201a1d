CREATE TABLE "blocks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"resource_id" text NOT NULL,
	"day" date NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"units" integer NOT NULL,
	"reason" text NOT NULL,
	"actor" text NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	CONSTRAINT "blocks_time" CHECK ("blocks"."starts_at" < "blocks"."ends_at"),
	CONSTRAINT "blocks_units" CHECK ("blocks"."units" > 0),
	CONSTRAINT "blocks_end" CHECK (("blocks"."ended_at" is null) = ("blocks"."ended_by" is null))
);
--> statement-breakpoint
CREATE TABLE "day_overrides" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"day" date NOT NULL,
	"override" jsonb,
	"reason" text,
	"words" text,
	"fates" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"actor" text NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "allocations" ADD COLUMN "block_id" uuid;--> statement-breakpoint
ALTER TABLE "days" ADD COLUMN "override" jsonb;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_resource_id_resources_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resources"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blocks_live_day" ON "blocks" USING btree ("day") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "day_overrides_day_index" ON "day_overrides" USING btree ("day");--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_block_id_blocks_id_fk" FOREIGN KEY ("block_id") REFERENCES "public"."blocks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "allocations_block" ON "allocations" USING btree ("block_id") WHERE block_id is not null;--> statement-breakpoint
CREATE INDEX "days_overridden" ON "days" USING btree ("day") WHERE override is not null;
--> statement-breakpoint
-- A place is of a block, or of a cart or an order. Not validated: rows of before have no block.
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_block_alone"
	CHECK (block_id IS NULL OR (cart_id IS NULL AND order_id IS NULL AND state IN ('confirmed', 'released'))) NOT VALID;
--> statement-breakpoint
-- A process follows the venue's files and the hours that staff gave to a day within seconds. What it would still hold,
-- order or move to a day that was closed meanwhile ends here: every such change has the lock of the day, and so has the
-- closing. A booking that stands on the day keeps its places and may still be changed there.
CREATE FUNCTION guard_day_override() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	own jsonb;
BEGIN
	SELECT override INTO own FROM days WHERE day = new.day;
	IF own IS NULL OR (
		(own ->> 'opensAt')::timestamptz <= lower(new.during)
		AND upper(new.during) <= (own ->> 'closesAt')::timestamptz
	) THEN
		RETURN new;
	END IF;
	IF tg_op = 'INSERT' AND new.order_id IS NOT NULL
		AND EXISTS (SELECT FROM allocations WHERE order_id = new.order_id AND day = new.day) THEN
		RETURN new;
	END IF;
	RAISE EXCEPTION 'staff closed % at this time', new.day
		USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'allocations_day_override';
END $$;
--> statement-breakpoint
CREATE TRIGGER allocations_day_override_insert BEFORE INSERT ON allocations
	FOR EACH ROW WHEN (new.block_id IS NULL AND new.state IN ('held', 'pending', 'confirmed'))
	EXECUTE FUNCTION guard_day_override();
--> statement-breakpoint
CREATE TRIGGER allocations_day_override_order BEFORE UPDATE ON allocations
	FOR EACH ROW WHEN (old.state = 'held' AND new.state = 'pending')
	EXECUTE FUNCTION guard_day_override();
--> statement-breakpoint
-- Pages that show a day are known by its version: they change with its hours as with its places.
CREATE FUNCTION raise_overridden_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	new.version := greatest(old.version + 1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint);
	RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER days_override_raises BEFORE UPDATE ON days
	FOR EACH ROW WHEN (old.override IS DISTINCT FROM new.override)
	EXECUTE FUNCTION raise_overridden_day();
--> statement-breakpoint
CREATE TRIGGER blocks_book_renamed BEFORE INSERT ON blocks
	FOR EACH ROW EXECUTE FUNCTION book_renamed();
