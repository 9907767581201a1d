-- All that is new is applied in one transaction, and 0023 takes this lock: servers that still run lock an order
-- before its refunds.
LOCK TABLE "orders", "refunds" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "told_of" text;--> statement-breakpoint
CREATE INDEX "refunds_waiting" ON "refunds" USING btree ("created_at") WHERE refunded_at is null and failed_at is null;