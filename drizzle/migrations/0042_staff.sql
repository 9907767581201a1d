CREATE TABLE "desk_devices" (
	"id" text PRIMARY KEY NOT NULL,
	"key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"staff_id" uuid,
	"signed_in_at" timestamp with time zone,
	"touched_at" timestamp with time zone DEFAULT now() NOT NULL,
	"kept" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "desk_devices_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"email_key" text,
	"level" text NOT NULL,
	"password_hash" text,
	"locale" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "staff_level" CHECK ("staff"."level" in ('counter', 'shift', 'owner'))
);
--> statement-breakpoint
CREATE TABLE "staff_acts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"device" text,
	"verb" text NOT NULL,
	"order_id" uuid,
	"staff_id" uuid,
	"values" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_challenges" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"challenge" text NOT NULL,
	"staff_id" uuid,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_links" (
	"hash" text PRIMARY KEY NOT NULL,
	"staff_id" uuid,
	"made_by" text NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staff_links_newest" UNIQUE NULLS NOT DISTINCT("staff_id")
);
--> statement-breakpoint
CREATE TABLE "staff_passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"name" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "desk_devices" ADD CONSTRAINT "desk_devices_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_links" ADD CONSTRAINT "staff_links_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_passkeys" ADD CONSTRAINT "staff_passkeys_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "desk_devices_touched_at_index" ON "desk_devices" USING btree ("touched_at");--> statement-breakpoint
CREATE INDEX "desk_devices_staff_id_index" ON "desk_devices" USING btree ("staff_id");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_present_email" ON "staff" USING btree ("email_key") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "staff_acts_at_index" ON "staff_acts" USING btree ("at");--> statement-breakpoint
CREATE INDEX "staff_acts_actor_at_index" ON "staff_acts" USING btree ("actor","at");--> statement-breakpoint
CREATE INDEX "staff_acts_order" ON "staff_acts" USING btree ("order_id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "staff_challenges_expires_at_index" ON "staff_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "staff_passkeys_staff_id_index" ON "staff_passkeys" USING btree ("staff_id");