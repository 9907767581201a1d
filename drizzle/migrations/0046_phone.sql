ALTER TABLE "carts" ADD COLUMN "hold_rule" text DEFAULT 'visitor' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "pay_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "pay_link" text;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_pay_link" ON "orders" USING btree ("pay_link");--> statement-breakpoint
CREATE INDEX "orders_pay_until" ON "orders" USING btree ("pay_until") WHERE pay_until is not null and state = 'pendingPayment';--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_hold_rule" CHECK ("carts"."hold_rule" in ('visitor', 'desk'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_pay_link_ends" CHECK ("orders"."pay_link" is null or "orders"."pay_until" is not null);