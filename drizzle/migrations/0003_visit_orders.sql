CREATE TABLE "visit_orders" (
	"session_id" text NOT NULL,
	"order_id" uuid NOT NULL,
	CONSTRAINT "visit_orders_session_id_order_id_pk" PRIMARY KEY("session_id","order_id")
);
--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "data" SET DEFAULT '{}'::jsonb;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "cart_id" uuid;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "notice" jsonb;--> statement-breakpoint
ALTER TABLE "visit_orders" ADD CONSTRAINT "visit_orders_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
UPDATE "sessions" SET "cart_id" = ("data" ->> 'cartId')::uuid;--> statement-breakpoint
INSERT INTO "visit_orders" SELECT "id", jsonb_array_elements_text("data" -> 'orderIds')::uuid FROM "sessions"
	WHERE jsonb_typeof("data" -> 'orderIds') = 'array' ON CONFLICT DO NOTHING;
