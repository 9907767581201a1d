CREATE TYPE "public"."allocation_state" AS ENUM('held', 'pending', 'confirmed', 'released', 'expired');--> statement-breakpoint
CREATE TYPE "public"."due_kind" AS ENUM('deposit', 'online', 'onSite');--> statement-breakpoint
CREATE TYPE "public"."order_state" AS ENUM('pendingPayment', 'confirmed', 'completed', 'cancelled', 'expired');--> statement-breakpoint
CREATE TYPE "public"."payment_state" AS ENUM('created', 'started', 'paid', 'cancelled', 'declined', 'expired', 'needsReview');--> statement-breakpoint
CREATE TYPE "public"."provider_name" AS ENUM('paypal', 'stripe');--> statement-breakpoint
CREATE TYPE "public"."voucher_entry_kind" AS ENUM('issued', 'reserved', 'released', 'captured');--> statement-breakpoint
CREATE TYPE "public"."voucher_kind" AS ENUM('value', 'percent', 'fixed');--> statement-breakpoint
CREATE TABLE "allocations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"resource_id" text NOT NULL,
	"day" date NOT NULL,
	"during" "tstzrange" NOT NULL,
	"blocked" "tstzrange" NOT NULL,
	"units" integer NOT NULL,
	"exclusive" boolean NOT NULL,
	"state" "allocation_state" NOT NULL,
	"expires_at" timestamp with time zone,
	"cart_id" uuid,
	"cart_line_id" uuid,
	"order_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "allocations_units" CHECK ("allocations"."units" > 0),
	CONSTRAINT "allocations_held" CHECK (("allocations"."state" = 'held') = ("allocations"."expires_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "cart_lines" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"cart_id" uuid NOT NULL,
	"parent_id" uuid,
	"position" bigserial NOT NULL,
	"product_id" text NOT NULL,
	"quantity" integer NOT NULL,
	"unit_price" integer NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"duration" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cart_lines_quantity" CHECK ("cart_lines"."quantity" between 1 and 9999),
	CONSTRAINT "cart_lines_price" CHECK ("cart_lines"."unit_price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "carts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"day" date,
	"held_since" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"party" jsonb,
	"person" jsonb,
	"order_id" uuid,
	"address_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "counters" (
	"name" text PRIMARY KEY NOT NULL,
	"value" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "days" (
	"day" date PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"who" text NOT NULL,
	"what" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"parent_position" integer,
	"product_id" text NOT NULL,
	"title" jsonb NOT NULL,
	"detail" jsonb,
	"quantity" integer NOT NULL,
	"included" integer NOT NULL,
	"unit_price" integer NOT NULL,
	"amount" integer NOT NULL,
	"vat_rate" integer NOT NULL,
	"due" "due_kind" NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	CONSTRAINT "order_lines_position" UNIQUE("order_id","position"),
	CONSTRAINT "order_lines_amount" CHECK ("order_lines"."amount" = ("order_lines"."quantity" - "order_lines"."included") * "order_lines"."unit_price"),
	CONSTRAINT "order_lines_included" CHECK ("order_lines"."included" between 0 and "order_lines"."quantity")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"public_id" text NOT NULL,
	"number" text NOT NULL,
	"cart_id" uuid NOT NULL,
	"cart_version" integer NOT NULL,
	"state" "order_state" NOT NULL,
	"locale" text NOT NULL,
	"day" date,
	"person" jsonb NOT NULL,
	"party" jsonb,
	"terms_version" text NOT NULL,
	"voucher_code" text,
	"lines_total" integer NOT NULL,
	"discount" integer NOT NULL,
	"shipping" integer NOT NULL,
	"total" integer NOT NULL,
	"voucher" integer NOT NULL,
	"online" integer NOT NULL,
	"on_site" integer NOT NULL,
	"vat" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	CONSTRAINT "orders_publicId_unique" UNIQUE("public_id"),
	CONSTRAINT "orders_number_unique" UNIQUE("number"),
	CONSTRAINT "orders_one_per_cart_version" UNIQUE("cart_id","cart_version"),
	CONSTRAINT "orders_total" CHECK ("orders"."total" = "orders"."lines_total" - "orders"."discount" + "orders"."shipping"),
	CONSTRAINT "orders_parts" CHECK ("orders"."total" = "orders"."voucher" + "orders"."online" + "orders"."on_site"),
	CONSTRAINT "orders_signs" CHECK (least("orders"."lines_total", "orders"."discount", "orders"."shipping", "orders"."total", "orders"."voucher", "orders"."online", "orders"."on_site") >= 0)
);
--> statement-breakpoint
CREATE TABLE "payment_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"provider" "provider_name" NOT NULL,
	"state" "payment_state" NOT NULL,
	"amount" integer NOT NULL,
	"return_token" text NOT NULL,
	"provider_id" text,
	"redirect_url" text,
	"capture_id" text,
	"paid_amount" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "payments_returnToken_unique" UNIQUE("return_token"),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "redemptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"voucher_id" uuid NOT NULL,
	"cart_id" uuid,
	"order_id" uuid,
	"expires_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"released_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"provider_id" text,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"refunded_at" timestamp with time zone,
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "resources" (
	"id" text PRIMARY KEY NOT NULL,
	"capacity" integer NOT NULL,
	"exclusive" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "venue_versions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"document" jsonb NOT NULL,
	"applied_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "voucher_entries" (
	"voucher_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"kind" "voucher_entry_kind" NOT NULL,
	"amount" integer NOT NULL,
	"balance" integer NOT NULL,
	"redemption_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "voucher_entries_voucher_id_sequence_pk" PRIMARY KEY("voucher_id","sequence"),
	CONSTRAINT "voucher_entries_balance" CHECK ("voucher_entries"."balance" >= 0)
);
--> statement-breakpoint
CREATE TABLE "vouchers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code" text NOT NULL,
	"kind" "voucher_kind" NOT NULL,
	"amount" integer,
	"percent" integer,
	"valid_from" date,
	"valid_until" date,
	"minimum_order" integer,
	"products" text[],
	"day_classes" text[],
	"uses" integer,
	"order_line_id" uuid,
	"activated_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "vouchers_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"provider" "provider_name" NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"body" text NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_events_provider_event_id_pk" PRIMARY KEY("provider","event_id")
);
--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_resource_id_resources_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resources"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_cart_id_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."carts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_tokens" ADD CONSTRAINT "payment_tokens_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redemptions" ADD CONSTRAINT "redemptions_voucher_id_vouchers_id_fk" FOREIGN KEY ("voucher_id") REFERENCES "public"."vouchers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voucher_entries" ADD CONSTRAINT "voucher_entries_voucher_id_vouchers_id_fk" FOREIGN KEY ("voucher_id") REFERENCES "public"."vouchers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voucher_entries" ADD CONSTRAINT "voucher_entries_redemption_id_redemptions_id_fk" FOREIGN KEY ("redemption_id") REFERENCES "public"."redemptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "allocations_live_day" ON "allocations" USING btree ("day","resource_id") WHERE state in ('held', 'pending', 'confirmed');--> statement-breakpoint
CREATE INDEX "allocations_expiry" ON "allocations" USING btree ("expires_at") WHERE state = 'held';--> statement-breakpoint
CREATE INDEX "allocations_cart" ON "allocations" USING btree ("cart_id") WHERE cart_id is not null;--> statement-breakpoint
CREATE INDEX "allocations_order" ON "allocations" USING btree ("order_id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "attempts_expire_index" ON "attempts" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "cart_lines_cart_id_index" ON "cart_lines" USING btree ("cart_id");--> statement-breakpoint
CREATE INDEX "carts_address_hash_expires_at_index" ON "carts" USING btree ("address_hash","expires_at");--> statement-breakpoint
CREATE INDEX "carts_updated_at_index" ON "carts" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "order_events_order_id_index" ON "order_events" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "orders_created_at_index" ON "orders" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_live" ON "payments" USING btree ("order_id") WHERE state in ('created', 'started');--> statement-breakpoint
CREATE UNIQUE INDEX "payments_provider_id" ON "payments" USING btree ("provider","provider_id");--> statement-breakpoint
CREATE INDEX "payments_open" ON "payments" USING btree ("created_at") WHERE state in ('created', 'started');--> statement-breakpoint
CREATE UNIQUE INDEX "redemptions_one_per_cart" ON "redemptions" USING btree ("cart_id") WHERE released_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "redemptions_one_per_order" ON "redemptions" USING btree ("order_id") WHERE released_at is null;--> statement-breakpoint
CREATE INDEX "redemptions_voucher_id_index" ON "redemptions" USING btree ("voucher_id");--> statement-breakpoint
CREATE INDEX "refunds_payment_id_index" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at_index" ON "sessions" USING btree ("expires_at");